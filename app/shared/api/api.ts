import { publishableKey } from '#app/env.ts';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { TIME_ZONE_HEADER } from '#contract/time-zone.ts';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** An error response of our server. */
export class ApiError extends Error {
  declare readonly status: number;
  declare readonly code: string | undefined;
  /** The key of a message, where the code alone does not say which. */
  declare readonly details: unknown;
  /** Empty if the response was not JSON, such as a proxy's error page. */
  declare readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, content: unknown) {
    const body = (typeof content === 'object' && content !== null ? content : {}) as Record<string, unknown>;
    super(typeof body.message === 'string' ? body.message : '');
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : undefined;
    this.details = body.details;
    this.body = body;
  }
}

export const isTooMany = (error: unknown) => error instanceof ApiError && error.status === 429;

/** Whether the auth service has refused, and not a proxy, or the limit of requests. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && !isTooMany(error) && error.code !== undefined;
}

export interface CallOptions {
  /** GET without a body, POST with one, if it isn't given. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A file, or what is sent as JSON. */
  body?: unknown;
  /** The captcha pass for this write. */
  pass?: string;
  prefer?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sends it even if the page is left meanwhile. */
  keepalive?: boolean;
}

/**
 * The calls of our server, by a function that sends them. `respond` gives the whole response, `call` its JSON. Both throw
 * `ApiError` for an error response, and the browser's error if there is no response.
 */
export function createApi(send: Send) {
  async function respond(path: string, options: CallOptions = {}): Promise<Response> {
    const { body, headers, pass, prefer, method = body === undefined ? 'GET' : 'POST', ...rest } = options;
    const isFile = body instanceof Blob;
    const response = await send(path, {
      ...rest,
      method,
      headers: {
        apikey: publishableKey,
        ...(path.startsWith('/auth/') && authHeaders()),
        ...(body !== undefined && {
          'content-type': isFile ? 'application/octet-stream' : 'application/json',
        }),
        ...(pass !== undefined && { [CAPTCHA_PASS_HEADER]: pass }),
        ...(prefer !== undefined && { prefer }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    if (response.ok) return response;
    throw new ApiError(response.status, parseJson(await response.text()));
  }

  return {
    respond,
    call: async <Answer>(path: string, options?: CallOptions): Promise<Answer> => {
      const text = await (await respond(path, options)).text();
      const content = parseJson(text);
      // The login page of a network, in place of our server: the words that `fetch` uses, which `messageOf` knows.
      if (content === undefined && text !== '') throw new TypeError('Failed to fetch');
      return (content ?? null) as Answer;
    },
  };
}

/** The auth service gives its errors a `code` beside the `message` only to a client of this version. */
const authHeaders = () => ({ 'x-supabase-api-version': '2024-01-01', ...timeZoneHeader() });

/** For the list of devices: the time zone helps people recognize theirs. */
export function timeZoneHeader(): Record<string, string> {
  return { [TIME_ZONE_HEADER]: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** Undefined for what is not JSON, such as a proxy's error page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const visitorFetch: Send = (url, init) =>
  fetch(url, { ...init, headers: { authorization: `Bearer ${publishableKey}`, ...init.headers } });

export const { call: callApi } = createApi(visitorFetch);

export const callFunction = <Answer>(name: string, options?: CallOptions) =>
  callApi<Answer>(`/functions/v1/${name}`, options);
