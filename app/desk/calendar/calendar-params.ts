import { useNavigate, useSearchParams } from 'react-router';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { weekOf } from '#app/shared/format/days.ts';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { addDays, isPlausibleDay } from '#domain/office-time/days.ts';
import { useOfficeClock } from './office-clock.ts';

/**
 * The query parameters of /manage/calendar: `view`; the shown `day`, or a day of the shown week; the open `appointment`; and
 * a client to `book` for, who is in the form for a new appointment.
 */

export const views = ['day', 'week'] as const;
type View = (typeof views)[number];

/** Missing and invalid parameters get the defaults: today, and the view for this screen size. */
export function parseCalendarParams(parameters: URLSearchParams, preset: { today: string; view: View }) {
  const view = parameters.get('view');
  const day = parameters.get('day') ?? '';
  return {
    view: views.find((known) => known === view) ?? preset.view,
    day: isPlausibleDay(day) ? day : preset.today,
    appointment: parameters.get('appointment'),
    book: parameters.get('book'),
  };
}

type Changes = Partial<Record<keyof ReturnType<typeof parseCalendarParams>, string | null>>;

/** Changes parameters of a query string; null removes one. */
export const calendarSearch: (search: string, changes: Changes) => string = changedSearch;

export const appointmentUrl = (day: string, id: string) =>
  `/manage/calendar${calendarSearch('', { day, appointment: id })}`;

export const bookingUrl = (clientId: string) => `/manage/calendar${calendarSearch('', { book: clientId })}`;

export function useCalendarParams() {
  const { today } = useOfficeClock();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isWide = useWideScreen();
  const place = parseCalendarParams(parameters, { today: today(), view: isWide ? 'week' : 'day' });
  const { view, day } = place;
  const step = view === 'week' ? 7 : 1;

  const searchOf = (changes: Changes) => calendarSearch(`?${parameters}`, changes);
  return {
    ...place,
    isWide,
    days: view === 'week' ? weekOf(day) : [day],
    before: addDays(day, -step),
    after: addDays(day, step),
    searchOf,
    go: (changes: Changes, replace = false) =>
      // Read the URL now: this may run after a server response.
      void navigate(
        { search: calendarSearch(window.location.search, changes) },
        { preventScrollReset: true, replace },
      ),
  };
}

export type Place = ReturnType<typeof useCalendarParams>;
