import type { Transaction } from '#server/database/database.ts';
import { AuthError } from '../errors.ts';

const LIFETIME = '5 minutes';

export interface MfaChallenge {
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
