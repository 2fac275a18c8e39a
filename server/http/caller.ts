import type { FastifyRequest } from 'fastify';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import type { Caller, CaptchaPass, Claims } from '#server/database/database.ts';
import { plainAddress } from '../address.ts';
import { isSameSecret } from '../constant-time.ts';
import { TokenError } from './errors.ts';

/** Checks a token's signature and expiry; throws `TokenError`. The database checks whether its session exists. */
export type TokenVerifier = (token: string) => Promise<Claims>;

/** Checks a captcha pass's signature. Undefined if it is not valid. */
export type PassVerifier = (pass: string) => Promise<CaptchaPass | undefined>;

/** The holder of a key or token. Throws `TokenError`. */
export type CallerByToken = (token: string) => Promise<Caller>;

export type CallerOf = (request: FastifyRequest) => Promise<Caller>;

/** The caller of an API key. Undefined for any other text. */
export type CallerByKey = (key: string) => Caller | undefined;

const ANON: Caller = { role: 'anon', claims: { role: 'anon' } };
const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };

export function createCallerByKey(keys: { publishableKey: string; secretKey(): string }): CallerByKey {
  return (key) => {
    if (isSameSecret(key, keys.secretKey())) return SERVICE;
    return key === keys.publishableKey ? ANON : undefined;
  };
}

export function createCallerByToken(byKey: CallerByKey, verify: TokenVerifier): CallerByToken {
  return async (token) => byKey(token) ?? asUser(await verify(token));
}

/** By the bearer token, else the `apikey` header, else a visitor. supabase-js also sends its key as bearer token. */
export function createCallerOf(
  byKey: CallerByKey,
  verify: TokenVerifier,
  verifyPass: PassVerifier,
): CallerOf {
  const byToken = createCallerByToken(byKey, verify);
  const who = async (request: FastifyRequest) => {
    const apikey = request.headers.apikey;
    const bearer = bearerOf(request);
    const keyed = typeof apikey === 'string' ? byKey(apikey) : ANON;
    if (bearer === undefined) {
      if (!keyed) throw new TokenError('malformed');
      return keyed;
    }
    return byToken(bearer);
  };
  return async (request) => {
    const caller = await who(request);
    const header = request.headers[CAPTCHA_PASS_HEADER];
    const pass = typeof header === 'string' ? await verifyPass(header) : undefined;
    const address = plainAddress(request.ip);
    return { ...caller, ...(pass && { pass }), ...(address !== undefined && { address }) };
  };
}

/** The token of `Authorization: Bearer ...`, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

function asUser(claims: Claims): Caller {
  // Only people have tokens: a role claim never grants the service role.
  if (claims.role !== 'authenticated' || !claims.sub || !claims.session_id) throw new TokenError('malformed');
  return { role: 'authenticated', claims };
}
