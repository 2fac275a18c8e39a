import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { readRequestContext } from '../request-context.ts';
import { hashSecret, newRefreshToken } from '../secrets.ts';
import { userResponse } from '../users/user-response.ts';
import { addresseeOf, readUser, type User } from '../users/users.ts';
import { recordSignInLocation } from './sign-in-locations.ts';

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

const INSERT_SESSION = `
  with person as (update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1),
    identity as (update auth.identities set last_sign_in_at = now(), updated_at = now() where user_id = $1),
    session as (
      insert into auth.sessions (user_id, amr, user_agent, ip, time_zone) values ($1, $2, $3, $4, $6)
      returning id, user_id, aal, amr
    ),
    token as (insert into auth.refresh_tokens (session_id, token_hash) select id, $5 from session)
  select * from session`;

/** Signs a user in. The caller has locked the user and done all checks. */
export async function issueSession(
  tx: Transaction,
  { mails, devices }: Pick<AuthContext, 'mails' | 'devices'>,
  request: FastifyRequest,
  { userId, method }: { userId: string; method: 'password' | 'otp' },
): Promise<IssuedSession> {
  const requestContext = readRequestContext(request);
  const refreshToken = newRefreshToken();
  const amr: AmrEntry[] = [{ method, timestamp: Math.floor(Date.now() / 1000) }];
  // Sent at once; PostgreSQL runs them in this order, so the user is read with the new times.
  const [{ rows }, , user, isNewLocation] = await Promise.all([
    tx.run<Session>({
      prepared: true,
      text: INSERT_SESSION,
      values: [
        userId,
        JSON.stringify(amr),
        requestContext.userAgent,
        requestContext.address,
        hashSecret(refreshToken),
        requestContext.timeZone,
      ],
    }),
    audit(tx, { action: 'auth.signed_in', userId, requestContext, details: { method } }),
    readUser(tx, userId),
    recordSignInLocation(tx, userId, requestContext),
  ]);
  const [session] = rows;
  if (!session) throw new Error('no session');
  // No mail for a recognized device in a new location.
  if (isNewLocation && (await devices.find(request, userId)) === undefined) {
    await mails.newSignIn(tx, {
      to: user.email,
      ...addresseeOf(user),
      at: new Date(),
      ...requestContext,
    });
  }
  return { session, refreshToken, user };
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
