import { lazy, type ReactNode, Suspense } from 'react';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { later } from '../blocks/later.ts';
import { BottomBar } from './bottom-bar.tsx';
import { CaptchaBadge } from './captcha-badge.tsx';
import { Header } from './header.tsx';
import { Letterhead } from './letterhead.tsx';
import { PromoBanner } from './promo-banner.tsx';
import { useRecoveryLink } from './use-recovery-link.ts';
import { useFocusOnRouteChange } from './use-route-change.ts';
import { useServiceWorker } from './use-service-worker.ts';

// Only signed-in pages show toasts; visitors don't load them.
const Toasts = lazy(() =>
  import('#app/ui/feedback/toast.tsx').then((module) => ({ default: module.Toasts })),
);

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
        Skip to the content
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
      {hint && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}
