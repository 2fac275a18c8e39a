import type { ListedItem } from '#domain/checklist/state.ts';
import type { PageRange } from '#domain/documents/page-ranges.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { WorkDialog } from '../dialogs/open-dialog.ts';
import { AskDialog } from './ask-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { LineDialog } from './line-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';
import type { Work } from './use-work.ts';

export interface WorkDialogsProps {
  openDialog: WorkDialog;
  ownerId: string;
  work: Work;
  onClose: () => void;
  onSplit: (item: DocumentItem, parts: readonly PageRange[]) => void;
  onJoin: (items: readonly DocumentItem[], name: string) => void;
  onLine: (item: DocumentItem, line: ListedItem | null, withName: boolean) => void;
  onAsk: (line: ListedItem, note: string) => void;
}

export function WorkDialogs({ openDialog, ownerId, work, onClose, ...on }: WorkDialogsProps) {
  switch (openDialog.kind) {
    case 'split': {
      const { item } = openDialog;
      return (
        <SplitDialog
          ownerId={ownerId}
          item={item}
          onSplit={(parts) => on.onSplit(item, parts)}
          onClose={onClose}
        />
      );
    }
    case 'join':
      return <JoinDialog items={openDialog.items} onJoin={on.onJoin} onClose={onClose} />;
    case 'ask': {
      const { line } = openDialog;
      return (
        <AskDialog title={work.titleOf(line)} onAsk={(note) => on.onAsk(line, note)} onClose={onClose} />
      );
    }
    case 'line': {
      const { item } = openDialog;
      return (
        <LineDialog
          item={item}
          work={work}
          onMove={(line, withName) => on.onLine(item, line, withName)}
          onClose={onClose}
        />
      );
    }
  }
}
