import { useEffect, useState } from 'react';
import { isActivityKey, lastActivity, recordActivity, trackActivity } from './activity.ts';
import { type Idle, type IdleLimits, idleAt } from './idle.ts';

/** How often the clock is looked at while there is nothing to count down. */
const restMs = 15_000;

/** Watches over a session; without one (`limits` null) nobody is idle. */
export function useIdle(limits: IdleLimits | null): { idle: Idle; stay: () => void } {
  const [now, setNow] = useState(Date.now);
  const idle: Idle = limits ? idleAt(now, lastActivity() ?? now, limits) : { kind: 'active' };
  const watching = limits !== null;
  const asked = idle.kind !== 'active';

  useEffect(() => {
    if (!watching) return;
    if (lastActivity() === null) recordActivity();
    const look = () => setNow(Date.now());
    // Another tab's activity counts here too.
    const onStorage = (event: StorageEvent) => isActivityKey(event.key) && look();
    window.addEventListener('storage', onStorage);
    window.addEventListener('focus', look);
    window.addEventListener('pageshow', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('focus', look);
      window.removeEventListener('pageshow', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [watching]);

  useEffect(() => {
    if (!watching) return;
    const timer = setInterval(() => setNow(Date.now()), asked ? 1000 : restMs);
    return () => clearInterval(timer);
  }, [watching, asked]);

  // Once asked, only an answer counts: a sleeve on the keyboard is none.
  useEffect(() => (watching && !asked ? trackActivity() : undefined), [watching, asked]);

  function stay(): void {
    recordActivity();
    setNow(Date.now());
  }

  return { idle, stay };
}
