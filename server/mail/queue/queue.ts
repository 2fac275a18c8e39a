import type { MailFailure } from '#contract/mail-failures.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import type { MailContent } from '../letters/letter.ts';
import type { DeliveryError } from '../transport/transport.ts';

/** Sent and dismissed mails have no content, but an address, which is not needed forever. */
export const MAIL_SWEEPS = [
  `delete from public.email_queue
   where status in ('sent', 'dismissed') and created_at < now() - interval '90 days'`,
  // Nothing else has the address of a client who was deleted.
  `delete from public.email_queue
   where letter = 'client_deleted' and (sent_at < now() - interval '1 day' or created_at < now() - interval '14 days')`,
  // Queued or tried while the clock was ahead: they would wait until then, and count toward their mailbox's limit per hour.
  `update public.email_queue
   set created_at = least(created_at, now()), next_attempt_at = least(next_attempt_at, now()),
     tried_at = case when tried_at is not null then least(tried_at, now()) end
   where created_at > now() + interval '1 hour' or tried_at > now() + interval '1 hour'`,
];

/** A mail to be queued. */
export interface Mail extends Pick<MailContent, 'subject' | 'html' | 'text'> {
  to: string;
  /** Its purpose, such as "confirmation". */
  type: string;
  /** It is not sent after this many minutes. */
  usefulMinutes?: number;
  /** Someone is waiting for it, so it is sent before others. */
  urgent?: boolean;
}

/** Queues a mail in the caller's transaction: it is sent only if that commits. */
export async function enqueueMail(tx: Transaction, mail: Mail): Promise<void> {
  const { to, subject, html, text, type, usefulMinutes = null, urgent = false } = mail;
  await tx.query(
    `insert into public.email_queue (to_email, subject, body, text_body, email_type, expires_at, urgent)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6), $7)`,
    [to, subject, html, text, type, usefulMinutes, urgent],
  );
}

/** A row that this worker has claimed. */
export interface QueuedMail {
  id: string;
  to_email: string;
  recipient: string;
  subject: string;
  body: string;
  text_body: string;
  /** The letter's name and facts, if the mail is not rendered yet. */
  letter: string | null;
  facts: unknown;
  /** The language of such a letter; null for the office's mailbox and for strangers. */
  language: string | null;
  email_type: string;
  attempts: number;
  /** UTC with microseconds, so that mails keep their order. */
  created_at: string;
}

/** Longer than an attempt can take. A mail whose worker died is due again afterwards. */
const LEASE_SECONDS = 5 * 60;

/** Failures after the mail has reached the recipient's mail server. */
const REACHED_SERVER: readonly MailFailure[] = ['bad_address', 'refused', 'busy'];

const CLAIM = `
  select c.id, c.to_email, c.recipient, c.subject, c.body, c.text_body, c.letter, c.facts, c.email_type, c.attempts,
    case when c.letter is not null then nutmeg.language_of_mail(c) end as language,
    to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
  from nutmeg.claim_mails($1, make_interval(secs => $2), $3, $4) c`;

const FAILED = `
  select nutmeg.mark_mail_failed($1, $2, $3, $4, make_interval(secs => $5), $6) as status`;

const RELEASE = `
  update public.email_queue
  set attempts = attempts - 1, next_attempt_at = now(), tried_at = null
  where id = $1 and status = 'pending' and attempts = $2`;

// Urgent mails separately, as in the index.
const NEXT_DUE = `
  select greatest(0, extract(epoch from least(
    (select min(next_attempt_at) from public.email_queue where status = 'pending' and urgent),
    (select min(next_attempt_at) from public.email_queue where status = 'pending' and not urgent)
  ) - now()) * 1000)::float8 as ms`;

/** Updates match on `attempts`, so that a slow worker can't change a later claim. */
export function openMailQueue(database: Database) {
  return {
    /** Leases up to `limit` due mails. `inFlight`: the recipients that this worker is sending to. */
    claim: async (limit: number, inFlight: readonly string[]): Promise<QueuedMail[]> =>
      (
        await database.run<QueuedMail>({
          prepared: true,
          text: CLAIM,
          values: [limit, LEASE_SECONDS, MAX_ATTEMPTS, inFlight],
        })
      ).rows,
    sent: async ({ id }: QueuedMail): Promise<void> =>
      void (await database.query('select nutmeg.mark_mail_sent($1)', [id])),
    /** Records a failure. Returns the seconds until the next attempt; undefined if there is none. */
    failed: async (
      { id, attempts }: QueuedMail,
      { failure, message, permanent }: Pick<DeliveryError, 'failure' | 'message' | 'permanent'>,
    ): Promise<number | undefined> => {
      const delay = permanent ? undefined : retryDelaySeconds(attempts);
      const { rows } = await database.query<{ status: string | null }>(FAILED, [
        id,
        attempts,
        failure,
        message,
        delay ?? null,
        REACHED_SERVER.includes(failure),
      ]);
      return rows[0]?.status === 'failed' ? undefined : delay;
    },
    /** Returns the mail to the queue without counting an attempt. */
    release: async ({ id, attempts }: QueuedMail): Promise<void> =>
      void (await database.query(RELEASE, [id, attempts])),
    /** Milliseconds until the next mail is due; undefined if the queue is empty. */
    nextDueIn: async (): Promise<number | undefined> =>
      (await database.run<{ ms: number | null }>({ prepared: true, text: NEXT_DUE })).rows[0]?.ms ??
      undefined,
  };
}

/** The worker's view of `email_queue`. The database decides the order and the limits (migration 0010_mail). */
export type MailQueue = ReturnType<typeof openMailQueue>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait after the first, second, ... failed attempt. After the last delay there is one more attempt. */
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR];

export const MAX_ATTEMPTS = DELAYS.length + 1;

/** Seconds until the next attempt; undefined after the last one. */
export function retryDelaySeconds(attempts: number): number | undefined {
  return attempts < 1 ? DELAYS[0] : DELAYS[attempts - 1];
}
