import { CreateFolderDialog } from './create-folder-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { DocumentItem } from './document-store.ts';
import type { Outcome } from './messages.ts';
import { MoveDialog } from './move-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import type { Target } from './target.ts';

/** What is being asked. */
export type Asking =
  | { to: 'create' }
  | { to: 'rename'; item: DocumentItem }
  | { to: 'move'; items: readonly DocumentItem[] }
  | { to: 'delete'; items: readonly DocumentItem[] };

export interface FileDialogsProps {
  asking: Asking;
  target: Target;
  isBusy: boolean;
  onClose: () => void;
  onCreate: (name: string) => Promise<Outcome>;
  onRename: (item: DocumentItem, name: string) => Promise<Outcome>;
  onMove: (items: readonly DocumentItem[], destination: string) => void;
  onDelete: (items: readonly DocumentItem[]) => void;
}

export function FileDialogs({ asking, target, isBusy, onClose, ...on }: FileDialogsProps) {
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
      const { items } = asking;
      return (
        <MoveDialog
          ownerId={target.ownerId}
          items={items}
          onMove={(destination) => on.onMove(items, destination)}
          onClose={onClose}
        />
      );
    }
    case 'delete': {
      const { items } = asking;
      return (
        <DeleteDialog items={items} target={target} onDelete={() => on.onDelete(items)} onClose={onClose} />
      );
    }
  }
}
