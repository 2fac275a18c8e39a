import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface PanelProps {
  /** The heading's id: it labels the section and can be linked to. */
  id: string;
  title: ReactNode;
  /** The heading's level. */
  level?: 2 | 3;
  actions?: ReactNode;
  /** For the office only: looks unlike what clients can read. */
  isInternal?: boolean;
  children: ReactNode;
}

/** A titled section with a border, for dense staff pages. */
export function Panel({ id, title, level = 3, actions, isInternal = false, children }: PanelProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex flex-col gap-3 rounded-card border p-4',
        isInternal ? 'border-dashed border-warning bg-warning-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading id={id} className="min-w-0 wrap-anywhere font-sans text-base font-semibold">
          {title}
        </Heading>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A muted line for an empty list. */
export function NothingHere({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>;
}
