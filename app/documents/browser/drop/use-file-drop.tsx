import { type RefObject, useRef, useState } from 'react';
import { type DropItem, type DropOperation, useDragAndDrop, useDrop } from 'react-aria-components';
import type { CrumbDrop } from '#app/ui/layout/breadcrumbs.tsx';
import { canMoveTo } from '#domain/documents/folders.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import { uploads } from '../../upload/uploads.ts';
import { isLocked, type Target } from '../target.ts';
import { readDropped } from './dropped-files.ts';

/** What a row carries while it is dragged. Other windows can make nothing of it. */
const ITEM_TYPE = 'application/x-nutmeg-item';

export interface FileDropOptions {
  target: Target;
  folder: string;
  items: readonly DocumentItem[];
  frame: RefObject<HTMLElement | null>;
  /** Rows are dragged with a mouse or by keyboard; on a phone a long press would be in the way of scrolling. */
  mayDrag: boolean;
  onMove: (items: readonly DocumentItem[], destination: string) => void;
}

/**
 * Rows onto folders and onto the steps above them move; files from the device upload to where they are let go. All
 * of it can be done without dragging, too.
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

  // What kind of thing is dragged can't be told from its types in every browser; whether it is a row can.
  const isOurs = () => dragged.current.length > 0;
  const accepts = (destination: string) => !isOurs() || canMoveTo(destination, dragged.current);

  function drop(destination: string, dropped: readonly DropItem[]): void {
    if (isOurs()) onMove(dragged.current, destination);
    else void upload(destination, dropped);
  }

  const { dragAndDropHooks } = useDragAndDrop({
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
    renderDragPreview: (carried) => (
      <div className="rounded-control border border-action bg-surface px-3 py-1.5 text-sm font-semibold text-ink">
        {carried.length === 1 ? '1 item' : `${carried.length} items`}
      </div>
    ),
    getDropOperation: (place, _types, allowed) => {
      if (place.type === 'root') return isOurs() ? 'cancel' : gentlest(allowed);
      const item = place.dropPosition === 'on' ? byKey(place.key) : undefined;
      return item?.type === 'folder' && accepts(item.path) ? gentlest(allowed) : 'cancel';
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

  // Around the list, and where there is no list yet.
  const around = useDrop({
    ref: frame,
    getDropOperation: (_types, allowed) => (isOurs() ? 'cancel' : gentlest(allowed)),
    onDrop: ({ items: dropped }) => void upload(folder, dropped),
  });

  const crumbDrop: CrumbDrop = {
    accepts: (id) => accepts(pathOf(id)),
    onDrop: (id, dropped) => drop(pathOf(id), dropped),
  };
  return {
    dragAndDropHooks,
    frameProps: around.dropProps,
    crumbDrop,
    isOver: isOverList || around.isDropTarget,
  };
}

/** The root's path is empty, which no list takes for an id. */
export const HOME = '/';
const pathOf = (id: string) => (id === HOME ? '' : id);

/** What is dragged in from the device stays there. */
function gentlest(allowed: readonly DropOperation[]): DropOperation {
  return allowed.includes('copy') ? 'copy' : (allowed[0] ?? 'cancel');
}
