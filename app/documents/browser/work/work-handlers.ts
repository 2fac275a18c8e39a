import type { ListedItem } from '#domain/checklist/state.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';
import type { OpenDialog } from '../dialogs/open-dialog.ts';
import type { Work } from './use-work.ts';

export interface WorkHandlers {
  onUsed: (item: DocumentItem) => void;
  onSeen: (item: DocumentItem) => void;
  onRotate: (item: DocumentItem) => void;
  onRotateLeft: (item: DocumentItem) => void;
  onSplit: (item: DocumentItem) => void;
  onNameByLine: (item: DocumentItem) => void;
  onLine: (item: DocumentItem) => void;
  onConfirm: (item: DocumentItem) => void;
  onAsk: (item: DocumentItem) => void;
}

const LEFT = 3;

export function workHandlers(
  work: Work,
  openDialog: (dialog: OpenDialog) => void,
  finish: (outcome: Promise<Outcome>) => Promise<void>,
): WorkHandlers {
  /** Acts on the file's line; asks for one first, if there is none. */
  const withLine = (act: (item: DocumentItem, line: ListedItem) => void) => (item: DocumentItem) => {
    const [line] = work.linesOf(item);
    if (line) act(item, line);
    else openDialog({ kind: 'line', item });
  };
  return {
    onUsed: (item) => void finish(work.toggleUsed([item])),
    onSeen: (item) => void finish(work.toggleSeen([item])),
    onRotate: (item) => void finish(work.rotate(item, 1)),
    onRotateLeft: (item) => void finish(work.rotate(item, LEFT)),
    onSplit: (item) => openDialog({ kind: 'split', item }),
    onNameByLine: withLine((item) => void finish(work.nameByLines([item]))),
    onLine: (item) => openDialog({ kind: 'line', item }),
    onConfirm: withLine((item) => void finish(work.confirm([item]))),
    onAsk: withLine((item, line) => openDialog({ kind: 'ask', item, line })),
  };
}

export async function moveToLine(
  work: Work,
  item: DocumentItem,
  line: ListedItem | null,
  withName: boolean,
): Promise<Outcome> {
  const moved = await work.moveTo(item, line);
  return moved.ok && withName && line !== null ? work.nameBy(item, line) : moved;
}
