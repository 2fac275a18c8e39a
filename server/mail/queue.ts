import type { Database } from '#server/database/database.ts';
import { delayAfter, MAX_ATTEMPTS } from './backoff.ts';

/** A row of the queue that this worker may send now. */
export interface QueuedMail {
  id: string;
  to_email: string;
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

/** The worker's view of `email_queue`. */
export interface MailQueue {
  /** Takes up to `limit` due mails, for the length of the lease. */
  claim(limit: number): Promise<QueuedMail[]>;
  sent(mail: QueuedMail): Promise<void>;
  /** Says why, and when the next try is due; undefined: there is none. */
  failed(mail: QueuedMail, why: { reason: string; permanent: boolean }): Promise<number | undefined>;
  /** Gives the mail back untried, for the next worker. */
  release(mail: QueuedMail): Promise<void>;
  /** Milliseconds until a mail is due; undefined when none waits. */
  nextDueIn(): Promise<number | undefined>;
}

/** Longer than any sending may take: a mail whose worker died comes back after it. */
const LEASE_SECONDS = 5 * 60;

/**
 * What is not worth a try: a mail that ended its worker each time must not do so for ever, and a link that has
 * expired only puzzles people.
 */
const GIVE_UP = `
  update public.email_queue
  set status = 'failed',
    last_error = coalesce(last_error, case when expires_at <= now() then 'too late: what it offers has expired'
      else 'each try ended without an answer' end)
  where status = 'pending' and next_attempt_at <= now() and (attempts >= $1 or expires_at <= now())`;

const CLAIM = `
  update public.email_queue q
  set attempts = q.attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
  from (
    select id from public.email_queue
    where status = 'pending' and next_attempt_at <= now()
    order by next_attempt_at limit $1
    for update skip locked
  ) due
  where q.id = due.id
  returning q.id, q.to_email, q.subject, q.body, q.text_body, q.letter, q.facts,
    q.email_type, q.attempts,
    to_char(q.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at`;

/** What a link opens is nobody's business any more once it is on its way, so the body goes. */
const SENT = `
  update public.email_queue
  set status = 'sent', sent_at = now(), last_error = null, body = '', text_body = '',
    facts = '{}'
  where id = $1 and status <> 'sent'`;

const FAILED = `
  update public.email_queue
  set last_error = $3,
    status = case when $4::int is null or expires_at <= now() + make_interval(secs => $4)
      then 'failed' else 'pending' end,
    next_attempt_at = now() + make_interval(secs => coalesce($4, 0))
  where id = $1 and status = 'pending' and attempts = $2
  returning status`;

const RELEASE = `
  update public.email_queue
  set attempts = attempts - 1, next_attempt_at = now()
  where id = $1 and status = 'pending' and attempts = $2`;

const NEXT_DUE = `
  select greatest(0, extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as ms
  from public.email_queue where status = 'pending'`;

/** `attempts` tells a claim from a later one, so a worker that was late changes nothing of another's. */
export function openMailQueue(database: Database): MailQueue {
  return {
    claim: (limit) =>
      database.asOwner(async (tx) => {
        await tx.query(GIVE_UP, [MAX_ATTEMPTS]);
        return (await tx.query<QueuedMail>(CLAIM, [limit, LEASE_SECONDS])).rows;
      }),
    sent: async ({ id }) => void (await database.query(SENT, [id])),
    failed: async ({ id, attempts }, { reason, permanent }) => {
      const delay = permanent ? undefined : delayAfter(attempts);
      const { rows } = await database.query<{ status: string }>(FAILED, [
        id,
        attempts,
        reason,
        delay ?? null,
      ]);
      return rows[0]?.status === 'failed' ? undefined : delay;
    },
    release: async ({ id, attempts }) => void (await database.query(RELEASE, [id, attempts])),
    nextDueIn: async () => (await database.query<{ ms: number | null }>(NEXT_DUE)).rows[0]?.ms ?? undefined,
  };
}
