import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface CardProps {
  children: ReactNode;
  as?: 'div' | 'section' | 'article' | 'li';
  className?: string;
  'aria-labelledby'?: string;
}

export function Card({ children, as: Tag = 'div', className, ...rest }: CardProps) {
  return (
    <Tag {...rest} className={classNames('rounded-card border border-line bg-surface p-5 md:p-7', className)}>
      {children}
    </Tag>
  );
}
