import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';

export interface EntryLayoutProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Help beside the form; on a phone, after it. */
  aside: ReactNode;
  /** Whether it replaces another screen at the same URL: then its heading takes the focus. */
  takesOver?: boolean;
}

export function EntryLayout({ title, lead, children, aside, takesOver = false }: EntryLayoutProps) {
  const screen = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (takesOver) screen.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [takesOver]);

  return (
    <div
      ref={screen}
      className="page grid gap-12 py-10 md:py-16 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-20 lg:py-20"
    >
      <div className="min-w-0">
        <PageHeading lead={lead}>{title}</PageHeading>
        <div className="mt-8">{children}</div>
      </div>
      <aside className="min-w-0 border-t border-line pt-10 lg:border-t-0 lg:border-l lg:pt-1 lg:pl-20">
        {aside}
      </aside>
    </div>
  );
}
