import type { FastifyRequest } from 'fastify';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import type { Caller, CaptchaPass, Claims } from '#server/database/database.ts';
import { plainAddress } from '../address.ts';
import { isSameSecret } from '../constant-time.ts';
import { TokenError } from './errors.ts';

const ANON: Caller = { role: 'anon', claims: { role: 'anon' } };
const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };

interface Deps {
  publishableKey: string;
  secretKey(): string;
  /** Checks a token's signature and expiry; throws `TokenError`. The database checks whether its session exists. */
  verify(token: string): Promise<Claims>;
  /** Checks a captcha pass's signature. Undefined if it is not valid. */
  verifyPass(pass: string): Promise<CaptchaPass | undefined>;
}

export function createCallers({ publishableKey, secretKey, verify, verifyPass }: Deps) {
  /** The caller of an API key. Undefined for any other text. */
  const byKey = (key: string): Caller | undefined => {
    if (isSameSecret(key, secretKey())) return SERVICE;
    return key === publishableKey ? ANON : undefined;
  };
  /** The holder of a key or token. Throws `TokenError`. */
  const byToken = async (token: string): Promise<Caller> => byKey(token) ?? asUser(await verify(token));
  /** By the bearer token, else the `apikey` header, else a visitor. supabase-js also sends its key as bearer token. */
  const who = async (request: FastifyRequest): Promise<Caller> => {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return byToken(bearer);
    const { apikey } = request.headers;
    const keyed = typeof apikey === 'string' ? byKey(apikey) : ANON;
    if (!keyed) throw new TokenError('malformed');
    return keyed;
  };
  return {
    byKey,
    byToken,
    /** With the pass and the address of the request. */
    ofRequest: async (request: FastifyRequest): Promise<Caller> => {
      const caller = await who(request);
      const header = request.headers[CAPTCHA_PASS_HEADER];
      const pass = typeof header === 'string' ? await verifyPass(header) : undefined;
      const address = plainAddress(request.ip);
      return { ...caller, ...(pass && { pass }), ...(address !== undefined && { address }) };
    },
  };
}

type Callers = ReturnType<typeof createCallers>;
export type CallerByToken = Callers['byToken'];
export type CallerOf = Callers['ofRequest'];

/** The token of `Authorization: Bearer ...`, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

function asUser(claims: Claims): Caller {
  // Only people have tokens: a role claim never grants the service role.
  if (claims.role !== 'authenticated' || !claims.sub || !claims.session_id) throw new TokenError('malformed');
  return { role: 'authenticated', claims };
}
