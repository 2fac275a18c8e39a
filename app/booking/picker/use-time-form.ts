import { useEffect, useRef, useState } from 'react';
import { calendarErrorMessage, isRefusal } from './calendar-api.ts';
import { useFreeTimes } from './use-free-times.ts';

/** The state of a form that asks for a time: the free times, the chosen one, and the error message. */
export function useTimeForm() {
  const free = useFreeTimes();
  const [start, setStart] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem === null) return;
    result.current?.scrollIntoView({ block: 'center' });
    result.current?.focus({ preventScroll: true });
  }, [problem]);

  return {
    free,
    start,
    setStart,
    busy,
    problem,
    result,
    /** Runs the request and shows its error, which it also returns. If the time was taken, the free times are loaded again. */
    async send(request: () => Promise<void>): Promise<unknown> {
      setBusy(true);
      setProblem(null);
      try {
        await request();
        return null;
      } catch (error) {
        setProblem(calendarErrorMessage(error));
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
