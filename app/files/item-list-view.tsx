import { Download, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import type { Selection } from 'react-aria-components';
import { business } from '#app/business.ts';
import { Badge } from '#app/ui/badge.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ItemList, ItemRow } from '#app/ui/item-list.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { formatSize, isNew } from '#domain/file-display.ts';
import type { DocumentItem } from './document-store.ts';
import { FileIcon } from './file-icon.tsx';
import type { Target } from './target.ts';

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: business.timeZone });

export interface ItemHandlers {
  onOpen: (folder: DocumentItem) => void;
  onRename: (item: DocumentItem) => void;
  onDownload: (file: DocumentItem) => void;
  onDelete: (item: DocumentItem) => void;
}

export interface ItemListViewProps extends ItemHandlers {
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
  ...handlers
}: ItemListViewProps) {
  const now = new Date();
  return (
    <ItemList
      label={label}
      selectionMode="multiple"
      selectedKeys={selection}
      onSelectionChange={onSelect}
      autoFocus={takeFocus && 'first'}
    >
      {items.map((item) => {
        const actions = actionsFor(item, target, handlers);
        return (
          <ItemRow
            key={item.key}
            id={item.key}
            textValue={item.name}
            dense={target.dense}
            icon={<FileIcon item={item} />}
            title={item.name}
            detail={detailOf(item)}
            badge={isFresh(item, now) && <Badge tone="danger">NEW</Badge>}
            actions={<ItemActions item={item} actions={actions} dense={target.dense} />}
            {...(item.type === 'folder' ? { onAction: () => handlers.onOpen(item) } : {})}
          />
        );
      })}
    </ItemList>
  );
}

interface ItemAction {
  id: string;
  label: string;
  icon: typeof Pencil;
  danger?: boolean;
  onAction: () => void;
}

function actionsFor(item: DocumentItem, target: Target, handlers: ItemHandlers): ItemAction[] {
  const rename = { id: 'rename', label: 'Rename', icon: Pencil, onAction: () => handlers.onRename(item) };
  const download = {
    id: 'download',
    label: 'Download',
    icon: Download,
    onAction: () => handlers.onDownload(item),
  };
  const remove = {
    id: 'delete',
    label: 'Delete',
    icon: Trash2,
    danger: true,
    onAction: () => handlers.onDelete(item),
  };
  return [rename, ...(item.type === 'file' ? [download] : []), ...(target.mayDelete ? [remove] : [])];
}

/** Side by side where there is room, behind one button on a phone. */
function ItemActions({
  item,
  actions,
  dense,
}: {
  item: DocumentItem;
  actions: ItemAction[];
  dense: boolean;
}) {
  return (
    <>
      <div className="hidden lg:flex">
        {actions.map(({ id, label, icon: Icon, onAction }) => (
          <IconButton
            key={id}
            label={`${label} ${item.name}`}
            icon={<Icon size={20} aria-hidden />}
            dense={dense}
            onPress={onAction}
          />
        ))}
      </div>
      <div className="lg:hidden">
        <Menu
          label={`Actions for ${item.name}`}
          trigger={
            <IconButton
              label={`Actions for ${item.name}`}
              icon={<EllipsisVertical size={22} aria-hidden />}
            />
          }
          actions={actions.map(({ icon: Icon, ...action }) => ({
            ...action,
            icon: <Icon size={20} aria-hidden />,
          }))}
        />
      </div>
    </>
  );
}

function detailOf({ type, size, uploadedAt }: DocumentItem): string {
  if (type === 'folder') return 'Folder';
  return uploadedAt ? `${formatSize(size)} · ${days.format(new Date(uploadedAt))}` : formatSize(size);
}

function isFresh({ uploadedAt, downloadCount }: DocumentItem, now: Date): boolean {
  if (uploadedAt === null || downloadCount === null) return false;
  return isNew({ uploadedAt: new Date(uploadedAt), downloadCount }, now, business.service.newBadgeDays);
}
