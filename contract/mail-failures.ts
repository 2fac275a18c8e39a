/** Why an email was not delivered, as staff see it. The keys match migration 0010_mail. */
export const mailFailures = [
  /** The recipient's server says that the mailbox does not exist. */
  'bad_address',
  /** A permanent rejection for another reason. */
  'refused',
  /** A temporary rejection at each attempt. */
  'busy',
  /** The mail server did not respond, or disconnected. */
  'unreachable',
  /** The mail server's certificate is not trusted. */
  'untrusted',
  /** The mail server offers no encryption, or only an outdated one. */
  'insecure',
  /** The mail server rejected our credentials. */
  'login',
  /** The file could not be written. */
  'outbox',
  /** Its content had expired before it could be sent. */
  'expired',
  /** Our error: the text could not be rendered. */
  'unwritable',
  /** Each attempt ended with an unknown result. */
  'unfinished',
] as const;
export type MailFailure = (typeof mailFailures)[number];
