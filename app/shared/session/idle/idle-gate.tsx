import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useOffice } from '#app/shared/site-data.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { isStaffRole } from '#domain/account/roles.ts';
import { useSession } from '../session.tsx';
import type { IdleWarningProps } from './idle-warning.tsx';
import { useIdle } from './use-idle.ts';

const WARNING_MS = 2 * 60_000;

interface WarningModule {
  default: ComponentType<IdleWarningProps>;
}
const loadWarning = async (): Promise<WarningModule> => ({
  default: (await import('./idle-warning.tsx')).IdleWarning,
});

/** If it can't be loaded, the session ends without a warning, and the page stays. */
const IdleWarning = lazy(() =>
  loadWarning().catch((error: unknown): WarningModule => {
    console.warn('The idle warning could not be loaded', error);
    return { default: () => null };
  }),
);

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

  // Early, while there is a connection.
  useEffect(() => {
    if (signedIn) loadWarning().catch(() => undefined);
  }, [signedIn]);

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
