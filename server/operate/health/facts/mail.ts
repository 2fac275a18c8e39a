import type { MailFacts, TextFacts } from '#domain/health/mail.ts';
import type { Database } from '#server/database/database.ts';
import type { MailTransport } from '#server/mail/transport/transport.ts';
import { TimeoutError, withTimeout } from '#server/startup/with-timeout.ts';

type Check = MailTransport['check'];

const TIMEOUT_MS = 8_000;
/** Mail servers lock out clients that send a wrong password every three minutes. */
const PACE_MS = 15 * 60_000;

/** Connects to the mail server only every 15 minutes, and again right after a change. */
export function throttleCheck(check: Check, now: () => number) {
  let last: { problem: string | undefined; at: number; isConfirmed: boolean } | undefined;
  return {
    /** Returns the last result if it is recent and was seen twice; otherwise checks. */
    check: async () => {
      if (last?.isConfirmed && now() - last.at < PACE_MS) return last.problem;
      const problem = await problemOf(check);
      const isConfirmed = last !== undefined && (last.problem === undefined) === (problem === undefined);
      last = { problem, at: now(), isConfirmed };
      return problem;
    },
    /** Makes the next call check. */
    forget: (): void => {
      if (last) last.isConfirmed = false;
    },
  };
}

/** The mail queue, without what the recipient's server deferred or what waits for its mailbox: not our fault. */
export const MAIL_FIGURES = `
  select count(*) filter (where status = 'pending')::int as waiting,
    count(*) filter (where undelivered)::int as undelivered,
    count(*) filter (where status = 'failed')::int as failed,
    extract(epoch from now() - min(case when attempts = 0 then next_attempt_at else created_at end) filter (
      where status = 'pending' and tried_at is null and (attempts > 0 or next_attempt_at <= now())
        and (expires_at is null or expires_at > now())
    ))::float8 as oldest_seconds
  from public.email_queue where status in ('pending', 'failed')`;

const MAIL = `
  select q.undelivered, q.oldest_seconds / 60 as "oldestMinutes", d.* from (${MAIL_FIGURES}) as q cross join (
    select count(*) filter (where failed_at > now() - interval '1 day' and failure <> 'expired')::int as "failedToday",
      count(*) filter (where sent_at > now() - interval '1 day')::int as "sentToday"
    from public.email_queue where created_at > now() - interval '3 days'
  ) as d`;
const NO_MAILS = { oldestMinutes: null, undelivered: 0, failedToday: 0, sentToday: 0 };

export async function mailFacts(
  database: Pick<Database, 'query'>,
  way: MailFacts['way'],
  check: Check,
): Promise<MailFacts> {
  const [problem, { rows }] = await Promise.all([
    problemOf(check),
    database.query<Omit<MailFacts, 'way' | 'problem'>>(MAIL),
  ]);
  return { ...(rows[0] ?? NO_MAILS), way, problem };
}

async function problemOf(check: Check): Promise<string | undefined> {
  try {
    return await withTimeout(check(), TIMEOUT_MS);
  } catch (error) {
    if (error instanceof TimeoutError) return `The mail server gives ${error.message}.`;
    throw error;
  }
}

// A gateway can't be asked without sending a text, so its last answers tell.
const TEXT_FIGURES = `
  select (select count(*)::int from nutmeg.text_consents where ended_at is null) as agreed,
    count(*) filter (where status = 'failed' and failed_at > now() - interval '1 day')::int as "failedToday",
    count(*) filter (where status = 'sent' and sent_at > now() - interval '1 day')::int as "sentToday",
    (
      select t.failure || ': ' || t.last_error from nutmeg.texts t
      where t.failure in ('login', 'unreachable', 'outbox') and t.created_at > now() - interval '1 day'
        and t.status <> 'sent' and not exists (
          select from nutmeg.texts later where later.sent_at > coalesce(t.failed_at, t.created_at)
        )
      order by t.created_at desc limit 1
    ) as problem
  from nutmeg.texts where created_at > now() - interval '2 days'`;

const NO_TEXTS = { agreed: 0, failedToday: 0, sentToday: 0, problem: null };

export async function textFacts(
  database: Pick<Database, 'query'>,
  way: TextFacts['way'],
): Promise<TextFacts> {
  const { rows } = await database.query<Omit<TextFacts, 'way'>>(TEXT_FIGURES);
  return { ...(rows[0] ?? NO_TEXTS), way };
}
