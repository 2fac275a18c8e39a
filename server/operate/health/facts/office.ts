import type { SignInFacts, StaffFactorFacts } from '#domain/health/office.ts';
import type { Database } from '#server/database/database.ts';

type Queries = Pick<Database, 'query'>;

// Deactivated accounts can't sign in.
const STAFF = `
  select count(*)::int as staff,
    count(*) filter (where not exists (
      select from auth.mfa_factors f
      where f.user_id = p.user_id and f.factor_type = 'totp' and f.status = 'verified'
    ))::int as without
  from public.user_profiles p join auth.users u on u.id = p.user_id
  where p.role <> 'client' and (u.banned_until is null or u.banned_until <= now())`;

export async function staffFactors(database: Queries): Promise<Pick<StaffFactorFacts, 'staff' | 'without'>> {
  const { rows } = await database.query<{ staff: number; without: number }>(STAFF);
  return rows[0] ?? { staff: 0, without: 0 };
}

const SIGN_INS = `
  select count(*) filter (where at > now() - interval '1 day')::int as "lastDay",
    count(*) filter (where at <= now() - interval '1 day')::float8 / 14 as usual
  from public.audit_log where action = 'auth.sign_in_failed' and at > now() - interval '15 days'`;

export async function signInFacts(database: Queries): Promise<SignInFacts> {
  const { rows } = await database.query<{ lastDay: number; usual: number }>(SIGN_INS);
  return rows[0] ?? { lastDay: 0, usual: 0 };
}
