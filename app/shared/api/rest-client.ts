import type { PostgrestClient } from '@supabase/postgrest-js';
import { type RestOptions, type RestRequest, send } from './rest-send.ts';

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
    onDone?: ((answer: Awaited<ReturnType<typeof send>>) => A | PromiseLike<A>) | null,
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
