import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { type Caller, type Database, isPostgresError, sqlState } from '#server/database/database.ts';
import { TokenError } from '#server/http/errors.ts';
import type { Budget, TokenBuckets } from '#server/http/token-buckets.ts';
import type { Readers } from '#server/language/readers.ts';
import type { Office } from '#server/office/office.ts';
import type { Call, Endpoint } from './service.ts';

// What the functions have in common: who calls, what was sent, and how to answer.

/** The user id of a signed-in caller. */
export function idOf({ role, claims }: Caller): string {
  if (role !== 'authenticated' || claims.sub === undefined) throw new TokenError('malformed');
  return claims.sub;
}

type Role = 'is_super' | 'is_staff' | 'is_office';

/** Whether a caller has this role; the database also checks the second factor. */
export async function hasRole(
  database: Pick<Database, 'runAs'>,
  caller: Caller,
  role: Role,
): Promise<boolean> {
  const { rows } = await database.runAs<{ allowed: boolean }>(caller, {
    text: `select public.${role}() as allowed`,
  });
  return rows[0]?.allowed === true;
}

/** A call by a signed-in person. */
interface PersonalCall extends Omit<Call, 'caller'> {
  personId: string;
  caller: Caller;
  request: Request;
}

interface PersonalEndpoint<Input> extends Pick<Endpoint, 'method' | 'bodyLimit'> {
  /** The role, and the refusal of everyone else. */
  only?: readonly [role: Role, message: string, code?: string];
  /** For each person. Bad requests count, too. */
  limit?: Budget & { name: string };
  /** The body, or the query of a GET. */
  schema?: z.ZodType<Input>;
  /** The refusal of what doesn't fit; without it, the first problem is named. */
  invalid?: readonly [message: string, code?: string];
  answer(input: NoInfer<Input>, call: PersonalCall): Promise<Response>;
  /** The answer to an error that is a refusal. */
  refuse?(error: unknown): Response | undefined;
}

/** What functions share. */
export interface FunctionDeps {
  database: Pick<Database, 'query' | 'runAs'>;
  buckets: TokenBuckets;
  readers: Readers;
  office: Pick<Office, 'current'>;
  siteUrl: string;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** As the caller only: what needs more says so. */
export interface PersonalDeps extends Pick<FunctionDeps, 'buckets'> {
  database: Pick<Database, 'runAs'>;
}

/** A function for signed-in people: checks the role, the limit, and the input, in this order. */
export function forPerson<Input>(
  { database, buckets }: PersonalDeps,
  { only, limit, schema, invalid, answer, refuse, ...endpoint }: PersonalEndpoint<Input>,
): Endpoint {
  return {
    ...endpoint,
    signedIn: true,
    answer: async (request, call) => {
      const caller = await call.caller();
      const personId = idOf(caller);
      if (only && !(await hasRole(database, caller, only[0]))) return refusal(403, only[1], only[2]);
      if (limit) await buckets.take([{ ...limit, key: [limit.name, personId] }]);
      const sent = endpoint.method === 'GET' ? queryOf(request) : schema && (await jsonOf(request));
      const input = schema?.safeParse(sent);
      if (input?.error) {
        const [message, code] = invalid ?? [input.error.issues[0]?.message ?? 'Bad request'];
        return refusal(400, message, code);
      }
      try {
        return await answer(input?.data as Input, { ...call, caller, personId, request });
      } catch (error) {
        const refused = refuse?.(error);
        if (refused) return refused;
        throw error;
      }
    },
  };
}

/** Whether the database refused the caller. */
export const isNotAllowed = (error: unknown): boolean => sqlState(error) === '42501';

/** The rule of the database that an act would break, with its code as the detail. */
export function brokenRule(error: unknown): { message: string; detail: string } | undefined {
  if (!isPostgresError(error) || error.code !== '23514' || !error.detail) return undefined;
  return { message: error.message, detail: error.detail };
}

export const queryOf = ({ url }: Pick<Request, 'url'>) => Object.fromEntries(new URL(url).searchParams);

/** The body; undefined if it is not JSON. */
export const jsonOf = (body: Pick<Request, 'json'>): Promise<unknown> => body.json().catch(() => undefined);

export function refusal(status: number, message: string, code?: string): Response {
  return Response.json({ ...(code !== undefined && { code }), message }, { status });
}

/** A file for the caller alone, to be saved under this name. */
export function download(
  body: ConstructorParameters<typeof Response>[0],
  type: string,
  name: string,
): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

/** Encodes text on demand. */
export function textStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      let chunk = '';
      while (chunk.length < 65_536) {
        const next = await texts.next();
        if (next.done) {
          if (chunk !== '') controller.enqueue(encoder.encode(chunk));
          controller.close();
          return;
        }
        chunk += next.value;
      }
      controller.enqueue(encoder.encode(chunk));
    },
    cancel: async () => void (await texts.return(undefined)),
  });
}
