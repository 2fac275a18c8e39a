import { useFocusFallback } from '#app/shared/focus/use-focus-fallback.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { formatSize } from '#domain/documents/file-display.ts';
import type { Target } from '../browser/target.ts';
import { DuplicateQuestions } from './duplicate-questions.tsx';
import { isInProgress, type UploadJob } from './upload-job.ts';
import { spokenProgress, summarise } from './upload-progress.ts';
import { isUnread } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { uploads } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

/** The others are counted: a list of a thousand names helps nobody. */
const WAITING_SHOWN = 20;

/** The same for the ear. Always there: a voice reads only what changes in what it knows. */
export function SpokenUploads({ target: { ownerId, forWhom } }: { target: Target }) {
  return (
    <p role="status" className="sr-only">
      {spokenProgress(useUploads(ownerId), forWhom)}
    </p>
  );
}

/** What is on its way, what waits for an answer, and what didn't arrive. What arrived is in the list below. */
export function UploadPanel({ target: { ownerId, forWhom } }: { target: Target }) {
  const jobs = useUploads(ownerId);
  const { anchor, watch } = useFocusFallback();
  const underWay = jobs.filter(isInProgress);
  const unread = jobs.filter((job) => isUnread(job) && job.status !== 'duplicate');
  const asking = jobs.filter((job) => job.status === 'duplicate');
  const place = <span ref={anchor} tabIndex={-1} className="sr-only" />;
  if (underWay.length + asking.length + unread.length === 0) return place;
  const summary = summarise(jobs);
  const failures = jobs.filter((job) => job.status === 'failed');
  const going = underWay.filter((job) => job.status !== 'waiting');
  const waiting = underWay.filter((job) => job.status === 'waiting');
  const rows = [...unread, ...going, ...waiting.slice(0, WAITING_SHOWN)];
  return (
    <>
      {place}
      <section
        {...watch}
        aria-label="Uploads"
        className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 lg:px-5"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className="font-sans text-base font-semibold">{headline(jobs, forWhom)}</h3>
          <div className="flex gap-2">
            {failures.length > 1 && (
              <Button variant="secondary" onPress={() => retryAll(failures)}>
                Retry all
              </Button>
            )}
            {underWay.length > 0 ? (
              <Button variant="secondary" onPress={() => cancelAll(underWay)}>
                {underWay.length === 1 ? 'Cancel' : 'Cancel all'}
              </Button>
            ) : (
              <Button variant="secondary" onPress={() => uploads.clear(ownerId)}>
                Close
              </Button>
            )}
          </div>
        </div>
        <DuplicateQuestions jobs={asking} />
        {summary.underWay > 0 && summary.total > 1 && (
          <ProgressBar
            label="All files"
            value={summary.percent}
            detail={`${formatSize(summary.sentBytes)} of ${formatSize(summary.allBytes)}`}
          />
        )}
        {rows.length > 0 && (
          <ul className="-mx-1 flex max-h-80 flex-col gap-2 overflow-auto px-1">
            {rows.map((job) => (
              <UploadRow key={job.id} job={job} />
            ))}
            {waiting.length > WAITING_SHOWN && (
              <li className="py-1 text-sm text-muted">{waiting.length - WAITING_SHOWN} more are waiting.</li>
            )}
          </ul>
        )}
      </section>
    </>
  );
}

function retryAll(jobs: readonly UploadJob[]): void {
  for (const job of jobs) uploads.retry(job.id);
}

function cancelAll(jobs: readonly UploadJob[]): void {
  for (const job of jobs) uploads.cancel(job.id);
}

function headline(jobs: readonly UploadJob[], forWhom: string | null): string {
  const whom = forWhom === null ? '' : ` for ${forWhom}`;
  const { underWay, total } = summarise(jobs);
  const count = (what: UploadJob[], one: string, many: string) =>
    what.length === 0 ? [] : [what.length === 1 ? `1 file ${one}` : `${what.length} files ${many}`];
  const asking = jobs.filter((job) => job.status === 'duplicate');
  if (underWay > 0) {
    const cut = jobs.filter(isInProgress).some((job) => job.isOffline);
    return cut
      ? 'Waiting for the connection'
      : `Uploading ${total === 1 ? '1 file' : `${total} files`}${whom}`;
  }
  const missing = jobs.filter((job) => job.status === 'failed' || job.status === 'refused');
  const parts = [
    ...count(missing, 'was not uploaded', 'were not uploaded'),
    ...count(asking, 'waits for your answer', 'wait for your answer'),
  ];
  return parts.length === 0 ? `Uploaded${whom}, with a note` : `${parts.join(', ')}${whom}`;
}
