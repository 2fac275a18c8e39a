// Every page loads the list of all routes. The list of a route's scripts is needed only for pages that a visitor may open
// first with content. It is removed everywhere else, and kept for the server, which names them in the other pages.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const opening = 'window.__reactRouterManifest=';

/**
 * Shortens the list in the client's build, and writes the same for the server, because what the server renders must be
 * what the browser expects. The scripts of the other routes go into a list of their own, by route.
 * @param {string} build the folder of the build
 * @param {ReadonlySet<string>} open the paths of the pages that keep their list
 */
export async function shortenRouteManifest(build, open) {
  const assets = join(build, 'client/assets');
  const names = (await readdir(assets)).filter((name) => /^manifest-[\w-]+\.js$/.test(name));
  if (names.length !== 1) throw new Error(`The build has ${names.length} lists of its routes.`);
  const file = join(assets, names[0]);
  const text = await readFile(file, 'utf8');
  const end = text.lastIndexOf('}') + 1;
  if (!text.startsWith(opening)) throw new Error('The build writes the list of its routes in another way.');
  const manifest = JSON.parse(text.slice(opening.length, end));
  const kept = openRoutes(open, manifest.routes);
  const preloads = {};
  for (const route of Object.values(manifest.routes)) {
    // The entry's scripts are preloaded on every page.
    const shared = manifest.entry?.imports ?? [];
    const own = route.imports.filter((path) => !shared.includes(path));
    route.imports = kept.has(route.id) ? own : [];
    if (!kept.has(route.id)) preloads[route.id] = own;
    // False flags such as "hasAction". For React Router, a missing flag means the same.
    for (const [name, value] of Object.entries(route)) {
      if (value === false) delete route[name];
    }
  }
  await writeFile(file, `${opening}${JSON.stringify(manifest)}${text.slice(end)}`);
  await writeFile(join(build, 'server', 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(build, 'server', 'preloads.json'), JSON.stringify(preloads));
}

/** The ids of these pages and of the layouts around them. */
function openRoutes(open, routes) {
  const ids = new Set();
  for (const route of Object.values(routes)) {
    const isPage = route.index || route.path;
    if (!isPage || !open.has(`/${addressOf(route, routes)}`)) continue;
    for (let part = route; part; part = routes[part.parentId]) ids.add(part.id);
  }
  return ids;
}

/** Without its optional parts, such as the language. */
function addressOf(route, routes) {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const own = route.path?.split('/').filter((part) => !part.endsWith('?'));
  return [parent && addressOf(parent, routes), own?.join('/')].filter(Boolean).join('/');
}
