import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { useAppointmentTimes } from './times.ts';

interface Props {
  start: string | null;
  /** Keeps the bar in view. Not for a form with fields, which it would cover. */
  sticky?: boolean;
  children: ReactNode;
}

/** The chosen time, and the buttons. */
export function TimeBar({ start, sticky = true, children }: Props) {
  return (
    <div
      className={classNames(
        '-mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3',
        sticky && 'sticky bottom-(--time-bar-bottom,0px) low:static',
      )}
    >
      <p aria-live="polite" className="figures min-w-0 text-sm">
        {start === null ? (
          <span className="text-muted">
            <Trans>Choose a day and a time.</Trans>
          </span>
        ) : (
          <ChosenTime moment={Date.parse(start)} />
        )}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">{children}</div>
    </div>
  );
}

function ChosenTime({ moment }: { moment: number }) {
  const { dayOfMoment, formatTime } = useAppointmentTimes();
  const { office, own } = formatTime(moment);
  return (
    <>
      <span className="block first-letter:uppercase">{dayOfMoment(moment)} </span>
      <span className="block font-semibold">
        {office}
        {own && (
          <span className="font-normal text-muted">
            , <Trans>{{ time: own }} for you</Trans>
          </span>
        )}
      </span>
    </>
  );
}
