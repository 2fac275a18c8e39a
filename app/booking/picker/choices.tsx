import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useDayWords } from '#app/shared/format/days.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { holidayName } from '#domain/office-time/holidays.ts';
import { type LocalizedTime, type PartOfDay, useAppointmentTimes } from './times.ts';
import { earlier, type FreeDay, type FreeTimesState, later } from './use-time-form.ts';

interface DayChoiceProps {
  free: FreeTimesState;
  day: FreeDay | null;
  onChoose: (day: string) => void;
}

/** A week of days, with buttons to page. Days without a time are shown but disabled. */
export function DayChoice({ free, day, onChoose }: DayChoiceProps) {
  const { t } = useLingui();
  const { dayNumber, longDay, rangeOf, shortWeekday } = useDayWords();
  const { closedOn } = useOffice().calendar;
  // The calendar says the office's own reason in English.
  const reasons = new Map(closedOn.map(({ day, reason }) => [day, reason]));
  const { week } = free;
  const [from, to] = [week?.days[0]?.day, week?.days.at(-1)?.day];
  if (!week || !from || !to) return null;
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <h2 aria-live="polite" className="figures text-lg">
          {rangeOf(from, to)}
        </h2>
        <div className="-mr-2 flex">
          <IconButton
            label={t`Earlier days`}
            icon={<ChevronLeft size={22} aria-hidden />}
            isDisabled={from <= week.firstDay}
            onPress={() => free.show(earlier(from, week.firstDay))}
          />
          <IconButton
            label={t`Later days`}
            icon={<ChevronRight size={22} aria-hidden />}
            isDisabled={to >= week.lastDay}
            onPress={() => free.show(later(from))}
          />
        </div>
      </div>
      <RadioGroup
        aria-label={t`Day`}
        orientation="horizontal"
        value={day?.day ?? null}
        onChange={onChoose}
        className="mt-2 grid grid-cols-7 gap-1 sm:gap-2"
      >
        {week.days.map((one) => (
          <Radio
            key={one.day}
            value={one.day}
            isDisabled={one.times.length === 0}
            className="group flex min-h-16 cursor-pointer flex-col items-center justify-center rounded-control border border-transparent bg-sunken px-0.5 py-2 text-center leading-tight hover:border-control focus-visible:outline-3 selected:bg-action selected:text-on-action disabled:cursor-default disabled:bg-transparent disabled:text-muted disabled:hover:border-transparent"
          >
            <span className="sr-only">{`${longDay(one.day)}, ${offerAloud(one, t, reasons.get(one.day))}`}</span>
            <span aria-hidden="true" className="text-xs">
              {shortWeekday(one.day)}
            </span>
            <span
              aria-hidden="true"
              className="figures mt-0.5 text-lg font-semibold group-disabled:font-normal"
            >
              {dayNumber(one.day)}
            </span>
            <span aria-hidden="true" className="mt-0.5 hidden text-xs sm:block">
              {t(offer(one))}
            </span>
            <span aria-hidden="true" className="mt-0.5 text-xs sm:hidden">
              {one.times.length === 0 ? '–' : '•'}
            </span>
          </Radio>
        ))}
      </RadioGroup>
    </div>
  );
}

interface TimeChoiceProps {
  day: FreeDay;
  value: string | null;
  onChange: (start: string) => void;
}

const parts = ['morning', 'afternoon', 'evening'] as const;
const partNames: Record<PartOfDay, MessageDescriptor> = {
  morning: msg`Morning`,
  afternoon: msg`Afternoon`,
  evening: msg`Evening`,
};

/** The free times of a day in the office's time zone, with the visitor's time below if it differs. */
export function TimeChoice({ day, value, onChange }: TimeChoiceProps) {
  const { city, zoneName, formatTimes, partOfDay } = useAppointmentTimes();
  const { t } = useLingui();
  const { longDay } = useDayWords();
  const heading = useId();
  const times = day.times.map((start) => ({ start, moment: Date.parse(start) }));
  const formatted = formatTimes(times.map(({ moment }) => moment));
  const differs = [...formatted.values()].some(({ own }) => own !== null);
  return (
    <div>
      <h3 id={heading} className="text-lg first-letter:uppercase">
        {longDay(day.day)}
      </h3>
      <p className="text-sm text-muted">
        {differs ? (
          <Trans>
            Times in {city} ({zoneName}), with your local time below
          </Trans>
        ) : (
          <Trans>
            Times in {city} ({zoneName})
          </Trans>
        )}
      </p>
      <RadioGroup
        aria-labelledby={heading}
        value={times.some(({ start }) => start === value) ? value : null}
        onChange={onChange}
        className="mt-4 flex flex-col gap-5"
      >
        {parts.map((part) => {
          const own = times.filter(({ moment }) => partOfDay(moment) === part);
          if (own.length === 0) return null;
          return (
            <div key={part}>
              <h4 className="mb-2 text-sm font-semibold text-muted">{t(partNames[part])}</h4>
              <div className="grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
                {own.map(({ start, moment }) => (
                  <TimeOption key={start} start={start} time={formatted.get(moment)} city={city} />
                ))}
              </div>
            </div>
          );
        })}
      </RadioGroup>
    </div>
  );
}

function TimeOption({ start, time, city }: { start: string; time: LocalizedTime | undefined; city: string }) {
  return (
    <Radio
      value={start}
      className="group figures flex min-h-12 cursor-pointer flex-col items-center justify-center rounded-control border border-control bg-surface px-1 py-1.5 text-center leading-tight hover:border-action hover:bg-action-soft focus-visible:outline-3 selected:border-action selected:bg-action selected:text-on-action"
    >
      <span className="font-semibold whitespace-nowrap">{time?.office}</span>
      {time?.own && (
        <>
          <span className="sr-only">
            {' '}
            <Trans>in {city}</Trans>,{' '}
          </span>
          <span className="text-xs text-muted group-selected:text-on-action">
            <Trans>
              {{ time: time.own }} <span className="sr-only">for you</span>
            </Trans>
          </span>
        </>
      )}
    </Radio>
  );
}

/** A short text about a day's free times. */
export function offer({ times: { length: count }, closed }: FreeDay): MessageDescriptor {
  if (count > 0) return msg`${plural({ count }, { one: '# time', other: '# times' })}`;
  return closed === undefined ? msg({ message: 'Full', context: 'a day without free times' }) : msg`Closed`;
}

/**
 * Why a day has no times, for screen readers.
 * @param reason why the office is closed, in the reader's language, if it is no holiday
 */
export function offerAloud(
  { times: { length: count }, closed }: FreeDay,
  t: Translate,
  reason = holidayName(closed ?? '', t),
): string {
  if (count > 0) return t(msg`${plural({ count }, { one: '# time free', other: '# times free' })}`);
  if (closed === undefined) return t(msg`no times left`);
  return closed === 'Closed' ? t(msg`closed`) : t(msg`closed: ${{ reason }}`);
}
