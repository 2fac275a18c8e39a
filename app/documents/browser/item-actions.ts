import {
  Download,
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
