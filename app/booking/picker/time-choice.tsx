import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useLanguage } from '#app/shared/language/language.tsx';
import { msg } from '#domain/language/message.ts';
import { dayFormats, type FreeDay } from './days.ts';
import { type LocalizedTime, type PartOfDay, useAppointmentTimes } from './times.ts';

interface Props {
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
export function TimeChoice({ day, value, onChange }: Props) {
  const { city, zoneName, formatTimes, partOfDay } = useAppointmentTimes();
  const { t } = useLingui();
  const { dayLong } = dayFormats(useLanguage());
  const heading = useId();
  const times = day.times.map((start) => ({ start, moment: Date.parse(start) }));
  const formatted = formatTimes(times.map(({ moment }) => moment));
  const differs = [...formatted.values()].some(({ own }) => own !== null);
  return (
    <div>
      <h3 id={heading} className="text-lg first-letter:uppercase">
        {dayLong(day.day)}
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

interface TimeOptionProps {
  start: string;
  time: LocalizedTime | undefined;
  city: string;
}

function TimeOption({ start, time, city }: TimeOptionProps) {
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
