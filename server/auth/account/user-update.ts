import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import type { ClientFingerprint } from '../client-fingerprint.ts';
import type { AuthContext, Bearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { sendLinkMail } from '../mails/link-mails.ts';
import { lockSession, needsSecondFactor } from '../mfa/session-aal.ts';
import type { RequestContext } from '../request-context.ts';
import { deleteSessions } from '../sessions/sessions.ts';
import { isStorableMetadata, type Metadata, mergeMetadata } from '../users/metadata.ts';
import { addresseeOf, findUserByEmail, readUser, type User } from '../users/users.ts';
import type { PkceChallenge } from '../validation.ts';
import { deleteOneTimeTokens } from '../verification/one-time-tokens.ts';

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
  await mails.send(tx, 'password_changed', { to: user.email, ...addresseeOf(user) });
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
  await context.mails.send(tx, 'email_change_asked', { to: user.email, ...addresseeOf(user) });
}
