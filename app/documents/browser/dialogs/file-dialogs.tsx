import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { inWords } from '#domain/language/translate.ts';
import { HistoryDialog } from '../../history/history-dialog.tsx';
import { PreviewDialog } from '../../preview/preview-dialog.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';
import type { Target } from '../../store/target.ts';
import { TrashDialog } from '../../trash/trash-dialog.tsx';
import { fileKeys } from '../file-keys.ts';
import { workKeys } from '../work-keys.ts';
import { CreateFolderDialog } from './create-folder-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { FileDialog } from './open-dialog.ts';
import { RenameDialog } from './rename-dialog.tsx';

export interface FileDialogsProps {
  openDialog: FileDialog;
  target: Target;
  /** The items of the folder, in the order shown. */
  items: readonly DocumentItem[];
  isBusy: boolean;
  /** `key`: of the item to focus. */
  onClose: (key?: string) => void;
  onCreate: (name: string) => Promise<Outcome>;
  onRename: (item: DocumentItem, name: string) => Promise<Outcome>;
  onMove: (items: readonly DocumentItem[], destination: string) => void;
  onDelete: (items: readonly DocumentItem[]) => void;
  onTakeBack: (item: DocumentItem) => void;
  onDownload: (item: DocumentItem) => void;
  isWork: boolean;
}

export function FileDialogs({ openDialog, target, items, isBusy, ...on }: FileDialogsProps) {
  const onClose = () => on.onClose();
  switch (openDialog.kind) {
    case 'create':
      return <CreateFolderDialog onCreate={on.onCreate} onClose={onClose} isBusy={isBusy} />;
    case 'rename':
      return <RenameDialog item={openDialog.item} onRename={on.onRename} onClose={onClose} isBusy={isBusy} />;
    case 'move':
      return (
        <MoveDialog ownerId={target.ownerId} items={openDialog.items} onMove={on.onMove} onClose={onClose} />
      );
    case 'delete':
      return (
        <DeleteDialog items={openDialog.items} target={target} onDelete={on.onDelete} onClose={onClose} />
      );
    case 'preview':
      return (
        <PreviewDialog
          ownerId={target.ownerId}
          files={items.filter((item) => item.type === 'file')}
          startKey={openDialog.item.key}
          onClose={on.onClose}
          onDownload={on.onDownload}
        />
      );
    case 'takeBack':
      return <TakeBackDialog item={openDialog.item} onTakeBack={on.onTakeBack} onClose={onClose} />;
    case 'keyboard':
      return <KeyboardHelp isWork={on.isWork} onClose={onClose} />;
    case 'trash':
      return <TrashDialog target={target} onClose={onClose} />;
    case 'history':
      return <HistoryDialog target={target} item={openDialog.item} onClose={onClose} />;
  }
}

interface TakeBackDialogProps {
  item: DocumentItem;
  onTakeBack: (item: DocumentItem) => void;
  onClose: () => void;
}

function TakeBackDialog({ item, onTakeBack, onClose }: TakeBackDialogProps) {
  const { t } = useLingui();
  const { name } = item;
  return (
    <ConfirmDialog
      isOpen
      danger
      title={t`Take back this file?`}
      confirmLabel={t`Take back`}
      onConfirm={() => onTakeBack(item)}
      onCancel={onClose}
    >
      <p className="break-words">
        <Trans>
          We’ll remove <strong className="text-ink">{name}</strong> from your files. If we need this document,
          it will be back on your list.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

function KeyboardHelp({ isWork, onClose }: { isWork: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog isOpen onClose={onClose} title={t`Keyboard`}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
        {[...fileKeys, ...(isWork ? workKeys : [])].map(({ keys, does }) => (
          <div key={does.id} className="contents">
            <dt className="flex gap-1">
              {keys
                .map((key) => inWords(key, t))
                .map((key) => (
                  <kbd
                    key={key}
                    className="rounded-sm border border-control bg-sunken px-1.5 py-0.5 font-sans text-xs whitespace-nowrap"
                  >
                    {key}
                  </kbd>
                ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        <Trans>
          To move an item with the keyboard, press ← or → until its drag handle has focus, then press Enter.
          Choose a folder with the arrow keys, and press Enter again.
        </Trans>
      </p>
    </Dialog>
  );
}
