import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import './shared/browser/missing-functions.ts';
import './app.css';
import { LanguageProvider, PageWordsScript } from './language/language.tsx';
import { wordsFolder } from './language/words.ts';
import { whenDialogsAreGone } from './shared/browser/open-dialog.ts';
import { liveWithTranslation } from './shared/browser/translated-text.ts';
import { OldBrowserNote } from './shared/shell/old-browser-note.tsx';
import { useHandles } from './shared/shell/use-handles.ts';
import { SiteProvider } from './shared/site-data.tsx';
import { siteDataOf } from './shared/site-source.ts';
import { Failure, Shell } from './site/shell/shell.tsx';
import { Loading } from './ui/feedback/loading.tsx';
import fraunces from './ui/fonts/fraunces.woff2?url';
import publicSans from './ui/fonts/public-sans.woff2?url';

if (typeof window !== 'undefined') liveWithTranslation();

// Rarely shown, so not part of what every page loads.
const NotFound = lazy(() => import('./site/not-found.tsx'));

export const links = () => [
  ...[publicSans, fraunces].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const loader = siteDataOf;

/** The facts stay the same until the browser loads a document. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root');
  const withScript = useHandles().every((handle) => !handle.withoutScript);
  if (!site) throw new Error('The root route has no data.');
  const { language } = site;
  return (
    <html lang={language} data-key={site.publishableKey} data-words={wordsFolder()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* React Aria detects by this id that its style exists already (it is in app.css). Otherwise it would add an inline <style>, which the content security policy refuses. */}
        <meta id="react-aria-pressable-style" name="generator" content="Nutmeg" />
        <Meta />
        <Links />
      </head>
      <body>
        <LanguageProvider language={language} wording={site.wording}>
          <SiteProvider site={site}>
            {withScript && <OldBrowserNote />}
            {children}
          </SiteProvider>
        </LanguageProvider>
        {withScript && (
          <>
            <PageWordsScript language={language} />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  const handles = useHandles();
  // Here, since the shell changes with the area.
  useFocusOnRouteChange();
  if (handles.some((handle) => handle.bare)) return <Outlet />;
  const PageShell = handles.findLast((handle) => handle.shell)?.shell ?? Shell;
  return (
    <PageShell>
      <Outlet />
    </PageShell>
  );
}

/**
 * Moves focus to the h1 (or main) of a new page, so that a screen reader announces it and Tab continues from there.
 * Leaves the first page to the browser.
 */
function useFocusOnRouteChange(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    return whenDialogsAreGone(focusHeading);
  }, [pathname]);
}

function focusHeading(): void {
  // A search that opens its results while a person types.
  if (document.activeElement?.closest('[data-keeps-focus]')) return;
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Shell>
      {missing ? (
        <Suspense fallback={<Loading />}>
          <NotFound />
        </Suspense>
      ) : (
        <Failure />
      )}
    </Shell>
  );
}
