import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Info, RotateCcw, X } from 'lucide-react';
import { memo } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { inWords } from '#domain/language/translate.ts';
import type { UploadJob } from './upload-job.ts';
import { uploads } from './uploads.ts';

export const UploadRow = memo(function UploadRow({ job }: { job: UploadJob }) {
  switch (job.status) {
    case 'failed':
    case 'refused':
      return <FailedRow job={job} />;
    case 'done':
      return <DoneRow job={job} />;
    default:
      return <RunningRow job={job} />;
  }
});

function FailedRow({ job: { id, name, status, problem } }: { job: UploadJob }) {
  const { t } = useLingui();
  return (
    <li className="flex items-center gap-3">
      <CircleAlert size={20} aria-hidden className="shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-danger">{problem !== null && inWords(problem, t)}</p>
      </div>
      {status === 'failed' && (
        <Button
          variant="quiet"
          aria-label={t`Retry ${name}`}
          icon={<RotateCcw size={18} aria-hidden />}
          onPress={() => uploads.retry(id)}
          className="px-3"
        >
          <Trans>Retry</Trans>
        </Button>
      )}
    </li>
  );
}

function DoneRow({ job: { name, chosenName, note } }: { job: UploadJob }) {
  const { t } = useLingui();
  return (
    <li className="flex items-center gap-3">
      <Info size={20} aria-hidden className="shrink-0 text-info" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {name !== chosenName && (
          <p className="text-sm break-words text-muted">
            <Trans>“{chosenName}” was already taken, so we saved your file under this name.</Trans>
          </p>
        )}
        {note !== null && <p className="text-sm text-muted">{inWords(note, t)}</p>}
      </div>
    </li>
  );
}

function RunningRow({ job: { id, name, status, size, sent, isOffline } }: { job: UploadJob }) {
  const { t } = useLingui();
  const detail = isOffline
    ? t`Waiting for the connection`
    : status === 'waiting'
      ? t`Waiting`
      : status === 'checking'
        ? t({ message: 'Checking', context: 'upload' })
        : null;
  return (
    <li className="flex items-center gap-2">
      <ProgressBar
        label={name}
        value={size === 0 ? 0 : Math.floor((sent / size) * 100)}
        {...(detail === null ? {} : { detail })}
        className="min-w-0 flex-1"
      />
      <IconButton
        label={t`Cancel ${name}`}
        icon={<X size={20} aria-hidden />}
        onPress={() => uploads.cancel(id)}
      />
    </li>
  );
}
