import { eventually, type TestPortal } from '#tests/support/server/portal.ts';

/**
 * Asks for a mail, and waits until the server has done what it does after its answer: only then is a mail that
 * did not come one that never comes. `whose` account it is about; null where there is none of that address.
 */
export async function settled<T>(
  { database }: Pick<TestPortal, 'database'>,
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
