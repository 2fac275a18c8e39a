import { queryOptions } from '@tanstack/react-query';
import { fetchThreadStates, type ThreadState } from '#app/conversation/queries.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import type { Database } from '#contract/generated/database.ts';
import type { Relation } from '#domain/clients/membership.ts';
import { isRelation } from '#domain/clients/membership-words.ts';
import { isReturnStatus, type ReturnStatus } from '#domain/returns/tax-return.ts';
import { type ListFilters, NEWEST_FIRST } from '../manage-params.ts';
import { profileColumns } from '../profiles.ts';
import { SINCE_EVER } from '../queues/queues-query.ts';

export const PAGE_ROWS = 100;
export const BLOCK_ROWS = 25;

export interface ClientsPage {
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

export function clientsTotalQuery(archived: boolean) {
  return queryOptions({
    queryKey: ['clients', 'total', archived] as const,
    queryFn: ({ signal }): Promise<number> =>
      dataOf(
        rest.rpc('list_clients_count', archived ? { archived } : {}, { get: true }).retry(false),
        signal,
      ),
  });
}

export interface ClientFacts {
  readonly formSent: boolean;
  readonly personal: ReturnStatus | null;
  readonly business: ReturnStatus | null;
  readonly newFiles: number;
  readonly preparer: string | null;
  readonly tags: readonly string[];
  /** When the client last sent a document. */
  readonly lastUploadAt: string | null;
  /** The return that has waited longest for its next step. */
  readonly waiting: { readonly status: ReturnStatus; readonly since: string } | null;
  readonly thread: ThreadState | null;
}

export interface PersonFound {
  readonly name: string;
  /** Null for a contact without a login. */
  readonly relation: Relation | null;
}

/** The people that the search found the clients by, if not by their own name, address, or phone. By user id. */
export function peopleFoundQuery(ids: readonly string[], term: string) {
  return queryOptions({
    queryKey: ['clients', 'found', term, ids] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, PersonFound>> => {
      const data = await dataOf(
        rest.rpc('people_found', { client_ids: [...ids], term: asSent(term) }),
        signal,
      );
      return new Map(
        data.map(({ client_id, name, relation }: Nullable<PersonFoundRow>) => [
          client_id ?? '',
          { name: name ?? '', relation: relation !== null && isRelation(relation) ? relation : null },
        ]),
      );
    },
  });
}

export function clientFactsQuery(ids: readonly string[], year: number) {
  return queryOptions({
    queryKey: ['clients', 'facts', year, ids] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ClientFacts>> => {
      const [{ data, error }, threads] = await Promise.all([
        rest
          .rpc('client_overviews', {
            client_ids: [...ids],
            list_year: year,
            new_files_since: SINCE_EVER,
          })
          .abortSignal(signal),
        fetchThreadStates(ids, signal),
      ]);
      if (error) throw error;
      return new Map(data.map((row) => [row.user_id, factsOf(row, threads.get(row.user_id ?? '') ?? null)]));
    },
  });
}

type PersonFoundRow = Database['public']['Functions']['people_found']['Returns'][number];
type OverviewRow = Database['public']['Functions']['client_overviews']['Returns'][number];
/** The generated types don't know that these can be null. */
type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

function factsOf(row: Nullable<OverviewRow>, thread: ThreadState | null): ClientFacts {
  const known = (status: string | null) => (status !== null && isReturnStatus(status) ? status : null);
  const waiting = known(row.waiting_status);
  return {
    formSent: row.form_submitted_at !== null,
    personal: known(row.personal_status),
    business: known(row.business_status),
    newFiles: row.new_files ?? 0,
    preparer: row.preparer,
    tags: row.tags ?? [],
    lastUploadAt: row.last_upload_at,
    thread,
    waiting: waiting && row.waiting_since !== null ? { status: waiting, since: row.waiting_since } : null,
  };
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
export function tagsQuery() {
  return queryOptions({
    queryKey: ['clients', 'tags'] as const,
    queryFn: async ({ signal }): Promise<string[]> => {
      const data = await dataOf(rest.rpc('client_tags', {}, { get: true }), signal);
      return data.map(({ tag }) => tag);
    },
  });
}
