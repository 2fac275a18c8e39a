import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import type { ClientFingerprint } from '../client-fingerprint.ts';
import type { AuthContext, Bearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { sendLinkMail } from '../mails/link-mails.ts';
import { lockSession, needsSecondFactor } from '../mfa/session-aal.ts';
import type { RequestContext } from '../request-context.ts';
import { deleteSessions } from '../sessions/sessions.ts';
import type { PkceChallenge } from '../validation.ts';
import { deleteOneTimeTokens } from '../verification/one-time-tokens.ts';
import { isStorableMetadata, type Metadata, mergeMetadata } from './metadata.ts';
import { findUserByEmail, firstNameOf, readUser, type User } from './users.ts';

export interface UserChanges {
  email: string | undefined;
  data: Metadata | undefined;
  passwordHash: string | undefined;
  redirectTo: string | undefined;
  challenge: PkceChallenge | undefined;
  fingerprint: ClientFingerprint;
}

/** All changes, or none. Throws where the session has ended meanwhile. */
export async function updateUser(
  context: AuthContext,
  session: Bearer,
  changes: UserChanges,
  origin: RequestContext,
): Promise<User> {
  return context.database.asOwner(async (tx) => {
    const own = await lockSession(tx, session);
    const { user } = own;
    if ((changes.email || changes.passwordHash) && needsSecondFactor(own)) {
      throw new AuthError('insufficient_aal');
    }
    if (changes.data) await mergeData(tx, user, changes.data);
    if (changes.passwordHash) await changePassword(tx, context, user, session, changes.passwordHash, origin);
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

/** A new password ends all that an old one may have opened to somebody else. */
async function changePassword(
  tx: Transaction,
  { mails }: AuthContext,
  user: User,
  { userId, sessionId }: Bearer,
  passwordHash: string,
  origin: RequestContext,
): Promise<void> {
  // Also the change of address that a thief may have begun: its mail could be asked for again.
  await tx.query(
    `update auth.users set encrypted_password = $2, email_change = null, email_change_sent_at = null,
       updated_at = now()
     where id = $1`,
    [userId, passwordHash],
  );
  // And the correction that a stolen session of a super user may have begun.
  await tx.query('delete from nutmeg.email_corrections where user_id = $1', [userId]);
  await deleteSessions(tx, { userId, sessionId, scope: 'others' });
  await deleteOneTimeTokens(tx, userId);
  await mails.passwordChanged(tx, { to: user.email, firstName: firstNameOf(user) });
  await audit(tx, { action: 'auth.password_changed', userId, origin });
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
  // Before it takes effect, while its owner can still stop it.
  await context.mails.emailChangeRequested(tx, { to: user.email, firstName: firstNameOf(user) });
}
