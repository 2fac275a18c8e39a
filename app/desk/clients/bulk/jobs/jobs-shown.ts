import type { Database } from '#contract/generated/database.ts';

type Job = Database['public']['Tables']['bulk_jobs']['Row'];

/** Jobs that ended before this are not shown. */
const NEWS_MS = 24 * 3_600_000;

/**
 * The jobs that are news to their starter, those that run first.
 * @param seenAt the end of the last job whose news the person closed; null if there is none
 */
export function shownJobs<Shown extends Pick<Job, 'state' | 'ended_at'>>(
  jobs: readonly Shown[],
  seenAt: string | null,
  now: Date,
): Shown[] {
  const seen = Date.parse(seenAt ?? '') || 0;
  const isNews = ({ ended_at }: Shown) => {
    const ended = Date.parse(ended_at ?? '') || 0;
    return ended > seen && ended > now.getTime() - NEWS_MS;
  };
  const running = jobs.filter(({ state }) => state === 'running');
  return [...running, ...jobs.filter((job) => job.state !== 'running' && isNews(job))];
}

/** What to remember when the news of this job is closed. */
export function endedAfter(seenAt: string | null, { ended_at }: Pick<Job, 'ended_at'>): string {
  const ended = ended_at ?? '';
  return Date.parse(seenAt ?? '') > Date.parse(ended) ? (seenAt ?? ended) : ended;
}
