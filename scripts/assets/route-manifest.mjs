// Every page loads the list of all routes. The list of a route's scripts is needed only where the page is prerendered
// (or for links that prefetch, which this site does not use), so it is removed everywhere else.
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const opening = 'window.__reactRouterManifest=';

/** @param {string} client the folder of the built site */
export async function shortenRouteManifest(client) {
  const assets = join(client, 'assets');
  const names = (await readdir(assets)).filter((name) => /^manifest-[\w-]+\.js$/.test(name));
  if (names.length !== 1) throw new Error(`The build has ${names.length} lists of its routes.`);
  const file = join(assets, names[0]);
  const text = await readFile(file, 'utf8');
  const end = text.lastIndexOf('}') + 1;
  if (!text.startsWith(opening)) throw new Error('The build writes the list of its routes in another way.');
  const manifest = JSON.parse(text.slice(opening.length, end));
  const prerendered = await prerenderedRoutes(client, manifest.routes);
  for (const route of Object.values(manifest.routes)) {
    // The entry's scripts are preloaded on every page.
    const shared = manifest.entry?.imports ?? [];
    route.imports = prerendered.has(route.id) ? route.imports.filter((path) => !shared.includes(path)) : [];
    // False flags such as "hasAction". For React Router, a missing flag means the same.
    for (const [name, value] of Object.entries(route)) {
      if (value === false) delete route[name];
    }
  }
  await writeFile(file, `${opening}${JSON.stringify(manifest)}${text.slice(end)}`);
}

/** The ids of the prerendered pages and of the layouts around them. */
async function prerenderedRoutes(client, routes) {
  const ids = new Set();
  for (const route of Object.values(routes)) {
    const isPage = route.index || route.path;
    if (!isPage || !(await isPrerendered(client, addressOf(route, routes)))) continue;
    for (let part = route; part; part = routes[part.parentId]) ids.add(part.id);
  }
  return ids;
}

function addressOf(route, routes) {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [parent && addressOf(parent, routes), route.path].filter(Boolean).join('/');
}

function isPrerendered(client, address) {
  return access(join(client, address, 'index.html')).then(
    () => true,
    () => false,
  );
}
