import type { Transaction } from '#server/database/database.ts';
import { AuthError } from '#server/http/wire-error.ts';
import type { TokenType } from './one-time-tokens.ts';
import { hashOf } from './secrets.ts';

const SECONDS_BETWEEN = 60;

/** Throws where a mail of this kind was asked for, for the same address or user, less than a minute ago. */
export type MailLimit = (tx: Transaction, kind: TokenType, whom: string) => Promise<void>;

/** The database measures, so that all servers share the limit; of two requests at once, one passes. */
export const oneMailAMinute: MailLimit = async (tx, kind, whom) => {
  const key = hashOf(`${kind}:${whom}`);
  const { rows } = await tx.query(
    `insert into auth.mail_requests as m (key) values ($1)
     on conflict (key) do update set requested_at = now()
       where m.requested_at <= now() - make_interval(secs => $2)
     returning key`,
    [key, SECONDS_BETWEEN],
  );
  if (rows.length > 0) return;
  const waiting = await tx.query<{ seconds: number }>(
    `select ceil(extract(epoch from requested_at + make_interval(secs => $2) - now()))::int as seconds
     from auth.mail_requests where key = $1`,
    [key, SECONDS_BETWEEN],
  );
  const seconds = Math.max(1, waiting.rows[0]?.seconds ?? SECONDS_BETWEEN);
  throw new AuthError('over_email_send_rate_limit', {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
};

export const noMailLimit: MailLimit = async () => undefined;
