import type { StaffRole } from '#domain/account/roles.ts';
import { type Language, localizePath } from '#domain/language/language.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { confirmUser } from '../account/complete-verification.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import { hashSecret, newLinkToken, REPEATED_WITHIN } from '../secrets.ts';
import { findUserByEmail, insertUser, isConfirmed, lockUserByEmail, replaceSignUp } from '../users/users.ts';
import { deleteOneTimeTokens } from '../verification/one-time-tokens.ts';
import { type ActingSuperUser, isActiveSuperUser, lockRoles, notifySuperUsers } from './super-users.ts';

/** How long the link in an invitation is valid. */
const INVITATION_HOURS = 72;

interface Invited {
  email: string;
  first_name: string;
  last_name: string;
  role: StaffRole;
  /** Of the mail, of its page, and of the account. */
  language: Language;
}

type Deps = Pick<AuthContext, 'mails' | 'siteUrl'>;

/** Mails a link to create a staff account. Returns the invitation's id. Throws `has_account` and `invited_already`. */
export async function createInvitation(
  tx: Transaction,
  deps: Deps,
  by: ActingSuperUser,
  invited: Invited,
): Promise<string> {
  const { email, first_name, last_name, role, language } = invited;
  const existing = await findUserByEmail(tx, email);
  // An unconfirmed sign-up may be someone else's, so it does not count as an account.
  if (existing && isConfirmed(existing)) throw new AuthError('has_account');
  const token = newLinkToken({ pkce: false });
  const { rows } = await tx.query<{ id: string }>(
    `insert into nutmeg.invitations (email, first_name, last_name, role, token_hash, invited_by, language, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => ${INVITATION_HOURS}))
     on conflict (email) where accepted_at is null and withdrawn_at is null do nothing
     returning id`,
    [email, first_name, last_name, role, hashSecret(token), by.actorId, language],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new AuthError('invited_already');
  await send(tx, deps, by, invited, token);
  await audit(tx, { action: 'staff.invited', userId: id, ...by, details: { role } });
  await notifySuperUsers(tx, deps.mails, by, { action: 'invited', about: email });
  return id;
}

/** Mails a new link and makes the old one invalid. Throws `not_found`. */
export async function resendInvitation(
  tx: Transaction,
  deps: Deps,
  by: ActingSuperUser,
  id: string,
): Promise<void> {
  const token = newLinkToken({ pkce: false });
  const { rows } = await tx.query<Invited>(
    `update nutmeg.invitations
     set token_hash = $2, invited_by = $3, sent_at = now(),
       expires_at = now() + make_interval(hours => ${INVITATION_HOURS})
     where id = $1 and accepted_at is null and withdrawn_at is null
     returning email, first_name, last_name, role, language`,
    [id, hashSecret(token), by.actorId],
  );
  if (!rows[0]) throw new AuthError('not_found');
  await send(tx, deps, by, rows[0], token);
  await audit(tx, { action: 'staff.invitation_resent', userId: id, ...by });
}

async function send(
  tx: Transaction,
  { mails, siteUrl }: Deps,
  by: ActingSuperUser,
  to: Invited,
  token: string,
) {
  await mails.send(tx, 'invitation', {
    to: to.email,
    firstName: to.first_name,
    language: to.language,
    by: by.name,
    hours: INVITATION_HOURS,
    // In the fragment, which is not sent to servers and not logged.
    link: `${siteUrl}${localizePath('/invitation', to.language)}#${token}`,
  });
}

interface PendingInvitation extends Invited {
  id: string;
  invited_by: string;
}

/** Locks and returns the invitation of a link. Throws `otp_expired` if the link is unknown or no longer valid. */
export async function requireInvitation(tx: Transaction, token: string): Promise<PendingInvitation> {
  const { rows } = await tx.query<PendingInvitation>(
    `select id, email, first_name, last_name, role, language, invited_by from nutmeg.invitations
     where token_hash = $1 and expires_at > now() and accepted_at is null and withdrawn_at is null
     for update`,
    [hashSecret(token)],
  );
  const [invitation] = rows;
  if (!invitation || !(await isActiveSuperUser(tx, invitation.invited_by)))
    throw new AuthError('otp_expired');
  return invitation;
}

/** The account that the link has just created: with its password, the request is repeated because its answer was lost. */
export async function findAccepted(database: Pick<Database, 'query'>, token: string) {
  const { rows } = await database.query<{ user_id: string; email: string; encrypted_password: string }>(
    `select u.id as user_id, u.email, u.encrypted_password from nutmeg.invitations i join auth.users u on u.email = i.email
     where i.token_hash = $1 and i.accepted_at > now() - interval '${REPEATED_WITHIN}'
       and not auth.is_banned(u) and u.encrypted_password is not null`,
    [hashSecret(token)],
  );
  return rows[0];
}

/** Creates the account; the link by mail confirmed the address. Throws `otp_expired` and `email_exists`. */
export async function acceptInvitation(
  tx: Transaction,
  token: string,
  passwordHash: string,
  requestContext: RequestContext,
): Promise<string> {
  const { id, email, first_name, last_name, role, language, invited_by } = await requireInvitation(tx, token);
  await lockRoles(tx);
  const data = { first_name, last_name, language };
  const created = await insertUser(tx, { email, passwordHash, data });
  const user = created ?? (await lockUserByEmail(tx, email));
  if (!user || isConfirmed(user)) throw new AuthError('has_own_account');
  if (!created) {
    await replaceSignUp(tx, user, { passwordHash, data });
    await deleteOneTimeTokens(tx, user.id);
  }
  await confirmUser(tx, user, 'confirmation', requestContext);
  await tx.query('select public.change_role($1, $2, $3)', [user.id, role, invited_by]);
  await tx.query('update nutmeg.invitations set accepted_at = now() where id = $1', [id]);
  await audit(tx, { action: 'staff.joined', userId: user.id, requestContext, details: { role } });
  return user.id;
}
