import { eventually, type TestPortal } from '#tests/support/portal.ts';

/**
 * Asks for mails, and waits until the server has done what it does after its answers: only then is a mail that
 * did not come one that never comes. `answered`: how many of the requests are let through.
 */
export async function settled<T>(
  { database }: Pick<TestPortal, 'database'>,
  answered: number,
  ask: () => Promise<T>,
): Promise<T> {
  const done = async () => {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from public.audit_log
       where action in ('auth.recovery_requested', 'auth.link_requested')`,
    );
    return row?.count ?? 0;
  };
  const before = await done();
  const answer = await ask();
  await eventually(async () => (await done()) >= before + answered);
  return answer;
}
