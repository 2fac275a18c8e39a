import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '../class-names.ts';
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
  /** A Button or an IconButton. */
  trigger: ReactElement;
  label: string;
  actions: readonly MenuAction[];
}

export function Menu({ trigger, label, actions }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" className={classNames(popoverStyle, 'min-w-52')}>
        <ActionItems label={label} actions={actions} />
      </Popover>
    </MenuTrigger>
  );
}

export interface ContextMenuProps {
  /** The pointer's position in the window. */
  at: { x: number; y: number };
  label: string;
  actions: readonly MenuAction[];
  onClose: () => void;
}

/** A context menu at the pointer. Every action in it must also be available elsewhere. */
export function ContextMenu({ at, label, actions, onClose }: ContextMenuProps) {
  const point = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={point} aria-hidden className="pointer-events-none fixed" style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        onOpenChange={(open) => !open && onClose()}
        triggerRef={point}
        offset={2}
        placement="bottom start"
        className={classNames(popoverStyle, 'min-w-52')}
      >
        <ActionItems label={label} actions={actions} onClose={onClose} />
      </Popover>
    </>
  );
}

function ActionItems({ label, actions, onClose }: Omit<MenuProps, 'trigger'> & { onClose?: () => void }) {
  return (
    <AriaMenu
      aria-label={label}
      className="p-1 outline-none"
      {...(onClose ? { onClose, autoFocus: 'first' } : {})}
    >
      {actions.map((action) => (
        <AriaMenuItem
          key={action.id}
          id={action.id}
          textValue={action.label}
          isDisabled={action.isDisabled ?? false}
          onAction={action.onAction}
          className={classNames(itemStyle, action.danger && 'text-danger focus:bg-danger-soft')}
        >
          {action.icon}
          {action.label}
        </AriaMenuItem>
      ))}
    </AriaMenu>
  );
}

export interface Choice {
  id: string;
  label: string;
}

export interface ChoiceMenuProps {
  trigger: ReactElement;
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
}

/** A menu for one of a few settings, such as the order of a list. */
export function ChoiceMenu({ trigger, label, choices, value, onChange }: ChoiceMenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" className={classNames(popoverStyle, 'min-w-52')}>
        <AriaMenu
          aria-label={label}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[value]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            if (key !== undefined) onChange(String(key));
          }}
          className="p-1 outline-none"
        >
          {choices.map((choice) => (
            <AriaMenuItem
              key={choice.id}
              id={choice.id}
              textValue={choice.label}
              className={classNames(itemStyle, 'justify-between selected:font-semibold')}
            >
              {({ isSelected }) => (
                <>
                  {choice.label}
                  {isSelected && <Check size={18} aria-hidden className="text-action" />}
                </>
              )}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

const itemStyle =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 outline-none disabled:cursor-not-allowed disabled:opacity-50 focus:bg-action-soft';
