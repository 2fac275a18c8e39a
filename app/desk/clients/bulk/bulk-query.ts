import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { AskBulkPreview, BulkPreview } from '#contract/bulk.ts';
import type { Database, Json } from '#contract/generated/database.ts';
import type { BulkAct } from '#domain/bulk/jobs.ts';
import type { ListFilters } from '../../manage-params.ts';
import { wireFilters } from '../clients-query.ts';

export type BulkJob = Database['public']['Tables']['bulk_jobs']['Row'];

export const jobsKey = ['bulk', 'jobs'] as const;

/** The ids of rows of the list, whether they are loaded or not. */
export async function fetchIds(
  filters: ListFilters,
  { first, count }: { first: number; count: number },
): Promise<string[]> {
  return dataOf(
    rest.rpc('list_client_ids', { ...wireFilters(filters), first_row: first, most: count }, { get: true }),
  );
}

/** @param asked changes with the act and with the clients */
export function previewQuery(asked: string, act: BulkAct | null, clientIds: readonly string[]) {
  return queryOptions({
    queryKey: ['bulk', 'preview', asked] as const,
    queryFn: async ({ signal }): Promise<BulkPreview> => {
      if (!act) throw new Error('nothing to preview');
      const body: AskBulkPreview = { act, clientIds };
      return callOwn<BulkPreview>('/functions/v1/bulk-preview', { body, signal });
    },
    enabled: act !== null,
    placeholderData: keepPreviousData,
    // Forms and documents come in all the time.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Starts a job once for each id. */
export async function startJob(
  id: string,
  { kind, options }: BulkAct,
  ids: readonly string[],
): Promise<BulkJob> {
  return dataOf(
    rest.rpc('start_bulk_job', {
      job_id: id,
      job_kind: kind,
      client_ids: [...ids],
      job_options: options as Json,
    }),
  );
}

export const stopJob = (id: string) => done(rest.rpc('stop_bulk_job', { job_id: id }));

/** More than can run at once. */
const RECENT = 20;
/** In case the live channel is down. */
const LOOK_AGAIN_MS = 5000;

const whileRunning = (jobs: readonly BulkJob[] | undefined) =>
  jobs?.some(({ state }) => state === 'running') ? LOOK_AGAIN_MS : false;

export function ownJobsQuery(ownId: string) {
  return queryOptions({
    queryKey: [...jobsKey, 'own', ownId] as const,
    queryFn: ({ signal }): Promise<BulkJob[]> =>
      dataOf(
        rest
          .from('bulk_jobs')
          .select('*')
          .eq('created_by', ownId)
          .order('created_at', { ascending: false })
          .limit(RECENT)
          .retry(false),
        signal,
      ),
    enabled: ownId !== '',
    refetchInterval: ({ state: { data } }) => whileRunning(data),
  });
}

export function othersJobsQuery(ownId: string) {
  return queryOptions({
    queryKey: [...jobsKey, 'others', ownId] as const,
    queryFn: ({ signal }): Promise<BulkJob[]> =>
      dataOf(
        rest
          .from('bulk_jobs')
          .select('*')
          .eq('state', 'running')
          .neq('created_by', ownId)
          .order('created_at')
          .limit(RECENT),
        signal,
      ),
  });
}

/** Null if there is no such job. */
export function jobQuery(id: string) {
  return queryOptions({
    queryKey: [...jobsKey, 'one', id] as const,
    queryFn: ({ signal }): Promise<BulkJob | null> =>
      dataOf(rest.from('bulk_jobs').select('*').eq('id', id).abortSignal(signal).maybeSingle()),
    refetchInterval: ({ state: { data } }) => whileRunning(data ? [data] : []),
  });
}

export type Outcome = 'done' | 'left_out';
type ResultRow = Database['public']['Functions']['bulk_job_results']['Returns'][number];
/** The generated types don't know that these can be null. */
export type JobResult = Omit<ResultRow, 'client_name' | 'reason'> & {
  client_name: string | null;
  reason: string | null;
};

/** The function's page. */
const PAGE = 100;

export function resultsQuery(jobId: string, wanted: Outcome) {
  return infiniteQueryOptions({
    queryKey: [...jobsKey, 'results', jobId, wanted] as const,
    queryFn: ({ pageParam, signal }): Promise<JobResult[]> =>
      dataOf(
        rest.rpc('bulk_job_results', { job_id: jobId, wanted, after_position: pageParam }, { get: true }),
        signal,
      ),
    initialPageParam: -1,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.position),
  });
}
