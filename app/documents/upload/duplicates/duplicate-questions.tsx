import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';
import type { UploadJob } from '../upload-job.ts';
import { uploads } from '../uploads.ts';

/** Asks about uploads whose bytes are already there, one by one or for all. Keeping one cancels the upload. */
export function DuplicateQuestions({ jobs }: { jobs: readonly UploadJob[] }) {
  const { t } = useLingui();
  if (jobs.length === 0) return null;
  return (
    <section aria-label={t`Duplicate files`} className="rounded-control bg-info-soft p-3">
      {jobs.length > 1 && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3">
          <p className="font-semibold">{t`${{ count: jobs.length }} files are duplicates.`}</p>
          <Button onPress={() => keepOne(jobs)}>{t`Keep one of each`}</Button>
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
          onPress={() => keepOne([job])}
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

function keepOne(jobs: readonly UploadJob[]): void {
  for (const { id } of jobs) uploads.cancel(id);
}
