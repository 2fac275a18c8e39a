import type { Database } from '#server/database/database.ts';

const EVERY_MS = 60 * 60 * 1000;

/** What has served its time, and would else only grow. Used refresh tokens stay: their reuse must show. */
const SWEEPS = [
  `delete from auth.one_time_tokens where expires_at < now() - interval '1 day'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'
     and id not in (select flow_state_id from auth.one_time_tokens where flow_state_id is not null)`,
  `delete from auth.mail_requests where requested_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  `delete from auth.sign_in_places where last_seen_at < now() - interval '1 year'`,
  `update auth.refresh_tokens as next set sealed_token = null
     from auth.refresh_tokens used
     where used.id = next.parent_id and next.sealed_token is not null and used.used_at < now() - interval '1 minute'`,
];

/** Tidies now and then until it is stopped. Several servers may do so at once. */
export function startHousekeeping(
  database: Database,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(database).catch(onError);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

export async function sweep(database: Pick<Database, 'query'>): Promise<void> {
  for (const statement of SWEEPS) await database.query(statement);
}
