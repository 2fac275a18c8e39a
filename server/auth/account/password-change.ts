import type { ClientFingerprint } from '../client-fingerprint.ts';
import type { AuthContext, Bearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { REPEATED_WITHIN } from '../secrets.ts';
import { hasMailProof, recordMailProof } from '../sessions/assurance-level.ts';
import type { User } from '../users/users.ts';
import { consumeCode } from '../verification/one-time-tokens.ts';

/** For this long after signing in, a password change needs no further proof. */
const FRESH_SESSION = '24 hours';
/** Per user, for all sessions: a stolen session must not guess the password, or find out who has an account. */
const CHANGES = { points: 10, seconds: 3600 };

interface Reauthentication {
  password: string | undefined;
  email: string | undefined;
  nonce: string | undefined;
  fingerprint: ClientFingerprint;
}

/**
 * A new password requires a sign-in within the last day. A new address requires recent access to the current mailbox (a
 * mailed link or the code of `/reauthenticate`), since the address controls the account. Call it before comparing or
 * looking up anything, so that its errors reveal nothing.
 */
export async function requireReauthentication(
  context: AuthContext,
  session: Bearer,
  user: User,
  { password, email, nonce, fingerprint }: Reauthentication,
): Promise<void> {
  if (nonce !== undefined) return reauthenticate(context, session, user, { nonce, fingerprint });
  const { database } = context;
  const byMail = await hasMailProof(database, session.sessionId);
  await takeAttempt(context, user, byMail);
  if (byMail) return;
  if (email !== undefined) throw new AuthError('reauthentication_needed_for_email');
  const fresh = await database.query(
    'select from auth.sessions where id = $1 and created_at > now() - $2::interval',
    [session.sessionId, FRESH_SESSION],
  );
  if (password !== undefined && fresh.rowCount === 0) throw new AuthError('reauthentication_needed');
}

/** Uses up the mailed code, and records that the session has access to the mailbox. Throws `reauthentication_not_valid`. */
export async function reauthenticate(
  context: AuthContext,
  { sessionId }: Bearer,
  user: User,
  { nonce, fingerprint }: { nonce: string; fingerprint: ClientFingerprint },
): Promise<void> {
  await takeAttempt(context, user, false);
  const attempt = { email: user.email, code: nonce, types: ['reauthentication'], fingerprint } as const;
  // In a separate transaction: the failed attempt must be recorded.
  const isRight = await context.database.asOwner(async (tx) => {
    const used = await consumeCode(tx, context.sealer, attempt);
    if (used?.user_id !== user.id) return false;
    await recordMailProof(tx, sessionId);
    return true;
  });
  // The code may have been used a moment ago, and the answer was lost. The proof counts without it, too.
  if (!isRight && !(await hasMailProof(context.database, sessionId)))
    throw new AuthError('reauthentication_not_valid');
}

/** Sessions with access to the mailbox have a separate budget, which a session with only the password can't use up. */
async function takeAttempt({ buckets }: AuthContext, user: User, byMail: boolean): Promise<void> {
  await buckets.take([{ key: ['user change', byMail ? 'by mail' : 'by password', user.id], ...CHANGES }]);
}

/**
 * Hashes a new password; undefined if this session has just set it, and the answer was lost. Throws `same_password` if
 * it is the current one otherwise.
 */
export async function hashNewPassword(
  { database, passwordHasher }: Pick<AuthContext, 'database' | 'passwordHasher'>,
  user: User,
  { sessionId }: Bearer,
  password: string,
): Promise<string | undefined> {
  if (!(await passwordHasher.verify(password, user.encrypted_password))) return passwordHasher.hash(password);
  // A change ends all other sessions, so an older one has made it.
  const { rowCount } = await database.query(
    `select from public.audit_log a join auth.sessions s on s.id = $2 and s.created_at < a.at
     where a.subject_id = $1 and a.action = 'auth.password_changed' and a.at > now() - interval '${REPEATED_WITHIN}'`,
    [user.id, sessionId],
  );
  if (rowCount === 0) throw new AuthError('same_password');
  return undefined;
}
