import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isAccountEmail } from '#domain/contact/email.ts';
import { AuthError, type AuthErrorCode, authErrors } from './errors.ts';
import { isStorableMetadata } from './users/metadata.ts';

const MAX_EMAIL_LENGTH = 255;

/** ASCII only, which every mail server accepts, with a dot in the domain. Converted to lower case. */
export const email = z
  .string('An email address is required')
  .trim()
  .min(1, 'An email address is required')
  .refine((text) => text.length <= MAX_EMAIL_LENGTH, {
    message: 'An email address is too long',
    params: { code: 'email_too_long' },
    abort: true,
  })
  .refine(isAccountEmail, 'Unable to validate email address: invalid format')
  .toLowerCase();

export const metadata = z
  .record(z.string(), z.unknown(), 'data must be an object')
  .refine(isStorableMetadata, 'data is too large or contains characters that cannot be stored');

/** A name for an authenticator app or a set of recovery codes. */
export const factorName = z
  .string()
  .trim()
  .max(100, 'A friendly name must not be longer than 100 characters')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'A friendly name must be plain text');

/** supabase-js sends null for both if the flow is not PKCE. */
export const pkceFields = {
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'code challenge has to be between 43 and 128 characters')
    .nullish(),
  code_challenge_method: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['s256', 'plain'], 'code challenge method must be s256 or plain'))
    .nullish(),
};

export interface PkceChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** The PKCE challenge; undefined for the implicit flow. Throws if a field is missing: no silent weaker flow. */
export function pkceChallengeOf(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: PkceChallenge['method'] | null | undefined;
}): PkceChallenge | undefined {
  const { code_challenge: given, code_challenge_method: method } = body;
  if (given && method) return { challenge: given, method };
  if (!given && !method) return undefined;
  throw new AuthError('validation_failed', {
    message: 'PKCE flow requires code_challenge_method and code_challenge',
  });
}

/** Parses the request's body. Throws `validation_failed` with the first problem, or `bad_json`. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
): z.output<Schema> {
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new AuthError('bad_json');
  return parse(schema, body);
}

/** Parses the query. The last value of a repeated name counts. Throws `validation_failed`. */
export function readQuery<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
): z.output<Schema> {
  const query = Object.entries(request.query as Record<string, string | string[]>);
  return parse(
    schema,
    Object.fromEntries(query.map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])),
  );
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const { path, message, code } = issue ?? { path: [], message: '', code: 'custom' };
  // A rule of our own may have its own error code.
  if (issue?.code === 'custom' && isErrorCode(issue.params?.code)) throw new AuthError(issue.params.code);
  // Zod's own message about a type does not name the field.
  const field = code === 'invalid_type' && message.startsWith('Invalid input') ? `${path.join('.')}: ` : '';
  throw new AuthError('validation_failed', { message: `${field}${message}` });
}

const isErrorCode = (code: unknown): code is AuthErrorCode =>
  typeof code === 'string' && Object.hasOwn(authErrors, code);

/** Where the link in the mail should redirect to; checked against the site when it is used. */
export function readRedirectTo(request: FastifyRequest): string | undefined {
  return readQuery(z.object({ redirect_to: z.string().optional() }), request).redirect_to || undefined;
}
