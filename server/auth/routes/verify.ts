import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { languageBefore } from '#domain/language/language.ts';
import {
  completeVerification,
  TOKEN_TYPES,
  type VerificationType,
} from '../account/complete-verification.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, authErrors } from '../errors.ts';
import { readRequestContext } from '../request-context.ts';
import { isPkceToken } from '../secrets.ts';
import { issueSession, tokenResponse } from '../sessions/sessions.ts';
import { email, readBody, readQuery } from '../validation.ts';
import { issueAuthCode } from '../verification/flow-states.ts';
import { allowedRedirect, pageOfLink, withFragment, withQuery } from '../verification/link-pages.ts';
import { consumeCode, consumeLinkToken, type TokenType } from '../verification/one-time-tokens.ts';

const NO_TYPE = 'Verify requires a verification type';
const NO_TOKEN = 'Verify requires either a token or a token hash';
const WRONG_CODE = 'Token has expired or is invalid';

/**
 * Mailed links, and codes or token hashes from supabase-js. GET changes nothing, since mail scanners open every link: it
 * redirects to the page whose button calls `POST /verify/link`.
 */
export function verifyRoutes(app: FastifyInstance, context: AuthContext): void {
  const { siteUrl } = context;
  app.head('/verify', async (_request, reply) => reply.code(204).send());

  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { token, type, redirect_to: redirectTo } = readQuery(linkShape, request);
    const target = allowedRedirect(redirectTo, siteUrl);
    const language = languageBefore(target.pathname);
    reply.header('referrer-policy', 'no-referrer');
    const page = token
      ? pageOfLink({ token, type, target, siteUrl, language })
      : errorRedirect(new AuthError('validation_failed', { message: NO_TOKEN }), target, false);
    return reply.redirect(page, 303);
  });

  // Our own route. The answer is where the hosted service's GET redirects to, with an auth code, tokens, or the error.
  app.post('/verify/link', async (request) => {
    const link = readBody(linkShape, request);
    const target = allowedRedirect(link.redirect_to, siteUrl);
    try {
      return { redirect_to: await followLink(context, request, link, target) };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return { redirect_to: errorRedirect(error, target, isPkceToken(link.token)) };
    }
  });

  app.post('/verify', async (request, reply) => {
    const body = readBody(postShape, request);
    if (body.phone) refusePhone(body.phone, body.type);
    if (body.token_hash && !isVerificationType(body.type)) {
      throw new AuthError('validation_failed', { message: 'Invalid email verification type' });
    }
    const { token_hash: linkToken, email, token: code } = body;
    const types = tokenTypesOf(body.type);
    const fingerprint = await context.devices.readFingerprint(request);
    const opened = await context.database.asOwner(async (tx) => {
      const token = linkToken
        ? await consumeLinkToken(tx, linkToken, types)
        : await consumeCode(tx, context.sealer, { email: email ?? '', code: code ?? '', types, fingerprint });
      if (!token) return undefined;
      await completeVerification(tx, context.mails, token, readRequestContext(request));
      return issueSession(tx, context, request, { userId: token.user_id, method: 'otp' });
    });
    if (opened) {
      await context.devices.remember(request, reply, opened.user.id);
      return tokenResponse(opened, context);
    }
    const message = body.token_hash ? authErrors.otp_expired.message : WRONG_CODE;
    throw new AuthError('otp_expired', { message });
  });
}

const linkShape = z
  .object({
    token: z.string().default(''),
    token_hash: z.string().default(''),
    type: z.string().default(''),
    redirect_to: z.string().optional(),
  })
  .transform(({ token, token_hash: tokenHash, ...rest }) => ({ ...rest, token: token || tokenHash }));

/** Completes the verification of a link. Returns the URL to redirect to, with an auth code or tokens. */
async function followLink(
  context: AuthContext,
  request: FastifyRequest,
  { token, type }: z.output<typeof linkShape>,
  target: URL,
): Promise<string> {
  if (!token) throw new AuthError('validation_failed', { message: NO_TOKEN });
  const requestContext = readRequestContext(request);
  const outcome = await context.database.asOwner(async (tx) => {
    const consumed = await consumeLinkToken(tx, token, tokenTypesOf(type));
    if (!consumed) throw new AuthError('otp_expired');
    await completeVerification(tx, context.mails, consumed, requestContext);
    if (consumed.flow_state_id !== null) return { code: await issueAuthCode(tx, consumed.flow_state_id) };
    const options = { userId: consumed.user_id, method: 'otp' } as const;
    return { opened: await issueSession(tx, context, request, options) };
  });
  if (outcome.opened === undefined) return withQuery(target, { code: outcome.code });
  const { user: _user, draft_key: _key, ...tokens } = await tokenResponse(outcome.opened, context);
  return withFragment(target, { ...tokens, type });
}

/** The URL with the error. With PKCE, supabase-js reads the query; otherwise only the fragment. */
function errorRedirect(error: AuthError, target: URL, pkce: boolean): string {
  const parameters = {
    error: 'access_denied',
    error_code: error.code,
    error_description: error.message || authErrors[error.code].message,
  };
  return withFragment(pkce ? new URL(withQuery(target, parameters)) : target, parameters);
}

const postShape = z
  .object({
    type: z.string(NO_TYPE).min(1, NO_TYPE),
    token_hash: z.string().nullish(),
    token: z.string().nullish(),
    email: email.nullish(),
    phone: z.string().nullish(),
  })
  .refine((body) => body.token_hash || body.token, NO_TOKEN)
  .refine((body) => !body.token_hash || !(body.token || body.email || body.phone), {
    error: 'Only the token_hash and type should be provided',
  })
  .refine(
    (body) => body.token_hash || Boolean(body.email) !== Boolean(body.phone),
    'Only an email address or phone number should be provided on verify',
  );

/** Texts are off, so no phone number has a code. The hosted service says so only by the answer to a wrong one. */
function refusePhone(phone: string, type: string): never {
  const isNumber = /^[1-9]\d{1,14}$/.test(phone.replace(/^\+/, '').replaceAll(' ', ''));
  if (!isNumber) {
    throw new AuthError('validation_failed', { message: 'Invalid phone number format (E.164 required)' });
  }
  if (type !== 'sms' && type !== 'phone_change') {
    throw new AuthError('validation_failed', { message: 'Invalid sms verification type' });
  }
  throw new AuthError('otp_expired', { message: WRONG_CODE });
}

function isVerificationType(type: string): type is VerificationType {
  return Object.hasOwn(TOKEN_TYPES, type);
}

/** The tokens that fit the `type` of a request; none for a type that is not known. */
function tokenTypesOf(type: string): readonly TokenType[] {
  return isVerificationType(type) ? TOKEN_TYPES[type] : [];
}
