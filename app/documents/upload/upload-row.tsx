import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Info, RotateCcw, X } from 'lucide-react';
import { memo } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { inWords } from '#domain/language/translate.ts';
import type { UploadJob } from './upload-job.ts';
import { uploads } from './uploads.ts';

export const UploadRow = memo(function UploadRow({ job }: { job: UploadJob }) {
  const hasEnded = job.status === 'done' || job.status === 'failed' || job.status === 'refused';
  return hasEnded ? <EndedRow job={job} /> : <RunningRow job={job} />;
});

function EndedRow({ job: { id, name, chosenName, status, problem, note } }: { job: UploadJob }) {
  const { t } = useLingui();
  const isStored = status === 'done';
  const Icon = isStored ? Info : CircleAlert;
  return (
    <li className="flex items-center gap-3">
      <Icon
        size={20}
        aria-hidden
        className={classNames('shrink-0', isStored ? 'text-info' : 'text-danger')}
      />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {problem !== null && <p className="text-sm text-danger">{inWords(problem, t)}</p>}
        {isStored && name !== chosenName && (
          <p className="text-sm break-words text-muted">
            <Trans>“{chosenName}” was already taken, so we saved your file under this name.</Trans>
          </p>
        )}
        {isStored && note !== null && <p className="text-sm text-muted">{inWords(note, t)}</p>}
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
