import { useNavigate, useSearchParams } from 'react-router';
import { weekOf } from '#app/shared/format/days.ts';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { addDays } from '#domain/office-time/days.ts';
import { type CalendarParams, calendarSearch, parseCalendarParams } from './calendar-params.ts';
import { useOfficeClock } from './office-clock.ts';

export function useCalendarParams() {
  const { today } = useOfficeClock();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isWide = useWideScreen();
  const place = parseCalendarParams(parameters, { today: today(), view: isWide ? 'week' : 'day' });
  const { view, day } = place;
  const step = view === 'week' ? 7 : 1;

  const searchOf = (changes: Partial<Record<keyof CalendarParams, string | null>>) =>
    calendarSearch(`?${parameters}`, changes);
  return {
    ...place,
    isWide,
    days: view === 'week' ? weekOf(day) : [day],
    before: addDays(day, -step),
    after: addDays(day, step),
    searchOf,
    go: (changes: Partial<Record<keyof CalendarParams, string | null>>, replace = false) =>
      // Read the URL now: this may run after a server response.
      void navigate(
        { search: calendarSearch(window.location.search, changes) },
        { preventScrollReset: true, replace },
      ),
  };
}

export type Place = ReturnType<typeof useCalendarParams>;
