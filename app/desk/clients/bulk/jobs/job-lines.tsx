import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleStop, X } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { jobName } from '../acts.ts';
import { jobState, progressOf, StopButton } from './job-dialog.tsx';
import type { BulkJob, OwnJobs } from './use-own-jobs.ts';

/** More would cover the list. */
const MOST_LINES = 2;

interface JobLinesProps {
  jobs: OwnJobs;
  onShow: (id: string) => void;
}

/** What runs, and what has just ended. */
export function JobLines({ jobs, onShow }: JobLinesProps) {
  const { t } = useLingui();
  const { shown } = jobs;
  const [isAll, setAll] = useState(false);
  const lines = isAll ? shown : shown.slice(0, MOST_LINES);
  return (
    <section
      aria-label={t`Jobs`}
      className="pointer-events-auto flex max-h-[50dvh] w-full flex-col divide-y divide-line overflow-y-auto border-t border-line bg-surface text-sm lg:w-full lg:max-w-2xl lg:rounded-card lg:border lg:text-[0.8125rem] lg:shadow-float"
    >
      <ul className="divide-y divide-line">
        {lines.map((job) => (
          <JobLine key={job.id} job={job} jobs={jobs} onShow={onShow} />
        ))}
      </ul>
      {lines.length < shown.length && (
        <Button variant="quiet" size="small" className="min-h-11 lg:min-h-8" onPress={() => setAll(true)}>
          <Plural value={shown.length - lines.length} one="# more job" other="# more jobs" />
        </Button>
      )}
    </section>
  );
}

function JobLine({ job, jobs, onShow }: JobLinesProps & { job: BulkJob }) {
  const { t } = useLingui();
  const { count } = useFormats();
  const isRunning = job.state === 'running';
  const name = t(jobName(job));
  return (
    // The dialog that started it is gone, and so is the button that opened it.
    <li
      {...(job.id === jobs.newest && { ref: focusOnMount, tabIndex: -1 })}
      className="flex flex-wrap items-center gap-x-3 px-4 py-1.5 lg:flex-nowrap lg:pr-2"
    >
      <span className="shrink-0 text-muted">
        {isRunning ? (
          <Spinner size={16} />
        ) : job.state === 'done' ? (
          <CircleCheck size={18} aria-hidden className="text-success" />
        ) : (
          <CircleStop size={18} aria-hidden className="text-warning" />
        )}
      </span>
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>{' '}
        <span role={isRunning ? undefined : 'status'} className="figures text-muted">
          {t(jobState(job, count))}
        </span>
        {isRunning && jobs.isLost && (
          <span role="status" className="block text-warning">
            <Trans>We can’t reach the server. The job continues when the server is back.</Trans>
          </span>
        )}
      </p>
      {isRunning && (
        <ProgressBar hideLabel label={name} value={progressOf(job)} className="w-24 max-lg:hidden" />
      )}
      <span className="flex shrink-0 items-center">
        <Button variant="quiet" size="small" className={small} onPress={() => onShow(job.id)}>
          {isRunning ? <Trans context="of a job">Details</Trans> : <Trans>See results</Trans>}
        </Button>
        {isRunning ? (
          <StopButton job={job} className={small} />
        ) : (
          <IconButton
            dense
            label={t`Close`}
            icon={<X size={18} aria-hidden />}
            onPress={() => jobs.dismiss(job)}
          />
        )}
      </span>
    </li>
  );
}

const small = 'min-h-11 lg:min-h-8 lg:px-2 lg:text-[0.8125rem]';
