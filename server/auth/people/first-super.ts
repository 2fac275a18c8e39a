import type { Database, Transaction } from '#server/database/database.ts';
import { callFunction } from '#server/database/statement.ts';
import { confirmUser } from '../account/complete-verification.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { sendLinkMail } from '../mails/link-mails.ts';
import type { RequestContext } from '../request-context.ts';
import { hashSecret, newLinkToken } from '../secrets.ts';
import type { ClientFingerprint } from '../sessions/recognized-devices.ts';
import { insertUser, isConfirmed, lockUserByEmail, replaceSignUp, type SignUp } from '../users/users.ts';
import { deleteOneTimeTokens } from '../verification/one-time-tokens.ts';
import { lockRoles } from './super-users.ts';

/** How long the printed link is valid. */
const LINK_HOURS = 24;

/** Creates the link for the first super user; undefined if there already is a super user who can sign in. */
export async function createFirstSuperLink(
  database: Pick<Database, 'query'>,
  siteUrl: string,
): Promise<string | undefined> {
  const token = newLinkToken({ pkce: false });
  const link = [hashSecret(token), LINK_HOURS];
  const isOffered = await callFunction<boolean>(database, 'nutmeg.offer_first_super', link);
  // In the fragment, which is not sent to servers and not logged.
  return isOffered ? `${siteUrl}/first-super#${token}` : undefined;
}

/** Throws `otp_expired` unless the token belongs to a valid first-super link. */
export async function requireFirstSuperLink(db: Pick<Transaction, 'query'>, token: string): Promise<void> {
  const isLink = await callFunction<boolean>(db, 'nutmeg.is_first_super_link', [hashSecret(token)]);
  if (!isLink) throw new AuthError('otp_expired');
}

/**
 * Creates the account. If mails are sent, the user becomes super user with the link in the confirmation mail, so that a
 * mistyped address gives no one else access; until then the printed link can be used again. If mails are only written to
 * a folder, anyone with the link has access to the machine anyway, and becomes super user at once. Throws `otp_expired`
 * and `email_exists`.
 */
export async function claimFirstSuper(
  tx: Transaction,
  context: AuthContext,
  token: string,
  signUp: SignUp,
  { fingerprint, requestContext }: { fingerprint: ClientFingerprint; requestContext: RequestContext },
): Promise<{ userId: string; isSuper: boolean }> {
  await lockRoles(tx);
  await requireFirstSuperLink(tx, token);
  const created = await insertUser(tx, signUp);
  const user = created ?? (await lockUserByEmail(tx, signUp.email));
  if (!user || isConfirmed(user)) throw new AuthError('not_first');
  if (!created) {
    await replaceSignUp(tx, user, signUp);
    await deleteOneTimeTokens(tx, user.id);
  }
  const { rowCount } = await tx.query(
    'update nutmeg.first_super_links set claimed_by = $2 where token_hash = $1 and expires_at > now()',
    [hashSecret(token), user.id],
  );
  if (rowCount === 0) throw new AuthError('otp_expired');
  if (context.sendsMail) {
    await sendLinkMail(tx, context, user, { kind: 'confirmation', email: signUp.email, fingerprint });
    return { userId: user.id, isSuper: false };
  }
  await confirmUser(tx, user, 'confirmation', requestContext);
  const { rowCount: made } = await tx.query(
    `select from public.user_profiles where user_id = $1 and role = 'super'`,
    [user.id],
  );
  // Someone else claimed the role first.
  if (made === 0) throw new AuthError('otp_expired');
  return { userId: user.id, isSuper: true };
}
