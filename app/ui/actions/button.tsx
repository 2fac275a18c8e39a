import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Spinner } from '../feedback/spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner beside the text, keeps focus, and ignores presses. */
  busy?: boolean;
  icon?: ReactNode;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** After a reload, Firefox would restore whether the button was disabled, and React would not notice. */
const withoutRestoredState = { autoComplete: 'off' };

export function Button({ children, variant, size, busy = false, icon, className, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      render={(props) => <button {...props} {...withoutRestoredState} />}
      isPending={busy}
      className={buttonStyle(variant, size, className)}
    >
      {busy ? <Spinner size={18} /> : icon}
      {children}
    </AriaButton>
  );
}
