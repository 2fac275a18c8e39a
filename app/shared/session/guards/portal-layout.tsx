import { Outlet } from 'react-router';
import { WithoutScript } from '../../browser/without-script.tsx';
import { IdleGate } from '../idle/idle-gate.tsx';
import { SessionProvider } from '../session.tsx';

/** Around every screen that knows the person. What it loads must never weigh on the public pages. */
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
