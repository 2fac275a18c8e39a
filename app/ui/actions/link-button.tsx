import type { ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { SmartLink, type SmartLinkProps } from './smart-link.tsx';

export interface LinkButtonProps extends Omit<SmartLinkProps, 'className'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  className?: string;
}

/** A link that looks like a button. For actions, use Button. */
export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <SmartLink {...rest} className={buttonStyle(variant, size, className)}>
      {icon}
      {children}
    </SmartLink>
  );
}
