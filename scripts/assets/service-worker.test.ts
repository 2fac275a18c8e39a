import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeServiceWorker } from './service-worker.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = (...scripts: string[]) =>
  `<html><head><link rel="stylesheet" href="/assets/site-1a.css"/><script>inline()</script></head><body>
   <main id="main"><h1>Text</h1></main>${scripts.map((name) => `<link rel="modulepreload" href="/assets/${name}"/>`).join('')}
   <script type="module" src="/assets/${scripts[0]}"></script></body></html>`;
const address = (path: string) => `<url><loc>https://office.example${path}</loc></url>`;
const pages = new Map([
  [
    '/sitemap.xml',
    `<urlset>${['/', '/fees', '/es/fees', '/signup', '/es/signup'].map(address).join('')}</urlset>`,
  ],
  ['/', page('site-1a.js', 'manifest-1a.js', 'home-1a.js')],
  ['/fees', page('site-1a.js', 'manifest-1a.js', 'fees-1a.js')],
  ['/signup', page('site-1a.js', 'portal-1a.js')],
  [
    '/es/fees',
    `${page('site-1a.js', 'manifest-1a.js', 'fees-1a.js')}
     <script id="page-words" type="application/json">{"folder":"/assets/words-1a/es","route":"site/fees/page","messages":{"a":["\\u003c0/>"]}}</script>`,
  ],
]);
const data = new Map([
  ['/', null],
  ['/fees', '/fees.data'],
  ['/es/fees', '/es/fees.data'],
]);
const files = {
  'assets/site-1a.js': 'const later=["assets/menu-1a.js"]',
  'assets/manifest-1a.js': 'const routes=["/assets/portal-1a.js"]',
  'assets/home-1a.js': 'const later=["assets/below-1a.js","assets/drawing-1a.js"]',
  'assets/fees-1a.js': 'const later=["assets/portal-1a.js"]',
};

let client: string;
beforeEach(async () => {
  client = await mkdtemp(join(tmpdir(), 'nutmeg-worker-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(client, name)), { recursive: true });
    await writeFile(join(client, name), text);
  }
});
afterEach(() => rm(client, { recursive: true, force: true }));

const made = (name: string) => readFile(join(client, name), 'utf8');

test('lists the public pages with their scripts, and nothing of the portal', async () => {
  await writeServiceWorker({ root, client, pages, data, version: 'abc', wanted: true });
  const worker = await made('sw.js');
  const list = JSON.parse(worker.slice(worker.indexOf('{'), worker.indexOf(';\n')));
  expect(list.version).toBe('abc');
  expect(list.pages).toEqual({
    '/': [
      '/assets/site-1a.js',
      '/assets/manifest-1a.js',
      '/assets/home-1a.js',
      '/assets/below-1a.js',
      '/assets/drawing-1a.js',
    ],
    '/fees': ['/assets/site-1a.js', '/assets/manifest-1a.js', '/assets/fees-1a.js', '/fees.data'],
    '/es/fees': [
      '/assets/site-1a.js',
      '/assets/manifest-1a.js',
      '/assets/fees-1a.js',
      '/assets/words-1a/es/site/fees/page.json',
      '/es/fees.data',
    ],
  });
  expect(list.first).toEqual(
    expect.arrayContaining(['/offline', '/es/offline', '/', '/assets/site-1a.css', '/assets/menu-1a.js']),
  );
  expect(list.offline).toEqual({ en: '/offline', es: '/es/offline' });
  expect(list.first).not.toContain('/assets/fees-1a.js');
  expect(worker).not.toContain('portal-1a');
});

test('creates a worker that unregisters itself if workers are disabled', async () => {
  await writeServiceWorker({ root, client, pages, data, version: 'abc', wanted: false });
  const worker = await made('sw.js');
  expect(worker).toContain('registration.unregister()');
  expect(worker).not.toContain("'fetch'");
});
