import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteSource } from '#contract/site.ts';
import type { Language } from '#domain/language/language.ts';

/** A path that the built site answers. */
export interface SitePath {
  /** In the form that Fastify's router knows: "/account/returns/:id". */
  pattern: string;
  /** The path to render for it. A page with parameters is the same for all of them until its scripts run. */
  rendered: string;
  /** The path of the data that navigation in the browser fetches. Null if the page needs none. */
  data: string | null;
  /** The page is a frame that its scripts fill. */
  scriptsFirst: boolean;
  /** People come to do something, so the scripts load before the fonts. */
  fontsLast: boolean;
  /** Scripts that the page needs and that React Router doesn't name in it (scripts/assets/route-manifest.mjs). */
  preloads: readonly string[];
}

export interface SiteBuild {
  paths: readonly SitePath[];
  /**
   * Renders a page, a resource, or the data of a page (`/about-us.data`). Rejects if a part of it fails.
   * @param language of a page that has one address. Without it, the page is in English
   */
  render(path: string, source: SiteSource, language?: Language): Promise<Response>;
}

/** A route of the server build, as far as it is used here. */
export interface BuiltRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  module: {
    default?: unknown;
    loader?: unknown;
    handle?: { scriptsFirst?: boolean; fontsLast?: boolean };
  };
}

/** The module that `react-router build` writes, with the exports of app/entry.server.tsx. */
interface ServerBuild {
  /** The files that each route needs. */
  assets: unknown;
  routes: Record<string, BuiltRoute>;
  entry: { module: { createRenderer(build: ServerBuild): SiteBuild['render'] } };
}

/** @param folder what scripts/build.mjs wrote */
export async function loadSiteBuild(folder: string): Promise<SiteBuild> {
  const build: ServerBuild = await import(pathToFileURL(join(folder, 'server', 'index.js')).href);
  // scripts/assets/route-manifest.mjs shortens the list. Pages must preload what the browser's list has.
  const [manifest, preloads] = await Promise.all([
    readJson(join(folder, 'server', 'manifest.json')),
    readJson(join(folder, 'server', 'preloads.json')),
  ]);
  return {
    paths: pathsOf(build.routes, preloads as Record<string, string[]> | undefined),
    render: build.entry.module.createRenderer({ ...build, assets: manifest ?? build.assets }),
  };
}

/** Undefined if there is no such file, as while the build itself renders its pages. */
async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * The paths of the routes. The route for everything else (`*`) is not one of them.
 * @param preloads by the id of a route
 */
export function pathsOf(
  routes: Readonly<Record<string, BuiltRoute>>,
  preloads: Readonly<Record<string, readonly string[]>> = {},
): SitePath[] {
  const chainOf = (route: BuiltRoute): BuiltRoute[] => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    return parent ? [...chainOf(parent), route] : [route];
  };
  const found = new Map<string, SitePath>();
  for (const route of Object.values(routes)) {
    if (!route.index && !route.path) continue;
    const chain = chainOf(route);
    const segments = chain.flatMap(({ path = '' }) => path.split('/').filter(Boolean));
    if (segments.includes('*')) continue;
    // A route without a component is a resource, such as /robots.txt.
    const isPage = route.module.default !== undefined;
    // The data of the root route comes with every page, and stays.
    const hasData = isPage && chain.some(({ parentId, module }) => parentId !== undefined && module.loader);
    for (const variant of withoutOptional(segments)) {
      const pattern = `/${variant.join('/')}`;
      const rendered = pattern.replaceAll(/:\w+/g, '-');
      found.set(pattern, {
        pattern,
        rendered,
        // The data of the root route comes with every page, and stays.
        data: hasData ? `${rendered === '/' ? '/_' : rendered}.data` : null,
        scriptsFirst: chain.some(({ module }) => module.handle?.scriptsFirst),
        // A page may differ from its layout.
        fontsLast:
          chain.map(({ module }) => module.handle?.fontsLast).findLast((last) => last !== undefined) ?? false,
        preloads: [...new Set(chain.flatMap(({ id }) => preloads[id] ?? []))],
      });
    }
  }
  return [...found.values()];
}

/** `a/b?/c` is both `a/c` and `a/b/c`. */
function withoutOptional(segments: readonly string[]): string[][] {
  return segments.reduce<string[][]>(
    (paths, segment) => {
      if (!segment.endsWith('?')) return paths.map((path) => [...path, segment]);
      return paths.flatMap((path) => [path, [...path, segment.slice(0, -1)]]);
    },
    [[]],
  );
}
