import type { Messages } from '@lingui/core';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  type RouteObject,
  RouterProvider,
  useLoaderData,
  useMatches,
  useParams,
  useRouteLoaderData,
} from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { SiteData } from '#contract/site.ts';
import { endDocument, newBrowser, newDocument, type StoredSession, storeSession } from './new-document.ts';

interface Options {
  /** Who has a session in this browser. */
  signedInAs?: StoredSession;
  /** What else this browser stores. */
  stored?: Record<string, unknown>;
  /** The texts of a page that is not in English, from its catalog. */
  words?: Messages;
}

/** An entry of app/routes.ts. */
interface Entry {
  id?: string;
  file: string;
  path?: string;
  index?: boolean;
  children?: Entry[];
}

/** What the file of a route exports for the browser. */
interface RouteModule extends Pick<RouteObject, 'loader' | 'handle'> {
  default?: ComponentType<Record<string, unknown>>;
  clientLoader?: RouteObject['loader'];
  ErrorBoundary?: ComponentType;
}

/**
 * Opens a page in a new browser: the app's modules, the storage, and the address are new. Needs `fakeService` before it,
 * which answers the page's requests.
 */
export async function renderRoute(address: string, { signedInAs, stored = {}, words }: Options = {}) {
  newBrowser();
  if (signedInAs) storeSession(signedInAs);
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
  const user = userEvent.setup();
  return { user, router: await loadDocument(address, words) };
}

/** Loads another document in the same browser, or the same again. */
export async function loadDocument(address: string, words?: Messages) {
  cleanup();
  newDocument(address, words);
  vi.resetModules();
  const router = createBrowserRouter([await rootRoute()]);
  onTestFinished(() => {
    cleanup();
    router.dispose();
    endDocument();
  });
  render(<RouterProvider router={router} />);
  await vi.waitUntil(() => router.state.initialized, { timeout: 10_000, interval: 10 });
  return router;
}

const Empty = () => null;

async function rootRoute(): Promise<RouteObject> {
  const [root, { default: entries }, { LanguageProvider }, { SiteProvider }] = await Promise.all([
    import('#app/root.tsx'),
    import('#app/routes.ts'),
    import('#app/language/language.tsx'),
    import('#app/shared/site-data.tsx'),
    // Loaded with the page of a signed-in person, which asks for the profile at once.
    import('#app/shared/session/fetch-profile.ts'),
  ]);

  /** What `Layout` has around a page, without the document, which is there already. */
  function inLayout(Page: ComponentType) {
    return function Layout() {
      const site = useRouteLoaderData('root') as SiteData;
      return (
        <LanguageProvider language={site.language}>
          <SiteProvider site={site}>
            <Page />
          </SiteProvider>
        </LanguageProvider>
      );
    };
  }

  return {
    id: 'root',
    path: '/',
    loader: root.loader,
    shouldRevalidate: root.shouldRevalidate,
    Component: inLayout(root.default),
    HydrateFallback: Empty,
    ErrorBoundary: inLayout(root.ErrorBoundary),
    children: (entries as Entry[]).map(routeOf),
  };
}

/** The same route in a data router. */
function routeOf({ id, file, path, index, children }: Entry): RouteObject {
  const route = {
    id: id ?? file.replace(/\.tsx?$/, ''),
    ...(path !== undefined && { path }),
    lazy: () => partsOf(file),
  };
  return index
    ? { ...route, index: true }
    : { ...route, ...(children && { children: children.map(routeOf) }) };
}

async function partsOf(file: string) {
  const module: RouteModule = await import(/* @vite-ignore */ `/app/${file}`);
  const { default: Page, loader, clientLoader, handle, ErrorBoundary } = module;
  return {
    ...(Page && { Component: withProps(Page) }),
    ...((clientLoader ?? loader) && { loader: clientLoader ?? loader }),
    ...(ErrorBoundary && { ErrorBoundary }),
    handle,
  };
}

/** Framework mode passes these to the component of a route. */
function withProps(Page: NonNullable<RouteModule['default']>) {
  return function RoutePage() {
    return <Page loaderData={useLoaderData()} params={useParams()} matches={useMatches()} />;
  };
}
