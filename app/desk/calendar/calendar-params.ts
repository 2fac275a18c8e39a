import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { isPlausibleDay } from '#domain/office-time/days.ts';

/** The query parameters of /manage/calendar: `view`, `day`, the open `appointment`, and a client to `book` for. */

export const views = ['day', 'week'] as const;
export type CalendarView = (typeof views)[number];

export interface CalendarParams {
  view: CalendarView;
  /** "2026-11-20": the shown day, or a day of the shown week. */
  day: string;
  appointment: string | null;
  /** The id of the client that the form for a new appointment is filled in with. */
  book: string | null;
}

interface Preset {
  today: string;
  /** The default for this screen size. */
  view: CalendarView;
}

/** Missing and invalid parameters get the defaults. */
export function parseCalendarParams(parameters: URLSearchParams, preset: Preset): CalendarParams {
  const view = parameters.get('view');
  const day = parameters.get('day') ?? '';
  return {
    view: views.find((known) => known === view) ?? preset.view,
    day: isPlausibleDay(day) ? day : preset.today,
    appointment: parameters.get('appointment'),
    book: parameters.get('book'),
  };
}

/** Changes parameters of a query string; null removes one. */
export const calendarSearch: (
  search: string,
  changes: Partial<Record<keyof CalendarParams, string | null>>,
) => string = changedSearch;

export const appointmentUrl = (day: string, id: string) =>
  `/manage/calendar${calendarSearch('', { day, appointment: id })}`;

export const bookingUrl = (clientId: string) => `/manage/calendar${calendarSearch('', { book: clientId })}`;
