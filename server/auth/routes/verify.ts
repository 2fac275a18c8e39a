import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '#server/database/database.ts';
import { type ClientFingerprint, readFingerprint } from '../client-fingerprint.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, authErrors } from '../errors.ts';
import { readRequestContext } from '../request-context.ts';
import { isPkceToken } from '../secrets.ts';
import { issueSession, tokenResponse } from '../sessions/sessions.ts';
import { email, readBody, readQuery } from '../validation.ts';
import {
  completeVerification,
  TOKEN_TYPES,
  type VerificationType,
} from '../verification/complete-verification.ts';
import { issueAuthCode } from '../verification/flow-states.ts';
import { type ConsumedToken, consumeCode, consumeLinkToken } from '../verification/one-time-tokens.ts';
import { allowedRedirect, withFragment, withQuery } from '../verification/redirects.ts';

const type = z.enum(
  Object.keys(TOKEN_TYPES) as [VerificationType, ...VerificationType[]],
  'Verify requires a verification type',
);
const NO_TOKEN = 'Verify requires either a token or a token hash';

/** Mailed links (GET), and codes or token hashes from supabase-js (POST). */
export function verifyRoutes(app: FastifyInstance, context: AuthContext): void {
  // Mail scanners send HEAD requests, which must not use the link up.
  app.head('/verify', async (_request, reply) => reply.code(204).send());

  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const query = readQuery(linkShape, request);
    const target = allowedRedirect(query.redirect_to, context.siteUrl);
    reply.header('referrer-policy', 'no-referrer');
    try {
      return await reply.redirect(await followLink(context, request, query, target), 303);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return reply.redirect(errorRedirect(error, target, isPkceToken(query.token)), 303);
    }
  });

  app.post('/verify', async (request, reply) => {
    const body = readBody(postShape, request);
    const fingerprint = await readFingerprint(context.devices, request);
    const consume = body.token_hash ? byLink(body.token_hash, body.type) : byCode(context, body, fingerprint);
    const opened = await context.database.asOwner(async (tx) => {
      const token = await consume(tx);
      if (!token) return undefined;
      await completeVerification(tx, context.mails, token, readRequestContext(request));
      return issueSession(tx, context, request, { userId: token.user_id, method: 'otp' });
    });
    if (opened) {
      await context.devices.remember(request, reply, opened.user.id);
      return tokenResponse(opened, context);
    }
    const message = body.token_hash ? authErrors.otp_expired.message : 'Token has expired or is invalid';
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
  { token, type: given }: z.output<typeof linkShape>,
  target: URL,
): Promise<string> {
  const kind = type.safeParse(given);
  if (!token) throw new AuthError('validation_failed', { message: NO_TOKEN });
  if (!kind.success) throw new AuthError('otp_expired');
  const requestContext = readRequestContext(request);
  const outcome = await context.database.asOwner(async (tx) => {
    const consumed = await byLink(token, kind.data)(tx);
    if (!consumed) throw new AuthError('otp_expired');
    await completeVerification(tx, context.mails, consumed, requestContext);
    if (consumed.flow_state_id !== null) return { code: await issueAuthCode(tx, consumed.flow_state_id) };
    const options = { userId: consumed.user_id, method: 'otp' } as const;
    return { opened: await issueSession(tx, context, request, options) };
  });
  if (outcome.opened === undefined) return withQuery(target, { code: outcome.code });
  const { user: _user, draft_key: _key, ...tokens } = await tokenResponse(outcome.opened, context);
  return withFragment(target, { ...tokens, type: kind.data });
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
    type,
    token_hash: z.string().nullish(),
    token: z.string().nullish(),
    email: email.nullish(),
  })
  .refine((body) => body.token_hash || body.token, NO_TOKEN)
  .refine((body) => !body.token_hash || !(body.token || body.email), {
    error: 'Only the token_hash and type should be provided',
  })
  .refine(
    (body) => body.token_hash || body.email,
    'Only an email address or phone number should be provided on verify',
  );

type ConsumeToken = (tx: Transaction) => Promise<ConsumedToken | undefined>;

function byLink(linkToken: string, kind: VerificationType): ConsumeToken {
  return (tx) => consumeLinkToken(tx, linkToken, TOKEN_TYPES[kind]);
}

function byCode(
  { sealer }: AuthContext,
  { email, token, type }: z.output<typeof postShape>,
  fingerprint: ClientFingerprint,
): ConsumeToken {
  const options = { email: email ?? '', code: token ?? '', types: TOKEN_TYPES[type], fingerprint };
  return (tx) => consumeCode(tx, sealer, options);
}
