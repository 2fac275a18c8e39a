import { AuthError } from '#server/http/wire-error.ts';
import type { AuthContext, Bearer } from './context.ts';
import { useCode } from './one-time-tokens.ts';
import type { User } from './users.ts';

/** So long after signing in nobody is asked again before changing what the account opens with. */
const FRESH_SESSION = '24 hours';
/** Of one person, by all their sessions: a stolen one must not guess the password, or who else has an account. */
const CHANGES = { points: 10, seconds: 3600 };

/**
 * Whoever changes the password or the address has signed in within a day, or shows the code that was mailed
 * (`reauthenticate`), since it may be a forgotten, unlocked phone. To be called before anything is compared or
 * looked up: a refusal here tells nothing.
 */
export async function requireProof(
  { database, sealer, buckets }: AuthContext,
  { sessionId }: Bearer,
  user: User,
  { password, nonce }: { password: string | undefined; nonce: string | undefined },
): Promise<void> {
  await buckets.take([{ of: ['user change', user.id], ...CHANGES }]);
  if (nonce !== undefined) {
    const wanted = { email: user.email, code: nonce, types: ['reauthentication'] } as const;
    // In a transaction of its own: a wrong code must cost its attempt.
    const used = await database.asOwner((tx) => useCode(tx, sealer, wanted));
    if (used?.user_id !== user.id) throw new AuthError('reauthentication_not_valid');
    return;
  }
  const fresh = await database.query(
    'select from auth.sessions where id = $1 and created_at > now() - $2::interval',
    [sessionId, FRESH_SESSION],
  );
  if (fresh.rowCount === 0) {
    throw new AuthError(
      password === undefined ? 'reauthentication_needed_for_email' : 'reauthentication_needed',
    );
  }
}

/** The hash of a password that is not the present one. */
export async function newPasswordHash(
  { passwords }: AuthContext,
  user: User,
  password: string,
): Promise<string> {
  if (await passwords.matches(password, user.encrypted_password)) throw new AuthError('same_password');
  return passwords.hash(password);
}
