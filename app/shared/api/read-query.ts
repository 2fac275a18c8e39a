import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Database } from '#contract/generated/database.ts';
import { type Answer, type Cancelable, dataOf } from './done.ts';
import { rest } from './rest.ts';

export type Functions = Database['public']['Functions'];
type Row<Name extends keyof Functions> = Functions[Name]['Returns'] extends (infer One)[] ? One : never;

/** What a function returns. `Nulls`: the columns that can be null, which the generated types don't know. */
export type RowOf<Name extends keyof Functions, Nulls extends keyof Row<Name> = never> = Omit<
  Row<Name>,
  Nulls
> & { [Column in Nulls]: Row<Name>[Column] | null };

/** Reads what a request answers. */
export const readQuery = <Given extends Answer>(
  queryKey: QueryKey,
  request: () => PromiseLike<Given> & Cancelable,
) => queryOptions({ queryKey, queryFn: ({ signal }) => dataOf(request(), signal) });

/** Asks a function that changes nothing. */
export function functionQuery<Name extends keyof Functions>(
  queryKey: QueryKey,
  name: Name,
  args: Functions[Name]['Args'],
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Functions[Name]['Returns']> =>
      dataOf(rest.rpc(name, args, { get: true }), signal),
  });
}

/** Reads rows in pages of this size, each after the last row of the one before. */
export const pagedQuery = <Row>(
  queryKey: QueryKey,
  size: number,
  request: (
    after: Row | null,
  ) => PromiseLike<{ data: Row[]; error: null } | { data: null; error: Error }> & Cancelable,
) =>
  infiniteQueryOptions<Row[], Error, Row[], QueryKey, Row | null>({
    queryKey,
    queryFn: ({ signal, pageParam }): Promise<Row[]> => dataOf(request(pageParam as Row | null), signal),
    initialPageParam: null,
    getNextPageParam: (page) => (page.length < size ? null : (page.at(-1) ?? null)),
    select: ({ pages }) => pages.flat(),
  });
