import { publishableKey } from '#app/env.ts';
import { supabase } from './supabase.ts';

/**
 * What the server refused, in its own words. Not the `WireError` of the public pages: a module that both load would be
 * one more file for those.
 */
export class RefusedCall extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, body: { message?: unknown; code?: unknown }) {
    super(typeof body.message === 'string' ? body.message : '');
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : undefined;
  }
}

/** How the service names its errors: as `code`, beside `message`. */
const NAMED_ERRORS = { 'x-supabase-api-version': '2024-01-01' };

async function post<Answer>(path: string, body: object, bearer: string): Promise<Answer> {
  const answer = await fetch(`/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      ...NAMED_ERRORS,
    },
    body: JSON.stringify(body),
  });
  // A proxy's own error page is no JSON.
  const content: unknown = await answer.json().catch(() => null);
  const known = content && typeof content === 'object' ? content : {};
  if (!answer.ok) throw new RefusedCall(answer.status, known);
  return known as Answer;
}

/** A call of the auth service that supabase-js does not know, by a visitor. Throws `RefusedCall`. */
export const visitorAuthCall = <Answer>(path: string, body: object): Promise<Answer> =>
  post<Answer>(path, body, publishableKey);

/** The same, as the person who is logged in. */
export async function ownAuthCall<Answer>(path: string, body: object = {}): Promise<Answer> {
  return post<Answer>(path, body, await ownToken());
}

/** The token of the person who is logged in, or the publishable key. */
export async function ownToken(): Promise<string> {
  const { data } = await supabase.auth.getSession();
  return data.session?.access_token ?? publishableKey;
}
