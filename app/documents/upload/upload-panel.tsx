import { useFocusFallback } from '#app/shared/focus/use-focus-fallback.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { formatSize } from '#domain/documents/file-display.ts';
import type { Target } from '../browser/target.ts';
import { DuplicateQuestions } from './duplicate-questions.tsx';
import { isInProgress, type UploadJob } from './upload-job.ts';
import { isUnread } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { uploads, useUploads } from './uploads.ts';

/** More waiting files are only counted. */
const MAX_WAITING_ROWS = 20;

/** The progress for screen readers. Always rendered: they announce only changes of a live region. */
export function UploadAnnouncements({ target: { ownerId, clientName } }: { target: Target }) {
  return (
    <p role="status" className="sr-only">
      {announcement(useUploads(ownerId), clientName)}
    </p>
  );
}

/** The running, waiting, duplicate, and failed uploads. Stored files are in the list of the folder. */
export function UploadPanel({ target: { ownerId, clientName } }: { target: Target }) {
  const jobs = useUploads(ownerId);
  const { anchor, watch } = useFocusFallback();
  const inProgress = jobs.filter(isInProgress);
  const unread = jobs.filter((job) => isUnread(job) && job.status !== 'duplicate');
  const duplicates = jobs.filter((job) => job.status === 'duplicate');
  const place = <span ref={anchor} tabIndex={-1} className="sr-only" />;
  if (inProgress.length + duplicates.length + unread.length === 0) return place;
  const summary = summarize(jobs);
  const failures = jobs.filter((job) => job.status === 'failed');
  const going = inProgress.filter((job) => job.status !== 'waiting');
  const waiting = inProgress.filter((job) => job.status === 'waiting');
  const rows = [...unread, ...going, ...waiting.slice(0, MAX_WAITING_ROWS)];
  return (
    <>
      {place}
      <section
        {...watch}
        aria-label="Uploads"
        className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 lg:px-5"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className="font-sans text-base font-semibold">{headline(jobs, clientName)}</h3>
          <div className="flex gap-2">
            {failures.length > 1 && (
              <Button variant="secondary" onPress={() => retryAll(failures)}>
                Retry all
              </Button>
            )}
            {inProgress.length > 0 ? (
              <Button variant="secondary" onPress={() => cancelAll(inProgress)}>
                {inProgress.length === 1 ? 'Cancel' : 'Cancel all'}
              </Button>
            ) : (
              <Button variant="secondary" onPress={() => uploads.clear(ownerId)}>
                Close
              </Button>
            )}
          </div>
        </div>
        <DuplicateQuestions jobs={duplicates} />
        {summary.inProgress > 0 && summary.total > 1 && (
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
            {waiting.length > MAX_WAITING_ROWS && (
              <li className="py-1 text-sm text-muted">
                {waiting.length - MAX_WAITING_ROWS} more are waiting.
              </li>
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

function headline(jobs: readonly UploadJob[], clientName: string | null): string {
  const owner = clientName === null ? '' : ` for ${clientName}`;
  const { inProgress, total } = summarize(jobs);
  const count = (what: UploadJob[], one: string, many: string) =>
    what.length === 0 ? [] : [what.length === 1 ? `1 file ${one}` : `${what.length} files ${many}`];
  const duplicates = jobs.filter((job) => job.status === 'duplicate');
  if (inProgress > 0) {
    const cut = jobs.filter(isInProgress).some((job) => job.isOffline);
    return cut
      ? 'Waiting for the connection'
      : `Uploading ${total === 1 ? '1 file' : `${total} files`}${owner}`;
  }
  const missing = jobs.filter((job) => job.status === 'failed' || job.status === 'refused');
  const parts = [
    ...count(missing, 'was not uploaded', 'were not uploaded'),
    ...count(duplicates, 'waits for your answer', 'wait for your answer'),
  ];
  return parts.length === 0 ? `Uploaded${owner}, with a note` : `${parts.join(', ')}${owner}`;
}

interface UploadSummary {
  /** Files that are waiting, being sent, or were stored in this batch. */
  readonly total: number;
  readonly inProgress: number;
  readonly sentBytes: number;
  readonly allBytes: number;
  readonly percent: number;
}

function summarize(jobs: readonly UploadJob[]): UploadSummary {
  const counted = jobs.filter((job) => isInProgress(job) || job.status === 'done');
  const sum = (value: (job: UploadJob) => number) => counted.reduce((all, job) => all + value(job), 0);
  const sentBytes = sum((job) => job.sent);
  const allBytes = sum((job) => job.size);
  return {
    total: counted.length,
    inProgress: counted.filter(isInProgress).length,
    sentBytes,
    allBytes,
    percent: allBytes === 0 ? 0 : Math.floor((sentBytes / allBytes) * 100),
  };
}

/** The progress for screen readers. It changes only every 25 percent, so as not to be read out all the time. */
function announcement(jobs: readonly UploadJob[], clientName: string | null): string {
  const { total, inProgress, percent } = summarize(jobs);
  if (inProgress === 0) {
    const duplicates = jobs.filter((job) => job.status === 'duplicate').length;
    if (duplicates === 0) return '';
    return duplicates === 1 ? 'A file waits for your answer.' : `${duplicates} files wait for your answer.`;
  }
  if (jobs.some((job) => job.isOffline && isInProgress(job))) return 'Waiting for the connection.';
  const owner = clientName === null ? '' : ` for ${clientName}`;
  const quarter = Math.floor(percent / 25) * 25;
  const files = total === 1 ? '1 file' : `${total} files`;
  return `Uploading ${files}${owner}. ${quarter} percent.`;
}
