import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { lastStepOf } from '#domain/documents/folders.ts';
import type { FolderContent } from '../store/document-store.ts';
import { problemOf } from '../store/store-error.ts';
import { UploadButton } from '../upload/upload-button.tsx';
import { ItemListView, type ItemListViewProps } from './item-list-view.tsx';
import { openFolder } from './use-folder-address.ts';

export interface FolderContentViewProps extends Omit<ItemListViewProps, 'label'> {
  content: UseQueryResult<FolderContent>;
  /** It could not be loaded on this visit. */
  isUnknown: boolean;
  folder: string;
  goTo: (folder: string) => void;
}

export function FolderContentView({ content, isUnknown, folder, goTo, ...list }: FolderContentViewProps) {
  const { t } = useLingui();
  const { target, takeFocus } = list;
  if (content.isPending) return <LoadingRows />;
  if (isUnknown || !content.data) {
    return (
      <LoadProblem title={t`We couldn’t load the files`} onRetry={content.refetch} busy={content.isFetching}>
        {problemOf(content.error, t)}
      </LoadProblem>
    );
  }
  const { exists } = content.data;
  if (list.items.length > 0) {
    return (
      <ItemListView
        {...list}
        label={
          folder === '' ? t`Files and folders` : t`Files and folders in ${{ folder: lastStepOf(folder) }}`
        }
      />
    );
  }
  return (
    <div {...(takeFocus ? { ref: focusOnMount } : {})} tabIndex={-1}>
      {exists ? (
        <EmptyState
          picture={<PapersPicture />}
          title={t`No files yet`}
          {...(target.mayChange && {
            action: (
              <UploadButton target={target} openFolder={openFolder} size="large">
                <Trans>Upload Your First File</Trans>
              </UploadButton>
            ),
          })}
        >
          {target.mayChange ? (
            <Trans>Photos from your phone are fine. You can organize them later.</Trans>
          ) : (
            <Trans>When there are files, you will see them here.</Trans>
          )}
        </EmptyState>
      ) : (
        <EmptyState
          picture={<FolderX size={48} strokeWidth={1.25} aria-hidden />}
          title={t`This folder is gone`}
          action={<Button onPress={() => goTo('')}>{t`Go to Home`}</Button>}
        >
          <Trans>It was moved, renamed, or deleted.</Trans>
        </EmptyState>
      )}
    </div>
  );
}

function LoadingRows() {
  return (
    <div role="status" className="flex flex-col gap-2 pt-14">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  );
}

function PapersPicture() {
  return (
    <svg
      width="112"
      height="84"
      viewBox="0 0 112 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M32 40V10a4 4 0 0 1 4-4h28l16 16v20" className="fill-surface" />
      <path d="M64 6v12a4 4 0 0 0 4 4h12M42 18h12M42 26h24M42 34h28" />
      <path
        d="M14 34h6l36 22 36-22h6a4 4 0 0 1 4 4v36a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V38a4 4 0 0 1 4-4Z"
        className="fill-surface"
      />
      <path d="m11 76 32-28M101 76 69 48" />
      <circle cx="56" cy="56" r="6" className="fill-accent stroke-accent" />
    </svg>
  );
}
