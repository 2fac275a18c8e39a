import { type ReactNode, useEffect, useMemo } from 'react';
import { business } from '#app/business.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Loading } from '#app/ui/loading.tsx';
import { isStaffRole } from '#domain/roles.ts';
import { useSession } from '../session.tsx';
import { countdown } from './idle.ts';
import { useIdle } from './use-idle.ts';

/** Long enough to come back from the kettle. */
const warningMs = 2 * 60_000;

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

  useEffect(() => {
    if (over) void signOut('idle');
  }, [over, signOut]);

  if (over) return <Loading />;
  return (
    <>
      {children}
      {idle.kind === 'warning' && (
        <Dialog
          isOpen
          onClose={stay}
          role="alertdialog"
          title="Are you still there?"
          actions={
            <>
              <Button variant="secondary" onPress={() => void signOut()}>
                Log out now
              </Button>
              <Button autoFocus onPress={stay}>
                Stay logged in
              </Button>
            </>
          }
        >
          <p className="text-muted">
            To keep your papers safe, we log you out after {minutes} minutes without a sign of life.
          </p>
          <p role="timer" className="figures text-2xl">
            {countdown(idle.secondsLeft)}
          </p>
        </Dialog>
      )}
    </>
  );
}
