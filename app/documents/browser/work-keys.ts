import type { MessageDescriptor } from '@lingui/core';
import {
  Check,
  CircleCheck,
  Eye,
  EyeOff,
  ListChecks,
  Mail,
  RotateCcw,
  RotateCw,
  Scissors,
  TextCursorInput,
} from 'lucide-react';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { MoreActions, WorkHandlers } from './item-actions.tsx';

/** `does`: in the list of keys, if the label doesn't say it there. */
const tool = (
  id: keyof WorkHandlers,
  key: string,
  icon: typeof Eye,
  label: MessageDescriptor,
  does: MessageDescriptor | null = label,
) => ({ id, key, icon, label, does });

/** What a preparer does with a file, in the order of the menu. */
export const workTools = [
  tool('onSeen', 'S', Eye, msg`Mark as seen, or not seen`),
  tool('onUsed', 'U', CircleCheck, msg`Mark as used, or not used`),
  tool('onLine', 'L', ListChecks, msg`Move to a line of the list`),
  tool('onConfirm', 'C', Check, msg`Confirm its line`, msg`Confirm the line of the file, or of all selected`),
  tool('onAsk', 'A', Mail, msg`Ask for it again`, msg`Ask for the document again`),
  tool(
    'onNameByLine',
    'N',
    TextCursorInput,
    msg`Name by its line`,
    msg`Name the file by its line, or all selected`,
  ),
  tool('onRotate', 'R', RotateCw, msg`Rotate right and save`, msg`Rotate right (with Shift: left)`),
  tool('onRotateLeft', 'Shift+R', RotateCcw, msg`Rotate left and save`, null),
  tool('onSplit', 'X', Scissors, msg`Split the PDF`, msg`Split a PDF`),
];

export function workActions(on: WorkHandlers): MoreActions {
  return (item, isDisabled, t) =>
    workTools.flatMap(({ id, icon, label }) => {
      const action = { id, label: t(label), icon, isDisabled, onAction: () => on[id](item) };
      if (id !== 'onSeen') return [action];
      if (!item.isByClient) return [];
      // Also of a file that is locked for a super user, since its sender has downloaded it.
      const seen = { ...action, isDisabled: false };
      return item.isSeen
        ? [{ ...seen, label: t(msg`Mark as not seen`), icon: EyeOff }]
        : [{ ...seen, label: t(msg`Mark as seen`) }];
    });
}

/** Letters alone jump to names in the list. */
export const workKeys: readonly { keys: readonly Wording[]; does: MessageDescriptor }[] = [
  { keys: ['Alt+P'], does: msg`Preview beside the list; ↑ and ↓ go through` },
  ...workTools.flatMap(({ key, does }) => (does ? [{ keys: [`Alt+${key}`], does }] : [])),
  { keys: ['Alt+J'], does: msg`Join the selected files` },
  { keys: ['Alt+Z'], does: msg`Undo the last of these` },
];

const folderKeys = { P: 'beside', J: 'join', Z: 'undo' } as const;
type FolderKey = keyof typeof folderKeys;
export type WorkKey = keyof WorkHandlers | (typeof folderKeys)[FolderKey];

/** By `code`: with Alt, a Mac types other characters. */
export function workKeyOf({ code, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): WorkKey | undefined {
  if (!altKey || ctrlKey || metaKey) return undefined;
  const pressed = code.replace(/^Key/, shiftKey ? 'Shift+' : '');
  return folderKeys[pressed as FolderKey] ?? workTools.find(({ key }) => key === pressed)?.id;
}
