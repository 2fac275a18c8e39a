import { isDay } from '#domain/office-time/days.ts';

/** What /manage/calendar shows, in its address: `view`, `day`, and the appointment that is open (`appointment`). */

export const views = ['day', 'week'] as const;
export type CalendarView = (typeof views)[number];

export interface CalendarParams {
  view: CalendarView;
  /** As "2026-11-20": the day that is shown, or whose week is. */
  day: string;
  appointment: string | null;
}

interface Preset {
  today: string;
  /** What suits this screen, where the address says nothing. */
  view: CalendarView;
}

/** Anything else there is today, in the view that suits. */
export function parseCalendarParams(parameters: URLSearchParams, preset: Preset): CalendarParams {
  const view = parameters.get('view');
  const day = parameters.get('day') ?? '';
  return {
    view: views.find((known) => known === view) ?? preset.view,
    day: isPlausibleDay(day) ? day : preset.today,
    appointment: parameters.get('appointment'),
  };
}

/** The address with this in place of what it says; what is null goes. */
export function calendarSearch(
  search: string,
  changes: Partial<Record<keyof CalendarParams, string | null>>,
): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

export const appointmentUrl = (day: string, id: string) =>
  `/manage/calendar${calendarSearch('', { day, appointment: id })}`;

/** A day of these times: a date field passes through the year 2 on its way to 2026. */
export const isPlausibleDay = (text: string) => isDay(text) && text.startsWith('20');
