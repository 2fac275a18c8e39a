import { HistoryDialog } from '../../history/history-dialog.tsx';
import { PreviewDialog } from '../../preview/preview-dialog.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';
import { TrashDialog } from '../../trash/trash-dialog.tsx';
import type { Target } from '../target.ts';
import { CreateFolderDialog } from './create-folder-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** What is being asked, or shown. */
export type Asking =
  | { to: 'create' }
  | { to: 'rename'; item: DocumentItem }
  | { to: 'move'; items: readonly DocumentItem[] }
  | { to: 'delete'; items: readonly DocumentItem[] }
  | { to: 'preview'; item: DocumentItem }
  | { to: 'history'; item: DocumentItem | null }
  | { to: 'trash' }
  | { to: 'keyboard' };

export interface FileDialogsProps {
  asking: Asking;
  target: Target;
  /** What is shown in the folder, in its order. */
  items: readonly DocumentItem[];
  isBusy: boolean;
  onClose: () => void;
  onCreate: (name: string) => Promise<Outcome>;
  onRename: (item: DocumentItem, name: string) => Promise<Outcome>;
  onMove: (items: readonly DocumentItem[], destination: string) => void;
  onDelete: (items: readonly DocumentItem[]) => void;
  onDownload: (item: DocumentItem) => void;
}

export function FileDialogs({ asking, target, items, isBusy, onClose, ...on }: FileDialogsProps) {
  switch (asking.to) {
    case 'create':
      return <CreateFolderDialog onCreate={on.onCreate} onClose={onClose} isBusy={isBusy} />;
    case 'rename': {
      const { item } = asking;
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
      const { items: moved } = asking;
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
      const { items: deleted } = asking;
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
          startKey={asking.item.key}
          onClose={onClose}
          onDownload={on.onDownload}
        />
      );
    case 'keyboard':
      return <KeyboardHelp onClose={onClose} />;
    case 'trash':
      return <TrashDialog target={target} onClose={onClose} />;
    case 'history':
      return <HistoryDialog target={target} onClose={onClose} {...documentOf(asking.item)} />;
  }
}

function documentOf(item: DocumentItem | null): { document?: { id: string; name: string } } {
  return item?.id ? { document: { id: item.id, name: item.name } } : {};
}
