import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PressEvent } from 'react-aria-components';
import { ButtonContext } from 'react-aria-components/Button';
import type { ChoiceMenuProps, MenuAction, OpenMenuProps } from './menu-popover.tsx';

export type { MenuAction } from './menu-popover.tsx';

export interface MenuProps {
  /** A Button or an IconButton. */
  trigger: ReactElement;
  label: string;
  actions: readonly MenuAction[];
}

export function Menu({ trigger, label, actions }: MenuProps) {
  return (
    <Trigger trigger={trigger} label={label}>
      {({ ActionMenu }, open) => <ActionMenu {...open} actions={actions} />}
    </Trigger>
  );
}

/** A menu for one of a few settings, such as the order of a list. */
export function ChoiceMenu({ trigger, label, ...rest }: ChoiceMenuProps) {
  return (
    <Trigger trigger={trigger} label={label}>
      {({ ChoicesMenu }, open) => <ChoicesMenu {...open} {...rest} autoFocus />}
    </Trigger>
  );
}

type Parts = typeof import('./menu-popover.tsx');
let parts: Parts | null = null;

/** Loads what an open menu needs. A page with menus calls it when its first screen is drawn. */
export async function loadMenus(): Promise<void> {
  parts ??= await import('./menu-popover.tsx');
}

/** If it fails, the next press tries again. */
const loadEarly = () => void loadMenus().catch(() => undefined);

interface TriggerProps {
  trigger: ReactElement;
  label: string;
  children: (parts: Parts, open: OpenMenuProps) => ReactNode;
}

/** The button of a menu. The menu itself is loaded when someone is about to open it. */
function Trigger({ trigger, label, children }: TriggerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [focus, setFocus] = useState<OpenMenuProps['autoFocus'] | null>(null);
  const isOpen = focus !== null;

  function open(next: OpenMenuProps['autoFocus']): void {
    if (parts) setFocus(next);
    else
      void loadMenus().then(
        () => setFocus(next),
        () => undefined,
      );
  }

  // As in other menus: a mouse opens it when it is pressed, a finger when it is lifted.
  const isEarly = ({ pointerType }: PressEvent) => pointerType !== 'touch' && pointerType !== 'keyboard';
  return (
    <>
      <ButtonContext
        value={{
          ref: button,
          isPressed: isOpen,
          'aria-haspopup': 'menu',
          'aria-expanded': isOpen,
          ...(isOpen ? { 'aria-controls': id } : {}),
          onHoverStart: loadEarly,
          onFocus: loadEarly,
          onPressStart: (event) => isEarly(event) && open(event.pointerType === 'virtual' ? 'first' : true),
          onPress: (event) => !isEarly(event) && open(event.pointerType === 'keyboard' ? 'first' : true),
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'ArrowDown') open('first');
            else if (event.key === 'ArrowUp') open('last');
            else event.continuePropagation();
          },
        }}
      >
        {trigger}
      </ButtonContext>
      {parts &&
        isOpen &&
        children(parts, { id, label, triggerRef: button, autoFocus: focus, onClose: () => setFocus(null) })}
    </>
  );
}
