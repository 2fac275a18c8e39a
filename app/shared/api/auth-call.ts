import { publishableKey } from '#app/env.ts';
import { ownFetch } from './own-fetch.ts';

/** The auth service's error response. Not the `ApiError` of the public pages: a shared chunk would cost them a request. */
export class AuthCallError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, body: { message?: unknown; code?: unknown }) {
    super(typeof body.message === 'string' ? body.message : '');
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : undefined;
  }
}

/** Asks for errors with a `code` beside the `message`. */
const NAMED_ERRORS = { 'x-supabase-api-version': '2024-01-01' };

async function post<Answer>(path: string, body: object, send: typeof fetch): Promise<Answer> {
  const response = await send(`/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${publishableKey}`,
      'content-type': 'application/json',
      ...NAMED_ERRORS,
    },
    body: JSON.stringify(body),
  });
  // A proxy's error page is not JSON.
  const content: unknown = await response.json().catch(() => null);
  const answer = content && typeof content === 'object' ? content : {};
  if (!response.ok) throw new AuthCallError(response.status, answer);
  return answer as Answer;
}

/** Calls an endpoint of the auth service that supabase-js doesn't have, as a visitor. Throws `AuthCallError`. */
export const visitorAuthCall = <Answer>(path: string, body: object): Promise<Answer> =>
  post<Answer>(path, body, (input, init) => fetch(input, init));

/** The same, as the signed-in person. */
export const ownAuthCall = <Answer>(path: string, body: object = {}): Promise<Answer> =>
  post<Answer>(path, body, ownFetch);
