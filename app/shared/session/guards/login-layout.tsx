import { Outlet } from 'react-router';
import { WithoutScript } from '../../browser/without-script.tsx';
import { SessionProvider } from '../session.tsx';

/** A form or a list is usable without its fonts. */
export const handle = { fontsLast: true, needsScripts: true };

/** Around the pages before the login, which load without the idle timer. */
export default function LoginLayout() {
  return (
    <SessionProvider>
      <WithoutScript />
      <Outlet />
    </SessionProvider>
  );
}
