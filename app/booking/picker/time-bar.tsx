import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { dayOfMoment, tellTime, visitorZone } from './times.ts';

interface Props {
  start: string | null;
  /** Stays in sight: nothing but times stands above it. */
  sticky?: boolean;
  children: ReactNode;
}

/** What is chosen, and what to do about it. */
export function TimeBar({ start, sticky = true, children }: Props) {
  return (
    <div
      className={classNames(
        '-mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3',
        sticky && 'sticky bottom-0 low:static',
      )}
    >
      <p aria-live="polite" className="figures min-w-0 text-sm">
        {start === null ? (
          <span className="text-muted">Choose a day and a time.</span>
        ) : (
          <ChosenTime moment={Date.parse(start)} />
        )}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">{children}</div>
    </div>
  );
}

function ChosenTime({ moment }: { moment: number }) {
  const { office, own } = tellTime(moment, visitorZone());
  return (
    <>
      <span className="block">{dayOfMoment(moment)} </span>
      <span className="block font-semibold">
        {office}
        {own && <span className="font-normal text-muted">, {own} for you</span>}
      </span>
    </>
  );
}
