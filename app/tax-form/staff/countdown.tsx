import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { SHOWN_MS } from '#domain/tax-form/staff/reveal-reasons.ts';

const MINUTE = 60_000;

interface CountdownProps {
  /** Null while nothing is shown. */
  until: number | null;
  areAllShown: boolean;
}

/** "Hides in 14:32". Announced at the start and in the last minute only: an announcement every second would drown out everything else. */
export function Countdown({ until, areAllShown }: CountdownProps) {
  const { t } = useLingui();
  const now = useNow(until !== null);
  // The clock may be older than the reveal until its first tick.
  const left = until === null ? null : Math.min(Math.max(0, until - now), SHOWN_MS);
  return (
    <>
      {left !== null && (
        <span role="timer" className="figures text-sm font-semibold">
          {t`Hides in ${{ time: inMinutes(left) }}`}
        </span>
      )}
      {/* Always there: screen readers announce changes only. */}
      <span role="status" className="sr-only">
        {left === null
          ? ''
          : left <= MINUTE
            ? t`The numbers are hidden in one minute.`
            : areAllShown
              ? t`All numbers are shown for 15 minutes.`
              : t`The number is shown for 15 minutes.`}
      </span>
    </>
  );
}

function inMinutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The time, each second. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
