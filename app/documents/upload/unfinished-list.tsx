import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { formatSize } from '#domain/documents/file-display.ts';
import { lastStepOf } from '#domain/documents/folders.ts';
import { discardUnfinished, refreshUnfinished, type UnfinishedUpload } from './unfinished-uploads.ts';

const MAX_LISTED = 5;
type Uploads = readonly UnfinishedUpload[];

/** `problem` is shown if they could not be discarded. */
export function useDiscard(uploads: Uploads, problem: string, onSuccess = () => {}) {
  return useMutation({
    mutationFn: () => discardUnfinished(uploads),
    onSuccess,
    onError: (error) => {
      console.warn('Unfinished uploads could not be discarded', error);
      notify('danger', problem);
    },
    onSettled: refreshUnfinished,
  });
}

export function UnfinishedList({ uploads, withSizes = false }: { uploads: Uploads; withSizes?: boolean }) {
  const { t } = useLingui();
  const rest = uploads.length - MAX_LISTED;
  return (
    <ul className="my-1">
      {uploads.slice(0, MAX_LISTED).map(({ id, path, received, size }) => (
        <li key={id} className="break-words">
          <span className="font-medium">{lastStepOf(path)}</span>
          {withSizes && (
            <span className="figures text-sm text-muted">
              {' '}
              <Trans>
                {{ received: t(formatSize(received)) }} of {{ size: t(formatSize(size)) }} uploaded
              </Trans>
            </span>
          )}
        </li>
      ))}
      {rest > 0 && <li>{t`and ${rest} more`}</li>}
    </ul>
  );
}
