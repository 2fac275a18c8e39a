import { Plural, Trans } from '@lingui/react/macro';
import { Upload } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import {
  type DirectoryDropItem,
  type DropItem,
  type DropOperation,
  type FileDropItem,
  useDragAndDrop,
  useDrop,
} from 'react-aria-components';
import { classNames } from '#app/ui/class-names.ts';
import { canMoveTo, joinPath } from '#domain/documents/folders.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { isLocked, type Target } from '../store/target.ts';
import type { ChosenFile } from '../upload/upload-job.ts';
import { uploads } from '../upload/uploads.ts';
import { pathOf } from './home.ts';

export interface FileDropOptions {
  target: Target;
  folder: string;
  items: readonly DocumentItem[];
  frame: RefObject<HTMLElement | null>;
  /** False in narrow windows, where a long press would interfere with scrolling. */
  mayDrag: boolean;
  onMove: (items: readonly DocumentItem[], destination: string) => void;
}

export interface CrumbDrop {
  accepts: (id: string) => boolean;
  onDrop: (id: string, items: DropItem[]) => void;
}

export type FileDrop = ReturnType<typeof useFileDrop>;

/** The data type of a dragged row. Other windows don't accept it. */
const ITEM_TYPE = 'application/x-nutmeg-item';

/**
 * Moves rows that are dropped on folders or breadcrumbs, and uploads files that are dropped from the device. All of it
 * is possible without dragging, too.
 */
export function useFileDrop({ target, folder, items, frame, mayDrag, onMove }: FileDropOptions) {
  const byKey = (key: unknown) => items.find((item) => item.key === key);
  const dragged = useRef<readonly DocumentItem[]>([]);
  const [isOverList, setOverList] = useState(false);

  const upload = async (into: string, dropped: readonly DropItem[]) => {
    const { ownerId, clientName } = target;
    const chosen = await readDropped(dropped);
    if (chosen.length > 0) uploads.add({ ownerId, clientName, folder: into }, chosen);
  };

  // Some browsers don't tell the types of what is dragged.
  const isRow = () => dragged.current.length > 0;
  const accepts = (destination: string) => !isRow() || canMoveTo(destination, dragged.current);

  function drop(destination: string, dropped: readonly DropItem[]): void {
    if (isRow()) onMove(dragged.current, destination);
    else void upload(destination, dropped);
  }

  const { dragAndDropHooks } = useDragAndDrop<DocumentItem>({
    isDisabled: !mayDrag,
    getItems: (keys) => {
      const movable = [...keys].map(byKey).filter((item) => item !== undefined && !isLocked(item, target));
      return movable.map((item) => ({ [ITEM_TYPE]: item?.path ?? '' }));
    },
    getAllowedDropOperations: () => ['move'],
    onDragStart: ({ keys }) => {
      dragged.current = items.filter((item) => keys.has(item.key) && !isLocked(item, target));
    },
    onDragEnd: () => {
      dragged.current = [];
    },
    renderDragPreview: ({ length: count }) => (
      <div className="rounded-control border border-action bg-surface px-3 py-1.5 text-sm font-semibold text-ink">
        <Plural value={count} one="# item" other="# items" />
      </div>
    ),
    getDropOperation: (place, _types, allowed) => {
      if (place.type === 'root') return isRow() ? 'cancel' : preferCopy(allowed);
      const item = place.dropPosition === 'on' ? byKey(place.key) : undefined;
      return item?.type === 'folder' && accepts(item.path) ? preferCopy(allowed) : 'cancel';
    },
    onDropEnter: ({ target: place }) => setOverList(place.type === 'root'),
    onDropExit: () => setOverList(false),
    onRootDrop: ({ items: dropped }) => {
      setOverList(false);
      void upload(folder, dropped);
    },
    onItemDrop: ({ target: place, items: dropped }) => {
      const item = byKey(place.key);
      if (item) drop(item.path, dropped);
    },
  });

  // Around the list, and in an empty folder.
  const frameDrop = useDrop({
    ref: frame,
    isDisabled: !target.mayChange,
    getDropOperation: (_types, allowed) => (isRow() ? 'cancel' : preferCopy(allowed)),
    onDrop: ({ items: dropped }) => void upload(folder, dropped),
  });

  const crumbDrop: CrumbDrop = {
    accepts: (id) => target.mayChange && accepts(pathOf(id)),
    onDrop: (id, dropped) => drop(pathOf(id), dropped),
  };
  return {
    dragAndDropHooks,
    frameProps: frameDrop.dropProps,
    crumbDrop,
    /** Files from the device are over the folder. */
    isOver: isOverList || frameDrop.isDropTarget,
  };
}

/** Files from the device are copied. */
function preferCopy(allowed: readonly DropOperation[]): DropOperation {
  return allowed.includes('copy') ? 'copy' : (allowed[0] ?? 'cancel');
}

/** The dropped files, and those in dropped folders at any depth, with their folders. */
export async function readDropped(items: readonly DropItem[]): Promise<ChosenFile[]> {
  const read = await Promise.all(items.map((item) => (item.kind === 'text' ? [] : readEntry(item, ''))));
  return read.flat();
}

async function readEntry(item: FileDropItem | DirectoryDropItem, under: string): Promise<ChosenFile[]> {
  if (item.kind === 'file') {
    try {
      return [{ file: await item.getFile(), under }];
    } catch (error) {
      // The file is gone, or the browser may not read it.
      console.warn('A dropped file was skipped: it could not be read', error);
      return [];
    }
  }
  const folder = joinPath(under, item.name);
  const chosen: ChosenFile[] = [];
  for await (const entry of item.getEntries()) chosen.push(...(await readEntry(entry, folder)));
  return chosen;
}

export function DropHint({ folder }: { folder: string }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-20 flex min-h-40 items-start justify-center rounded-card border-2 border-dashed border-action bg-action-soft/90 pt-12">
      <p className="flex items-center gap-3 font-semibold text-action">
        <Upload size={22} aria-hidden />
        <Trans>Drop to upload to {folder}</Trans>
      </p>
    </div>
  );
}

/** A step of the path that items can be dropped on, by mouse or keyboard. */
export function DropStep({ id, drop, children }: { id: string; drop: CrumbDrop; children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null);
  const { dropProps, isDropTarget } = useDrop({
    ref,
    getDropOperation: (_types, [first = 'cancel']) => (drop.accepts(id) ? first : 'cancel'),
    onDrop: ({ items }) => drop.onDrop(id, items),
  });
  return (
    <span
      {...dropProps}
      ref={ref}
      tabIndex={-1}
      className={classNames('rounded-sm', isDropTarget && 'bg-action-soft outline-2 outline-action')}
    >
      {children}
    </span>
  );
}
