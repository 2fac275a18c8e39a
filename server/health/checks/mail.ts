import type { MailFacts } from '#domain/health/mail.ts';
import type { Database } from '#server/database/database.ts';
import type { MailTransport } from '#server/mail/transport/transport.ts';
import { TimeoutError, withTimeout } from '#server/startup/with-timeout.ts';

/** How mails leave, and how to find out whether they can: undefined, or why not. */
export interface MailCheck {
  way: MailFacts['way'];
  check: MailTransport['check'];
}

const PATIENCE_MS = 8_000;
/** A wrong password that is shown every three minutes gets a server locked out. */
const PACE_MS = 15 * 60_000;

export interface ThrottledCheck {
  /** The remembered outcome, if it is fresh and was seen twice; else a real look. */
  check: MailTransport['check'];
  /** The next check is a real one. */
  forget(): void;
}

/** Opens a real connection to the mail server every 15 minutes only, and at once again after any change. */
export function throttleCheck(check: MailTransport['check'], now: () => number): ThrottledCheck {
  let last: { problem: string | undefined; at: number; isConfirmed: boolean } | undefined;
  return {
    check: async () => {
      if (last?.isConfirmed && now() - last.at < PACE_MS) return last.problem;
      const problem = await problemOf(check);
      const isConfirmed = last !== undefined && (last.problem === undefined) === (problem === undefined);
      last = { problem, at: now(), isConfirmed };
      return problem;
    },
    forget: () => {
      if (last) last.isConfirmed = false;
    },
  };
}

/**
 * The queue in figures. A mail that its recipient's side has seen, or that waits for that mailbox's turn, says nothing
 * about ours.
 */
export const MAIL_FIGURES = `
  select count(*) filter (where status = 'pending')::int as waiting,
    count(*) filter (where undelivered)::int as undelivered,
    count(*) filter (where status = 'failed')::int as failed,
    extract(epoch from now() - min(case when attempts = 0 then next_attempt_at else created_at end) filter (
      where status = 'pending' and tried_at is null and (attempts > 0 or next_attempt_at <= now())
        and (expires_at is null or expires_at > now())
    ))::float8 as oldest_seconds
  from public.email_queue where status in ('pending', 'failed')`;

const LAST_DAY = `
  select count(*) filter (where failed_at > now() - interval '1 day' and failure <> 'expired')::int as failed,
    count(*) filter (where sent_at > now() - interval '1 day')::int as sent
  from public.email_queue where created_at > now() - interval '3 days'`;

export async function mailFacts(
  database: Pick<Database, 'query'>,
  { way, check }: MailCheck,
): Promise<MailFacts> {
  const [problem, { rows: queue }, { rows: lastDay }] = await Promise.all([
    problemOf(check),
    database.query<{ undelivered: number; oldest_seconds: number | null }>(MAIL_FIGURES),
    database.query<{ failed: number; sent: number }>(LAST_DAY),
  ]);
  const seconds = queue[0]?.oldest_seconds ?? null;
  return {
    way,
    problem,
    oldestMinutes: seconds === null ? null : seconds / 60,
    undelivered: queue[0]?.undelivered ?? 0,
    failedToday: lastDay[0]?.failed ?? 0,
    sentToday: lastDay[0]?.sent ?? 0,
  };
}

async function problemOf(check: MailCheck['check']): Promise<string | undefined> {
  try {
    return await withTimeout(check(), PATIENCE_MS);
  } catch (error) {
    if (error instanceof TimeoutError) return `The mail server gives ${error.message}.`;
    throw error;
  }
}
