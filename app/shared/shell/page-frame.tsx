import { Trans, useLingui } from '@lingui/react/macro';
import { Briefcase, CalendarDays, CircleUser, Tag, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { NavLink, useNavigate } from '#app/language/links.tsx';
import { addressLines } from '#app/shared/facts.ts';
import { type SessionHint, useSessionHint } from '#app/shared/session/session-hint.ts';
import { useSite } from '#app/shared/site-data.tsx';
import { localizePath, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { Mark } from './logo.tsx';
import { bottomBarAccount, uploadPath } from './navigation.ts';

// Only signed-in pages show toasts; visitors don't load them.
const Toasts = lazy(() =>
  import('#app/ui/feedback/toast.tsx').then((module) => ({ default: module.Toasts })),
);

interface Props {
  header: ReactNode;
  /** Below the page, and above the bottom bar. */
  footer: ReactNode;
  children: ReactNode;
}

/** What every page has, on the site and in the staff area. */
export function PageFrame({ header, footer, children }: Props) {
  const hint = useSessionHint();
  useRecoveryLink();
  useServiceWorker();
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0 pb-[calc(var(--bottom-bar)+var(--dock))] max-lg:has-data-uploads:pb-[calc(var(--bottom-bar)+var(--dock)+45dvh)]">
      <a
        href="#main"
        className="fixed -top-20 left-2 z-50 rounded-control bg-action px-4 py-3 font-semibold text-on-action focus:top-2"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Letterhead />
      {header}
      {/* While a page loads, its footer is below the screen, so that it doesn't jump when the page is there. */}
      <main id="main" tabIndex={-1} className="flex-1 has-data-loading:min-h-dvh">
        {children}
      </main>
      {footer}
      <BottomBar hint={hint} />
      {hint && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}

/** The top of a printed page. The header, footer, and bars are not printed. */
function Letterhead() {
  const { office, siteUrl } = useSite();
  const { contact, name } = office;
  return (
    <div data-letterhead className="page hidden print:block">
      <div className="flex items-end justify-between gap-8 border-b border-control pb-3">
        <p className="flex items-center gap-2.5 font-display text-xl text-action">
          <Mark />
          {name}
        </p>
        <p className="figures text-right text-xs">
          {addressLines(office).join(', ')}
          <br />
          {contact.phone.display}, {contact.email}
          <br />
          {siteUrl.replace(/^https?:\/\//, '')}
        </p>
      </div>
    </div>
  );
}

const page = '/reset-password';

/** A recovery link may open any page, which then redirects with the fragment unchanged. */
function useRecoveryLink(): void {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const isThere = localizePath(pathname, sourceLanguage) === page;
    if (!isThere && isRecovery(hash)) void navigate(`${page}${hash}`, { replace: true });
  }, [pathname, hash, navigate]);
}

function isRecovery(hash: string): boolean {
  const fragment = new URLSearchParams(hash.slice(1));
  return fragment.get('type') === 'recovery' && fragment.has('access_token');
}

/**
 * Registers the service worker (site/offline/worker.js) after the page has loaded, and sends it the current page.
 * Only a build has one, and browsers allow it only on https and localhost.
 */
function useServiceWorker(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
    const register = () => {
      // Without it (private windows, disabled storage), everything works except offline pages.
      navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
    };
    if (document.readyState === 'complete') {
      register();
      return;
    }
    window.addEventListener('load', register, { once: true });
    return () => window.removeEventListener('load', register);
  }, []);

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    let here = true;
    void navigator.serviceWorker.ready.then(({ active }) => {
      if (here) active?.postMessage({ visited: pathname });
    });
    return () => {
      here = false;
    };
  }, [pathname]);
}

/** The five main links, below 1024 px, within thumb's reach. */
function BottomBar({ hint }: { hint: SessionHint | null }) {
  const { t } = useLingui();
  const items = [
    { label: msg`Services`, to: '/tax-preparation-services', icon: Briefcase },
    { label: msg`Price`, to: '/fees', icon: Tag },
    { label: msg`Upload`, to: uploadPath(hint), icon: Upload },
    { label: msg`Appointments`, to: '/booking', icon: CalendarDays },
    { ...bottomBarAccount(hint), icon: CircleUser },
  ];
  return (
    <nav
      aria-label={t`Quick links`}
      className="fixed inset-x-0 bottom-0 z-40 low:static border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto flex h-16 max-w-2xl px-0.5">
        {items.map(({ label, to, icon: Icon }) => (
          <li key={label.id} className="flex-auto">
            <NavLink
              to={to}
              className="flex h-full flex-col items-center justify-center gap-0.5 px-0.5 text-[clamp(13px,3.6vw,0.8125rem)] leading-tight font-medium tracking-tight text-muted -outline-offset-2 aria-[current=page]:font-bold aria-[current=page]:text-action"
            >
              <Icon size={22} strokeWidth={1.75} aria-hidden />
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
