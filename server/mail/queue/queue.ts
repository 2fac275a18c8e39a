import type { MailFailure } from '#contract/mail-failures.ts';
import type { Database } from '#server/database/database.ts';
import { delayAfter, MAX_ATTEMPTS } from './backoff.ts';

/** A mail that has left or was put aside is empty, but for a person's address, which nobody needs for ever. */
export const MAIL_SWEEPS = [
  `delete from public.email_queue
   where status in ('sent', 'dismissed') and created_at < now() - interval '90 days'`,
];

/** A row of the queue that this worker may send now. */
export interface QueuedMail {
  id: string;
  to_email: string;
  recipient: string;
  subject: string;
  body: string;
  text_body: string;
  /** Which letter it is, where the words are not written out yet; and what it tells. */
  letter: string | null;
  facts: unknown;
  email_type: string;
  attempts: number;
  /** UTC, to the microsecond: mails of one moment keep their order. */
  created_at: string;
}

export interface FailedTry {
  failure: MailFailure;
  /** The other side's own words. */
  reason: string;
  permanent: boolean;
}

/** The worker's view of `email_queue`. Who goes first, and who has had enough, the database says (migration 0016). */
export interface MailQueue {
  /** Takes up to `limit` due mails, for the length of the lease; `underWay`: to whom this worker is sending. */
  claim(limit: number, underWay: readonly string[]): Promise<QueuedMail[]>;
  sent(mail: QueuedMail): Promise<void>;
  /** Says why, and when the next try is due; undefined: there is none. */
  failed(mail: QueuedMail, why: FailedTry): Promise<number | undefined>;
  /** Gives the mail back untried, for the next worker. */
  release(mail: QueuedMail): Promise<void>;
  /** Milliseconds until a mail is due; undefined when none waits. */
  nextDueIn(): Promise<number | undefined>;
}

/** Longer than any sending may take: a mail whose worker died comes back after it. */
const LEASE_SECONDS = 5 * 60;

/** What the recipient's side has seen of a mail, whatever it said to it. */
const REACHED: readonly MailFailure[] = ['bad_address', 'refused', 'busy'];

const CLAIM = `
  select c.id, c.to_email, c.recipient, c.subject, c.body, c.text_body, c.letter, c.facts, c.email_type, c.attempts,
    to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
  from nutmeg.claim_mails($1, make_interval(secs => $2), $3, $4) c`;

const FAILED = `
  select nutmeg.mail_was_not_sent($1, $2, $3, $4, make_interval(secs => $5), $6) as status`;

const RELEASE = `
  update public.email_queue
  set attempts = attempts - 1, next_attempt_at = now(), tried_at = null
  where id = $1 and status = 'pending' and attempts = $2`;

// Each kind by itself, since the index is in that order.
const NEXT_DUE = `
  select greatest(0, extract(epoch from least(
    (select min(next_attempt_at) from public.email_queue where status = 'pending' and urgent),
    (select min(next_attempt_at) from public.email_queue where status = 'pending' and not urgent)
  ) - now()) * 1000)::float8 as ms`;

/** `attempts` tells a claim from a later one, so a worker that was late changes nothing of another's. */
export function openMailQueue(database: Database): MailQueue {
  return {
    claim: async (limit, underWay) =>
      (await database.query<QueuedMail>(CLAIM, [limit, LEASE_SECONDS, MAX_ATTEMPTS, underWay])).rows,
    sent: async ({ id }) => void (await database.query('select nutmeg.mail_was_sent($1)', [id])),
    failed: async ({ id, attempts }, { failure, reason, permanent }) => {
      const delay = permanent ? undefined : delayAfter(attempts);
      const { rows } = await database.query<{ status: string | null }>(FAILED, [
        id,
        attempts,
        failure,
        reason,
        delay ?? null,
        REACHED.includes(failure),
      ]);
      return rows[0]?.status === 'failed' ? undefined : delay;
    },
    release: async ({ id, attempts }) => void (await database.query(RELEASE, [id, attempts])),
    nextDueIn: async () => (await database.query<{ ms: number | null }>(NEXT_DUE)).rows[0]?.ms ?? undefined,
  };
}
