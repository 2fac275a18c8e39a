import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { business } from '#app/business.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { isStaffRole } from '#domain/account/roles.ts';
import { useSession } from '../session.tsx';
import type { IdleWarningProps } from './idle-warning.tsx';
import { useIdle } from './use-idle.ts';

/** Long enough to come back from the kettle. */
const warningMs = 2 * 60_000;

interface Warning {
  default: ComponentType<IdleWarningProps>;
}
const loadWarning = async (): Promise<Warning> => ({
  default: (await import('./idle-warning.tsx')).IdleWarning,
});

/** Without a connection it may not come: then the session ends unasked, but the page stays. */
const IdleWarning = lazy(() =>
  loadWarning().catch((error: unknown): Warning => {
    console.warn('The question whether somebody is there could not be loaded', error);
    return { default: () => null };
  }),
);

/** Ends a session that nobody uses, after asking. What was open shows nothing more once the time is over. */
export function IdleGate({ children }: { children: ReactNode }) {
  const { status, role, signOut } = useSession();
  const signedIn = status === 'signed-in';
  const minutes = isStaffRole(role) ? business.idleMinutes.staff : business.idleMinutes.client;
  const limits = useMemo(
    () => (signedIn ? { limitMs: minutes * 60_000, warningMs } : null),
    [signedIn, minutes],
  );
  const { idle, stay } = useIdle(limits);
  const over = idle.kind === 'over';

  // Long before it is needed, while the connection stands.
  useEffect(() => {
    if (signedIn) loadWarning().catch(() => undefined);
  }, [signedIn]);

  useEffect(() => {
    if (over) void signOut('idle');
  }, [over, signOut]);

  if (over) return <Loading />;
  return (
    <>
      {children}
      {idle.kind === 'warning' && (
        <Suspense>
          <IdleWarning
            minutes={minutes}
            secondsLeft={idle.secondsLeft}
            onStay={stay}
            onLogOut={() => void signOut()}
          />
        </Suspense>
      )}
    </>
  );
}
