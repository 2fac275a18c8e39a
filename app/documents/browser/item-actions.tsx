import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import {
  Download,
  EllipsisVertical,
  Eye,
  FolderInput,
  FolderOpen,
  History,
  Pencil,
  Sparkles,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Menu, type MenuAction } from '#app/ui/overlays/menu.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { isLocked, mayTakeBack, type Target } from '../store/target.ts';

type Handlers<Names extends string> = Record<Names, (item: DocumentItem) => void>;

export type ItemHandlers = Handlers<
  'onOpen' | 'onRename' | 'onMove' | 'onDownload' | 'onDelete' | 'onMarkNew' | 'onHistory' | 'onTakeBack'
>;

/** Of a preparer (work-keys.ts). */
export type WorkHandlers = Handlers<
  | 'onUsed'
  | 'onSeen'
  | 'onRotate'
  | 'onRotateLeft'
  | 'onSplit'
  | 'onNameByLine'
  | 'onLine'
  | 'onConfirm'
  | 'onAsk'
>;

export interface ItemAction {
  id: keyof ItemHandlers | keyof WorkHandlers;
  label: string;
  icon: typeof Pencil;
  isDisabled: boolean;
  danger?: boolean;
  onAction: () => void;
}

export type MoreActions = (item: DocumentItem, isDisabled: boolean, t: Translate) => readonly ItemAction[];

/** The actions of a row, in the order of its menu. */
export function actionsFor(
  item: DocumentItem,
  target: Target,
  on: ItemHandlers,
  t: Translate,
  more?: MoreActions,
): ItemAction[] {
  const isFile = item.type === 'file';
  const locked = isLocked(item, target);
  const action = (
    id: keyof ItemHandlers,
    label: string,
    icon: typeof Pencil,
    isDisabled = locked,
  ): ItemAction => ({ id, label, icon, isDisabled, onAction: () => on[id](item) });
  return [
    isFile
      ? action('onOpen', t(msg`Preview`), Eye)
      : action('onOpen', t(msg({ message: 'Open', context: 'folder' })), FolderOpen),
    ...(target.mayChange
      ? [action('onRename', t(msg`Rename`), Pencil), action('onMove', t(msg`Move to Folder`), FolderInput)]
      : []),
    action('onDownload', t(msg`Download`), Download),
    ...(isFile ? (more?.(item, locked, t) ?? []) : []),
    ...(target.seesCounts && isFile ? [action('onMarkNew', t(msg`Mark as new`), Sparkles, !locked)] : []),
    ...(target.mayDelete && isFile ? [action('onHistory', t(msg`History`), History)] : []),
    ...(mayTakeBack(item, target) ? [action('onTakeBack', t(msg`Take back`), Undo2)] : []),
    ...(target.mayDelete ? [{ ...action('onDelete', t(msg`Delete`), Trash2), danger: true }] : []),
  ];
}

/** The actions with a button in the row, on wide screens, and the names of the buttons. */
const buttonNames: Partial<Record<ItemAction['id'], (item: string) => MessageDescriptor>> = {
  onRename: (item) => msg`Rename ${{ item }}`,
  onDownload: (item) => msg`Download ${{ item }}`,
  onDelete: (item) => msg`Delete ${{ item }}`,
};

interface RowActionsProps {
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
      className="px-3 text-sm"
    >
      {label}
    </Button>
  );
}

/** Handlers with a stable identity that call the latest ones, so that rows need no new render. */
export function useStableHandlers<Names extends string>(handlers: Handlers<Names>): Handlers<Names> {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  return useMemo(() => {
    const stable = { ...latest.current };
    for (const name in stable) stable[name] = (item) => latest.current[name](item);
    return stable;
  }, []);
}
