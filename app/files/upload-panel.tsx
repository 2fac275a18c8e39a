import { CircleAlert, RotateCcw, X } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { formatSize } from '#domain/file-display.ts';
import { isUnderWay, type UploadJob } from './upload-job.ts';
import { summarise } from './upload-progress.ts';
import { uploads } from './uploads.ts';

/** What is on its way and what didn't arrive. What arrived is in the list below. */
export function UploadPanel({ jobs, forWhom }: { jobs: readonly UploadJob[]; forWhom: string | null }) {
  const shown = jobs.filter((job) => isUnderWay(job) || job.status === 'failed');
  const [first] = shown;
  if (!first) return null;
  const { ownerId } = first.target;
  const summary = summarise(jobs);
  const failures = shown.filter((job) => job.status === 'failed');
  return (
    <section
      aria-label="Uploads"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 lg:px-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-sans text-base font-semibold">{headline(summary, failures.length, forWhom)}</h3>
        <div className="flex gap-2">
          {failures.length > 1 && (
            <Button variant="secondary" onPress={() => retryAll(failures)}>
              Retry all
            </Button>
          )}
          {summary.underWay > 0 ? (
            <Button variant="secondary" onPress={() => uploads.cancelAll(ownerId)}>
              {shown.length === 1 ? 'Cancel' : 'Cancel all'}
            </Button>
          ) : (
            <Button variant="secondary" onPress={() => uploads.clear(ownerId)}>
              Close
            </Button>
          )}
        </div>
      </div>
      {summary.underWay > 0 && summary.total > 1 && (
        <ProgressBar
          label="All files"
          value={summary.percent}
          detail={`${formatSize(summary.sentBytes)} of ${formatSize(summary.allBytes)}`}
        />
      )}
      <ul className="-mx-1 flex max-h-80 flex-col gap-2 overflow-auto px-1">
        {shown.map((job) => (
          <UploadRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

function retryAll(jobs: readonly UploadJob[]): void {
  for (const job of jobs) uploads.retry(job.id);
}

function UploadRow({ job }: { job: UploadJob }) {
  const { id, name, status, size, sent, problem } = job;
  if (status === 'failed') {
    return (
      <li className="flex items-center gap-3">
        <CircleAlert size={20} aria-hidden className="shrink-0 text-danger" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name}</p>
          <p className="text-sm text-danger">{problem}</p>
        </div>
        <Button
          variant="quiet"
          aria-label={`Retry ${name}`}
          icon={<RotateCcw size={18} aria-hidden />}
          onPress={() => uploads.retry(id)}
          className="px-3"
        >
          Retry
        </Button>
      </li>
    );
  }
  return (
    <li className="flex items-center gap-2">
      <ProgressBar
        label={name}
        value={size === 0 ? 0 : Math.floor((sent / size) * 100)}
        {...(status === 'waiting' ? { detail: 'Waiting' } : {})}
        className="min-w-0 flex-1"
      />
      <IconButton
        label={`Cancel ${name}`}
        icon={<X size={20} aria-hidden />}
        onPress={() => uploads.cancel(id)}
      />
    </li>
  );
}

function headline(
  { underWay, total }: { underWay: number; total: number },
  failed: number,
  forWhom: string | null,
) {
  const whom = forWhom === null ? '' : ` for ${forWhom}`;
  if (underWay > 0) return `Uploading ${total === 1 ? '1 file' : `${total} files`}${whom}`;
  return `${failed === 1 ? '1 file was' : `${failed} files were`} not uploaded${whom}`;
}
