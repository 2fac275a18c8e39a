import { sqlState, type Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../errors.ts';
import type { AuthMails } from '../mails/auth-mails.ts';
import type { RequestContext } from '../request-context.ts';
import { expireMailProofs } from '../sessions/assurance-level.ts';
import { signInLocation } from '../sessions/sign-in-locations.ts';
import { addresseeOf, isBanned, isConfirmed, lockUser, type User } from '../users/users.ts';
import { type ConsumedToken, deleteOneTimeTokens, type TokenType } from '../verification/one-time-tokens.ts';

const UNIQUE_VIOLATION = '23505';

/** The `type` of a verification, and the token types it accepts. */
export const TOKEN_TYPES = {
  signup: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email_change: ['email_change'],
  email: ['confirmation', 'magiclink', 'recovery'],
  // The hosted service has this type. Our invitations have their own route.
  invite: [],
} as const satisfies Record<string, readonly TokenType[]>;

export type VerificationType = keyof typeof TOKEN_TYPES;

/** Confirms the user or changes the address. Throws `otp_expired`, `user_banned` and `email_exists`. */
export async function completeVerification(
  tx: Transaction,
  mails: AuthMails,
  used: ConsumedToken,
  requestContext: RequestContext,
): Promise<void> {
  const user = await lockUser(tx, used.user_id);
  if (!user) throw new AuthError('otp_expired');
  if (isBanned(user)) throw new AuthError('user_banned');
  if (used.token_type === 'email_change')
    return changeEmail(tx, mails, user, used.relates_to, requestContext);
  if (!isConfirmed(user)) await confirmUser(tx, user, used.token_type, requestContext);
}

/** Marks the address as confirmed. A user who signed up with the first-super link becomes super user. */
export async function confirmUser(
  tx: Transaction,
  user: User,
  type: TokenType,
  requestContext: RequestContext,
): Promise<void> {
  // Anyone could have signed up with this address and set the password. Only the mail of that sign-up confirms it too;
  // after any other mail, the user has to choose a new password.
  const keepsPassword = type === 'confirmation';
  await tx.query(
    `update auth.users set email_confirmed_at = now(), updated_at = now(),
       encrypted_password = case when $2 then encrypted_password end
     where id = $1`,
    [user.id, keepsPassword],
  );
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1`,
    [user.id],
  );
  await audit(tx, { action: 'auth.sign_up_confirmed', userId: user.id, requestContext });
  // Someone else may have signed up, so the owner gets a notice when that password is used from another location.
  await tx.run(signInLocation(user.id, requestContext));
  await tx.query('select nutmeg.grant_first_super($1)', [user.id]);
}

async function changeEmail(
  tx: Transaction,
  mails: AuthMails,
  user: User,
  email: string,
  requestContext: RequestContext,
): Promise<void> {
  if (user.email_change !== email) throw new AuthError('otp_expired');
  await replaceEmail(tx, mails, user, email);
  await audit(tx, { action: 'auth.email_changed', userId: user.id, requestContext });
}

/** Changes the account's address to a verified one, and notifies the old one. Throws `email_exists`. */
export async function replaceEmail(
  tx: Transaction,
  mails: AuthMails,
  user: User,
  email: string,
): Promise<void> {
  try {
    await tx.query(
      'update auth.users set email = $2, email_change = null, updated_at = now() where id = $1',
      [user.id, email],
    );
  } catch (error) {
    // Someone has signed up with it in the meantime.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new AuthError('email_exists');
    throw error;
  }
  await tx.query(
    `update auth.identities set updated_at = now(),
       identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true)
     where user_id = $1`,
    [user.id, email],
  );
  // Links in the old mailbox must not work anymore, nor what they have proved.
  await deleteOneTimeTokens(tx, user.id);
  await expireMailProofs(tx, user.id);
  await mails.send(tx, 'email_changed', addresseeOf(user));
}
