import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { maxPasswordLength } from '#domain/account/password.ts';
import { networkOf } from '#server/address.ts';
import type { Transaction } from '#server/database/database.ts';
import { limitPasswordAttempts } from '../attempt-limits.ts';
import { audit } from '../audit.ts';
import { captchaFields, requireCaptcha } from '../captcha.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { readRequestContext } from '../request-context.ts';
import { isKnownNetworkSql } from '../sessions/recognized-networks.ts';
import { rotateRefreshToken } from '../sessions/refresh-tokens.ts';
import { type IssuedSession, issueSession, openSession, tokenResponse } from '../sessions/sessions.ts';
import { locationHash } from '../sessions/sign-in-locations.ts';
import { isImported } from '../users/password-hasher.ts';
import {
  isBanned,
  isConfirmed,
  lockCredentials,
  lockUser,
  readUser,
  selectUsers,
  type User,
} from '../users/users.ts';
import { email, readBody, readQuery } from '../validation.ts';
import { exchangeAuthCode } from '../verification/flow-states.ts';
import { refuseIdToken, refuseWeb3 } from './turned-off.ts';

type Grant = (context: AuthContext, request: FastifyRequest) => Promise<IssuedSession>;

const GRANTS: Record<string, Grant> = {
  password: byPassword,
  refresh_token: byRefreshToken,
  pkce: byAuthCode,
  id_token: (_context, request) => refuseIdToken(request),
  web3: refuseWeb3,
};

/** Issues access and refresh tokens, depending on `grant_type`. */
export function tokenRoute(app: FastifyInstance, context: AuthContext): void {
  app.post('/token', async (request, reply) => {
    const { grant_type: type = '' } = readQuery(z.object({ grant_type: z.string().optional() }), request);
    const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
    if (!grant) throw new AuthError('validation_failed', { message: 'unsupported_grant_type' });
    const opened = await grant(context, request);
    if (type !== 'refresh_token') await context.devices.remember(request, reply, opened.user.id);
    return tokenResponse(opened, context);
  });
}

const passwordShape = z.object({
  email: email.optional(),
  phone: z.string().optional(),
  // No stored password is longer, and normalizing a very long text takes very long.
  password: z
    .string()
    .max(2 * maxPasswordLength)
    .default(''),
  ...captchaFields,
});

interface LoginUser extends User {
  /** Whether they have signed in from the network in the last 90 days, and from the place (sign-in-locations.ts) before. */
  knows_network: boolean;
  knows_place: boolean;
}

/** The user with an address ($1), a network (CIDR, $2), and the hash of a place ($3). */
const FIND_LOGIN_USER = `${selectUsers(`,
    ${isKnownNetworkSql('signedIn', 'u.id', '$2')} as knows_network,
    exists (select from auth.sign_in_places p where p.user_id = u.id and p.place_hash = $3) as knows_place`)}
  where u.email = $1`;

async function byPassword(context: AuthContext, request: FastifyRequest) {
  const { database, passwordHasher, spendPass } = context;
  const body = readBody(passwordShape, request);
  if (body.email === undefined) {
    if (body.phone) throw new AuthError('phone_provider_disabled');
    throw new AuthError('validation_failed', { message: 'missing email or phone' });
  }
  await requireCaptcha(spendPass, body, 'login');
  const requestContext = readRequestContext(request);
  const { rows } = await database.run<LoginUser>({
    prepared: true,
    text: FIND_LOGIN_USER,
    values: [body.email, networkOf(request.ip) ?? null, locationHash(requestContext)],
  });
  const [user] = rows;
  const knowsNetwork = user?.knows_network ?? false;
  const refund = await limitPasswordAttempts(context, request, body.email, user?.id, knowsNetwork);
  // Hashing is slow, so it happens outside of a transaction. An unknown address takes the same time.
  const isRight = await passwordHasher.verify(body.password, user?.encrypted_password);
  if (!user?.encrypted_password || !isRight) {
    await audit(database, { action: 'auth.sign_in_failed', userId: user?.id ?? null, requestContext });
    throw new AuthError('invalid_credentials');
  }
  if (isBanned(user) || !isConfirmed(user)) {
    await refund();
    throw new AuthError(isBanned(user) ? 'user_banned' : 'email_not_confirmed');
  }

  const signIn = { userId: user.id, method: 'password', comparedHash: user.encrypted_password } as const;
  const renewed = isImported(user.encrypted_password) ? await passwordHasher.hash(body.password) : undefined;
  const issue = async () => {
    const isPlain = user.knows_place && renewed === undefined;
    const issued = isPlain ? await openSession(database.runAll, request, signIn) : undefined;
    return issued ?? database.asOwner((tx) => checkAndIssue(tx, context, request, signIn, renewed));
  };
  // At the same time, on another connection.
  const [session] = await Promise.all([issue(), refund()]);
  return session;
}

/** Signs in with a mail or a new hash, or tells why it can't be done: the user was changed after the comparison. */
async function checkAndIssue(
  tx: Transaction,
  context: AuthContext,
  request: FastifyRequest,
  signIn: { userId: string; method: 'password'; comparedHash: string },
  renewed: string | undefined,
): Promise<IssuedSession> {
  const present = await lockCredentials(tx, signIn.userId);
  if (present?.encrypted_password !== signIn.comparedHash) throw new AuthError('invalid_credentials');
  if (isBanned(present)) throw new AuthError('user_banned');
  if (renewed !== undefined) {
    await tx.query('update auth.users set encrypted_password = $2 where id = $1', [signIn.userId, renewed]);
  }
  const { userId, method } = signIn;
  return issueSession(tx, context, request, { userId, method });
}

const refreshShape = z.object({
  refresh_token: z.string('refresh_token required').min(1, 'refresh_token required'),
});

async function byRefreshToken({ database, sealer }: AuthContext, request: FastifyRequest) {
  const { refresh_token: token } = readBody(refreshShape, request);
  const requestContext = readRequestContext(request);
  // Ending a stolen session must be committed, so the error is thrown after the transaction.
  const outcome = await database.asOwner(async (tx) => {
    const rotation = await rotateRefreshToken(tx, sealer, token, requestContext);
    if (rotation.outcome === 'reused') {
      await audit(tx, {
        action: 'auth.refresh_token_reused',
        userId: rotation.session.user_id,
        requestContext,
      });
    }
    if (rotation.outcome !== 'rotated') return rotation.outcome;
    const { session, refreshToken } = rotation;
    const user = await readUser(tx, session.user_id);
    if (isBanned(user)) throw new AuthError('user_banned');
    return { session, refreshToken, user };
  });
  if (outcome === 'unknown') throw new AuthError('refresh_token_not_found');
  if (outcome === 'expired') throw new AuthError('session_expired');
  if (outcome === 'superseded')
    throw new AuthError('service_unavailable', { headers: { 'retry-after': '1' } });
  if (outcome === 'reused') throw new AuthError('refresh_token_already_used');
  return outcome;
}

const bothNeeded = 'invalid request: both auth code and code verifier should be non-empty';
const codeShape = z.object({
  auth_code: z.string(bothNeeded).min(1, bothNeeded),
  code_verifier: z.string(bothNeeded).min(1, bothNeeded),
});

async function byAuthCode(context: AuthContext, request: FastifyRequest) {
  const { auth_code: code, code_verifier: verifier } = readBody(codeShape, request);
  return context.database.asOwner(async (tx) => {
    const userId = await exchangeAuthCode(tx, code, verifier);
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError('flow_state_not_found');
    if (isBanned(user)) throw new AuthError('user_banned');
    return issueSession(tx, context, request, { userId: user.id, method: 'otp' });
  });
}
