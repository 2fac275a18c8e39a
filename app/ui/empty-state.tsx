import type { ReactNode } from 'react';

export interface EmptyStateProps {
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** What a list shows before it has anything: why it is empty and the one thing to do. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-control px-6 py-12 text-center">
      {picture && <div className="mb-2 text-action">{picture}</div>}
      <h2 className="text-lg">{title}</h2>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
