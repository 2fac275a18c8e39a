// Every page loads the list of all routes. Which scripts a route needs matters only for the page that is opened first, and
// the server names them in it. So they are not part of that list: they were half of it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const opening = 'window.__reactRouterManifest=';

/**
 * Shortens the list in the client's build, and writes the same for the server, because what the server renders must be
 * what the browser expects. The scripts of the routes go into a list of their own, by route, for the server.
 * @param {string} build the folder of the build
 */
export async function shortenRouteManifest(build) {
  const assets = join(build, 'client/assets');
  const names = (await readdir(assets)).filter((name) => /^manifest-[\w-]+\.js$/.test(name));
  if (names.length !== 1) throw new Error(`The build has ${names.length} lists of its routes.`);
  const file = join(assets, names[0]);
  const text = await readFile(file, 'utf8');
  const end = text.lastIndexOf('}') + 1;
  if (!text.startsWith(opening)) throw new Error('The build writes the list of its routes in another way.');
  const manifest = JSON.parse(text.slice(opening.length, end));
  const preloads = {};
  for (const route of Object.values(manifest.routes)) {
    // The entry's scripts are preloaded on every page.
    const shared = manifest.entry?.imports ?? [];
    preloads[route.id] = route.imports.filter((path) => !shared.includes(path));
    route.imports = [];
    // False flags such as "hasAction". For React Router, a missing flag means the same.
    for (const [name, value] of Object.entries(route)) {
      if (value === false) delete route[name];
    }
  }
  await writeFile(file, `${opening}${JSON.stringify(manifest)}${text.slice(end)}`);
  await writeFile(join(build, 'server', 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(build, 'server', 'preloads.json'), JSON.stringify(preloads));
}
