import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Outlet } from 'react-router';
import { locales } from '#domain/language/language.ts';
import { WithoutScript } from '../../browser/without-script.tsx';
import { useLanguage } from '../../language/language.tsx';
import { IdleGate } from '../idle/idle-gate.tsx';
import { SessionProvider } from '../session.tsx';

/** A form or a list is usable without its fonts. */
export const handle = { fontsLast: true };

/** Around every portal page. Public pages must not load what this loads. */
export default function PortalLayout() {
  const locale = locales[useLanguage()];
  return (
    <SessionProvider>
      <WithoutScript />
      <IdleGate>
        {/* React Aria brings texts, such as how to drag a row. It would follow the browser's language. */}
        <I18nProvider locale={locale}>
          <Outlet />
        </I18nProvider>
      </IdleGate>
    </SessionProvider>
  );
}
