import { z } from 'zod';

const manifest = z.object({
  routes: z.record(
    z.string(),
    z.object({ id: z.string(), parentId: z.string().optional(), path: z.string().optional() }),
  ),
});

/**
 * The paths of the application, read from the manifest that React Router builds, in the form that Fastify's
 * router knows. The route for everything else (`*`) is not one of them.
 */
export function applicationPaths(manifestScript: string): string[] {
  const json = manifestScript.slice(manifestScript.indexOf('{'), manifestScript.lastIndexOf('}') + 1);
  const { routes } = manifest.parse(JSON.parse(json));
  const fullPath = (id: string): string[] => {
    const route = routes[id];
    if (!route) return [];
    const own = (route.path ?? '').split('/').filter((segment) => segment !== '');
    return [...(route.parentId === undefined ? [] : fullPath(route.parentId)), ...own];
  };
  const paths = Object.keys(routes)
    .map(fullPath)
    .filter((segments) => !segments.includes('*'))
    .flatMap(withoutOptional)
    .map((segments) => `/${segments.join('/')}`);
  return [...new Set(paths)];
}

/** `a/b?/c` is both `a/c` and `a/b/c`. */
function withoutOptional(segments: string[]): string[][] {
  return segments.reduce<string[][]>(
    (paths, segment) => {
      if (!segment.endsWith('?')) return paths.map((path) => [...path, segment]);
      return paths.flatMap((path) => [path, [...path, segment.slice(0, -1)]]);
    },
    [[]],
  );
}
