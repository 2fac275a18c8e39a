import { queryOptions } from '@tanstack/react-query';
import { business } from '#app/business.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { isReturnStatus, type ReturnStatus } from '#domain/returns/tax-return.ts';
import type { ListFilters } from '../manage-params.ts';

/** Rows fetched at a time: more than a screen, little enough to be there at once. */
export const PAGE_ROWS = 100;
/** Rows whose facts are asked for together. */
export const BLOCK_ROWS = 25;

const columns = 'user_id, email, first_name, last_name, phone, referred_by, role, created_at';

export interface ClientsPage {
  readonly rows: readonly Profile[];
  /** How many match in all; only the first page asks. */
  readonly count: number | null;
}

/** A page of everybody whom the search and the filters leave, newest first: the server's order. */
export function clientsPageQuery(filters: ListFilters, page: number) {
  const asked = wireFilters(filters);
  return queryOptions({
    queryKey: ['clients', 'list', asked, page] as const,
    queryFn: async ({ signal }): Promise<ClientsPage> => {
      const { data, count, error } = await supabase
        .rpc('list_clients', asked, page === 0 ? { get: true, count: 'exact' } : { get: true })
        .select(columns)
        .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
        // The query asks again by itself; twice that is half a minute of nothing.
        .retry(false)
        .abortSignal(signal)
        .overrideTypes<Profile[], { merge: false }>();
      if (error) throw error;
      return { rows: data, count };
    },
  });
}

function wireFilters({ term, form, status, newFiles, year }: ListFilters) {
  return {
    ...(term !== '' && { term: term.normalize('NFC').replace(/\s+/g, ' ') }),
    ...(form !== 'any' && { has_form: form === 'sent' }),
    ...(status !== 'any' && { return_status: status }),
    ...((form !== 'any' || status !== 'any') && { list_year: year }),
    ...(newFiles && { new_files_since: newSince() }),
  };
}

/** How many people there are at all. */
export function clientsTotalQuery() {
  return queryOptions({
    queryKey: ['clients', 'total'] as const,
    queryFn: async ({ signal }): Promise<number> => {
      const { count, error } = await supabase
        .from('user_profiles')
        .select('user_id', { count: 'exact', head: true })
        .retry(false)
        .abortSignal(signal);
      if (error) throw error;
      return count ?? 0;
    },
  });
}

/** What the list says beside a name. */
export interface ClientFacts {
  readonly formSent: boolean;
  readonly personal: ReturnStatus | null;
  readonly business: ReturnStatus | null;
  readonly newFiles: number;
}

/** The facts of some clients, by id. */
export function clientFactsQuery(ids: readonly string[], year: number) {
  return queryOptions({
    queryKey: ['clients', 'facts', year, ids] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ClientFacts>> => {
      const { data, error } = await supabase
        .rpc('client_overviews', { client_ids: [...ids], list_year: year, new_files_since: newSince() })
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

/** Since when a file that nobody has fetched is new. By the hour: the same list is asked for by the same address. */
function newSince(): string {
  const since = new Date(Date.now() - business.service.newBadgeDays * DAY_MS);
  since.setUTCMinutes(0, 0, 0);
  return since.toISOString();
}

/** The one whose files are open; null when there is nobody of this id. */
export function clientQuery(userId: string) {
  return queryOptions({
    queryKey: ['clients', 'one', userId] as const,
    queryFn: async (): Promise<Profile | null> => {
      const { data, error } = await supabase
        .from('user_profiles')
        .select(columns)
        .eq('user_id', userId)
        .maybeSingle<Profile>();
      if (error) throw error;
      return data;
    },
  });
}
