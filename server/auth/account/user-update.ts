import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import type { AuthContext, Bearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { sendLinkMail } from '../mails/link-mails.ts';
import { lockSession, needsSecondFactor } from '../mfa/session-aal.ts';
import type { RequestContext } from '../request-context.ts';
import { REPEATED_WITHIN } from '../secrets.ts';
import { hasMailProof, recordMailProof } from '../sessions/assurance-level.ts';
import type { ClientFingerprint } from '../sessions/recognized-devices.ts';
import { deleteSessions } from '../sessions/sessions.ts';
import { isStorableMetadata, type Metadata, mergeMetadata } from '../users/metadata.ts';
import { addresseeOf, findUserByEmail, readUser, type User } from '../users/users.ts';
import type { PkceChallenge } from '../validation.ts';
import { consumeCode, deleteOneTimeTokens } from '../verification/one-time-tokens.ts';

export interface UserChanges {
  email: string | undefined;
  data: Metadata | undefined;
  passwordHash: string | undefined;
  redirectTo: string | undefined;
  challenge: PkceChallenge | undefined;
  fingerprint: ClientFingerprint;
}

/** Makes all changes in one transaction. Throws `session_not_found`, `insufficient_aal` and `email_exists`. */
export async function updateUser(
  context: AuthContext,
  session: Bearer,
  changes: UserChanges,
  requestContext: RequestContext,
): Promise<User> {
  return context.database.asOwner(async (tx) => {
    const own = await lockSession(tx, session);
    const { user } = own;
    if ((changes.email || changes.passwordHash) && needsSecondFactor(own)) {
      throw new AuthError('insufficient_aal');
    }
    if (changes.data) await mergeData(tx, user, changes.data);
    if (changes.passwordHash)
      await changePassword(tx, context, user, session, changes.passwordHash, requestContext);
    if (changes.email && changes.email !== user.email) await requestEmailChange(tx, context, user, changes);
    return readUser(tx, user.id);
  });
}

async function mergeData(tx: Transaction, user: User, sent: Metadata): Promise<void> {
  const data = mergeMetadata(user.raw_user_meta_data, sent);
  if (!isStorableMetadata(data)) throw new AuthError('validation_failed', { message: 'data is too large' });
  await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
    user.id,
    data,
  ]);
}

/** Changes the password and ends everything that someone with the old one may have started. */
async function changePassword(
  tx: Transaction,
  { mails }: AuthContext,
  user: User,
  { userId, sessionId }: Bearer,
  passwordHash: string,
  requestContext: RequestContext,
): Promise<void> {
  // Including a change of address: its mail could be requested again.
  await tx.query(
    `update auth.users set encrypted_password = $2, email_change = null, email_change_sent_at = null,
       updated_at = now()
     where id = $1`,
    [userId, passwordHash],
  );
  // Including a correction that was started with a super user's stolen session.
  await tx.query('delete from nutmeg.email_corrections where user_id = $1', [userId]);
  await deleteSessions(tx, { userId, sessionId, scope: 'others' });
  await deleteOneTimeTokens(tx, userId);
  await mails.send(tx, 'password_changed', addresseeOf(user));
  await audit(tx, { action: 'auth.password_changed', userId, requestContext });
}

async function requestEmailChange(
  tx: Transaction,
  context: AuthContext,
  user: User,
  { email, redirectTo, challenge, fingerprint }: UserChanges,
): Promise<void> {
  if (email === undefined) return;
  if (await findUserByEmail(tx, email)) throw new AuthError('email_exists');
  await tx.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
    user.id,
    email,
  ]);
  await sendLinkMail(tx, context, user, { kind: 'email_change', email, redirectTo, challenge, fingerprint });
  // The owner of the current address can still stop the change.
  await context.mails.send(tx, 'email_change_asked', addresseeOf(user));
}

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
