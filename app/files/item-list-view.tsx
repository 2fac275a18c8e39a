import type { Selection } from 'react-aria-components';
import { business } from '#app/business.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ItemList, ItemRow } from '#app/ui/item-list.tsx';
import { useWideScreen } from '#app/ui/use-wide-screen.ts';
import { formatSize, isNew, shortenMiddle } from '#domain/file-display.ts';
import { yearIn } from '#domain/folders.ts';
import type { DocumentItem } from './document-store.ts';
import { FileIcon } from './file-icon.tsx';
import { ItemActions, type ItemHandlers } from './item-actions.tsx';
import type { Target } from './target.ts';

const { timeZone } = business;
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone });
const daysOfOtherYears = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });

/** More rows than this are not all drawn at once. */
const MANY = 200;

/** What fits on a line of a wide screen, and on two lines of a phone. */
const nameLength = { wide: 90, dense: 68, narrow: 42 };

export interface ItemListViewProps extends ItemHandlers {
  onOpen: (folder: DocumentItem) => void;
  label: string;
  items: readonly DocumentItem[];
  target: Target;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  takeFocus: boolean;
}

/** The files and folders of an open folder. */
export function ItemListView({
  label,
  items,
  target,
  selection,
  onSelect,
  takeFocus,
  onOpen,
  ...handlers
}: ItemListViewProps) {
  const now = new Date();
  const longest = nameLength[useWideScreen() ? (target.dense ? 'dense' : 'wide') : 'narrow'];
  return (
    <ItemList
      label={label}
      framed={false}
      isLong={items.length > MANY}
      items={items}
      // Rows are kept until one of these changes, or the item itself.
      dependencies={[target.dense, target.mayDelete, longest]}
      selectionMode="multiple"
      selectedKeys={selection}
      onSelectionChange={onSelect}
      autoFocus={takeFocus && 'first'}
    >
      {(item) => (
        <ItemRow
          id={item.key}
          textValue={item.name}
          dense={target.dense}
          icon={<FileIcon item={item} />}
          title={<span title={item.name}>{shortenMiddle(item.name, longest)}</span>}
          detail={detailOf(item, now)}
          badge={isFresh(item, now) && <Badge tone="danger">NEW</Badge>}
          actions={<ItemActions item={item} target={target} {...handlers} />}
          {...(item.type === 'folder' ? { onAction: () => onOpen(item) } : {})}
        />
      )}
    </ItemList>
  );
}

function detailOf({ type, size, uploadedAt }: DocumentItem, now: Date): string {
  if (type === 'folder') return 'Folder';
  return uploadedAt ? `${formatSize(size)} · ${dayOf(new Date(uploadedAt), now)}` : formatSize(size);
}

function dayOf(moment: Date, now: Date): string {
  const thisYear = yearIn(timeZone, moment) === yearIn(timeZone, now);
  return (thisYear ? days : daysOfOtherYears).format(moment);
}

function isFresh({ uploadedAt, downloadCount }: DocumentItem, now: Date): boolean {
  if (uploadedAt === null || downloadCount === null) return false;
  return isNew({ uploadedAt: new Date(uploadedAt), downloadCount }, now, business.service.newBadgeDays);
}
