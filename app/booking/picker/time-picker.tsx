import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { DayChoice, TimeChoice } from './choices.tsx';
import { useAppointmentTimes } from './times.ts';
import { type FreeTimesState, later } from './use-time-form.ts';

interface Props {
  free: FreeTimesState;
  value: string | null;
  onChange: (start: string) => void;
}

/** A choice of day, then of time. */
export function TimePicker({ free, value, onChange }: Props) {
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const { t } = useLingui();
  const { week, status } = free;
  if (status === 'failed') {
    return (
      <LoadProblem title={t`We couldn’t load the available times`} onRetry={free.reload}>
        <Trans>
          Please check your internet connection. You can also call us: <SupportPhone />
        </Trans>
      </LoadProblem>
    );
  }
  if (!week) return <LoadingTimes />;
  const open = week.days.filter(({ times }) => times.length > 0);
  const day =
    open.find((one) => one.day === chosenDay) ??
    // After paging back to the week of the chosen time, show its day.
    open.find(({ times }) => value !== null && times.includes(value)) ??
    open[0] ??
    null;
  return (
    <div
      aria-busy={status === 'loading'}
      className={classNames('flex flex-col gap-6', status === 'loading' && 'opacity-60')}
    >
      <DayChoice free={free} day={day} onChoose={setChosenDay} />
      {day ? (
        <TimeChoice day={day} value={value} onChange={onChange} />
      ) : (
        <NothingFree free={free} last={week.lastDay} />
      )}
    </div>
  );
}

function NothingFree({ free, last }: { free: FreeTimesState; last: string }) {
  const from = free.week?.days[0]?.day;
  const to = free.week?.days.at(-1)?.day;
  const more = from !== undefined && to !== undefined && to < last;
  return (
    <div role="status" className="rounded-card border border-dashed border-control p-6 text-center">
      <p className="font-display text-lg">
        <Trans>No times are left on these days</Trans>
      </p>
      <p className="mt-1 text-muted">
        {more ? (
          <Trans>
            There may be times on later days. Or call us: <SupportPhone />
          </Trans>
        ) : (
          <Trans>
            Please call us, and we’ll find a time together: <SupportPhone />
          </Trans>
        )}
      </p>
      {more && (
        <Button variant="secondary" className="mt-4" onPress={() => free.show(later(from))}>
          <Trans>Show later days</Trans>
        </Button>
      )}
    </div>
  );
}

interface TimeBarProps {
  start: string | null;
  /** Keeps the bar in view. Not for a form with fields, which it would cover. */
  sticky?: boolean;
  children: ReactNode;
}

/** The chosen time, and the buttons. */
export function TimeBar({ start, sticky = true, children }: TimeBarProps) {
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

const places = Array.from({ length: 12 }, (_, at) => at);

/** Skeletons of the same size, so that nothing jumps when the times are loaded. */
export function LoadingTimes() {
  return (
    <div role="status">
      <span className="sr-only">
        <Trans>Loading available times...</Trans>
      </span>
      <Skeleton className="h-8 w-48" />
      <div className="mt-4 grid grid-cols-7 gap-1 sm:gap-2">
        {places.slice(0, 7).map((place) => (
          <Skeleton key={place} className="h-20 rounded-control" />
        ))}
      </div>
      <Skeleton className="mt-6 h-7 w-40" />
      <div className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
        {places.map((place) => (
          <Skeleton key={place} className="h-12 rounded-control" />
        ))}
      </div>
    </div>
  );
}
