import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { storedText } from '#app/shared/drafts/stored-value.ts';
import { useSession } from '#app/shared/session/session.tsx';
import type { Database } from '#contract/generated/database.ts';

export type BulkJob = Database['public']['Tables']['bulk_jobs']['Row'];

export const jobsKey = ['bulk', 'jobs'] as const;

/** More than can run at once. */
export const RECENT = 20;
/** In case the live channel is down. */
const LOOK_AGAIN_MS = 5000;

export const whileRunning = (jobs: readonly BulkJob[] | undefined) =>
  jobs?.some(({ state }) => state === 'running') ? LOOK_AGAIN_MS : false;

/** Jobs that ended before this are not shown. */
const NEWS_MS = 24 * 3_600_000;

export type OwnJobs = ReturnType<typeof useOwnJobs>;

/** The person's own jobs, which go on without the page. */
export function useOwnJobs() {
  const ownId = useSession().user?.id ?? '';
  const queries = useQueryClient();
  const queryKey = [...jobsKey, 'own', ownId] as const;
  const { data = [], isError } = useQuery({
    ...readQuery(queryKey, () =>
      rest
        .from('bulk_jobs')
        .select('*')
        .eq('created_by', ownId)
        .order('created_at', { ascending: false })
        .limit(RECENT)
        .retry(false),
    ),
    enabled: ownId !== '',
    refetchInterval: ({ state: { data } }) => whileRunning(data),
  });
  const [newest, setNewest] = useState<string | null>(null);
  const seen = storedText('local', `nutmeg.bulk-jobs-seen.${ownId}`);
  const [seenAt, setSeenAt] = useState(seen.read);
  useLiveChanges([{ table: 'bulk_jobs' }], () => invalidate(jobsKey));

  const running = data.filter(({ state }) => state === 'running').length;
  const before = useRef(running);
  useEffect(() => {
    // Tags, preparers, and more are different now.
    if (running < before.current) void invalidate(['clients']);
    before.current = running;
  }, [running]);

  return {
    /** Those that run, and those that ended since the person last looked. */
    shown: shownJobs(data, seenAt, new Date()),
    /** The one that was started a moment ago: it takes the focus. */
    newest,
    /** The server may be starting again. */
    isLost: isError,
    follow: (job: BulkJob) => {
      queries.setQueryData<BulkJob[]>(queryKey, (jobs = []) => [
        job,
        ...jobs.filter(({ id }) => id !== job.id),
      ]);
      void invalidate(jobsKey);
      setNewest(job.id);
    },
    /** The person has seen how it ended. */
    dismiss: (job: BulkJob) => {
      const at = endedAfter(seenAt, job);
      seen.save(at);
      setSeenAt(at);
    },
  };
}

/**
 * The jobs that are news to their starter, those that run first.
 * @param seenAt the end of the last job whose news the person closed; null if there is none
 */
export function shownJobs<Shown extends Pick<BulkJob, 'state' | 'ended_at'>>(
  jobs: readonly Shown[],
  seenAt: string | null,
  now: Date,
): Shown[] {
  const since = Math.max(Date.parse(seenAt ?? '') || 0, now.getTime() - NEWS_MS);
  return [
    ...jobs.filter(({ state }) => state === 'running'),
    ...jobs.filter(({ state, ended_at }) => state !== 'running' && Date.parse(ended_at ?? '') > since),
  ];
}

/** What to remember when the news of this job is closed. */
export function endedAfter(seenAt: string | null, { ended_at }: Pick<BulkJob, 'ended_at'>): string {
  const ended = ended_at ?? '';
  return Date.parse(seenAt ?? '') > Date.parse(ended) ? (seenAt ?? ended) : ended;
}
