import { SessionOver } from './gate.ts';

export interface RestOptions {
  headers: Record<string, string>;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export interface RestRequest extends RestOptions {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  isMaybeSingle: boolean;
  mayRetry: boolean;
}

const MAX_RETRIES = 3;
/** Enough for a phone that changes its network; what needs longer is asked again with the connection. */
const MAX_RETRIES_OFFLINE = 1;
const maxRetries = () => (navigator.onLine === false ? MAX_RETRIES_OFFLINE : MAX_RETRIES);
const isRead = (method: string) => method === 'GET' || method === 'HEAD';
const isBusy = (status: number) => status === 503 || status === 520;

interface Answer {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

/** Sends a request. An error is part of the answer, as in postgrest-js. */
export async function send(request: RestRequest): Promise<Answer> {
  try {
    return await read(request, await fetchAgain(request));
  } catch (error) {
    const { name = 'FetchError', message = '', stack = '' } = error instanceof Error ? error : {};
    const code = error instanceof SessionOver ? error.code : '';
    const failure = { message: `${name}: ${message}`, details: stack, hint: '', code };
    return { data: null, error: failure, count: null, status: 0 };
  }
}

/** Reads are repeated after a lost connection, and when the server is busy. */
async function fetchAgain({ url, method, headers, body, signal, fetch, mayRetry }: RestRequest) {
  const type = isRead(method) ? {} : { 'content-type': 'application/json' };
  for (let retries = 0; ; retries++) {
    const isLast = () => !mayRetry || !isRead(method) || retries >= maxRetries();
    let wait = 1000 * 2 ** retries;
    try {
      const response = await fetch(url.toString(), {
        method,
        headers: { ...headers, ...type, ...(retries > 0 ? { 'x-retry-count': `${retries}` } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      if (isLast() || !isBusy(response.status)) return response;
      const after = response.headers.get('retry-after');
      if (after !== null) wait = 1000 * Math.max(0, Number.parseInt(after, 10) || 0);
      await response.text();
    } catch (error) {
      if (isLast() || signal?.aborted || (error instanceof Error && error.name === 'AbortError')) throw error;
    }
    await pause(wait, signal);
  }
}

/** Ends early when the request is canceled; then the next attempt fails. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

async function read({ method, headers, isMaybeSingle }: RestRequest, response: Response): Promise<Answer> {
  const { status } = response;
  const text = method === 'HEAD' && response.ok ? '' : await response.text();
  let data: unknown = null;
  let unreadable: unknown = null;
  try {
    if (text !== '') data = JSON.parse(text);
  } catch {
    unreadable = { message: text };
  }
  if (!response.ok) {
    return { data: null, error: unreadable ?? data ?? { message: '' }, count: null, status };
  }
  const total = headers.prefer?.includes('count=')
    ? response.headers.get('content-range')?.split('/')[1]
    : undefined;
  const count = total === undefined ? null : Number.parseInt(total, 10);
  if (isMaybeSingle && Array.isArray(data)) {
    if (data.length > 1) {
      const error = {
        code: 'PGRST116',
        hint: null,
        message: 'JSON object requested, multiple (or no) rows returned',
      };
      return { data: null, error, count: null, status: 406 };
    }
    data = data[0] ?? null;
  }
  return { data, error: unreadable, count, status };
}
