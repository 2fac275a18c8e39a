// Creates the service worker of a build: puts the list of cacheable files in front of app/site/offline/worker.js.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, localizePath, sourceLanguage } from '../../domain/language/language.ts';

/** The page that is shown offline, by language. */
const offline = Object.fromEntries(
  languages.map((language) => [language, localizePath('/offline', language)]),
);
/** In the site map, but useless offline. */
const portalPages = new Set(['/signup']);
const icons = ['/favicon.svg', '/icon-192.png', '/manifest.webmanifest'];

/**
 * @param {{ root: string, client: string, pages: ReadonlyMap<string, string>, data: ReadonlyMap<string, string | null>,
 *   version: string, wanted: boolean }} options client: the folder of the built site; pages: the HTML of its public
 *   pages, by path; data: the paths of what they fetch at navigation; version: what tells this build from every other
 */
export async function writeServiceWorker({ root, client, pages, data, version, wanted }) {
  const source = (name) => readFile(join(root, 'app', 'site', 'offline', name), 'utf8');
  if (!wanted) {
    await writeFile(join(client, 'sw.js'), await source('unregister.js'));
    return;
  }
  const list = JSON.stringify({ version, ...(await listOf(client, pages, data)) });
  await writeFile(join(client, 'sw.js'), `const BUILD = ${list};\n\n${await source('worker.js')}`);
}

/** Lists the public pages with their scripts, and the files that are cached first. */
async function listOf(client, rendered, data) {
  const sitemap = rendered.get('/sitemap.xml') ?? '';
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address]) => new URL(address).pathname)
    .filter((path) => !portalPages.has(localizePath(path, sourceLanguage)));
  if (!paths.includes('/')) throw new Error('The site map of the build has no home page.');
  const pages = {};
  for (const path of paths) pages[path] = assetsIn(rendered.get(path), /\.js$/);
  for (const path of paths) pages[path].push(...(await belowFirstView(client, pages[path])));
  for (const path of paths) pages[path].push(...wordsOf(rendered.get(path)));
  for (const path of paths) pages[path].push(...[data.get(path)].filter(Boolean));
  const shared = pages['/'].filter((script) => paths.every((path) => pages[path].includes(script)));
  const lazy = await loadedLater(client, shared);
  const first = [
    ...Object.values(offline),
    '/',
    ...icons,
    ...assetsIn(rendered.get('/'), /\.(css|woff2)$/),
    ...pages['/'],
    ...lazy,
  ];
  return { first: [...new Set(first)], pages, offline };
}

/** The words that navigation in the browser fetches for a page in another language. */
function wordsOf(html) {
  const [, json] = /<script id="page-words"[^>]*>([^<]*)</.exec(html) ?? [];
  if (json === undefined) return [];
  const { folder, route } = JSON.parse(json);
  return [`${folder}/${route}.json`];
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
