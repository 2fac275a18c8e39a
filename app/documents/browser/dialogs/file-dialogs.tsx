import { HistoryDialog } from '../../history/history-dialog.tsx';
import { PreviewDialog } from '../../preview/preview-dialog.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';
import type { Target } from '../../store/target.ts';
import { TrashDialog } from '../../trash/trash-dialog.tsx';
import { CreateFolderDialog } from './create-folder-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { FileDialog } from './open-dialog.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';

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
  /** Whether the tools of a preparer are here. */
  isWork: boolean;
}

export function FileDialogs({ openDialog, target, items, isBusy, ...on }: FileDialogsProps) {
  const onClose = () => on.onClose();
  switch (openDialog.kind) {
    case 'create':
      return <CreateFolderDialog onCreate={on.onCreate} onClose={onClose} isBusy={isBusy} />;
    case 'rename': {
      const { item } = openDialog;
      return (
        <RenameDialog
          item={item}
          onRename={(name) => on.onRename(item, name)}
          onClose={onClose}
          isBusy={isBusy}
        />
      );
    }
    case 'move': {
      const { items: moved } = openDialog;
      return (
        <MoveDialog
          ownerId={target.ownerId}
          items={moved}
          onMove={(destination) => on.onMove(moved, destination)}
          onClose={onClose}
        />
      );
    }
    case 'delete': {
      const { items: deleted } = openDialog;
      return (
        <DeleteDialog
          items={deleted}
          target={target}
          onDelete={() => on.onDelete(deleted)}
          onClose={onClose}
        />
      );
    }
    case 'preview':
      return (
        <PreviewDialog
          target={target}
          files={items.filter((item) => item.type === 'file')}
          startKey={openDialog.item.key}
          onClose={on.onClose}
          onDownload={on.onDownload}
        />
      );
    case 'takeBack': {
      const { item } = openDialog;
      return <TakeBackDialog name={item.name} onTakeBack={() => on.onTakeBack(item)} onClose={onClose} />;
    }
    case 'keyboard':
      return <KeyboardHelp isWork={on.isWork} onClose={onClose} />;
    case 'trash':
      return <TrashDialog target={target} onClose={onClose} />;
    case 'history':
      return <HistoryDialog target={target} onClose={onClose} {...historyDocument(openDialog.item)} />;
  }
}

function historyDocument(item: DocumentItem | null): { document?: { id: string; name: string } } {
  return item?.id ? { document: { id: item.id, name: item.name } } : {};
}
