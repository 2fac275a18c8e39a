import type { FastifyRequest } from 'fastify';
import type { Transaction } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { AuthMails, StaffAction } from '../mails/auth-mails.ts';
import { type RequestContext, requestContext } from '../request-context.ts';

/** The super user who acts, as notices name them. */
export interface ActingSuperUser {
  id: string;
  name: string;
  origin: RequestContext;
}

/**
 * One transaction of a super user, with the server's own rights. Whether they are one, with the second factor that
 * staff need, the database says, as for every policy. Throws `not_admin`, and for a session that has ended.
 */
export async function asSuperUser<T>(
  { database, keys }: Pick<AuthContext, 'database' | 'keys'>,
  request: FastifyRequest,
  work: (tx: Transaction, by: ActingSuperUser) => Promise<T>,
): Promise<T> {
  const { userId, sessionId, raised } = await requireBearer(request, keys);
  const origin = requestContext(request);
  return database.asOwner(async (tx) => {
    await tx.query('select auth.require_session($1, $2)', [sessionId, userId]);
    const claims = {
      role: 'authenticated',
      sub: userId,
      session_id: sessionId,
      aal: raised ? 'aal2' : 'aal1',
    };
    await tx.run(setLocal('request.jwt.claims', claims));
    const { rows } = await tx.query<{ name: string }>(
      `select ${NAME} as name from public.user_profiles p where p.user_id = $1 and public.is_super()`,
      [userId],
    );
    if (!rows[0]) throw new AuthError('not_admin');
    return work(tx, { id: userId, name: rows[0].name, origin });
  });
}

const NAME = `coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email)`;

/** More than any office has. */
const MAX_RECIPIENTS = 20;

/** Notifies every super user who can sign in of what was done to a staff account, including the one who did it. */
export async function notifySuperUsers(
  tx: Transaction,
  mails: Pick<AuthMails, 'staffAction'>,
  by: ActingSuperUser,
  what: { act: StaffAction; about: string },
): Promise<void> {
  const { rows } = await tx.query<{ email: string; first_name: string }>(
    `select p.email, p.first_name from public.user_profiles p join auth.users u on u.id = p.user_id
     where p.role = 'super' and not auth.is_banned(u) order by p.created_at limit ${MAX_RECIPIENTS}`,
  );
  for (const { email, first_name: firstName } of rows) {
    await mails.staffAction(tx, { to: email, firstName, by: by.name, ...what });
  }
}

/** Whether a person is still a super user: what a removed one has started must not take effect later. */
export async function isActiveSuperUser(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.user_profiles p join auth.users u on u.id = p.user_id
     where p.user_id = $1 and p.role = 'super' and not auth.is_banned(u)`,
    [userId],
  );
  return rowCount > 0;
}

/**
 * The lock of `change_role`, for a transaction that makes a profile first: two that write, and lock only then, would
 * wait for each other.
 */
export async function lockRoles(tx: Transaction): Promise<void> {
  await tx.query('lock table public.user_profiles in share row exclusive mode');
}
