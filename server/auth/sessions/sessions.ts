import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Result, Statement, Transaction } from '#server/database/database.ts';
import type { AuthContext } from '../context.ts';
import { readRequestContext } from '../request-context.ts';
import { hashSecret, newRefreshToken } from '../secrets.ts';
import { addresseeOf, type User, userById, userResponse } from '../users/users.ts';
import { signInLocation } from './sign-in-locations.ts';

const ACCESS_TOKEN_SECONDS = 3600;

/** An entry of the `amr` claim: how the user was authenticated. */
export interface AmrEntry {
  method: string;
  /** Unix time in seconds. */
  timestamp: number;
}

export interface Session {
  id: string;
  user_id: string;
  aal: string;
  amr: AmrEntry[];
}

export interface IssuedSession {
  session: Session;
  refreshToken: string;
  user: User;
}

/**
 * Begins with the user, whose lock everything else waits for. With a password's hash, only if that is still the user's and
 * the user was not deactivated in the meantime; else it does nothing.
 */
const SIGN_IN = `
  with person as (
      update auth.users u set last_sign_in_at = now(), updated_at = now()
      where u.id = $1 and ($7::text is null or u.encrypted_password = $7 and not auth.is_banned(u))
      returning u.id
    ), identity as (
      update auth.identities i set last_sign_in_at = now(), updated_at = now() from person where i.user_id = person.id
    ), session as (
      insert into auth.sessions (user_id, amr, user_agent, ip, time_zone) select id, $2, $3, $4, $6 from person
      returning id, user_id, aal, amr
    ), token as (
      insert into auth.refresh_tokens (session_id, token_hash) select id, $5 from session
    ), entry as (
      insert into public.audit_log (actor_id, action, subject_id, details, address)
      select id, 'auth.signed_in', id, jsonb_build_object('method', $8::text), $4 from person
    )
  select * from session`;

interface SignIn {
  userId: string;
  method: 'password' | 'otp';
  /** The stored hash with which the password was compared, if that was before the user was locked. */
  comparedHash?: string;
}

/** Signs a user in. The caller has locked the user and done all checks. */
export async function issueSession(
  tx: Transaction,
  { mails, devices }: Pick<AuthContext, 'mails' | 'devices'>,
  request: FastifyRequest,
  signIn: SignIn,
): Promise<IssuedSession> {
  const opened = await openSession(
    // Sent at once; PostgreSQL runs them in this order, so the user is read with the new times.
    (statements) => Promise.all(statements.map((statement) => tx.run(statement))),
    request,
    signIn,
  );
  if (!opened) throw new Error('no session');
  const { isNewLocation, ...issued } = opened;
  // No mail for a recognized device in a new location.
  if (isNewLocation && (await devices.find(request, signIn.userId)) === undefined) {
    await mails.send(tx, 'new_sign_in', {
      ...addresseeOf(issued.user),
      at: new Date(),
      ...readRequestContext(request),
    });
  }
  return issued;
}

/**
 * Signs a user in, in one round trip, without the mail that is due at a new place. Undefined if the user's password is no
 * longer the compared one, or the user was deactivated.
 */
export async function openSession(
  run: (statements: Statement[]) => Promise<Result<unknown>[]>,
  request: FastifyRequest,
  { userId, method, comparedHash }: SignIn,
): Promise<(IssuedSession & { isNewLocation: boolean }) | undefined> {
  const requestContext = readRequestContext(request);
  const refreshToken = newRefreshToken();
  const amr: AmrEntry[] = [{ method, timestamp: Math.floor(Date.now() / 1000) }];
  const { address, userAgent, timeZone } = requestContext;
  const [sessions, users, locations] = await run([
    {
      prepared: true,
      text: SIGN_IN,
      values: [
        userId,
        JSON.stringify(amr),
        userAgent,
        address,
        hashSecret(refreshToken),
        timeZone,
        comparedHash ?? null,
        method,
      ],
    },
    userById(userId),
    signInLocation(userId, requestContext),
  ]);
  const [session, user] = [sessions?.rows[0] as Session | undefined, users?.rows[0] as User | undefined];
  const [location] = (locations?.rows ?? []) as { is_new: boolean }[];
  return session && user && { session, refreshToken, user, isNewLocation: location?.is_new === true };
}

/** The response of every endpoint that issues tokens. */
export async function tokenResponse(
  { session, refreshToken, user }: IssuedSession,
  { keys, siteUrl, draftSecrets }: Pick<AuthContext, 'keys' | 'siteUrl' | 'draftSecrets'>,
) {
  const now = Math.floor(Date.now() / 1000);
  const expiresAt = now + ACCESS_TOKEN_SECONDS;
  const accessToken = await keys.sign({
    iss: `${siteUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: now,
    email: user.email,
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
    // A hint for apps. Policies look the role up, so that changes take effect at once.
    user_role: user.portal_role,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    // Not in the hosted service: see app/shared/drafts/kept-work.ts.
    draft_key: createHmac('sha256', draftSecrets()[0]).update(user.id).digest('base64url'),
    user: userResponse(user),
  };
}

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/** Deletes sessions with their refresh tokens. Access tokens are invalid without their session. */
export async function deleteSessions(
  tx: Transaction,
  { userId, sessionId, scope }: { userId: string; sessionId: string; scope: SignOutScope },
): Promise<void> {
  // Locks the user first, to avoid deadlocks with other changes of several sessions.
  await tx.query('select from auth.users where id = $1 for update', [userId]);
  await tx.query(
    `delete from auth.sessions
     where user_id = $1 and ($3 = 'global' or (id = $2) = ($3 = 'local'))`,
    [userId, sessionId, scope],
  );
}
