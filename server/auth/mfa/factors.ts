import type { Transaction } from '#server/database/database.ts';
import { AuthError } from '../errors.ts';
import type { Factor } from '../users/users.ts';

/** Enough for someone with several phones. */
const MAX_FACTORS = 10;

export interface TotpFactor {
  id: string;
  status: Factor['status'];
  sealed_secret: Buffer;
  last_step: number | null;
}

/** A user, as far as these functions are concerned. */
interface HasFactors {
  factors: readonly Factor[];
}

/** Whether the user has a verified authenticator app, so that a password alone gives less access. */
export function hasSecondFactor({ factors }: HasFactors): boolean {
  return factors.some(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
}

export function recoverySetOf({ factors }: HasFactors): Factor | undefined {
  return factors.find(({ factor_type: type }) => type === 'recovery_code');
}

/** Throws if the user can't add another factor of this name. Unverified factors don't count. */
export function requireFactorSlot({ factors }: HasFactors, name: string): void {
  const verified = factors.filter(({ status }) => status === 'verified');
  if (name !== '' && verified.some(({ friendly_name: taken }) => taken === name)) {
    throw new AuthError('mfa_factor_name_conflict', {
      message: `A factor with the friendly name "${name}" for this user already exists`,
    });
  }
  if (verified.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
}

/** Before another factor is added, which replaces them. */
export async function deleteUnverifiedFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId]);
}

const SELECT_APPS = `select id, status, sealed_secret, last_step::float8 from auth.mfa_factors
  where user_id = $1 and factor_type = 'totp'`;

/** The user's authenticator app with this id. Throws `mfa_factor_not_found`. */
export async function requireTotpFactor(
  tx: Pick<Transaction, 'query'>,
  userId: string,
  factorId: string,
): Promise<TotpFactor> {
  const { rows } = await tx.query<TotpFactor>(`${SELECT_APPS} and id = $2`, [userId, factorId]);
  if (!rows[0]) throw new AuthError('mfa_factor_not_found');
  return rows[0];
}

export async function verifiedApps(tx: Transaction, userId: string): Promise<TotpFactor[]> {
  return (await tx.query<TotpFactor>(`${SELECT_APPS} and status = 'verified'`, [userId])).rows;
}

/** Adds a set of recovery codes without codes. Returns its id. */
export async function insertRecoverySet(tx: Transaction, userId: string, name: string): Promise<string> {
  await deleteUnverifiedFactors(tx, userId);
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
     values ($1, $2, 'recovery_code', 'verified') returning id`,
    [userId, name],
  );
  if (!rows[0]) throw new Error('no set of recovery codes');
  return rows[0].id;
}

export async function deleteFactor(tx: Transaction, factorId: string): Promise<void> {
  await tx.query('delete from auth.mfa_factors where id = $1', [factorId]);
}

const LIFETIME = '5 minutes';

interface MfaChallenge {
  id: string;
  /** Unix time in seconds. */
  expires_at: number;
}

/** Creates a challenge that this session can answer with a code of the factor. */
export async function issueChallenge(
  tx: Transaction,
  factorId: string,
  sessionId: string,
): Promise<MfaChallenge> {
  await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factorId]);
  const { rows } = await tx.query<MfaChallenge>(
    `insert into auth.mfa_challenges (factor_id, session_id) values ($1, $2)
     returning id, extract(epoch from created_at + $3::interval)::int as expires_at`,
    [factorId, sessionId, LIFETIME],
  );
  if (!rows[0]) throw new Error('no challenge');
  return rows[0];
}

/** Throws `mfa_challenge_not_found` or `mfa_challenge_expired` unless this session can answer the challenge. */
export async function requireChallenge(
  tx: Transaction,
  { id, factorId, sessionId }: { id: string; factorId: string; sessionId: string },
): Promise<void> {
  const { rows } = await tx.query<{ expired: boolean }>(
    `select created_at < now() - $4::interval as expired from auth.mfa_challenges
     where id = $1 and factor_id = $2 and session_id = $3`,
    [id, factorId, sessionId, LIFETIME],
  );
  if (!rows[0]) throw new AuthError('mfa_challenge_not_found');
  if (!rows[0].expired) return;
  throw new AuthError('mfa_challenge_expired', {
    message: `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  });
}

export async function deleteChallenge(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.mfa_challenges where id = $1', [id]);
}
