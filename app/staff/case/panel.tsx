import type { ReactNode } from 'react';

export interface PanelProps {
  /** Of its heading: names the part, and leads to it. */
  id: string;
  title: ReactNode;
  /** How deep it lies in the page: under the client's name, or under the page's own. */
  level?: 2 | 3;
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of a client's case. */
export function Panel({ id, title, level = 3, actions, children }: PanelProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
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

/** A quiet line where a list would stand. */
export function NothingHere({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>;
}
