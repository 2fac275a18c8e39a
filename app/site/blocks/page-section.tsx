import type { ReactNode } from 'react';

interface PageSectionProps {
  /** Of the heading. */
  id: string;
  title: string;
  /** On a band of another color. */
  sunken?: boolean;
  className?: string;
  children: ReactNode;
}

/** A titled part of a page. */
export function PageSection({ id, title, sunken, className = 'py-16 lg:py-24', children }: PageSectionProps) {
  const content = (
    <>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </>
  );
  return sunken ? (
    <section aria-labelledby={id} className="bg-sunken">
      <div className={`page ${className}`}>{content}</div>
    </section>
  ) : (
    <section aria-labelledby={id} className={`page ${className}`}>
      {content}
    </section>
  );
}
