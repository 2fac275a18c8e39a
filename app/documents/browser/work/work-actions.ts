import { EyeOff } from 'lucide-react';
import { msg } from '#domain/language/message.ts';
import type { MoreActions } from '../item-actions.ts';
import { workTools } from '../work-keys.ts';
import type { WorkHandlers } from './work-handlers.ts';

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
