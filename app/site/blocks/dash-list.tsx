import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';

/** What an offer includes, with a dash before each line. */
export function DashList({
  lines,
  className = '',
}: {
  lines: readonly MessageDescriptor[];
  className?: string;
}) {
  const { t } = useLingui();
  return (
    <ul className={`flex flex-col gap-1.5 ${className}`}>
      {lines.map((line) => (
        <li key={line.id} className="flex gap-3">
          <span aria-hidden="true" className="mt-[0.72em] h-px w-4 shrink-0 bg-accent" />
          {t(line)}
        </li>
      ))}
    </ul>
  );
}
