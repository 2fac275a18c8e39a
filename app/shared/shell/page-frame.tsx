import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { addressLines } from '#app/shared/facts.ts';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { useSite } from '#app/shared/site-data.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Mark } from './logo.tsx';
import { useRecoveryLink } from './use-recovery-link.ts';
import { useServiceWorker } from './use-service-worker.ts';

// Only signed-in pages show toasts; visitors don't load them.
const Toasts = lazy(() =>
  import('#app/ui/feedback/toast.tsx').then((module) => ({ default: module.Toasts })),
);

interface Props {
  hint: SessionHint | null;
  /** Above the page. */
  header: ReactNode;
  /** Below the page, and above the bottom bar. */
  footer: ReactNode;
  children: ReactNode;
}

/** What every page has, on the site and in the staff area. */
export function PageFrame({ hint, header, footer, children }: Props) {
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
      <main id="main" tabIndex={-1} className="flex-1">
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
