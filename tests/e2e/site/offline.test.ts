import type { Page } from '@playwright/test';
import { indexedPaths } from '#tests/support/site/served-pages.ts';
import {
  type BrowserWindow,
  type OpenBrowser,
  type OpenOptions,
  waitForHydration,
} from '../support/browser.ts';
import { confirmedPerson, logIn } from '../support/people.ts';
import { servedPage } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** What the browser logs for a request without a connection. */
const noConnection = [/ERR_INTERNET_DISCONNECTED/, /status of 503/];
const longer = { timeout: 20_000 };

async function openWithWorker(openBrowser: OpenBrowser, options: OpenOptions = {}): Promise<BrowserWindow> {
  return openBrowser({ serviceWorker: true, expectedErrors: noConnection, ...options });
}

/** The contents of all caches, by path. */
async function kept(page: Page): Promise<Map<string, string>> {
  const entries = await page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        found.push([pathname + search, await ((await cache.match(request))?.text() ?? '')]);
      }
    }
    return found;
  });
  return new Map(entries);
}

const keeps = (page: Page, path: string) =>
  expect.poll(async () => [...(await kept(page)).keys()], longer).toContain(path);

const heading = (page: Page) => page.locator('main h1').textContent();

test('opens a visited page offline, and the portal asks for a connection', async ({ openBrowser }) => {
  const { page, context } = await openWithWorker(openBrowser, { screen: 'phone' });
  await page.goto('/fees');
  const fees = await heading(page);
  await keeps(page, '/fees');
  await context.setOffline(true);
  await page.reload();
  expect(await heading(page)).toBe(fees);
  expect((await page.goto('/account'))?.status()).toBe(503);
  await expect(page.locator('main')).toContainText('The portal needs an internet connection');
});

test('opens visited public pages offline, and the portal asks for a connection', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page, context } = await openWithWorker(openBrowser, { screen: 'phone' });
  await page.goto('/');
  const home = await heading(page);
  await keeps(page, '/');
  // By client-side navigation, then by URL.
  const prices = page.locator('footer a[href="/fees"]').first();
  await waitForHydration(prices);
  await prices.click();
  await page.waitForURL('**/fees');
  await expect.poll(() => heading(page), longer).not.toBe(home);
  const fees = await heading(page);
  await keeps(page, '/fees');
  await page.goto('/legal?from=mail');
  const legal = await heading(page);
  await keeps(page, '/legal');

  await context.setOffline(true);
  await page.goto('/');
  expect(await heading(page)).toBe(home);
  await page.goto('/fees');
  expect(await heading(page)).toBe(fees);
  // Its scripts ran too: the mobile menu opens.
  const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
  await waitForHydration(menuButton);
  await menuButton.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/legal');
  expect(await heading(page)).toBe(legal);

  for (const path of ['/account', '/secured-files', '/login', '/signup', '/refund', '/no-such-page']) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 503]);
    expect(await heading(page)).toBe('You’re offline');
    await expect(page.locator('main')).toContainText('The portal needs an internet connection');
    expect(page.url()).toContain(path);
  }
  // It is complete: fonts, colors, no sideways scrolling.
  expect(await page.evaluate(() => document.fonts.check('17px "Public Sans Variable"'))).toBe(true);

  await page.goto('/login');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('caches no personal data', { tag: '@details-site' }, async ({ openBrowser }) => {
  const person = await confirmedPerson('Ines');
  const { page } = await openWithWorker(openBrowser);
  await page.goto('/');
  await keeps(page, '/');
  await logIn(page, person);
  for (const path of ['/secured-files', '/account', '/payment', '/manage', '/account?tab=x#private']) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
  }
  await keeps(page, '/payment');
  const token = await page.evaluate(
    () => JSON.stringify({ ...localStorage }).match(/eyJ[\w-]+\.[\w-]+/)?.[0] ?? '',
  );
  expect(token).not.toBe('');
  const found = await kept(page);
  for (const [address, text] of found) {
    expect(
      indexedPaths.some(
        (path) => path !== '/signup' && [path, `${path === '/' ? '/_' : path}.data`].includes(address),
      ) ||
        /^\/(assets\/[\w.-]+\.(js|css|woff2)|(es\/)?offline|favicon\.svg|icon-192\.png|manifest\.webmanifest)$/.test(
          address,
        ),
      address,
    ).toBe(true);
    for (const secret of [person.email, person.lastName, token]) {
      expect(text.includes(secret), `${secret} in ${address}`).toBe(false);
    }
    expect(/GoTrue|\/rest\/v1/.test(text), `code of the portal in ${address}`).toBe(false);
  }
});

test('a new build replaces the cache of the old one', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page, context } = await openWithWorker(openBrowser);
  // As the service worker of an older build left it.
  await page.goto('/robots.txt');
  await page.evaluate(async () => {
    const type = { headers: { 'content-type': 'text/html' } };
    const old = await caches.open('nutmeg-0123456789abcdef');
    for (const path of ['/', '/fees', '/gone', '/assets/gone-1a.js']) {
      await old.put(path, new Response('<h1>Of an old build</h1>', type));
    }
    await (await caches.open('of-somebody-else')).put('/theirs', new Response('theirs'));
  });
  await page.goto('/payment');
  await keeps(page, '/payment');
  await expect
    .poll(() => page.evaluate(() => caches.keys()), longer)
    .toEqual(['of-somebody-else', expect.not.stringMatching(/0123456789abcdef/)]);
  const found = await kept(page);
  expect([...found.values()].join('')).not.toContain('Of an old build');
  // Cached pages were fetched again from the new build.
  expect(found.get('/fees')).toBe((await servedPage('/fees')).html);
  expect(found.has('/gone')).toBe(false);
  await context.setOffline(true);
  await page.goto('/fees');
  await expect(page).toHaveTitle(/Prices/);
});

test('prefers the server over the cache when online', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openWithWorker(openBrowser);
  await page.goto('/fees');
  await keeps(page, '/fees');
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      await (await caches.open(name)).put(
        '/fees',
        new Response('<h1>Kept</h1>', { headers: { 'content-type': 'text/html' } }),
      );
    }
  });
  await page.goto('/fees');
  expect(await page.content()).not.toContain('<h1>Kept</h1>');
});
