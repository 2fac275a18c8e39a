import type { ReactNode } from 'react';

export interface PageHeadingProps {
  children: ReactNode;
  /** A short line above the heading. */
  kicker?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}

/** The page's only h1. Route changes move focus here. */
export function PageHeading({ children, kicker, lead, actions }: PageHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-text min-w-0">
        {kicker && <p className="mb-2 text-sm font-semibold text-accent">{kicker}</p>}
        <h1 tabIndex={-1} className="text-3xl wrap-anywhere">
          {children}
        </h1>
        {lead && <div className="mt-3 text-muted sm:mt-4 sm:text-lg">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
