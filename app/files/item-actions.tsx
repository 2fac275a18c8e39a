import { Download, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import type { DocumentItem } from './document-store.ts';
import type { Target } from './target.ts';

export interface ItemHandlers {
  onRename: (item: DocumentItem) => void;
  onDownload: (file: DocumentItem) => void;
  onDelete: (item: DocumentItem) => void;
}

export interface ItemActionsProps extends ItemHandlers {
  item: DocumentItem;
  target: Target;
}

/** What a row offers: side by side where there is room, behind one button on a phone. */
export function ItemActions({ item, target, ...handlers }: ItemActionsProps) {
  const actions = actionsFor(item, target, handlers);
  const menuLabel = `Actions for ${item.name}`;
  return (
    <>
      <div className="hidden lg:flex">
        {actions.map((action) => (
          <WideAction key={action.id} action={action} itemName={item.name} isDense={target.dense} />
        ))}
      </div>
      <div className="lg:hidden">
        <Menu
          label={menuLabel}
          trigger={<IconButton label={menuLabel} icon={<EllipsisVertical size={22} aria-hidden />} />}
          actions={actions
            .filter((action) => action.isOffered)
            .map(({ icon: Icon, isOffered, ...action }) => ({
              ...action,
              icon: <Icon size={20} aria-hidden />,
            }))}
        />
      </div>
    </>
  );
}

/** Clients read what a button does; staff know the pictures, and see more rows. */
function WideAction({
  action,
  itemName,
  isDense,
}: {
  action: ItemAction;
  itemName: string;
  isDense: boolean;
}) {
  const { label, icon: Icon, isOffered, onAction } = action;
  // An empty place keeps the columns of the rows in line.
  const place = classNames(!isOffered && 'invisible', isDense ? 'lg:size-9' : 'px-3 text-sm');
  const shared = { isDisabled: !isOffered, onPress: onAction, className: place };
  const name = `${label} ${itemName}`;
  if (isDense) return <IconButton {...shared} label={name} icon={<Icon size={20} aria-hidden />} />;
  return (
    <Button {...shared} variant="quiet" aria-label={name} icon={<Icon size={18} aria-hidden />}>
      {label}
    </Button>
  );
}

interface ItemAction {
  id: string;
  label: string;
  icon: typeof Pencil;
  isOffered: boolean;
  danger?: boolean;
  onAction: () => void;
}

function actionsFor(item: DocumentItem, target: Target, on: ItemHandlers): ItemAction[] {
  const rename = { id: 'rename', label: 'Rename', icon: Pencil, onAction: () => on.onRename(item) };
  const download = { id: 'download', label: 'Download', icon: Download, onAction: () => on.onDownload(item) };
  const remove = { id: 'delete', label: 'Delete', icon: Trash2, onAction: () => on.onDelete(item) };
  return [
    { ...rename, isOffered: true },
    { ...download, isOffered: item.type === 'file' },
    ...(target.mayDelete ? [{ ...remove, isOffered: true, danger: true }] : []),
  ];
}
