import { lazy, type ReactNode, Suspense } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from 'react-router';
import './app.css';
import { WithoutScript } from './shared/browser/without-script.tsx';
import { Failure } from './site/shell/failure.tsx';
import { Shell } from './site/shell/shell.tsx';
import { Loading } from './ui/feedback/loading.tsx';
import fraunces from './ui/fonts/fraunces.woff2?url';
import publicSans from './ui/fonts/public-sans.woff2?url';

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

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* React Aria detects by this id that its style exists already (it is in app.css). Otherwise it would add an inline <style>, which the content security policy refuses. */}
        <meta id="react-aria-pressable-style" name="generator" content="Nutmeg" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const bare = useMatches().some(({ handle }) => isBare(handle));
  if (bare) return <Outlet />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** A route without the site's header and footer exports `handle = { bare: true }`. */
function isBare(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'bare' in handle && handle.bare === true;
}

/** Shown on the fallback page until the route's code is loaded. */
export function HydrateFallback() {
  return (
    <Shell>
      <WithoutScript />
      <Loading />
    </Shell>
  );
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
