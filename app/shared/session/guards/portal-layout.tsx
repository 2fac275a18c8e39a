import { Outlet } from 'react-router';
import { WithoutScript } from '../../browser/without-script.tsx';
import { IdleGate } from '../idle/idle-gate.tsx';
import { SessionProvider } from '../session.tsx';

/** A form or a list is usable without its fonts. */
export const handle = { fontsLast: true, needsScripts: true };

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
