/** Why a mail was not delivered, as staff are told it; the same words as in migration 0016. */
export const mailFailures = [
  /** The other side says that there is no such mailbox. */
  'bad_address',
  /** A final no to this mail, for another reason. */
  'refused',
  /** "Come back later", each time. */
  'busy',
  /** The mail server did not answer, or not to the end. */
  'unreachable',
  /** The mail server's certificate is not one that anybody vouches for. */
  'untrusted',
  /** The mail server offers no encryption, or one that is out of date. */
  'insecure',
  /** The mail server did not let us in. */
  'login',
  /** The file could not be written. */
  'outbox',
  /** What it offers had expired when its turn came. */
  'expired',
  /** A fault of ours: its words could not be put together. */
  'unwritable',
  /** Each try ended without anybody's word on it. */
  'unfinished',
] as const;
export type MailFailure = (typeof mailFailures)[number];
