import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { EllipsisVertical } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Menu, type MenuAction } from '#app/ui/overlays/menu.tsx';
import { msg } from '#domain/language/message.ts';
import type { DocumentItem } from '../store/document-store.ts';
import type { Target } from '../store/target.ts';
import { actionsFor, type ItemAction, type ItemHandlers, type MoreActions } from './item-actions.ts';

/** The actions with a button in the row, on wide screens, and the names of the buttons. */
const buttonNames: Partial<Record<ItemAction['id'], (item: string) => MessageDescriptor>> = {
  onRename: (item) => msg`Rename ${{ item }}`,
  onDownload: (item) => msg`Download ${{ item }}`,
  onDelete: (item) => msg`Delete ${{ item }}`,
};

export interface RowActionsProps {
  item: DocumentItem;
  target: Target;
  handlers: ItemHandlers;
  moreActions: MoreActions | undefined;
  /** Only the menu. */
  isNarrow: boolean;
}

/** A menu with all actions, and on wide screens buttons for the most used ones. */
export function RowActions({ item, target, handlers, moreActions, isNarrow }: RowActionsProps) {
  const { t } = useLingui();
  const actions = actionsFor(item, target, handlers, t, moreActions);
  const label = t`Actions for ${{ item: item.name }}`;
  return (
    <>
      <div className={isNarrow ? 'hidden' : 'hidden lg:flex'}>
        {actions.map((action) => {
          const name = buttonNames[action.id]?.(item.name);
          return (
            name && <ActionButton key={action.id} action={action} name={t(name)} isDense={target.dense} />
          );
        })}
      </div>
      <Menu
        label={label}
        trigger={
          <IconButton label={label} dense={target.dense} icon={<EllipsisVertical size={20} aria-hidden />} />
        }
        actions={menuActions(actions)}
      />
    </>
  );
}

export function menuActions(actions: readonly ItemAction[]): MenuAction[] {
  return actions.map(({ icon: Icon, ...action }) => ({ ...action, icon: <Icon size={20} aria-hidden /> }));
}

/** With a text for clients; as an icon in the dense rows of staff. */
function ActionButton(props: { action: ItemAction; name: string; isDense: boolean }) {
  const { action, name, isDense } = props;
  const { label, icon: Icon, isDisabled, onAction } = action;
  const shared = { isDisabled, onPress: onAction };
  if (isDense) return <IconButton {...shared} dense label={name} icon={<Icon size={18} aria-hidden />} />;
  return (
    <Button
      {...shared}
      variant="quiet"
      aria-label={name}
      icon={<Icon size={18} aria-hidden />}
      className={classNames('px-3 text-sm')}
    >
      {label}
    </Button>
  );
}
