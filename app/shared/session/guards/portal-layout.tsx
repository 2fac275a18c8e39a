import { Outlet } from 'react-router';
import { IdleGate } from '../idle/idle-gate.tsx';
import LoginLayout, { handle } from './login-layout.tsx';

export { handle };

/** Around every page that a session or a mailed link opens. */
export default function PortalLayout() {
  return (
    <LoginLayout>
      <IdleGate>
        <Outlet />
      </IdleGate>
    </LoginLayout>
  );
}
