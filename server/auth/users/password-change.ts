import type { ClientFingerprint } from '../client-fingerprint.ts';
import type { AuthContext, Bearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { hasMailProof, recordMailProof } from '../sessions/assurance-level.ts';
import { consumeCode } from '../verification/one-time-tokens.ts';
import type { User } from './users.ts';

/** For this long after signing in, a password change needs no further proof. */
const FRESH_SESSION = '24 hours';
/** Of one person, by all their sessions: a stolen one must not guess the password, or who else has an account. */
const CHANGES = { points: 10, seconds: 3600 };

interface Reauthentication {
  password: string | undefined;
  email: string | undefined;
  nonce: string | undefined;
  fingerprint: ClientFingerprint;
}

/**
 * A new password requires a sign-in within the last day. A new address requires proof of the present mailbox, by the
 * session's own mail or by the code that was mailed (`reauthenticate`), since the account goes with the address. To be
 * called before anything is compared or looked up, so that a refusal here reveals nothing.
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

/** Uses up the code from the mail. From then on the session counts as one whose holder has the mailbox. */
export async function reauthenticate(
  context: AuthContext,
  { sessionId }: Bearer,
  user: User,
  { nonce, fingerprint }: { nonce: string; fingerprint: ClientFingerprint },
): Promise<void> {
  await takeAttempt(context, user, false);
  const wanted = { email: user.email, code: nonce, types: ['reauthentication'], fingerprint } as const;
  // In a transaction of its own: a wrong code must cost its attempt.
  const isRight = await context.database.asOwner(async (tx) => {
    const used = await consumeCode(tx, context.sealer, wanted);
    if (used?.user_id !== user.id) return false;
    await recordMailProof(tx, sessionId);
    return true;
  });
  if (!isRight) throw new AuthError('reauthentication_not_valid');
}

/** Sessions that came from a mail have their own budget, which a session with the password can't use up. */
async function takeAttempt({ buckets }: AuthContext, user: User, byMail: boolean): Promise<void> {
  await buckets.take([{ of: ['user change', byMail ? 'by mail' : 'by password', user.id], ...CHANGES }]);
}

/** The hash of a password that is not the present one. */
export async function hashNewPassword(
  { passwordHasher }: AuthContext,
  user: User,
  password: string,
): Promise<string> {
  if (await passwordHasher.verify(password, user.encrypted_password)) throw new AuthError('same_password');
  return passwordHasher.hash(password);
}
