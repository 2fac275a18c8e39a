import { AuthError } from '#server/http/wire-error.ts';
import type { AuthContext } from './context.ts';
import { useCode } from './one-time-tokens.ts';
import type { User } from './users.ts';

/** So long after signing in nobody is asked again before choosing a new password. */
const FRESH_SESSION = '24 hours';

/**
 * The hash of a new password, once whoever chooses it may: it is a new one, and a session that is older than a
 * day shows the code that was mailed (`reauthenticate`), since it may be a forgotten, unlocked phone.
 */
export async function provenPassword(
  { database, sealer, passwords }: AuthContext,
  { sessionId }: { sessionId: string },
  user: User,
  password: string,
  nonce: string | undefined,
): Promise<string> {
  if (await passwords.matches(password, user.encrypted_password)) throw new AuthError('same_password');
  if (nonce !== undefined) {
    const wanted = { email: user.email, code: nonce, types: ['reauthentication'] } as const;
    // In a transaction of its own: a wrong code must cost its attempt.
    const used = await database.asOwner((tx) => useCode(tx, sealer, wanted));
    if (used?.user_id !== user.id) throw new AuthError('reauthentication_not_valid');
  } else {
    const fresh = await database.query(
      'select from auth.sessions where id = $1 and created_at > now() - $2::interval',
      [sessionId, FRESH_SESSION],
    );
    if (fresh.rowCount === 0) throw new AuthError('reauthentication_needed');
  }
  return passwords.hash(password);
}
