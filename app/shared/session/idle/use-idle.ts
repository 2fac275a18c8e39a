import { useEffect, useState } from 'react';
import { isActivityKey, lastActivity, recordActivity, trackActivity } from './activity.ts';
import { type Idle, type IdleLimits, idleAt } from './idle.ts';

/** How often the time is checked while there is no countdown. */
const CHECK_INTERVAL_MS = 15_000;

/** Whether the session is idle. Always active without a session (`limits` null). */
export function useIdle(limits: IdleLimits | null): { idle: Idle; stay: () => void } {
  const [now, setNow] = useState(Date.now);
  const idle: Idle = limits ? idleAt(now, lastActivity() ?? now, limits) : { kind: 'active' };
  const isWatching = limits !== null;
  const isWarned = idle.kind !== 'active';

  useEffect(() => {
    if (!isWatching) return;
    if (lastActivity() === null) recordActivity();
    const update = () => setNow(Date.now());
    // Another tab's activity counts here too.
    const onStorage = (event: StorageEvent) => isActivityKey(event.key) && update();
    window.addEventListener('storage', onStorage);
    window.addEventListener('focus', update);
    window.addEventListener('pageshow', update);
    document.addEventListener('visibilitychange', update);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('focus', update);
      window.removeEventListener('pageshow', update);
      document.removeEventListener('visibilitychange', update);
    };
  }, [isWatching]);

  useEffect(() => {
    if (!isWatching) return;
    const timer = setInterval(() => setNow(Date.now()), isWarned ? 1000 : CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWatching, isWarned]);

  // During the warning only its buttons count, so that an accidental key press doesn't extend the session.
  useEffect(() => (isWatching && !isWarned ? trackActivity() : undefined), [isWatching, isWarned]);

  function stay(): void {
    recordActivity();
    setNow(Date.now());
  }

  return { idle, stay };
}
