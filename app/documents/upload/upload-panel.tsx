import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { formatSize } from '#domain/documents/file-display.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Target } from '../store/target.ts';
import { TemporarySection } from './temporary-section.tsx';
import { isInProgress, summarize, type UploadJob } from './upload-job.ts';
import { isUnread } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { uploads, useUploads } from './uploads.ts';

/** More waiting files are only counted. */
const MAX_WAITING_ROWS = 20;

/**
 * The running, waiting, duplicate, and failed uploads. Stored files are in the list of the folder. On phones it is above
 * the button that was pressed, because the list may be far from there.
 */
export function UploadPanel({ target: { ownerId, clientName } }: { target: Target }) {
  const { t } = useLingui();
  const jobs = useUploads(ownerId);
  const inProgress = jobs.filter(isInProgress);
  const duplicates = jobs.filter((job) => job.status === 'duplicate');
  const unread = jobs.filter((job) => isUnread(job) && !duplicates.includes(job));
  const summary = summarize(jobs);
  const sent = t(formatSize(summary.sentBytes));
  const all = t(formatSize(summary.allBytes));
  const failures = jobs.filter((job) => job.status === 'failed');
  const going = inProgress.filter((job) => job.status !== 'waiting');
  const waiting = inProgress.filter((job) => job.status === 'waiting');
  const uncounted = waiting.length - MAX_WAITING_ROWS;
  const rows = [...unread, ...going, ...waiting.slice(0, MAX_WAITING_ROWS)];
  return (
    <TemporarySection
      isShown={inProgress.length + duplicates.length + unread.length > 0}
      aria-label={t`Uploads`}
      data-uploads
      className="fixed inset-x-0 bottom-[calc(var(--bottom-bar)+3.25rem)] z-20 flex max-h-[45dvh] flex-col gap-3 overflow-y-auto rounded-t-card border border-line bg-surface px-4 py-3 shadow-float low:static low:max-h-none lg:static lg:max-h-none lg:rounded-b-card lg:px-5 lg:py-4 lg:shadow-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-sans text-base font-semibold">{t(headline(jobs, clientName))}</h3>
        <div className="flex gap-2">
          {failures.length > 1 && (
            <Button variant="secondary" onPress={() => forAll(failures, uploads.retry)}>
              <Trans>Retry all</Trans>
            </Button>
          )}
          {inProgress.length > 0 ? (
            <Button variant="secondary" onPress={() => forAll(inProgress, uploads.cancel)}>
              {inProgress.length === 1 ? t`Cancel` : t`Cancel all`}
            </Button>
          ) : (
            <Button variant="secondary" onPress={() => uploads.clear(ownerId)}>
              <Trans>Close</Trans>
            </Button>
          )}
        </div>
      </div>
      <DuplicateQuestions jobs={duplicates} />
      {summary.inProgress > 0 && summary.total > 1 && (
        <ProgressBar label={t`All files`} value={summary.percent} detail={t`${sent} of ${all}`} />
      )}
      {rows.length > 0 && (
        <ul className="-mx-1 flex max-h-80 flex-col gap-2 overflow-auto px-1">
          {rows.map((job) => (
            <UploadRow key={job.id} job={job} />
          ))}
          {uncounted > 0 && (
            <li className="py-1 text-sm text-muted">{t`${{ count: uncounted }} more are waiting.`}</li>
          )}
        </ul>
      )}
    </TemporarySection>
  );
}

function forAll(jobs: readonly UploadJob[], act: (id: number) => void): void {
  for (const { id } of jobs) act(id);
}

function headline(jobs: readonly UploadJob[], owner: string | null): MessageDescriptor {
  const { inProgress, total: count } = summarize(jobs);
  if (inProgress > 0) {
    if (jobs.filter(isInProgress).some((job) => job.isOffline)) return msg`Waiting for the connection`;
    return owner === null
      ? msg`Uploading ${plural({ count }, { one: '# file', other: '# files' })}`
      : msg`Uploading ${plural({ count }, { one: '# file', other: '# files' })} for ${{ owner }}`;
  }
  const missing = jobs.filter(({ status }) => status === 'failed' || status === 'refused').length;
  const waiting = jobs.filter(({ status }) => status === 'duplicate').length;
  return left(missing, waiting);
}

/** What is left to read or to decide, when nothing is being uploaded. */
function left(missing: number, waiting: number): MessageDescriptor {
  if (missing > 0 && waiting > 0) {
    return msg`${plural({ missing }, { one: '# file was not uploaded', other: '# files were not uploaded' })}, ${plural({ waiting }, { one: '# file waits for your answer', other: '# files wait for your answer' })}`;
  }
  if (missing > 0) {
    return msg`${plural({ missing }, { one: '# file was not uploaded', other: '# files were not uploaded' })}`;
  }
  return waiting > 0
    ? msg`${plural({ waiting }, { one: '# file waits for your answer', other: '# files wait for your answer' })}`
    : msg`Uploaded, with a note`;
}

/** Asks about uploads whose bytes are already there, one by one or for all. Keeping one cancels the upload. */
function DuplicateQuestions({ jobs }: { jobs: readonly UploadJob[] }) {
  const { t } = useLingui();
  if (jobs.length === 0) return null;
  return (
    <section aria-label={t`Duplicate files`} className="rounded-control bg-info-soft p-3">
      {jobs.length > 1 && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3">
          <p className="font-semibold">{t`${{ count: jobs.length }} files are duplicates.`}</p>
          <Button onPress={() => forAll(jobs, uploads.cancel)}>{t`Keep one of each`}</Button>
        </div>
      )}
      <ul className="flex max-h-80 flex-col gap-2 overflow-auto">
        {jobs.map((job) => (
          <Question key={job.id} job={job} isOnly={jobs.length === 1} />
        ))}
      </ul>
    </section>
  );
}

function Question({ job, isOnly }: { job: UploadJob; isOnly: boolean }) {
  const { t } = useLingui();
  const { id, name, duplicate } = job;
  const other = duplicate?.name ?? '';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <Copy size={20} aria-hidden className="mt-0.5 shrink-0 text-info" />
        <span className="min-w-0 break-words">
          {duplicate?.isChosen
            ? t`${name} is the same as ${other}, which you also chose.`
            : t`${name} is the same as ${other}, which is already here.`}
        </span>
      </p>
      <div className="flex gap-2">
        <Button
          variant={isOnly ? 'primary' : 'secondary'}
          aria-label={t`Keep one: leave out ${name}`}
          onPress={() => uploads.cancel(id)}
          className="max-md:px-3"
        >
          <Trans>Keep one</Trans>
        </Button>
        <Button
          variant="secondary"
          aria-label={t`Upload anyway: ${name}`}
          onPress={() => uploads.sendAnyway(id)}
          className="max-md:px-3"
        >
          <Trans>Upload anyway</Trans>
        </Button>
      </div>
    </li>
  );
}
