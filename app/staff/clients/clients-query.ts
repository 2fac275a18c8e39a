import { queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import { type Profile, profileColumns } from '#app/shared/session/profile.ts';
import { isReturnStatus, type ReturnStatus } from '#domain/returns/tax-return.ts';
import type { ListFilters } from '../manage-params.ts';

/** Rows per request. */
export const PAGE_ROWS = 100;
/** Clients per request for their facts. */
export const BLOCK_ROWS = 25;

export interface ClientsPage {
  readonly rows: readonly Profile[];
  /** The total; null on other pages than the first. */
  readonly count: number | null;
}

/** A page of the clients that match search and filters, newest first. */
export function clientsPageQuery(filters: ListFilters, page: number, newBadgeDays: number) {
  const asked = wireFilters(filters, newBadgeDays);
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

function wireFilters({ term, form, status, newFiles, year }: ListFilters, newBadgeDays: number) {
  return {
    ...(term !== '' && { term: term.normalize('NFC').replace(/\s+/g, ' ') }),
    ...(form !== 'any' && { has_form: form === 'sent' }),
    ...(status !== 'any' && { return_status: status }),
    ...((form !== 'any' || status !== 'any') && { list_year: year }),
    ...(newFiles && { new_files_since: newSince(newBadgeDays) }),
  };
}

/** The number of all clients. */
export function clientsTotalQuery() {
  return queryOptions({
    queryKey: ['clients', 'total'] as const,
    queryFn: async ({ signal }): Promise<number> => {
      const { count, error } = await rest
        .from('user_profiles')
        .select('user_id', { count: 'exact', head: true })
        .retry(false)
        .abortSignal(signal);
      if (error) throw error;
      return count ?? 0;
    },
  });
}

/** The facts in a client's row. */
export interface ClientFacts {
  readonly formSent: boolean;
  readonly personal: ReturnStatus | null;
  readonly business: ReturnStatus | null;
  readonly newFiles: number;
}

/** The facts by user id. */
export function clientFactsQuery(ids: readonly string[], year: number, newBadgeDays: number) {
  return queryOptions({
    queryKey: ['clients', 'facts', year, newBadgeDays, ids] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ClientFacts>> => {
      const { data, error } = await rest
        .rpc('client_overviews', {
          client_ids: [...ids],
          list_year: year,
          new_files_since: newSince(newBadgeDays),
        })
        .abortSignal(signal);
      if (error) throw error;
      return new Map(data.map((row) => [row.user_id, factsOf(row)]));
    },
  });
}

interface OverviewRow {
  form_submitted_at: string | null;
  personal_status: string | null;
  business_status: string | null;
  new_files: number;
}

function factsOf({
  form_submitted_at,
  personal_status,
  business_status,
  new_files,
}: OverviewRow): ClientFacts {
  const known = (status: string | null) => (status !== null && isReturnStatus(status) ? status : null);
  return {
    formSent: form_submitted_at !== null,
    personal: known(personal_status),
    business: known(business_status),
    newFiles: new_files,
  };
}

const DAY_MS = 86_400_000;

/**
 * Files uploaded after this time and never downloaded are new. Rounded to the hour, so that equal lists have
 * equal URLs.
 */
function newSince(newBadgeDays: number): string {
  const since = new Date(Date.now() - newBadgeDays * DAY_MS);
  since.setUTCMinutes(0, 0, 0);
  return since.toISOString();
}

/** The open client, or null if there is no such id. */
export function clientQuery(userId: string) {
  return queryOptions({
    queryKey: ['clients', 'one', userId] as const,
    queryFn: async (): Promise<Profile | null> => {
      const { data, error } = await rest
        .from('user_profiles')
        .select(profileColumns)
        .eq('user_id', userId)
        .maybeSingle<Profile>();
      if (error) throw error;
      return data;
    },
  });
}
