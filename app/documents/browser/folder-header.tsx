import { Trans, useLingui } from '@lingui/react/macro';
import { ArchiveRestore, FolderPlus, History, Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Breadcrumbs, type CrumbDrop } from '#app/ui/layout/breadcrumbs.tsx';
import { Dock } from '#app/ui/layout/dock.tsx';
import { stepsOf } from '#domain/documents/folders.ts';
import { MoreUploads, UploadButton } from '../upload/upload-button.tsx';
import type { OpenDialog } from './dialogs/file-dialogs.tsx';
import type { Target } from './target.ts';
import { HOME } from './use-file-drop.tsx';

export interface FolderHeaderProps {
  target: Target;
  folder: string;
  title: ReactNode;
  goTo: (folder: string) => void;
  crumbDrop: CrumbDrop;
  isBusy: boolean;
  /** On a phone, the tools of the selection replace these. */
  hasSelection: boolean;
  onOpenDialog: (openDialog: OpenDialog) => void;
}

/** The path of the open folder, and its tools. */
export function FolderHeader(props: FolderHeaderProps) {
  const { target, folder, title, goTo, crumbDrop, isBusy, hasSelection, onOpenDialog } = props;
  const { t } = useLingui();
  const crumbs = [
    { id: HOME, label: t`Home` },
    ...stepsOf(folder).map(({ path, name }) => ({ id: path, label: name })),
  ];
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 lg:gap-y-2">
      {/* In a narrow column, the tools wrap below the path. */}
      <div className="min-w-0 flex-1 lg:basis-[26rem] max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3">
        {title}
        <div className="-ml-1 flex min-w-0 items-center justify-between gap-x-2 max-lg:flex-auto">
          <Breadcrumbs crumbs={crumbs} onGo={(id) => goTo(id === HOME ? '' : id)} drop={crumbDrop} />
          {target.mayDelete && (
            <div className="flex shrink-0">
              <QuietTool icon={ArchiveRestore} onPress={() => onOpenDialog({ kind: 'trash' })}>
                <Trans>Trash</Trans>
              </QuietTool>
              <QuietTool icon={History} onPress={() => onOpenDialog({ kind: 'history', item: null })}>
                <Trans>History</Trans>
              </QuietTool>
              <QuietTool
                icon={Keyboard}
                onPress={() => onOpenDialog({ kind: 'keyboard' })}
                className="max-lg:hidden"
              >
                <Trans>Keyboard</Trans>
              </QuietTool>
            </div>
          )}
        </div>
      </div>
      <Dock label={t`File tools`} className={hasSelection ? 'max-lg:hidden' : ''}>
        <Button
          variant="secondary"
          icon={<FolderPlus size={20} aria-hidden />}
          onPress={() => onOpenDialog({ kind: 'create' })}
          isDisabled={isBusy}
          className="max-lg:flex-auto max-lg:gap-1.5 max-lg:px-2 max-lg:text-sm max-lg:leading-tight"
        >
          <Trans>Create Folder</Trans>
        </Button>
        <MoreUploads target={target} folder={folder} className="max-lg:hidden" />
        <UploadButton
          target={target}
          folder={folder}
          className="max-lg:flex-auto max-lg:gap-1.5 max-lg:px-2 max-lg:text-[0.9375rem] max-lg:leading-tight"
        >
          <Trans>Upload Files</Trans>
        </UploadButton>
      </Dock>
    </div>
  );
}

/** A tool for staff, beside the path. */
function QuietTool(props: {
  icon: typeof Keyboard;
  onPress: () => void;
  children: ReactNode;
  className?: string;
}) {
  const { icon: Icon, children, ...rest } = props;
  return (
    <Button variant="quiet" size="small" icon={<Icon size={18} aria-hidden />} {...rest}>
      {children}
    </Button>
  );
}
