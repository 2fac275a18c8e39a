import type { ReactNode } from 'react';

/** The end of a page: one sentence, one or two ways on. */
export function CallToAction({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="bg-deep text-on-deep print:hidden">
      <div className="page flex flex-col gap-8 py-14 lg:flex-row lg:items-center lg:justify-between lg:py-20">
        <h2 className="max-w-[36rem] text-2xl">{title}</h2>
        <div className="flex flex-col gap-3 sm:flex-row">{children}</div>
      </div>
    </section>
  );
}
