import { Outlet } from 'react-router';
import { WithoutScript } from '../../browser/without-script.tsx';
import { IdleGate } from '../idle/idle-gate.tsx';
import { SessionProvider } from '../session.tsx';
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
