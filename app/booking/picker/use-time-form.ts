import { useEffect, useRef, useState } from 'react';
import { calendarProblem, refusedAs } from './calendar-wire.ts';
import { useFreeTimes } from './use-free-times.ts';

/** What every form that asks for a time has: the free ones, the chosen one, and why it could not be had. */
export function useTimeForm() {
  const free = useFreeTimes();
  const [start, setStart] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const verdict = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem === null) return;
    verdict.current?.scrollIntoView({ block: 'center' });
    verdict.current?.focus({ preventScroll: true });
  }, [problem]);

  return {
    free,
    start,
    setStart,
    busy,
    problem,
    verdict,
    /** Asks for the time. What is refused is said; a time that somebody else has is asked for anew. */
    async ask(act: () => Promise<void>): Promise<unknown> {
      setBusy(true);
      setProblem(null);
      try {
        await act();
        return null;
      } catch (error) {
        setProblem(calendarProblem(error));
        if (refusedAs(error, 'time_taken')) {
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
