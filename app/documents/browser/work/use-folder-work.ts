import { useMemo, useState } from 'react';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';
import { isLocked, type Target } from '../../store/target.ts';
import type { OpenDialog } from '../dialogs/open-dialog.ts';
import { useStableHandlers, type WorkHandlers } from '../item-actions.tsx';
import type { useFileActions } from '../use-file-actions.ts';
import type { useFolderAddress } from '../use-folder-address.ts';
import type { FileSelection } from '../use-selection.ts';
import { type WorkKey, workActions, workKeyOf } from '../work-keys.ts';
import { type Checklist, useWork } from './use-work.ts';
import type { UsedDocuments } from './used-query.ts';

/** How the folder is viewed, in the address. */
export type WorkView = Pick<
  ReturnType<typeof useFolderAddress>,
  'isBeside' | 'hidesUsed' | 'showBeside' | 'hideUsed'
>;

export interface FolderWork {
  target: Target;
  /** The files and folders here, and those that are shown. */
  all: readonly DocumentItem[];
  items: readonly DocumentItem[];
  used: UsedDocuments;
  selection: FileSelection;
  actions: Pick<ReturnType<typeof useFileActions>, 'run' | 'store' | 'undoLast'>;
  view: WorkView;
  setOpenDialog: (dialog: OpenDialog | null) => void;
  keepFocus: (key?: string) => void;
}

const LEFT = 3;

export function useFolderWork(folder: FolderWork, checklist: Checklist) {
  const { target, all, items, used, selection, actions, view, setOpenDialog, keepFocus } = folder;
  const work = useWork(target.ownerId, used, all, actions, checklist);
  const [current, setCurrent] = useState<string>();
  const files = items.filter(({ type }) => type === 'file');
  const shown = files.find(({ key }) => key === current);

  /** Waits for an act and reports a failure. The row, or what took its place, has the focus then. */
  async function finish(acting: Promise<Outcome>) {
    setOpenDialog(null);
    const outcome = await acting;
    if (outcome.ok) selection.clear();
    const key = outcome.key ?? current;
    setCurrent(key);
    keepFocus(key);
    if (!outcome.ok) notify('danger', outcome.message);
  }

  /** Acts on the file's line; asks for one first, if there is none. */
  const withLine = (act: (item: DocumentItem, line: ListedItem) => void) => (item: DocumentItem) => {
    const [line] = work.linesOf(item);
    if (line) act(item, line);
    else setOpenDialog({ kind: 'line', item });
  };

  const handlers = useStableHandlers<keyof WorkHandlers>({
    onUsed: (item) => void finish(work.toggleUsed([item])),
    onSeen: (item) => void finish(work.toggleSeen([item])),
    onRotate: (item) => void finish(work.rotate(item, 1)),
    onRotateLeft: (item) => void finish(work.rotate(item, LEFT)),
    onSplit: (item) => setOpenDialog({ kind: 'split', item }),
    onNameByLine: withLine((item) => void finish(work.nameByLines([item]))),
    onLine: (item) => setOpenDialog({ kind: 'line', item }),
    onConfirm: withLine((item) => void finish(work.confirm([item]))),
    onAsk: withLine((item, line) => setOpenDialog({ kind: 'ask', item, line })),
  });
  const moreActions = useMemo(() => workActions(handlers), [handlers]);
  const selected = selection.items.filter(({ type }) => type === 'file');
  const join = () => selected.length > 1 && setOpenDialog({ kind: 'join', items: selected });

  function markSeen(chosen: readonly DocumentItem[]): void {
    if (chosen.some(({ isByClient }) => isByClient)) void finish(work.toggleSeen(chosen));
  }

  const forSelected = { onUsed: work.toggleUsed, onConfirm: work.confirm, onNameByLine: work.nameByLines };

  function act(key: WorkKey, rowKey: string | undefined): void {
    const item = files.find((file) => file.key === rowKey && !isLocked(file, target));
    switch (key) {
      case 'beside':
        view.showBeside(!view.isBeside);
        return;
      case 'undo':
        void actions.undoLast().then(() => keepFocus(current));
        return;
      case 'join':
        join();
        return;
      case 'onSeen':
        markSeen(selected.length > 0 ? selected : item ? [item] : []);
        return;
      case 'onUsed':
      case 'onConfirm':
      case 'onNameByLine':
        if (selected.length === 0) break;
        void finish(forSelected[key](selected));
        return;
    }
    if (item) handlers[key](item);
  }

  return {
    work,
    handlers,
    moreActions,
    /** Returns false if the key is none of the tools'. */
    onKey: (event: KeyboardEvent, rowKey: string | undefined): boolean => {
      const key = workKeyOf(event);
      if (key) act(key, rowKey);
      return key !== undefined;
    },
    join,
    finish: (acting: Promise<Outcome>) => void finish(acting),
    markSelected: () => void finish(work.toggleUsed(selected)),
    markSelectedSeen: () => markSeen(selected),
    /** The file beside the list. */
    shown,
    step: (by: -1 | 1) => {
      const at = shown ? files.indexOf(shown) : by < 0 ? 0 : -1;
      const next = files.at((at + by) % files.length);
      if (next) setCurrent(next.key);
    },
    /** Call when an element has got the focus: the preview follows the rows. */
    follow: (element: EventTarget) => {
      const row = element instanceof Element ? element.closest<HTMLElement>('[role="row"]') : null;
      if (row?.dataset.key !== undefined) setCurrent(row.dataset.key);
    },
  };
}

export type FolderTools = ReturnType<typeof useFolderWork>;
