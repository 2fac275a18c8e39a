import type { ReactNode } from 'react';

/** Fields that answer one question together, such as a date in three parts: side by side under one legend. */
export function FieldRow({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2.4fr)] items-start gap-2 md:max-w-md md:gap-3">
        {children}
      </div>
    </fieldset>
  );
}
