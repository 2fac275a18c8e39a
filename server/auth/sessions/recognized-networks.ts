import type { Database } from '#server/database/database.ts';

type Reader = Pick<Database, 'run'>;

/** SQL that says whether a user has signed in from a network (CIDR) in the last 90 days. */
export const hasSignedInFromSql = (userId: string, network: string): string =>
  inAuditLogSql(`action = 'auth.signed_in'`, userId, network);

/** Whether the user has signed in from this network (CIDR) in the last 90 days. */
export function hasSignedInFrom(
  database: Reader,
  userId: string | undefined,
  network: string | undefined,
): Promise<boolean> {
  return ask(database, hasSignedInFromSql('$1', '$2'), userId, network);
}

/** Whether the user has verified a second factor from this network in the last 90 days. */
export function hasVerifiedFactorFrom(
  database: Reader,
  userId: string,
  network: string | undefined,
): Promise<boolean> {
  const actions = `action in ('auth.factor_added', 'auth.factor_verified', 'auth.recovery_code_used')`;
  return ask(database, inAuditLogSql(actions, '$1', '$2'), userId, network);
}

const inAuditLogSql = (actions: string, userId: string, network: string) => `exists (
    select from public.audit_log a
    where a.subject_id = ${userId} and ${actions} and a.at > now() - interval '90 days' and a.address <<= ${network}
  )`;

async function ask(
  database: Reader,
  question: string,
  userId: string | undefined,
  network: string | undefined,
): Promise<boolean> {
  const { rows } = await database.run<{ known: boolean }>({
    prepared: true,
    text: `select ${question} as known`,
    values: [userId ?? null, network ?? null],
  });
  return rows[0]?.known === true;
}
