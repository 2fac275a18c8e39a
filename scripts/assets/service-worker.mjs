// Creates the service worker of a build: puts the list of cacheable files in front of app/site/offline/worker.js,
// and reduces the offline page to what works under any URL.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const offlinePage = '/offline';
/** In the site map, but useless offline. */
const portalPages = new Set(['/signup']);
const icons = ['/favicon.svg', '/icon-192.png', '/manifest.webmanifest'];

/**
 * @param {{ root: string, client: string, version: string, wanted: boolean }} options client: the folder of the
 *   built site; version: what tells this build from every other
 */
export async function writeServiceWorker({ root, client, version, wanted }) {
  await writeOfflinePage(client);
  const source = (name) => readFile(join(root, 'app', 'site', 'offline', name), 'utf8');
  if (!wanted) {
    await writeFile(join(client, 'sw.js'), await source('unregister.js'));
    return;
  }
  const list = JSON.stringify({ version, ...(await listOf(client)) });
  await writeFile(join(client, 'sw.js'), `const BUILD = ${list};\n\n${await source('worker.js')}`);
}

/** Lists the public pages with their scripts, and the files that are cached first. */
async function listOf(client) {
  const sitemap = await readFile(join(client, 'sitemap.xml'), 'utf8');
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address]) => new URL(address).pathname)
    .filter((path) => !portalPages.has(path));
  if (!paths.includes('/')) throw new Error('The site map of the build has no home page.');
  const pages = {};
  for (const path of paths) pages[path] = await scriptsOf(client, path);
  for (const path of paths) pages[path].push(...(await belowFirstView(client, pages[path])));

  const home = await pageOf(client, '/');
  const shared = pages['/'].filter((script) => paths.every((path) => pages[path].includes(script)));
  const lazy = await loadedLater(client, shared);
  const first = [offlinePage, '/', ...icons, ...assetsIn(home, /\.(css|woff2)$/), ...pages['/'], ...lazy];
  return { first: [...new Set(first)], pages };
}

async function scriptsOf(client, path) {
  return assetsIn(await pageOf(client, path), /\.js$/);
}

/** Files that every page loads on demand, such as the mobile menu. The manifest also names the portal's code. */
async function loadedLater(client, scripts) {
  const names = scripts.filter((script) => !/\/(manifest|entry\.client)-/.test(script));
  const texts = await Promise.all(names.map((name) => readFile(join(client, name), 'utf8')));
  return texts.flatMap(namesIn);
}

/** Files that a page loads for its later parts (`later`), with their imports. */
async function belowFirstView(client, scripts) {
  const texts = await Promise.all(scripts.map((name) => readFile(join(client, name), 'utf8')));
  const wanting = texts.filter((text) => /"assets\/below-[\w.-]+\.js"/.test(text));
  return [...new Set(wanting.flatMap(namesIn))].filter((name) => !scripts.includes(name));
}

function namesIn(text) {
  return [...text.matchAll(/"(assets\/[\w.-]+\.js)"/g)].map(([, name]) => `/${name}`);
}

function assetsIn(html, kind) {
  const found = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);
  return [...new Set(found)].filter((path) => kind.test(path));
}

function pageOf(client, path) {
  return readFile(join(client, path, 'index.html'), 'utf8');
}

/** Keeps the head without scripts, and main: no menu that would not open, and no router. */
async function writeOfflinePage(client) {
  const html = await pageOf(client, offlinePage);
  const main = html.match(/<main\b[\s\S]*<\/main>/)?.[0];
  if (main === undefined) throw new Error('The offline page of the build has no main.');
  const head = html
    .slice(0, html.indexOf('<body'))
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replace(/<script\b[\s\S]*?<\/script>/g, '');
  await writeFile(join(client, offlinePage, 'index.html'), `${head}<body>${main}</body></html>\n`);
}
