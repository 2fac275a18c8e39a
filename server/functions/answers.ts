import type { Caller, Database } from '#server/database/database.ts';
import { TokenError } from '#server/http/errors.ts';
import type { Call } from './service.ts';

// What the functions have in common: who calls, what was sent, and how to answer.

/** The user id of a signed-in caller. */
export function idOf({ role, claims }: Caller): string {
  if (role !== 'authenticated' || claims.sub === undefined) throw new TokenError('malformed');
  return claims.sub;
}

/** The id of a caller with this role; the database also checks the second factor. Throws `TokenError`. */
export async function personWho(
  database: Pick<Database, 'runAs'>,
  is: 'is_super' | 'is_staff' | 'is_office',
  call: Pick<Call, 'caller'>,
): Promise<string | undefined> {
  const caller = await call.caller();
  const { rows } = await database.runAs<{ allowed: boolean }>(caller, {
    text: `select public.${is}() as allowed`,
  });
  return rows[0]?.allowed ? caller.claims.sub : undefined;
}

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
