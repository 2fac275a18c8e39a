// The service worker: opens visited public pages offline. scripts/assets/service-worker.mjs
// prepends the list of this build:
//
//   BUILD.version  names the cache
//   BUILD.first    cached at installation: the offline pages, the home page, and their files
//   BUILD.pages    public pages, each with its scripts; nothing else is ever cached
//   BUILD.offline  the offline page in each language
//
// It ignores everything else: API calls, downloads, the portal's pages and code. So no personal data can get into
// its cache. Navigation preload stays off, because requests that this worker leaves to the browser would be sent
// twice, and the links in our mails work once.

const prefix = 'nutmeg-';
const cacheName = prefix + BUILD.version;
const wire = /^\/(auth|rest|storage|functions|realtime)(\/|$)/;
const files = new Set([...BUILD.first, ...Object.values(BUILD.pages).flat()].filter((path) => !isPage(path)));

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

/** Pages report client-side navigation, which the worker doesn't see. */
self.addEventListener('message', (event) => {
  const path = event.data?.visited;
  if (typeof path === 'string' && isPage(path)) event.waitUntil(keepUnlessKept(path));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || wire.test(pathname)) return;
  if (request.mode === 'navigate') {
    // Ignore frames and downloads.
    if (request.destination === 'document') event.respondWith(page(event, pathname));
  } else if (files.has(pathname) && !request.headers.has('range')) {
    event.respondWith(file(event, pathname));
  }
});

async function install() {
  await (await caches.open(cacheName)).addAll(BUILD.first.map(fresh));
  // Pages cached with the last build stay available with this one.
  for (const path of await keptBefore()) await keep(path).catch(() => undefined);
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Network first. */
async function page(event, path) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return (isPage(path) && (await kept(path))) || offline(path);
  }
  if (isPage(path) && isKeepable(answer)) event.waitUntil(keep(path, answer.clone()).catch(() => undefined));
  return answer;
}

/** Hashed files never change. Icons and the like are fetched again, and cached for offline use. */
async function file(event, path) {
  const copy = await kept(path);
  if (copy && path.startsWith('/assets/')) return copy;
  try {
    const answer = await fetch(event.request);
    if (isKeepable(answer)) event.waitUntil(put(path, answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    if (copy) return copy;
    throw error;
  }
}

/** In the language of the address, or else in the one that the reader chose. */
async function offline(path) {
  const [, first] = path.split('/');
  // Browsers without a cookie store show it in English.
  const chosen = (await self.cookieStore?.get('lang'))?.value;
  const language = [first, chosen].find((name) => Object.hasOwn(BUILD.offline, name)) ?? 'en';
  const { headers, body } = await kept(BUILD.offline[language]);
  return new Response(body, { status: 503, statusText: 'Offline', headers });
}

/** Caches a page and its scripts. The query is ignored, because it does not change a page. */
async function keep(path, answer) {
  const html = answer ?? (await fetch(fresh(path)));
  if (isKeepable(html)) await put(path, html);
  for (const script of BUILD.pages[path]) {
    if (!(await kept(script))) await (await caches.open(cacheName)).add(script);
  }
}

async function keepUnlessKept(path) {
  if (!(await kept(path))) await keep(path).catch(() => undefined);
}

async function keptBefore() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return new Set(
    lists
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .filter(isPage),
  );
}

async function kept(path) {
  return (await caches.open(cacheName)).match(path);
}

async function put(path, answer) {
  await (await caches.open(cacheName)).put(path, answer);
}

/** Bypasses the HTTP cache, which may still have the page of the last build. */
function fresh(path) {
  return new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' });
}

function isPage(path) {
  return Object.hasOwn(BUILD.pages, path);
}

function isKeepable(answer) {
  return answer.status === 200 && answer.type === 'basic' && !answer.redirected;
}
