import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useId } from 'react';
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

/** The times of the selected day, and the selected one. */
export function useTimeSelection(when: When, except?: string) {
  const clock = useOfficeClock();
  const day = isPlausibleDay(when.day) ? when.day : clock.today();
  const { data, isPending } = useQuery(calendarWeekQuery(clock, day));
  const choices = isPlausibleDay(when.day)
    ? timeChoices(clock, day, data ?? noAppointments, { now: Date.now(), except })
    : [];
  const start = when.isOpen ? (isPending ? null : firstFree(choices)) : when.start;
  return { choices, chosen: choices.find((choice) => choice.start === start) ?? null };
}

interface WhenFieldsProps {
  when: When;
  choices: readonly TimeChoice[];
  chosen: TimeChoice | null;
  onChange: (when: When) => void;
  /** The form was submitted: show what is missing. */
  tried: boolean;
}

export function timeProblem(
  when: When,
  chosen: TimeChoice | null,
  today: string,
  t: Translate,
): string | null {
  if (!isPlausibleDay(when.day)) return t(msg`Choose a day.`);
  if (when.day < today) return t(msg`This day has passed.`);
  if (chosen === null) return t(msg`Choose a time.`);
  return chosen.isTaken ? t(msg`This time is taken. Choose another one.`) : null;
}

export function TimeFields({ when, choices, chosen, onChange, tried }: WhenFieldsProps) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const today = clock.today();
  const id = useId();
  const problem = tried || chosen?.isTaken ? timeProblem(when, chosen, today, t) : null;
  const isDayWrong = !isPlausibleDay(when.day) || when.day < today;
  const next = (day: string): When => {
    if (when.isOpen) return { ...when, day };
    const before = chosen?.start ?? when.start;
    const start = isPlausibleDay(day)
      ? sameTime(clock, timeChoices(clock, day, noAppointments, { now: Date.now() }), before)
      : before;
    return { day, start };
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t`Day`}
          type="date"
          value={when.day}
          onChange={(day) => onChange(next(day))}
          error={isDayWrong ? (problem ?? undefined) : undefined}
        />
        <NativeSelect
          id={id}
          label={t`Time`}
          options={choices.map((choice) => ({ value: String(choice.start), label: wordsOf(choice, t) }))}
          value={chosen ? String(chosen.start) : ''}
          onChange={(start) => onChange({ day: when.day, start: start === '' ? null : Number(start) })}
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
