import { useId } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { dayLong, type FreeDay } from './days.ts';
import { city, formatTimes, type LocalizedTime, officeZone, partOfDay, visitorZone } from './times.ts';

interface Props {
  day: FreeDay;
  value: string | null;
  onChange: (start: string) => void;
}

const parts = ['Morning', 'Afternoon', 'Evening'] as const;

/** The free times of a day in the office's time zone, with the visitor's time below if it differs. */
export function TimeChoice({ day, value, onChange }: Props) {
  const heading = useId();
  const times = day.times.map((start) => ({ start, moment: Date.parse(start) }));
  const formatted = formatTimes(
    times.map(({ moment }) => moment),
    visitorZone(),
  );
  const differs = [...formatted.values()].some(({ own }) => own !== null);
  return (
    <div>
      <h3 id={heading} className="text-lg">
        {dayLong(day.day)}
      </h3>
      <p className="text-sm text-muted">
        Times in {city} ({officeZone}){differs && ', with your local time below'}
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
              <h4 className="mb-2 text-sm font-semibold text-muted">{part}</h4>
              <div className="grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
                {own.map(({ start, moment }) => (
                  <TimeOption key={start} start={start} time={formatted.get(moment)} />
                ))}
              </div>
            </div>
          );
        })}
      </RadioGroup>
    </div>
  );
}

function TimeOption({ start, time }: { start: string; time: LocalizedTime | undefined }) {
  return (
    <Radio
      value={start}
      className="group figures flex min-h-12 cursor-pointer flex-col items-center justify-center rounded-control border border-control bg-surface px-1 py-1.5 text-center leading-tight hover:border-action hover:bg-action-soft focus-visible:outline-3 selected:border-action selected:bg-action selected:text-on-action"
    >
      <span className="font-semibold whitespace-nowrap">{time?.office}</span>
      {time?.own && (
        <>
          <span className="sr-only"> in {city}, </span>
          <span className="text-xs text-muted group-selected:text-on-action">
            {time.own}
            <span className="sr-only"> for you</span>
          </span>
        </>
      )}
    </Radio>
  );
}
