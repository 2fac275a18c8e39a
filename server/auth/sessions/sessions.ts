import type { FastifyRequest } from 'fastify';
import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { requestContext } from '../request-context.ts';
import { hashSecret, newRefreshToken } from '../secrets.ts';
import { userResponse } from '../users/user-response.ts';
import { firstNameOf, readUser, type User } from '../users/users.ts';
import { recordSignInLocation } from './sign-in-locations.ts';
import type { SigningKeys } from './signing-keys.ts';

const ACCESS_TOKEN_SECONDS = 3600;

/** How a person has proved who they are; a second factor adds to it. */
export interface AmrEntry {
  method: string;
  /** In seconds. */
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

/** Signs somebody in. The caller has locked the user, and has checked whatever there is to check. */
export async function issueSession(
  tx: Transaction,
  { mails, devices }: Pick<AuthContext, 'mails' | 'devices'>,
  request: FastifyRequest,
  { userId, method }: { userId: string; method: 'password' | 'otp' },
): Promise<IssuedSession> {
  const origin = requestContext(request);
  const refreshToken = newRefreshToken();
  const amr: AmrEntry[] = [{ method, timestamp: Math.floor(Date.now() / 1000) }];
  const { rows } = await tx.query<Session>(
    `with person as (update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1),
       identity as (update auth.identities set last_sign_in_at = now(), updated_at = now() where user_id = $1),
       session as (
         insert into auth.sessions (user_id, amr, user_agent, ip, time_zone) values ($1, $2, $3, $4, $6)
         returning id, user_id, aal, amr
       ),
       token as (insert into auth.refresh_tokens (session_id, token_hash) select id, $5 from session)
     select * from session`,
    [
      userId,
      JSON.stringify(amr),
      origin.userAgent,
      origin.address,
      hashSecret(refreshToken),
      origin.timeZone,
    ],
  );
  const [session] = rows;
  if (!session) throw new Error('no session');
  await audit(tx, { action: 'auth.signed_in', userId, origin, details: { method } });
  const user = await readUser(tx, userId);
  const isNews = await recordSignInLocation(tx, userId, origin);
  // A device that this person has used before is no news wherever it is carried.
  if (isNews && (await devices.find(request, userId)) === undefined) {
    await mails.newSignIn(tx, { to: user.email, firstName: firstNameOf(user), at: new Date(), ...origin });
  }
  return { session, refreshToken, user };
}

/** The answer of everything that signs in or refreshes. */
export async function tokenResponse(
  { session, refreshToken, user }: IssuedSession,
  { keys, siteUrl }: { keys: SigningKeys; siteUrl: string },
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
    // A hint for the apps. The policies ask the database, so that a demotion bites at once.
    user_role: user.portal_role,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userResponse(user),
  };
}

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/** Ends sessions, and their refresh tokens with them; access tokens die with their session. */
export async function deleteSessions(
  tx: Transaction,
  { userId, sessionId, scope }: { userId: string; sessionId: string; scope: SignOutScope },
): Promise<void> {
  // Two that end or change several sessions at once would else wait for each other.
  await tx.query('select from auth.users where id = $1 for update', [userId]);
  await tx.query(
    `delete from auth.sessions
     where user_id = $1 and ($3 = 'global' or (id = $2) = ($3 = 'local'))`,
    [userId, sessionId, scope],
  );
}
