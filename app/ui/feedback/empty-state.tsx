import type { ReactNode } from 'react';

export interface EmptyStateProps {
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** The content of an empty list: why it is empty, and one action. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-control px-5 py-5 text-center lg:gap-3 lg:px-6 lg:py-12">
      {picture && (
        <div className="text-action max-lg:[&_svg]:h-14 max-lg:[&_svg]:w-auto lg:mb-2">{picture}</div>
      )}
      <h2 className="text-lg">{title}</h2>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-2 lg:mt-3">{action}</div>}
    </div>
  );
}
