import { Trans, useLingui } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { wantedLanguage } from '#app/language/choice.ts';
import { useLanguage } from '#app/language/language.tsx';
import { PageFrame } from '#app/shared/shell/page-frame.tsx';
import { useSite } from '#app/shared/site-data.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { alternates, type Language, localizePath, sourceLanguage } from '#domain/language/language.ts';
import { later } from '../blocks/later.tsx';
import { Header } from './header.tsx';
import { PromoBanner } from './promo-banner.tsx';

// Most readers are on a page in their language.
const LanguageOffer = lazy(() => import('./language-offer.tsx'));

const footer = later(async () => (await import('./footer.tsx')).Footer, 'footer');

/** The layout around every page that doesn't have its own. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <PageFrame
        header={
          <>
            <OpeningNotice />
            <PromoBanner />
            <Header />
          </>
        }
        footer={footer}
      >
        {children}
        <CaptchaBadge />
      </PageFrame>
      <OtherLanguage />
    </>
  );
}

/** Until the office has entered its facts, none of the pages claims to be true. */
function OpeningNotice() {
  const { t } = useLingui();
  if (!useSite().isExample) return null;
  return (
    <aside aria-label={t`About this site`} className="bg-warning-soft text-ink print:hidden">
      <p className="page py-2 text-center text-sm">{t`Opening soon. This site is an example.`}</p>
    </aside>
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

/** The error page, with the navigation still available. */
export function Failure() {
  return (
    <div className="page py-16 md:py-28">
      <h1 tabIndex={-1} className="max-w-text text-3xl">
        <Trans>Something went wrong on our end</Trans>
      </h1>
      <p className="mt-4 max-w-text text-lg text-muted">
        <Trans>
          Your documents are safe. Reload the page. If it still doesn’t work, call us at <SupportPhone />.
        </Trans>
      </p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className={buttonStyle('primary', 'medium', 'mt-8')}
      >
        <Trans>Reload the page</Trans>
      </button>
    </div>
  );
}
