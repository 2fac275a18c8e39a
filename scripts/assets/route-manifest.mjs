// Every page loads the list of all routes. What it says of each route's scripts is for the pages that the build has
// drawn (and for links that prefetch, which this site has none of): of the portal's own screens it is left out.
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
  for (const route of Object.values(manifest.routes)) {
    if (!(await isDrawn(client, addressOf(route, manifest.routes)))) route.imports = [];
    // "hasAction": false and the like. React Router asks whether such a thing is there; left out says the same.
    for (const [name, value] of Object.entries(route)) {
      if (value === false) delete route[name];
    }
  }
  await writeFile(file, `${opening}${JSON.stringify(manifest)}${text.slice(end)}`);
}

function addressOf(route, routes) {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [parent && addressOf(parent, routes), route.path].filter(Boolean).join('/');
}

function isDrawn(client, address) {
  return access(join(client, address, 'index.html')).then(
    () => true,
    () => false,
  );
}
