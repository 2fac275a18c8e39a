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
import type { ItemAction, MoreActions } from '../item-actions.ts';
import type { WorkHandlers } from './work-handlers.ts';

export function workActions(on: WorkHandlers): MoreActions {
  return (item, isDisabled, t) => {
    const action = (id: keyof WorkHandlers, label: string, icon: ItemAction['icon']): ItemAction => ({
      id,
      label,
      icon,
      isDisabled,
      onAction: () => on[id](item),
    });
    return [
      // Also of a file that is locked for a super user, since its sender has downloaded it.
      ...(item.isByClient
        ? [
            {
              ...(item.isSeen
                ? action('onSeen', t(msg`Mark as not seen`), EyeOff)
                : action('onSeen', t(msg`Mark as seen`), Eye)),
              isDisabled: false,
            },
          ]
        : []),
      action('onUsed', t(msg`Mark as used, or not used`), CircleCheck),
      action('onLine', t(msg`Move to a line of the list`), ListChecks),
      action('onConfirm', t(msg`Confirm its line`), Check),
      action('onAsk', t(msg`Ask for it again`), Mail),
      action('onNameByLine', t(msg`Name by its line`), TextCursorInput),
      action('onRotate', t(msg`Rotate right and save`), RotateCw),
      action('onRotateLeft', t(msg`Rotate left and save`), RotateCcw),
      action('onSplit', t(msg`Split the PDF`), Scissors),
    ];
  };
}
