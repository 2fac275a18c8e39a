import { sqlState, type Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../errors.ts';
import type { AuthMails } from '../mails/auth-mails.ts';
import type { RequestContext } from '../request-context.ts';
import { recordSignInLocation } from '../sessions/sign-in-locations.ts';
import { firstNameOf, isBanned, isConfirmed, lockUser, type User } from '../users/users.ts';
import { type ConsumedToken, deleteOneTimeTokens, type TokenType } from './one-time-tokens.ts';

const UNIQUE_VIOLATION = '23505';

/** The `type` of a verification, and the mails that it takes. */
export const TOKEN_TYPES = {
  signup: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email_change: ['email_change'],
  email: ['confirmation', 'magiclink', 'recovery'],
  // Staff don't invite by mail; the hosted service knows the type.
  invite: [],
} as const satisfies Record<string, readonly TokenType[]>;

export type VerificationType = keyof typeof TOKEN_TYPES;

/** Does what the mail was for. Afterwards its reader may be signed in. */
export async function completeVerification(
  tx: Transaction,
  mails: AuthMails,
  used: ConsumedToken,
  origin: RequestContext,
): Promise<void> {
  const user = await lockUser(tx, used.user_id);
  if (!user) throw new AuthError('otp_expired');
  if (isBanned(user)) throw new AuthError('user_banned');
  if (used.token_type === 'email_change') return changeEmail(tx, mails, user, used.relates_to, origin);
  if (!isConfirmed(user)) await confirmUser(tx, user, used.token_type, origin);
}

/** The mailbox is this person's. With a link of the first start they become super, too. */
export async function confirmUser(
  tx: Transaction,
  user: User,
  type: TokenType,
  origin: RequestContext,
): Promise<void> {
  // The password came with the sign-up, which may have been anybody's. Only the mail of that sign-up vouches
  // for it; whoever comes by another mail chooses a new one.
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
  await audit(tx, { action: 'auth.sign_up_confirmed', userId: user.id, origin });
  // The sign-up may have been a stranger's, so the owner is told about a sign-in from elsewhere with its password.
  await recordSignInLocation(tx, user.id, origin);
  await tx.query('select nutmeg.grant_first_super($1)', [user.id]);
}

async function changeEmail(
  tx: Transaction,
  mails: AuthMails,
  user: User,
  email: string,
  origin: RequestContext,
): Promise<void> {
  if (user.email_change !== email) throw new AuthError('otp_expired');
  await replaceEmail(tx, mails, user, email);
  await audit(tx, { action: 'auth.email_changed', userId: user.id, origin });
}

/** Gives the account an address that was proved, and tells the old one. Throws `email_exists`. */
export async function replaceEmail(
  tx: Transaction,
  mails: Pick<AuthMails, 'emailChanged'>,
  user: User,
  email: string,
): Promise<void> {
  try {
    await tx.query(
      'update auth.users set email = $2, email_change = null, updated_at = now() where id = $1',
      [user.id, email],
    );
  } catch (error) {
    // Somebody signed up with it meanwhile.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new AuthError('email_exists');
    throw error;
  }
  await tx.query(
    `update auth.identities set updated_at = now(),
       identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true)
     where user_id = $1`,
    [user.id, email],
  );
  // A link that waits in the old mailbox must not open the account.
  await deleteOneTimeTokens(tx, user.id);
  await mails.emailChanged(tx, { to: user.email, firstName: firstNameOf(user) });
}
