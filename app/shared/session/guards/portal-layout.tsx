import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { isStaffRole } from '#domain/account/roles.ts';
import { WithoutScript } from '../../browser/without-script.tsx';
import { isActivityKey, lastActivity, recordActivity, trackActivity } from '../idle/activity.ts';
import { type Idle, type IdleLimits, idleAt } from '../idle/idle.ts';
import { SessionProvider, useSession } from '../session.tsx';
import { handle } from './login-layout.tsx';

export { handle };

/** Around every page that a session or a mailed link opens. */
export default function PortalLayout() {
  return (
    <SessionProvider>
      <WithoutScript />
      <IdleGate>
        <Outlet />
      </IdleGate>
    </SessionProvider>
  );
}

const WARNING_MS = 2 * 60_000;

const IdleWarning = onDemand(async () => (await import('../idle/idle-warning.tsx')).IdleWarning);

/** Ends an idle session after a warning. Hides the page as soon as a session is over, for whatever reason. */
function IdleGate({ children }: { children: ReactNode }) {
  const office = useOffice();
  const { status, missing, role, signOut } = useSession();
  const signedIn = status === 'signed-in' && missing === null;
  const minutes = isStaffRole(role) ? office.idleMinutes.staff : office.idleMinutes.client;
  const limits = signedIn ? { limitMs: minutes * 60_000, warningMs: WARNING_MS } : null;
  const { idle, stay } = useIdle(limits);
  const over = idle.kind === 'over';

  useEffect(() => {
    if (over) void signOut('idle');
  }, [over, signOut]);

  const isHidden = over || missing !== null;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-session-over', isHidden);
    return () => document.documentElement.removeAttribute('data-session-over');
  }, [isHidden]);

  const [wasShown, setWasShown] = useState(false);
  if (signedIn && !over && !wasShown) setWasShown(true);
  // A browser that was opened again has nothing to keep.
  if (over && !wasShown) return <Loading />;
  return (
    <>
      {children}
      {idle.kind === 'warning' && (
        <IdleWarning
          minutes={minutes}
          secondsLeft={idle.secondsLeft}
          onStay={stay}
          onLogOut={() => void signOut()}
        />
      )}
    </>
  );
}

/** How often the time is checked while there is no countdown. */
const CHECK_INTERVAL_MS = 15_000;

/** Whether the session is idle. Always active without a session (`limits` null). */
function useIdle(limits: IdleLimits | null): { idle: Idle; stay: () => void } {
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
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('storage', onStorage, { signal });
    window.addEventListener('focus', update, { signal });
    window.addEventListener('pageshow', update, { signal });
    document.addEventListener('visibilitychange', update, { signal });
    return () => ended.abort();
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
