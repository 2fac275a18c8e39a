import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { dataOf, done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import type { RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { ShowMore } from '#app/shared/parts/show-more.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { writesLetters } from '#domain/bulk/limits.ts';
import { reasonNames } from '#domain/bulk/reasons.ts';
import { msg } from '#domain/language/message.ts';
import { clientSearch } from '../../../manage-params.ts';
import { jobName } from '../acts.ts';
import { type BulkJob, jobsKey, whileRunning } from './use-own-jobs.ts';

/** What a job has done so far: who got it, and who was left out and why. */
export function JobDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    queryKey: [...jobsKey, 'one', id] as const,
    queryFn: ({ signal }): Promise<BulkJob | null> =>
      dataOf(rest.from('bulk_jobs').select('*').eq('id', id).abortSignal(signal).maybeSingle()),
    refetchInterval: ({ state: { data } }) => whileRunning(data ? [data] : []),
  });
  return (
    <Dialog
      isOpen
      isInAddress
      width="wide"
      title={job ? t(jobName(job)) : t`Results`}
      onClose={onClose}
      actions={
        <>
          {job?.state === 'running' && <StopButton job={job} />}
          <Button variant="secondary" onPress={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      {job && <JobResults job={job} />}
      {job === null && (
        <p className="text-muted">{t`We don’t have these results anymore. We keep them for 90 days.`}</p>
      )}
      {job === undefined && !error && <Loading />}
      {error && <LoadProblem onRetry={refetch}>{messageOf(error, t)}</LoadProblem>}
    </Dialog>
  );
}

function JobResults({ job }: { job: BulkJob }) {
  const { t } = useLingui();
  const { count } = useFormats();
  const when = useDates().recentDateAndTime(job.created_at);
  const isOwn = useSession().user?.id === job.created_by;
  const dealtWith = job.done + job.left_out;
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetch when more are done
  useEffect(() => {
    void invalidate([...jobsKey, 'results', job.id]);
  }, [job.id, dealtWith]);
  const isLetters = writesLetters(job.kind);
  return (
    <>
      <div className="flex flex-col gap-1">
        <p className="text-sm text-muted">
          {isOwn ? (
            <Trans>Started by you on {{ when }}</Trans>
          ) : (
            <Trans>
              Started by {{ name: job.created_by_name }} on {{ when }}
            </Trans>
          )}
        </p>
        <p role="status" className="figures font-semibold">
          {t(jobState(job, count))}
        </p>
        {job.state === 'running' && (
          <>
            <ProgressBar hideLabel label={t(jobName(job))} value={progressOf(job)} />
            {job.try_again_at !== null && (
              <p role="status" className="text-sm text-warning">
                <Trans>Something went wrong. We’ll try again soon.</Trans>
              </p>
            )}
            {isLetters && (
              <p className="text-sm text-muted">
                <Trans>Letters go out a few at a time. You can close this page.</Trans>
              </p>
            )}
          </>
        )}
        {job.state === 'stopped' && (
          <p className="text-sm text-muted">
            {isLetters ? (
              <Trans>The clients who aren’t on these lists got no letter.</Trans>
            ) : (
              <Trans>Nothing changed for the clients who aren’t on these lists.</Trans>
            )}
          </p>
        )}
      </div>
      <ResultList job={job} wanted="left_out" title={t`Left out (${{ count: count(job.left_out) }})`} />
      <ResultList
        job={job}
        wanted="done"
        title={isLetters ? t`Sent (${{ count: count(job.done) }})` : t`Done (${{ count: count(job.done) }})`}
      />
    </>
  );
}

/** The function's page. */
const PAGE = 100;

function ResultList({ job, wanted, title }: { job: BulkJob; wanted: 'done' | 'left_out'; title: string }) {
  const { t } = useLingui();
  const results = useInfiniteQuery({
    queryKey: [...jobsKey, 'results', job.id, wanted] as const,
    queryFn: ({ pageParam, signal }): Promise<RowOf<'bulk_job_results', 'client_name' | 'reason'>[]> =>
      dataOf(
        rest.rpc('bulk_job_results', { job_id: job.id, wanted, after_position: pageParam }, { get: true }),
        signal,
      ),
    initialPageParam: -1,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.position),
  });
  const rows = results.data?.pages.flat() ?? [];
  if ((wanted === 'done' ? job.done : job.left_out) === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-1 text-sm">
      <h3 className="figures font-sans text-sm font-semibold tracking-normal">{title}</h3>
      {results.error && <p role="alert">{messageOf(results.error, t)}</p>}
      <ul className={wanted === 'done' ? 'grid gap-x-6 sm:grid-cols-2' : ''}>
        {rows.map(({ client_id, client_name, reason }) => (
          <li
            key={client_id}
            className="flex min-h-11 min-w-0 flex-wrap items-center justify-between gap-x-4 border-t border-line lg:min-h-9"
          >
            {client_name === null ? (
              <span className="text-muted">{t`A deleted client`}</span>
            ) : (
              <Link to={{ search: clientSearch('', client_id, '') }} className="link min-w-0 truncate py-1">
                {client_name}
              </Link>
            )}
            {reason !== null && (
              <span className="text-muted">
                {Object.hasOwn(reasonNames, reason)
                  ? t(reasonNames[reason as keyof typeof reasonNames])
                  : reason}
              </span>
            )}
          </li>
        ))}
      </ul>
      <ShowMore query={results} />
    </section>
  );
}

/** Stops a job. What was done stays. */
export function StopButton({ job, className = '' }: { job: BulkJob; className?: string }) {
  const { run, busy } = useAction(
    () => invalidate(jobsKey),
    undefined,
    (problem) => notify('danger', problem),
  );
  return (
    <Button
      variant="secondary"
      size="small"
      busy={busy}
      className={className}
      onPress={() => void run(() => done(rest.rpc('stop_bulk_job', { job_id: job.id })))}
    >
      <Trans context="a job">Stop</Trans>
    </Button>
  );
}

/**
 * How far a job is, or how it ended.
 * @param figures writes a number
 */
export function jobState(job: BulkJob, figures: (count: number) => string): MessageDescriptor {
  const done = figures(job.done);
  const all = figures(job.clients);
  const leftOut = figures(job.left_out);
  const isLetters = writesLetters(job.kind);
  if (job.state === 'running') return msg`${{ count: figures(job.done + job.left_out) }} of ${{ all }}`;
  if (job.state === 'stopped' && job.stopped_because === 'not_staff')
    return msg`Stopped after ${{ done }} of ${{ all }}: ${{ name: job.created_by_name }} isn’t staff anymore`;
  if (job.state === 'stopped' && job.stopped_because === 'failing')
    return msg`Stopped after ${{ done }} of ${{ all }}: something went wrong each time we tried`;
  if (job.state === 'stopped')
    return isLetters
      ? msg`Stopped: ${{ done }} of ${{ all }} sent`
      : msg`Stopped: ${{ done }} of ${{ all }} done`;
  if (job.left_out === 0) return isLetters ? msg`${{ done }} sent` : msg`${{ done }} done`;
  return isLetters
    ? msg`${{ done }} sent, ${{ leftOut }} left out`
    : msg`${{ done }} done, ${{ leftOut }} left out`;
}

/** In percent. */
export const progressOf = ({ done, left_out, clients }: BulkJob): number =>
  (100 * (done + left_out)) / clients;
