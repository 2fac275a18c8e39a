import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classNames } from '../class-names.ts';

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** What pressing it does. This is its accessible name. */
  label: string;
  icon: ReactNode;
  /** Smaller on wide screens, for staff pages. */
  dense?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, dense = false, className, ...rest }: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-flex shrink-0 cursor-pointer items-center justify-center rounded-control text-muted transition-colors duration-150 hover:bg-action-soft hover:text-ink pressed:bg-action-soft disabled:cursor-not-allowed disabled:opacity-50',
        'size-11',
        dense && 'lg:size-[36px]',
        className,
      )}
    >
      {icon}
    </AriaButton>
  );
}
