import { PUBLISHABLE_KEY } from '#tests/support/server/portal.ts';

export interface Call {
  method?: string;
  bearer?: string | undefined;
  apikey?: string;
  body?: object | string;
  headers?: Record<string, string>;
}

/** Sends a request with plain HTTP. */
export function send(url: string, { method, bearer, apikey = PUBLISHABLE_KEY, body, headers }: Call = {}) {
  return fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...(typeof body === 'string' && { 'content-type': 'text/plain' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** The statuses of a refused request. Storage says 400 for all of them. */
const REFUSALS = [400, 401, 403, 404, 422];

/**
 * The answer to a request that was accepted; undefined if it was refused. Throws for everything else: an error of the
 * server or a full queue says nothing about rights.
 */
export async function accepted<T = unknown>(request: Promise<Response>): Promise<{ body: T } | undefined> {
  const response = await request;
  const text = await response.text();
  if (REFUSALS.includes(response.status)) return undefined;
  if (!response.ok) throw new Error(`${response.status} for ${response.url}: ${text}`);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { body: (isJson && text !== '' ? JSON.parse(text) : text) as T };
}
