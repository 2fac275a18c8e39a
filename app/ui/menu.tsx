import type { ReactElement, ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from './class-names.ts';
import { popoverStyle } from './popover-style.ts';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  isDisabled?: boolean;
  onAction: () => void;
}

export interface MenuProps {
  /** What opens it: a Button or an IconButton. */
  trigger: ReactElement;
  label: string;
  actions: readonly MenuAction[];
}

export function Menu({ trigger, label, actions }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" className={classNames(popoverStyle, 'min-w-52')}>
        <AriaMenu aria-label={label} className="p-1 outline-none">
          {actions.map((action) => (
            <AriaMenuItem
              key={action.id}
              id={action.id}
              textValue={action.label}
              isDisabled={action.isDisabled ?? false}
              onAction={action.onAction}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 outline-none disabled:cursor-not-allowed disabled:opacity-50 focus:bg-action-soft',
                action.danger && 'text-danger focus:bg-danger-soft',
              )}
            >
              {action.icon}
              {action.label}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
