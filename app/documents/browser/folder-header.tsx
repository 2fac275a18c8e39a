import { Trans, useLingui } from '@lingui/react/macro';
import { ArchiveRestore, FolderPlus, History, Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Breadcrumbs, type BreadcrumbsProps } from '#app/ui/layout/breadcrumbs.tsx';
import { Dock } from '#app/ui/layout/dock.tsx';
import { stepsOf } from '#domain/documents/folders.ts';
import type { Target } from '../store/target.ts';
import { MoreUploads, UploadButton } from '../upload/upload-button.tsx';
import type { OpenDialog } from './dialogs/open-dialog.ts';
import { HOME, pathOf } from './home.ts';
import { openFolder } from './use-folder-address.ts';

export interface FolderHeaderProps {
  target: Target;
  folder: string;
  title: ReactNode;
  goTo: (folder: string) => void;
  /** A place to drop things on, around each step of the path. */
  aroundStep: BreadcrumbsProps['around'];
  isBusy: boolean;
  /** On a phone, the tools of the selection replace these. */
  hasSelection: boolean;
  onOpenDialog: (openDialog: OpenDialog) => void;
  /** The tools of staff who work on the case. */
  viewTools: ReactNode;
}

export function FolderHeader(props: FolderHeaderProps) {
  const { target, folder, title, goTo, aroundStep, isBusy, hasSelection, onOpenDialog, viewTools } = props;
  const { t } = useLingui();
  const crumbs = [
    { id: HOME, label: t`Home` },
    ...stepsOf(folder).map(({ path, name }) => ({ id: path, label: name })),
  ];
  const size = target.dense ? 'small' : 'medium';
  // On a client's phone, one line of the band at the top, so that the files begin high.
  const isBand = !target.dense && folder === '';
  return (
    <div
      className={classNames(
        'flex flex-wrap items-end justify-between gap-x-4 lg:gap-y-2',
        target.dense && 'lg:items-center',
        isBand &&
          'max-lg:-mx-(--page-gutter) max-lg:bg-deep max-lg:px-(--page-gutter) max-lg:-mb-1.5 max-lg:pb-1 max-lg:text-on-deep-muted max-lg:[&_h2]:text-base max-lg:[&_h2]:leading-[1.4]',
      )}
    >
      {/* In a narrow column, the tools wrap below a long path. */}
      <div
        className={classNames(
          'min-w-0 flex-1 max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3',
          target.dense && folder === '' ? 'lg:basis-[18rem]' : 'lg:basis-[26rem]',
        )}
      >
        {title}
        {/* The home of all folders needs no path. */}
        <div
          className={classNames(
            '-ml-1 flex min-w-0 items-center justify-between gap-x-2 max-lg:flex-auto',
            isBand && 'max-lg:hidden',
          )}
        >
          <Breadcrumbs crumbs={crumbs} onGo={(id) => goTo(pathOf(id))} around={aroundStep} />
          {target.mayDelete && (
            <div className="flex flex-wrap justify-end lg:flex-nowrap">
              {viewTools}
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
                <span className="max-[1440px]:sr-only">{t`Keyboard`}</span>
              </QuietTool>
            </div>
          )}
        </div>
      </div>
      {target.mayChange && (
        <Dock
          label={t`File tools`}
          className={classNames(
            'max-lg:py-1',
            hasSelection && 'max-lg:hidden',
            // The panels of a case leave no room for icons.
            target.dense && 'lg:max-[1440px]:[&_svg]:hidden',
          )}
        >
          <Button
            variant="secondary"
            size={size}
            icon={<FolderPlus size={20} aria-hidden />}
            onPress={() => onOpenDialog({ kind: 'create' })}
            isDisabled={isBusy}
            className="max-lg:min-h-11 max-lg:flex-auto max-lg:gap-1.5 max-lg:px-2 max-lg:text-sm max-lg:leading-tight"
          >
            <Trans>Create Folder</Trans>
          </Button>
          <MoreUploads target={target} openFolder={openFolder} size={size} className="max-lg:hidden" />
          <UploadButton
            size={size}
            target={target}
            openFolder={openFolder}
            className="max-lg:min-h-11 max-lg:flex-auto max-lg:gap-1.5 max-lg:px-2 max-lg:text-[0.9375rem] max-lg:leading-tight"
          >
            <Trans>Upload Files</Trans>
          </UploadButton>
        </Dock>
      )}
    </div>
  );
}

export function QuietTool(props: {
  icon: typeof Keyboard;
  onPress: () => void;
  children: ReactNode;
  className?: string;
  'aria-pressed'?: boolean;
}) {
  const { icon: Icon, children, ...rest } = props;
  return (
    <Button variant="quiet" size="small" icon={<Icon size={18} aria-hidden />} {...rest}>
      {children}
    </Button>
  );
}
