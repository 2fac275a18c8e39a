import { eventually, type SharedPortal } from '#tests/support/server/portal.ts';

/**
 * Requests a mail and waits for the background task that follows the response. A mail that was not sent by then is never
 * sent. `whose` is the user's id, or null for an unknown address.
 */
export async function afterBackgroundTask<T>(
  { database }: Pick<SharedPortal, 'database'>,
  whose: string | null,
  ask: () => Promise<T>,
): Promise<T> {
  const done = () =>
    database.query(
      `select from public.audit_log where subject_id is not distinct from $1
         and action in ('auth.recovery_requested', 'auth.link_requested')`,
      [whose],
    );
  const before = (await done()).length;
  const answer = await ask();
  await eventually(async () => (await done()).length > before);
  return answer;
}
