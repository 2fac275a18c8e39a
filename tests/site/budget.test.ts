import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '#tests/support/server/build-site.ts';
import { sharedPortal } from '#tests/support/server/portal.ts';
import { indexedPaths, servedPages, tags } from '#tests/support/site/served-pages.ts';

const KB = 1000;
const { url } = await sharedPortal('site');
const servedPage = servedPages(url);
/** Login and sign-up need the session's code. */
const withoutPortal = indexedPaths.filter((path) => path !== '/signup');

/** Browsers accept brotli; a proxy may leave only gzip. */
type Coding = 'br' | 'gzip';
/** With what browsers of 2022 need, what survives a translation of the page, and what keeps typing when a session ends. */
const scriptLimit = 135 * KB;

/** Bytes on the wire. */
async function weight(path: string, coding: Coding): Promise<number> {
  const answer = await fetch(url + path, {
    method: 'HEAD',
    headers: { 'accept-encoding': coding, accept: path.includes('.') ? '*/*' : 'text/html' },
  });
  expect(answer.status, path).toBe(200);
  const length = Number(answer.headers.get('content-length'));
  expect(length, `the length of ${path}`).toBeGreaterThan(0);
  return length;
}

const total = async (files: Iterable<string>, coding: Coding) =>
  (await Promise.all([...files].map((file) => weight(file, coding)))).reduce((sum, bytes) => sum + bytes, 0);

const scriptsOf = (html: string) => new Set(html.match(/\/assets\/[\w.-]+\.js\b/g));

for (const path of withoutPortal) {
  test(`${path} stays within the size budget`, async () => {
    const { html } = await servedPage(path);
    const links = tags(html, 'link').map(({ attributes }) => attributes);
    const first = links
      .filter(({ rel, as }) => rel === 'stylesheet' || (rel === 'preload' && as === 'font'))
      .map(({ href = '' }) => href);
    const images = tags(html, 'img').map(({ attributes }) => attributes.src ?? '');
    // The scripts come after the first paint.
    expect(links.filter(({ rel }) => rel === 'modulepreload')).toEqual([]);
    expect(scriptsOf(html).size).toBeGreaterThan(3);
    const firstView = new Set([path, ...first, ...images]);
    for (const coding of ['br', 'gzip'] as const) {
      expect(await total(firstView, coding), `HTML, CSS, fonts, images: ${coding}`).toBeLessThan(150 * KB);
      expect(await total(scriptsOf(html), coding), `script: ${coding}`).toBeLessThan(scriptLimit);
    }
  });
}

/** What checks a form loads when someone starts typing, and what sends a login, too. */
test.for([
  { path: '/login', later: /\/auth\/v1\/signup|ZodError/ },
  { path: '/signup', later: /ZodError/ },
])('$path does not preload what a filled form needs', async ({ path, later }) => {
  const scripts = scriptsOf((await servedPage(path)).html);
  expect(scripts.size).toBeGreaterThan(10);
  for (const file of scripts) expect(await (await fetch(url + file)).text(), file).not.toMatch(later);
});

test('public pages load no portal code', async () => {
  const scripts = new Set<string>();
  for (const path of withoutPortal) {
    for (const file of scriptsOf((await servedPage(path)).html)) scripts.add(file);
  }
  expect(scripts.size).toBeGreaterThan(5);
  for (const file of scripts) {
    const code = await (await fetch(url + file)).text();
    expect(/\/auth\/v1|\/rest\/v1|\/storage\/v1/.test(code), file).toBe(false);
  }
  // The same check finds it where it belongs.
  const entry = [...scriptsOf((await servedPage('/confirm-email')).html)];
  const codes = await Promise.all(entry.map(async (file) => (await fetch(url + file)).text()));
  expect(codes.some((code) => code.includes('/auth/v1'))).toBe(true);
});

test('the server renders pages with the code for production', async () => {
  const cwd = join(await buildSite(), 'server');
  const files = globSync('**/*.js', { cwd });
  expect(files.length).toBeGreaterThan(5);
  // React’s code for developers writes warnings to the operator’s console.
  for (const file of files)
    expect(readFileSync(join(cwd, file), 'utf8').includes('NODE_ENV'), file).toBe(false);
});
