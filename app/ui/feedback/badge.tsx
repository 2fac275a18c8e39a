import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent' | 'violet';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
  violet: 'bg-violet-soft text-violet',
};

/** A short label. The text carries the meaning; the color only supports it. */
export function Badge({
  children,
  tone = 'neutral',
  size = 'medium',
  icon,
}: {
  children: ReactNode;
  tone?: BadgeTone;
  /** small: inline with the text of a row. */
  size?: 'small' | 'medium';
  icon?: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full min-w-0 items-center gap-1 rounded-full text-xs font-semibold whitespace-nowrap',
        size === 'small' ? 'px-2 leading-[1.35]' : 'px-2.5 py-0.5',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
