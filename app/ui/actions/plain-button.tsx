import type { MouseEvent, ReactNode } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';

export interface PlainButtonProps {
  children: ReactNode;
  onPress: () => void;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner beside the text, keeps focus, and ignores presses. */
  busy?: boolean;
  /** Instead of the look of a button, such as a line in a menu. */
  look?: string;
}

/**
 * A Button of the browser itself, for the first screen of a page that needs nothing of React Aria. Inside its
 * components, such as lists and menus, use Button.
 */
export function PlainButton({
  children,
  onPress,
  variant,
  size,
  icon,
  busy = false,
  look,
}: PlainButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      // Safari doesn't focus a button that is clicked: a dialog could not restore the focus to it.
      onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
        if (busy) return;
        currentTarget.focus({ preventScroll: true });
        onPress();
      }}
      className={look ?? buttonStyle(variant, size)}
    >
      {busy ? <Spinner size={18} /> : icon}
      {children}
    </button>
  );
}
