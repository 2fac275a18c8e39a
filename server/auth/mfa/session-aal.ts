import type { FastifyRequest } from 'fastify';
import type { Transaction } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { type AuthContext, type Bearer, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { SecondFactorMethod } from '../sessions/assurance-level.ts';
import { replaceRefreshToken } from '../sessions/refresh-tokens.ts';
import type { IssuedSession, Session } from '../sessions/sessions.ts';
import { isBanned, lockUser, readUser, type User } from '../users/users.ts';
import { hasSecondFactor } from './factors.ts';

export interface LockedSession {
  user: User;
  session: Session;
  /** Both the session and the token that speaks for it are at aal2. */
  raised: boolean;
}

/** One transaction of the person who asks; they and the session they ask in stay as found until it ends. */
export async function withSession<T>(
  { database, keys }: Pick<AuthContext, 'database' | 'keys'>,
  request: FastifyRequest,
  work: (tx: Transaction, own: LockedSession) => Promise<T>,
): Promise<T> {
  const bearer = await requireBearer(request, keys);
  return database.asOwner(async (tx) => work(tx, await lockSession(tx, bearer)));
}

/**
 * First the person, then the session, as everywhere. Whoever touches several sessions of somebody has locked the
 * person, too (`endSessions`).
 */
export async function lockSession(
  tx: Transaction,
  { userId, sessionId, raised }: Bearer,
): Promise<LockedSession> {
  const user = await lockUser(tx, userId);
  const { rows } = await tx.query<Session & { stands_raised: boolean }>(
    `select id, user_id, aal, amr, auth.session_stands_raised(s) as stands_raised from auth.sessions s
     where id = $1 and user_id = $2 and auth.session_lives(s) for update`,
    [sessionId, userId],
  );
  const [found] = rows;
  if (!user || !found) throw new AuthError('session_not_found');
  if (isBanned(user)) throw new AuthError('user_banned');
  const { stands_raised: standsRaised, ...session } = found;
  return { user, session, raised: raised && standsRaised };
}

/** Whether whoever asks is below what the person could prove. */
export function needsSecondFactor({ user, raised }: LockedSession): boolean {
  return hasSecondFactor(user) && !raised;
}

/** The same, if the session is not locked. */
export async function hasRequiredLevel(
  db: Pick<Transaction, 'query'>,
  { sessionId, raised }: Bearer,
  user: User,
): Promise<boolean> {
  if (!hasSecondFactor(user)) return true;
  const full = 'select from auth.sessions s where id = $1 and auth.session_stands_raised(s)';
  return raised && (await db.query(full, [sessionId])).rowCount > 0;
}

/** The second factor was shown: the session goes on at aal2, with tokens that say so. */
export async function upgradeSession(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  method: SecondFactorMethod,
  origin: RequestContext,
): Promise<IssuedSession> {
  const proof = { method, timestamp: Math.floor(Date.now() / 1000) };
  const amr = [proof, ...session.amr.filter((earlier) => earlier.method !== method)];
  await tx.query(`update auth.sessions set aal = 'aal2', amr = $2 where id = $1`, [
    session.id,
    JSON.stringify(amr),
  ]);
  const raised = { ...session, aal: 'aal2', amr };
  const refreshToken = await replaceRefreshToken(tx, sealer, raised, origin);
  return { session: raised, refreshToken, user: await readUser(tx, session.user_id) };
}
