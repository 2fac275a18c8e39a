import type { ReactNode } from 'react';

export interface PartProps {
  /** Also the fragment of its URL. */
  id: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** One part of the security card, with its actions on the right. */
export function Part({ id, title, children, action }: PartProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h3 id={id} tabIndex={-1} className="scroll-mt-28 font-sans text-base font-semibold tracking-normal">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
