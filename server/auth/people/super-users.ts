import type { FastifyRequest } from 'fastify';
import { isLanguage } from '#domain/language/language.ts';
import type { Transaction } from '#server/database/database.ts';
import { asOwnerFor } from '#server/owner-work.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { AuthMails, StaffAction } from '../mails/auth-mails.ts';
import { type RequestContext, readRequestContext } from '../request-context.ts';

/** The super user of a request, with the name that notices use. */
export interface ActingSuperUser {
  actorId: string;
  name: string;
  requestContext: RequestContext;
}

/**
 * Runs a transaction with the server's rights for a request by a super user. The database checks the role and the second
 * factor, as it does for every policy. Throws `not_admin`, or `SessionEndedError`.
 */
export async function asSuperUser<T>(
  { database, keys }: Pick<AuthContext, 'database' | 'keys'>,
  request: FastifyRequest,
  work: (tx: Transaction, by: ActingSuperUser) => Promise<T>,
): Promise<T> {
  const { userId, sessionId, isAal2 } = await requireBearer(request, keys);
  const requestContext = readRequestContext(request);
  const aal = isAal2 ? 'aal2' : 'aal1';
  const claims = { role: 'authenticated', sub: userId, session_id: sessionId, aal };
  return asOwnerFor(database, { role: 'authenticated', claims }, async (tx) => {
    const { rows } = await tx.query<{ name: string }>(
      // A suspension of the caller waits for this, or this for the suspension: nothing stays pending (migration 0023_invitations).
      `select ${NAME} as name from public.user_profiles p join auth.users u on u.id = p.user_id
       where p.user_id = $1 and p.role = 'super' and not auth.is_banned(u) and public.is_super() for share`,
      [userId],
    );
    if (!rows[0]) throw new AuthError('not_admin');
    return work(tx, { actorId: userId, name: rows[0].name, requestContext });
  });
}

const NAME = `coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email)`;

/** More super users than any office has. */
const MAX_RECIPIENTS = 20;

/** Notifies every super user who can sign in about an action on a staff account, including the one who did it. */
export async function notifySuperUsers(
  tx: Transaction,
  mails: AuthMails,
  by: ActingSuperUser,
  notice: { action: StaffAction; about: string },
): Promise<void> {
  const { rows } = await tx.query<{ email: string; first_name: string; language: string }>(
    `select p.email, p.first_name, p.language from public.user_profiles p join auth.users u on u.id = p.user_id
     where p.role = 'super' and not auth.is_banned(u) order by p.created_at limit ${MAX_RECIPIENTS}`,
  );
  for (const { email, first_name: firstName, language } of rows) {
    const addressee = { to: email, firstName, ...(isLanguage(language) && { language }) };
    await mails.send(tx, 'staff_act', { ...addressee, by: by.name, ...notice });
  }
}

/** Whether the user is still a super user. What a removed super user started must not take effect later. */
export async function isActiveSuperUser(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.user_profiles p join auth.users u on u.id = p.user_id
     where p.user_id = $1 and p.role = 'super' and not auth.is_banned(u)`,
    [userId],
  );
  return rowCount > 0;
}

/** Takes the lock of `change_role` before a transaction inserts a profile. Taking it after the insert could deadlock. */
export async function lockRoles(tx: Transaction): Promise<void> {
  await tx.query('lock table public.user_profiles in share row exclusive mode');
}
