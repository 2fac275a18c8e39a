import type { FastifyRequest } from 'fastify';
import type { Transaction } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { type AuthContext, type Bearer, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { SecondFactorMethod } from '../sessions/assurance-level.ts';
import { issueRefreshToken } from '../sessions/refresh-tokens.ts';
import type { IssuedSession, Session } from '../sessions/sessions.ts';
import { isBanned, lockUser, readUser, type User } from '../users/users.ts';
import { hasSecondFactor } from './factors.ts';

export interface LockedSession {
  user: User;
  session: Session;
  /** Both the session and the request's token are at aal2. */
  isAal2: boolean;
}

/** A transaction as the signed-in user, user and session locked. Throws `session_not_found` and `user_banned`. */
export async function withSession<T>(
  { database, keys }: Pick<AuthContext, 'database' | 'keys'>,
  request: FastifyRequest,
  work: (tx: Transaction, own: LockedSession) => Promise<T>,
): Promise<T> {
  const bearer = await requireBearer(request, keys);
  return database.asOwner(async (tx) => work(tx, await lockSession(tx, bearer)));
}

/** Locks the user before the session, like all other code. See `deleteSessions`. */
export async function lockSession(
  tx: Transaction,
  { userId, sessionId, isAal2 }: Bearer,
): Promise<LockedSession> {
  const user = await lockUser(tx, userId);
  const { rows } = await tx.query<Session & { is_aal2: boolean }>(
    `select id, user_id, aal, amr, auth.session_is_aal2(s) as is_aal2 from auth.sessions s
     where id = $1 and user_id = $2 and auth.session_lives(s) for update`,
    [sessionId, userId],
  );
  const [found] = rows;
  if (!user || !found) throw new AuthError('session_not_found');
  if (isBanned(user)) throw new AuthError('user_banned');
  const { is_aal2: isSessionAal2, ...session } = found;
  return { user, session, isAal2: isAal2 && isSessionAal2 };
}

/** Whether the user has a second factor that this session has not verified. */
export function needsSecondFactor({ user, isAal2 }: LockedSession): boolean {
  return hasSecondFactor(user) && !isAal2;
}

/** Whether the session is at the highest level that the user's factors allow. For a session that is not locked. */
export async function hasRequiredLevel(
  db: Pick<Transaction, 'query'>,
  { sessionId, isAal2 }: Bearer,
  user: User,
): Promise<boolean> {
  if (!hasSecondFactor(user)) return true;
  const full = 'select from auth.sessions s where id = $1 and auth.session_is_aal2(s)';
  return isAal2 && (await db.query(full, [sessionId])).rowCount > 0;
}

/** Upgrades the session to aal2 after a second factor was verified, and issues new tokens. */
export async function upgradeSession(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  method: SecondFactorMethod,
  requestContext: RequestContext,
): Promise<IssuedSession> {
  const entry = { method, timestamp: Math.floor(Date.now() / 1000) };
  const amr = [entry, ...session.amr.filter((earlier) => earlier.method !== method)];
  await tx.query(`update auth.sessions set aal = 'aal2', amr = $2 where id = $1`, [
    session.id,
    JSON.stringify(amr),
  ]);
  const isAal2 = { ...session, aal: 'aal2', amr };
  const refreshToken = await issueRefreshToken(tx, sealer, isAal2, requestContext);
  return { session: isAal2, refreshToken, user: await readUser(tx, session.user_id) };
}
