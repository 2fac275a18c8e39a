import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { isStaffRole } from '#domain/account/roles.ts';
import { useSession } from '../session.tsx';
import { useIdle } from './use-idle.ts';

const WARNING_MS = 2 * 60_000;

const IdleWarning = onDemand(async () => (await import('./idle-warning.tsx')).IdleWarning);

/** Ends an idle session after a warning. Hides the page as soon as a session is over, for whatever reason. */
export function IdleGate({ children }: { children: ReactNode }) {
  const office = useOffice();
  const { status, missing, role, signOut } = useSession();
  const signedIn = status === 'signed-in' && missing === null;
  const minutes = isStaffRole(role) ? office.idleMinutes.staff : office.idleMinutes.client;
  const limits = useMemo(
    () => (signedIn ? { limitMs: minutes * 60_000, warningMs: WARNING_MS } : null),
    [signedIn, minutes],
  );
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
