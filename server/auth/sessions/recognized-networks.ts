import type { Database } from '#server/database/database.ts';

type Reader = Pick<Database, 'run'>;

/** Whether the user has signed in from this network (CIDR) in the last 90 days. */
export function hasSignedInFrom(
  database: Reader,
  userId: string | undefined,
  network: string | undefined,
): Promise<boolean> {
  return isInAuditLog(database, `action = 'auth.signed_in'`, userId, network);
}

/** Whether the user has verified a second factor from this network in the last 90 days. */
export function hasVerifiedFactorFrom(
  database: Reader,
  userId: string,
  network: string | undefined,
): Promise<boolean> {
  const actions = `action in ('auth.factor_added', 'auth.factor_verified', 'auth.recovery_code_used')`;
  return isInAuditLog(database, actions, userId, network);
}

async function isInAuditLog(
  database: Reader,
  actions: string,
  userId: string | undefined,
  network: string | undefined,
): Promise<boolean> {
  const { rows } = await database.run<{ known: boolean }>({
    prepared: true,
    text: `select exists (
       select from public.audit_log
       where subject_id = $1 and ${actions} and at > now() - interval '90 days' and address <<= $2
     ) as known`,
    values: [userId ?? null, network ?? null],
  });
  return rows[0]?.known === true;
}
