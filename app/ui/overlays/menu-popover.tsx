import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, type MenuProps } from 'react-aria-components/Menu';
import { Popover, type PopoverProps } from 'react-aria-components/Popover';
import { classNames } from '../class-names.ts';
import { popoverStyle } from '../popover-style.ts';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  isDisabled?: boolean;
  onAction: () => void;
}

export interface Choice {
  id: string;
  label: string;
  /** Tells apart choices with the same label. */
  hint?: string;
}

export interface ChoiceMenuProps {
  trigger: ReactElement;
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
}

/** Where a menu is shown. It is open until it calls `onClose`. */
export interface OpenMenuProps {
  id?: string;
  label: string;
  triggerRef: RefObject<HTMLElement | null>;
  /** What takes the focus: an item, or the menu itself. */
  autoFocus: 'first' | 'last' | true;
  onClose: () => void;
}

/** The items of a Menu (menu.tsx), which loads this module when it is used. */
export function ActionMenu({
  actions,
  placement = 'bottom end',
  ...rest
}: OpenMenuProps & Pick<PopoverProps, 'placement' | 'offset'> & { actions: readonly MenuAction[] }) {
  return (
    <OpenMenu {...rest} placement={placement} className={classNames(popoverStyle, 'min-w-52')}>
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
    </OpenMenu>
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
export function ContextMenu({ at, ...rest }: ContextMenuProps) {
  const point = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={point} aria-hidden className="pointer-events-none fixed" style={{ left: at.x, top: at.y }} />
      <ActionMenu {...rest} triggerRef={point} autoFocus="first" offset={2} placement="bottom start" />
    </>
  );
}

/** The choices of a ChoiceMenu (menu.tsx). */
export function ChoicesMenu({
  choices,
  value,
  onChange,
  ...rest
}: OpenMenuProps & Pick<ChoiceMenuProps, 'value' | 'onChange'> & { choices: readonly Choice[] }) {
  return (
    <OpenMenu
      {...rest}
      placement="bottom end"
      className={classNames(popoverStyle, 'max-w-[min(24rem,calc(100vw-1.5rem))] min-w-52')}
      selection={{
        selectionMode: 'single',
        disallowEmptySelection: true,
        selectedKeys: [value],
        onSelectionChange: (keys) => {
          const [key] = keys;
          if (key !== undefined) onChange(String(key));
        },
      }}
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
              <span className="min-w-0 wrap-anywhere">
                {choice.label}
                {choice.hint && <span className="block text-sm text-muted">{choice.hint}</span>}
              </span>
              {isSelected && <Check size={18} aria-hidden className="text-action" />}
            </>
          )}
        </AriaMenuItem>
      ))}
    </OpenMenu>
  );
}

interface OpenMenuInnerProps extends OpenMenuProps, Pick<PopoverProps, 'placement' | 'offset'> {
  className: string;
  selection?: Omit<MenuProps<object>, 'children'>;
  children: MenuProps<object>['children'];
}

function OpenMenu(props: OpenMenuInnerProps) {
  const { id, label, triggerRef, autoFocus, onClose, className, selection, children, ...place } = props;
  return (
    <Popover
      {...place}
      aria-label={label}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={triggerRef}
      className={className}
    >
      <AriaMenu
        {...selection}
        {...(id ? { id } : {})}
        aria-label={label}
        autoFocus={autoFocus}
        onClose={onClose}
        className="p-1 outline-none"
      >
        {children}
      </AriaMenu>
    </Popover>
  );
}

const itemStyle =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 outline-none disabled:cursor-not-allowed disabled:opacity-50 focus:bg-action-soft';
