import { queryOptions } from '@tanstack/react-query';
import { fetchThreadStates, type ThreadState } from '#app/conversation/queries.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { functionQuery, type RowOf, readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import type { Database } from '#contract/generated/database.ts';
import { type ListFilters, NEWEST_FIRST } from '../manage-params.ts';
import { profileColumns } from '../profiles.ts';
import { SINCE_EVER } from '../queues/queues-query.ts';

export const PAGE_ROWS = 100;
export const BLOCK_ROWS = 25;

interface ClientsPage {
  readonly rows: readonly Profile[];
  /** The total; null on other pages than the first. */
  readonly count: number | null;
}

/** A page of the clients that match search and filters, newest first. */
export function clientsPageQuery(filters: ListFilters, page: number) {
  const asked = wireFilters(filters);
  return queryOptions({
    queryKey: ['clients', 'list', asked, page] as const,
    queryFn: async ({ signal }): Promise<ClientsPage> => {
      const { data, count, error } = await rest
        .rpc('list_clients', asked, page === 0 ? { get: true, count: 'exact' } : { get: true })
        .select(profileColumns)
        .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
        // TanStack Query retries already; both together would take half a minute.
        .retry(false)
        .abortSignal(signal)
        .overrideTypes<Profile[], { merge: false }>();
      if (error) throw error;
      return { rows: data, count };
    },
  });
}

/** The term of a search, as `list_clients` takes it. */
const asSent = (term: string) => term.normalize('NFC').replace(/\s+/g, ' ');

export function wireFilters(filters: ListFilters) {
  const { term, form, status, newFiles, archived, year, preparer, tag, waitingDays, sort } = filters;
  const isOfYear = form !== 'any' || status !== 'any' || waitingDays > 0 || /step|waiting/.test(sort);
  return {
    ...(term !== '' && { term: asSent(term) }),
    ...(form !== 'any' && { has_form: form === 'sent' }),
    ...(status !== 'any' && { return_status: status }),
    ...(isOfYear && { list_year: year }),
    ...(newFiles && { new_files_since: SINCE_EVER }),
    ...(archived && { archived }),
    ...(preparer !== 'any' && { preparer }),
    ...(tag !== '' && { tag }),
    ...(waitingDays > 0 && { waiting_days: waitingDays }),
    ...(sort !== NEWEST_FIRST && { sort }),
  };
}

export const clientsTotalQuery = (archived: boolean) =>
  readQuery(['clients', 'total', archived], () =>
    rest.rpc('list_clients_count', archived ? { archived } : {}, { get: true }).retry(false),
  );

type Functions = Database['public']['Functions'];
/** The generated types don't know that these can be null. */
type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

export interface ClientFacts extends Nullable<Functions['client_overviews']['Returns'][number]> {
  readonly thread: ThreadState | null;
}

export type PersonFound = Nullable<Functions['people_found']['Returns'][number]>;

/** The people that the search found the clients by, if not by their own name, address, or phone. By user id. */
export function peopleFoundQuery(ids: readonly string[], term: string) {
  return queryOptions({
    queryKey: ['clients', 'found', term, ids] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, PersonFound>> => {
      const data = await dataOf(
        rest.rpc('people_found', { client_ids: [...ids], term: asSent(term) }),
        signal,
      );
      return new Map(data.map((person) => [person.client_id, person]));
    },
  });
}

export function clientFactsQuery(ids: readonly string[], year: number) {
  return queryOptions({
    queryKey: ['clients', 'facts', year, ids] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ClientFacts>> => {
      const asked = { client_ids: [...ids], list_year: year, new_files_since: SINCE_EVER };
      const [data, threads] = await Promise.all([
        dataOf(rest.rpc('client_overviews', asked), signal),
        fetchThreadStates(ids, signal),
      ]);
      return new Map(data.map((row) => [row.user_id, { ...row, thread: threads.get(row.user_id) ?? null }]));
    },
  });
}

/** The open client, or null if there is no such id. */
export function clientQuery(userId: string) {
  return queryOptions({
    queryKey: ['clients', 'one', userId] as const,
    queryFn: (): Promise<Profile | null> =>
      dataOf(rest.from('user_profiles').select(profileColumns).eq('user_id', userId).maybeSingle<Profile>()),
  });
}

/** The tags in use, the most frequent first. */
export const tagsQuery = {
  ...functionQuery(['clients', 'tags'], 'client_tags', {}),
  select: (rows: RowOf<'client_tags'>[]) => rows.map(({ tag }) => tag),
};
