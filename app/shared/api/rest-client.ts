import type { PostgrestClient } from '@supabase/postgrest-js';
import { SessionOver } from './gate.ts';

interface CountOption {
  count?: string;
}

/**
 * The calls and options of postgrest-js that this app uses, with the same requests, answers, and types: that library is a
 * fifth of what a page behind the login loads. Rows are counted by selects and functions only. rest-client.test.ts
 * compares the two.
 */
export function createRestClient<Database>(base: string, options: RestOptions): PostgrestClient<Database> {
  const begin = (path: string, method: string, prefer: (string | false | undefined)[], body?: unknown) => {
    const wanted = prefer.filter(Boolean).join(', ');
    return new Query({
      ...options,
      url: new URL(`${base}/${path}`),
      method,
      headers: { ...options.headers, ...(wanted ? { prefer: wanted } : {}) },
      body,
      isMaybeSingle: false,
      mayRetry: true,
    });
  };

  const client = {
    from: (table: string) => ({
      select: (columns = '*', { head = false, count }: CountOption & { head?: boolean } = {}) =>
        begin(table, head ? 'HEAD' : 'GET', [counted(count)]).set('select', withoutSpaces(columns)),
      insert: (rows: unknown) => begin(table, 'POST', [], rows).columnsOf(rows),
      upsert: (
        rows: unknown,
        { onConflict, ignoreDuplicates = false }: { onConflict?: string; ignoreDuplicates?: boolean } = {},
      ) => {
        const resolution = ignoreDuplicates ? 'ignore-duplicates' : 'merge-duplicates';
        const query = begin(table, 'POST', [`resolution=${resolution}`], rows);
        if (onConflict !== undefined) query.set('on_conflict', onConflict);
        return query.columnsOf(rows);
      },
      update: (values: unknown) => begin(table, 'PATCH', [], values),
      delete: () => begin(table, 'DELETE', []),
    }),
    rpc: (
      name: string,
      args: Record<string, unknown> = {},
      { get = false, count }: CountOption & { get?: boolean } = {},
    ) => {
      if (!get) return begin(`rpc/${name}`, 'POST', [counted(count)], args);
      const query = begin(`rpc/${name}`, 'GET', [counted(count)]);
      for (const [key, value] of Object.entries(args)) {
        if (value !== undefined) query.add(key, Array.isArray(value) ? `{${value.join(',')}}` : `${value}`);
      }
      return query;
    },
  };
  // The types of the library, for what this has of it.
  return client as unknown as PostgrestClient<Database>;
}

/** A request that is sent when it is awaited. */
class Query implements PromiseLike<unknown> {
  readonly #request: RestRequest;

  constructor(request: RestRequest) {
    this.#request = request;
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited
  then<A, B>(
    onDone?: ((answer: Answer) => A | PromiseLike<A>) | null,
    onFailed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return send(this.#request).then(onDone as never, onFailed);
  }

  set(key: string, value: string): this {
    this.#request.url.searchParams.set(key, value);
    return this;
  }

  add(key: string, value: string): this {
    this.#request.url.searchParams.append(key, value);
    return this;
  }

  /** Rows of a list may have different columns. */
  columnsOf(rows: unknown): this {
    const names = new Set(Array.isArray(rows) ? rows.flatMap((row) => Object.keys(row)) : []);
    return names.size === 0 ? this : this.set('columns', [...names].map((name) => `"${name}"`).join(','));
  }

  eq = (column: string, value: unknown) => this.add(column, `eq.${value}`);
  neq = (column: string, value: unknown) => this.add(column, `neq.${value}`);
  gt = (column: string, value: unknown) => this.add(column, `gt.${value}`);
  gte = (column: string, value: unknown) => this.add(column, `gte.${value}`);
  lt = (column: string, value: unknown) => this.add(column, `lt.${value}`);
  is = (column: string, value: unknown) => this.add(column, `is.${value}`);
  or = (filters: string) => this.add('or', `(${filters})`);
  not = (column: string, operator: string, value: unknown) => this.add(column, `not.${operator}.${value}`);

  in(column: string, values: readonly unknown[]): this {
    const quoted = [...new Set(values)].map((value) =>
      typeof value === 'string' && /[,()]/.test(value) ? `"${value}"` : `${value}`,
    );
    return this.add(column, `in.(${quoted.join(',')})`);
  }

  order(column: string, { ascending = true }: { ascending?: boolean } = {}) {
    const before = this.#request.url.searchParams.get('order');
    const own = `${column}.${ascending ? 'asc' : 'desc'}`;
    return this.set('order', before ? `${before},${own}` : own);
  }

  limit(rows: number): this {
    return this.set('limit', `${rows}`);
  }

  range(first: number, last: number): this {
    return this.set('offset', `${first}`).set('limit', `${last - first + 1}`);
  }

  /** Returns the rows that were written. */
  select(columns = '*'): this {
    const { headers } = this.#request;
    headers.prefer = [headers.prefer, 'return=representation'].filter(Boolean).join(', ');
    return this.set('select', withoutSpaces(columns));
  }

  single(): this {
    this.#request.headers.accept = 'application/vnd.pgrst.object+json';
    return this;
  }

  maybeSingle(): this {
    this.#request.isMaybeSingle = true;
    return this;
  }

  abortSignal(signal: AbortSignal): this {
    this.#request.signal = signal;
    return this;
  }

  /** For the types only. */
  overrideTypes(): this {
    return this;
  }

  retry(mayRetry: boolean): this {
    this.#request.mayRetry = mayRetry;
    return this;
  }
}

const counted = (count: string | undefined) => count && `count=${count}`;

/** Names in quotes keep theirs. */
const withoutSpaces = (columns: string) => columns.replace(/("[^"]*")|\s+/g, (_, quoted = '') => quoted);

export interface RestOptions {
  headers: Record<string, string>;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

interface RestRequest extends RestOptions {
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
const isBusy = (status: number) => status === 503 || status === 520;

interface Answer {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

/** Sends a request. An error is part of the answer, as in postgrest-js. */
async function send(request: RestRequest): Promise<Answer> {
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
  const isRead = method === 'GET' || method === 'HEAD';
  const type = isRead ? {} : { 'content-type': 'application/json' };
  for (let retries = 0; ; retries++) {
    const isLast = () => !mayRetry || !isRead || retries >= maxRetries();
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
