import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useId, useState } from 'react';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { isPlausibleDay } from '#domain/office-time/days.ts';
import { calendarWeekQuery, noAppointments } from '../calendar-query.ts';
import { useOfficeClock } from '../office-clock.ts';
import { firstFree, sameTime, type TimeChoice, timeChoices } from './time-choices.ts';

/** A day and a start time; null until one is chosen. */
export interface When {
  day: string;
  start: number | null;
  /** No time was chosen yet: the first free time of the day is preselected. */
  isOpen?: boolean;
}

/**
 * A choice of a day and a time.
 * @param except an appointment that takes no seat
 */
export function useTimeSelection(at: When, except?: string) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const [when, setWhen] = useState(at);
  const isDay = isPlausibleDay(when.day);
  const day = isDay ? when.day : clock.today();
  const { data, isPending } = useQuery(calendarWeekQuery(clock, day));
  const choices = isDay ? timeChoices(clock, day, data ?? noAppointments, { now: Date.now(), except }) : [];
  const start = when.isOpen ? (isPending ? null : firstFree(choices)) : when.start;
  const chosen = choices.find((choice) => choice.start === start) ?? null;
  const isPast = isDay && when.day < clock.today();
  return { when, setWhen, choices, chosen, isDayWrong: !isDay || isPast, problem: problemOf() };

  function problemOf(): string | null {
    if (!isDay) return t`Choose a day.`;
    if (isPast) return t`This day has passed.`;
    if (chosen === null) return t`Choose a time.`;
    return chosen.isTaken ? t`This time is taken. Choose another one.` : null;
  }
}

interface TimeFieldsProps {
  time: ReturnType<typeof useTimeSelection>;
  /** The form was submitted: show what is missing. */
  tried: boolean;
}

export function TimeFields({ time, tried }: TimeFieldsProps) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { when, setWhen, choices, chosen, isDayWrong } = time;
  const id = useId();
  const problem = tried || chosen?.isTaken ? time.problem : null;
  const next = (day: string): When => {
    if (when.isOpen) return { ...when, day };
    const before = chosen?.start ?? when.start;
    return { day, start: isPlausibleDay(day) ? sameTime(clock, day, Date.now(), before) : before };
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t`Day`}
          type="date"
          value={when.day}
          onChange={(day) => setWhen(next(day))}
          error={isDayWrong ? (problem ?? undefined) : undefined}
        />
        <NativeSelect
          id={id}
          label={t`Time`}
          options={choices.map((choice) => ({ value: String(choice.start), label: wordsOf(choice, t) }))}
          value={chosen ? String(chosen.start) : ''}
          onChange={(start) => setWhen({ day: when.day, start: start === '' ? null : Number(start) })}
          error={isDayWrong ? undefined : (problem ?? undefined)}
        />
      </div>
      <p role="status" className="text-sm">
        {chosen?.caution && !chosen.isTaken && (
          <span className="flex items-start gap-2 text-warning">
            <Info size={18} aria-hidden className="mt-0.5 shrink-0" />
            <Trans>{{ caution: sentence(t(chosen.caution)) }}. Visitors can’t book this, but you can.</Trans>
          </span>
        )}
      </p>
    </div>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function wordsOf({ label, isTaken, caution }: TimeChoice, t: Translate): string {
  if (isTaken) return t(msg`${{ time: label }} (taken)`);
  return caution === null ? label : `${label} (${t(caution)})`;
}
