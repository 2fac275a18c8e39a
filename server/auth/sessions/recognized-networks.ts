import type { Database } from '#server/database/database.ts';

/** What a user has done in a network where they are known, by the condition on the audit log. */
const ACTS = {
  signedIn: `action = 'auth.signed_in'`,
  verifiedFactor: `action in ('auth.factor_added', 'auth.factor_verified', 'auth.recovery_code_used')`,
};

/** SQL that says whether a user has done this in a network (CIDR) in the last 90 days. */
export const isKnownNetworkSql = (
  act: keyof typeof ACTS,
  userId: string,
  network: string,
): string => `exists (
    select from public.audit_log a
    where a.subject_id = ${userId} and ${ACTS[act]} and a.at > now() - interval '90 days' and a.address <<= ${network}
  )`;

export async function isKnownNetwork(
  database: Pick<Database, 'run'>,
  act: keyof typeof ACTS,
  userId: string | undefined,
  network: string | undefined,
): Promise<boolean> {
  const { rows } = await database.run<{ known: boolean }>({
    prepared: true,
    text: `select ${isKnownNetworkSql(act, '$1', '$2')} as known`,
    values: [userId ?? null, network ?? null],
  });
  return rows[0]?.known === true;
}
