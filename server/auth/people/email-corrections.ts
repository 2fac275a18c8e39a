import { localizePath, sourceLanguage } from '#domain/language/language.ts';
import type { Transaction } from '#server/database/database.ts';
import { replaceEmail } from '../account/complete-verification.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import { hashSecret, newLinkToken, REPEATED_WITHIN } from '../secrets.ts';
import { deleteSessions } from '../sessions/sessions.ts';
import { addresseeOf, findUserByEmail, isBanned, lockUser, type User } from '../users/users.ts';
import { type ActingSuperUser, isActiveSuperUser, notifySuperUsers } from './super-users.ts';

/** How long the mailed link is valid. */
const CORRECTION_HOURS = 72;

type Deps = Pick<AuthContext, 'mails' | 'siteUrl'>;

/**
 * Mails a link to the new address and a notice to the current one. The address changes when the link is used. Throws
 * `address_taken`, and `validation_failed` if the address is the same, or if the client has no login.
 */
export async function startEmailCorrection(
  tx: Transaction,
  { mails, siteUrl }: Deps,
  by: ActingSuperUser,
  user: User,
  email: string,
): Promise<void> {
  if (user.email === '') {
    throw new AuthError('validation_failed', { message: 'This client has no login. Invite them instead.' });
  }
  if (user.email === email) {
    throw new AuthError('validation_failed', { message: 'The account already has this address.' });
  }
  if (await findUserByEmail(tx, email)) {
    throw new AuthError('address_taken');
  }
  const token = newLinkToken({ pkce: false });
  // Replaces a change that the user requested.
  await tx.query('update auth.users set email_change = null, updated_at = now() where id = $1', [user.id]);
  await tx.query(
    `insert into nutmeg.email_corrections (user_id, email, token_hash, asked_by, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(hours => ${CORRECTION_HOURS}))
     on conflict (user_id) do update set email = excluded.email, token_hash = excluded.token_hash,
       asked_by = excluded.asked_by, created_at = now(), expires_at = excluded.expires_at`,
    [user.id, email, hashSecret(token), by.actorId],
  );
  const addressee = addresseeOf(user);
  const page = localizePath('/confirm-address', addressee.language ?? sourceLanguage);
  const link = `${siteUrl}${page}#${token}`;
  await mails.send(tx, 'email_correction', { ...addressee, to: email, link, hours: CORRECTION_HOURS });
  await mails.send(tx, 'email_correction_asked', addressee);
  await audit(tx, { action: 'account.email_correction_asked', userId: user.id, ...by });
  if (user.portal_role !== 'client') {
    await notifySuperUsers(tx, mails, by, { action: 'email_correction', about: user.email });
  }
}

/**
 * Changes the address when the link is used, and ends all sessions, since the old mailbox may be someone else's. Does not
 * sign the user in. Throws `otp_expired`, `user_banned` and `email_exists`.
 */
export async function completeEmailCorrection(
  tx: Transaction,
  { mails }: Pick<AuthContext, 'mails'>,
  token: string,
  requestContext: RequestContext,
): Promise<{ email: string }> {
  const read = async () => {
    const { rows } = await tx.query<{ user_id: string; email: string; asked_by: string; is_used: boolean }>(
      `select user_id, email, asked_by, expires_at <= now() as is_used from nutmeg.email_corrections
       where token_hash = $1 and expires_at > now() - interval '${REPEATED_WITHIN}'`,
      [hashSecret(token)],
    );
    return rows[0];
  };
  // Lock the user before the correction, like all other code.
  const asked = await read();
  const user = asked && (await lockUser(tx, asked.user_id));
  const correction = await read();
  if (!user || !correction || !(await isActiveSuperUser(tx, correction.asked_by)))
    throw new AuthError('otp_expired');
  if (isBanned(user)) throw new AuthError('user_banned');
  if (correction.is_used) {
    // The answer to the same request may have been lost.
    if (user.email === correction.email) return { email: user.email };
    throw new AuthError('otp_expired');
  }
  await replaceEmail(tx, mails, user, correction.email);
  await tx.query('update nutmeg.email_corrections set expires_at = now() where user_id = $1', [user.id]);
  await deleteSessions(tx, { userId: user.id, sessionId: user.id, scope: 'global' });
  const actorId = correction.asked_by;
  await audit(tx, { action: 'account.email_corrected', userId: user.id, actorId, requestContext });
  return { email: correction.email };
}
