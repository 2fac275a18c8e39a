import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FreeTimes } from '#contract/calendar.ts';
import { addDays } from '#domain/office-time/days.ts';
import { calendarErrorMessage, isRefusal, readFreeTimes } from './calendar-api.ts';

/** The state of a form that asks for a time: the free times, the chosen one, and the error message. */
export function useTimeForm() {
  const { t } = useLingui();
  const free = useFreeTimes();
  const [start, setStart] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  return {
    free,
    start,
    setStart,
    busy,
    problem,
    /** Runs the request and shows its error, which it also returns. If the time was taken, the free times are loaded again. */
    async send(request: () => Promise<void>): Promise<unknown> {
      setBusy(true);
      setProblem(null);
      try {
        await request();
        return null;
      } catch (error) {
        setProblem(calendarErrorMessage(error, t));
        if (isRefusal(error, 'time_taken')) {
          setStart(null);
          free.reload();
        }
        return error;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** A ref for the problem: it takes the focus, and may be far above the button that was pressed. */
export function showProblem(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}

export type FreeDay = FreeTimes['days'][number];

/** The number of days that the page shows. */
const shownDays = 7;

/** How old the times may be when the visitor comes back to the page. */
const freshMs = 60_000;

export type FreeTimesState = ReturnType<typeof useFreeTimes>;

/** The free times, a week at a time. */
function useFreeTimes() {
  /** With the days that are shown; while others load, the ones before. */
  const [week, setWeek] = useState<FreeTimes | null>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const asked = useRef(0);
  const wanted = useRef<string | null>(null);
  const loadedAt = useRef(0);

  /** The days from this one on; null: the first with a time. */
  async function show(from: string | null): Promise<void> {
    asked.current += 1;
    const mine = asked.current;
    wanted.current = from;
    setStatus('loading');
    try {
      const free = await readFreeTimes(from, from === null ? 2 * shownDays : shownDays);
      // After fast paging, only the last answer counts.
      if (mine !== asked.current) return;
      // It is past midnight, and these days are over.
      if (from !== null && free.days.length === 0) return show(null);
      loadedAt.current = Date.now();
      setWeek({ ...free, days: from === null ? firstShown(free.days) : free.days });
      setStatus('ready');
    } catch (error) {
      if (mine !== asked.current) return;
      console.warn('The free times could not be read', error);
      setStatus('failed');
    }
  }

  /** Loads the same days again. */
  const reload = () => void show(wanted.current ?? week?.days[0]?.day ?? null);
  const begin = useEffectEvent(() => void show(null));
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && Date.now() - loadedAt.current > freshMs) reload();
  });

  useEffect(() => {
    begin();
    const onVisible = () => refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);

  return { week, status, show: (from: string | null) => void show(from), reload };
}

/** The days to show first: from the first with a free time, or all days if none has one. */
export function firstShown(days: FreeDay[]): FreeDay[] {
  const week = days.slice(0, shownDays);
  if (week.some(({ times }) => times.length > 0)) return week;
  const later = days.slice(shownDays, 2 * shownDays);
  return later.some(({ times }) => times.length > 0) ? later : week;
}

export const earlier = (day: string, first: string) => {
  const from = addDays(day, -shownDays);
  return from < first ? first : from;
};
export const later = (day: string) => addDays(day, shownDays);
