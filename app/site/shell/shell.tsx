import { Trans } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { addressLines } from '#app/shared/facts.ts';
import { wantedLanguage } from '#app/shared/language/choice.ts';
import { useLanguage } from '#app/shared/language/language.tsx';
import { useNavigate } from '#app/shared/language/links.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useSite } from '#app/shared/site-data.tsx';
import { alternates, type Language, localizePath, sourceLanguage } from '#domain/language/language.ts';
import { later } from '../blocks/later.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { Mark } from './logo.tsx';
import { PromoBanner } from './promo-banner.tsx';
import { useFocusOnRouteChange } from './use-route-change.ts';

// Only signed-in pages show toasts; visitors don't load them.
const Toasts = lazy(() =>
  import('#app/ui/feedback/toast.tsx').then((module) => ({ default: module.Toasts })),
);

// Most readers are on a page in their language.
const LanguageOffer = lazy(() => import('./language-offer.tsx'));

const Footer = later(async () => (await import('./footer.tsx')).Footer, 'footer');
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);

/** The layout around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const hint = useSessionHint();
  useFocusOnRouteChange();
  useRecoveryLink();
  useServiceWorker();
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0 pb-[calc(var(--bottom-bar)+var(--dock))]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-action px-4 py-3 font-semibold text-on-action focus:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Letterhead />
      <PromoBanner />
      <Header hint={hint} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
        <CaptchaBadge />
      </main>
      {footer}
      <BottomBar hint={hint} />
      <OtherLanguage />
      {hint && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}

/** Offers the page in the reader's language, if it is another one. Dismissing it is a choice, too. */
function OtherLanguage() {
  const current = useLanguage();
  const { pathname } = useLocation();
  const wanted = useSyncExternalStore(never, wantedLanguage, (): Language | null => null);
  const [isDismissed, setIsDismissed] = useState(false);
  const isOffered = wanted !== null && wanted !== current && alternates(pathname).length > 0;
  if (!isOffered || isDismissed) return null;
  return (
    <Suspense>
      <LanguageOffer language={wanted} onDismiss={() => setIsDismissed(true)} />
    </Suspense>
  );
}

/** What the browser prefers does not change while a page is open. */
const never = () => () => {};

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

/** Pages with a form that bots target. */
const guarded = ['/login', '/signup', '/contact-us', '/booking', '/refund', '/reviews', '/quote'];

function CaptchaBadge() {
  const { pathname } = useLocation();
  if (!guarded.includes(localizePath(pathname, sourceLanguage).replace(/\/+$/, ''))) return null;
  return (
    <p className="page flex justify-end py-4 text-xs text-muted print:hidden">
      <span className="inline-flex items-center gap-2 rounded-full border border-line bg-surface px-3 py-1.5">
        <ShieldCheck size={16} aria-hidden className="text-action" />
        <Trans>Protected by captcha</Trans>
      </span>
    </p>
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
