import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type BannerKind = 'info' | 'success' | 'warning' | 'danger';

export const looks: Record<BannerKind, { icon: typeof Info; style: string; color: string }> = {
  info: { icon: Info, style: 'bg-info-soft', color: 'text-info' },
  success: { icon: CircleCheck, style: 'bg-success-soft', color: 'text-success' },
  warning: { icon: TriangleAlert, style: 'bg-warning-soft', color: 'text-warning' },
  danger: { icon: CircleAlert, style: 'bg-danger-soft', color: 'text-danger' },
};

export interface BannerProps {
  kind?: BannerKind;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced as soon as it appears. For messages that appear after the page has loaded. */
  announce?: boolean;
  className?: string;
}

export function Banner({
  kind = 'info',
  title,
  children,
  actions,
  announce = false,
  className,
}: BannerProps) {
  const { icon: Icon, style, color } = looks[kind];
  const live = announce ? { role: kind === 'danger' ? 'alert' : 'status' } : {};
  return (
    <div {...live} className={classNames('flex gap-3 rounded-card p-4', style, className)}>
      <Icon size={22} aria-hidden className={classNames('mt-0.5 shrink-0', color)} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="break-words">{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}
