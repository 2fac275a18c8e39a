import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useLanguage } from '#app/shared/language/language.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { dayFormats, earlier, type FreeDay, later, offer, offerAloud } from './days.ts';
import type { FreeTimesState } from './use-time-form.ts';

interface Props {
  free: FreeTimesState;
  day: FreeDay | null;
  onChoose: (day: string) => void;
}

/** A week of days, with buttons to page. Days without a time are shown but disabled. */
export function DayChoice({ free, day, onChoose }: Props) {
  const { t } = useLingui();
  const { dayLong, dayNumber, daysInWords, weekdayShort } = dayFormats(useLanguage());
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
          {daysInWords(week.days)}
        </h2>
        <div className="-mr-2 flex">
          <IconButton
            label={t`Earlier days`}
            icon={<ChevronLeft size={22} aria-hidden />}
            isDisabled={from <= week.first}
            onPress={() => free.show(earlier(from, week.first))}
          />
          <IconButton
            label={t`Later days`}
            icon={<ChevronRight size={22} aria-hidden />}
            isDisabled={to >= week.last}
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
            <VisuallyHidden>{`${dayLong(one.day)}, ${offerAloud(one, t, reasons.get(one.day))}`}</VisuallyHidden>
            <span aria-hidden="true" className="text-xs">
              {weekdayShort(one.day)}
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
