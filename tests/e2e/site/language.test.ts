import type { BrowserContext } from '@playwright/test';
import { waitForHydration } from '../support/browser.ts';
import { portal } from '../support/portal.ts';
import { indexedPaths, linksOf, metaOf, servedPage, tags } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const { url } = portal;
const choices = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name === 'lang').map(({ value }) => value);
const inSpanish = (path: string) => (path === '/' ? '/es' : `/es${path}`);

for (const path of indexedPaths) {
  test(`${path} has an address in Spanish, and both name each other`, async () => {
    const english = await servedPage(path);
    const spanish = await servedPage(inSpanish(path));
    expect(spanish.status).toBe(200);
    expect(spanish.html).toMatch(/<html lang="es"/);
    expect(tags(spanish.html, 'h1')).toHaveLength(1);
    expect(metaOf(spanish, 'description')).not.toEqual(metaOf(english, 'description'));
    expect(metaOf(spanish, 'og:locale')).toEqual(['es_US']);
    const linked = (html: string, rel: string) =>
      tags(html, 'link')
        .map(({ attributes }) => attributes)
        .filter((one) => one.rel === rel);
    expect(linked(spanish.html, 'canonical').map(({ href }) => href)).toEqual([url + inSpanish(path)]);
    for (const { html } of [english, spanish]) {
      expect(linked(html, 'alternate').map(({ hreflang, href }) => [hreflang, href])).toEqual([
        ['en', url + path],
        ['es', url + inSpanish(path)],
        ['x-default', url + path],
      ]);
    }
    // Links stay in the language, except for those behind the login and to the page in English.
    const leaving = linksOf(spanish)
      .map(({ label, href }) => ({ label, path: new URL(href, url + spanish.path).pathname, href }))
      .filter(({ href }) => href.startsWith('/'))
      .filter((link) => !/^\/(es|account|secured-files|manage)(\/|$)/.test(link.path));
    const isLegal = path === '/legal' || path === '/privacy-security';
    expect([...new Set(leaving.map(({ label }) => label))]).toEqual(
      isLegal ? ['English', 'Leer el texto en inglés'] : ['English'],
    );
  });
}

test('an unknown language is a 404 in the language of the visitor', async () => {
  const at = (path: string, headers: Record<string, string>) =>
    fetch(url + path, { headers: { accept: 'text/html', ...headers } });
  for (const [path, headers, language] of [
    ['/fr/fees', { 'accept-language': 'es-MX,es;q=0.9' }, 'es'],
    ['/fr/fees', { 'accept-language': 'fr' }, 'en'],
    ['/fr/fees', { 'accept-language': 'fr', cookie: 'lang=es' }, 'es'],
    ['/es/nothing', {}, 'es'],
  ] as const) {
    const answer = await at(path, headers);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).toContain(`<html lang="${language}"`);
  }
});

test('the switch stays on the page, and is remembered behind the login', async ({ openBrowser }) => {
  const { page, context } = await openBrowser();
  await page.goto('/frequently-asked-questions?from=mail#prices');
  const toSpanish = page.locator('header').getByRole('link', { name: 'Español' });
  // Without scripts, the link has only the path.
  await waitForHydration(toSpanish);
  await toSpanish.click();
  await page.waitForURL('**/es/frequently-asked-questions?from=mail#prices');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'lang');
  expect(cookie).toMatchObject({ value: 'es', sameSite: 'Lax', path: '/' });
  // Navigation in the browser stays in the language.
  const prices = page.locator('header').getByRole('link', { name: 'Precios' });
  await waitForHydration(prices);
  await prices.click();
  await page.waitForURL('**/es/fees');
  await expect(page.locator('main h1')).toHaveText('Un solo precio por toda la declaración');
  const frame = await (await context.request.get('/account')).text();
  expect(frame).toContain('<html lang="es"');
  await page.goto('/account');
  await page.waitForURL('**/es/login');
});

test('the switch is a link without scripts', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ javaScriptEnabled: false, screen: 'phone' });
  await page.goto('/fees');
  await page.locator('footer').getByRole('link', { name: 'Español' }).click();
  await page.waitForURL('**/es/fees');
});

test('a browser’s language is offered, and a dismissal is remembered', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ locale: 'es-MX' });
  await page.goto('/fees');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const offer = page.getByRole('link', { name: 'Ver esta página en español' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'No, gracias' }).click();
  await expect(offer).toHaveCount(0);
  expect(await choices(context)).toEqual(['en']);
  await page.reload();
  await waitForHydration(page.locator('main h1'));
  await expect(offer).toHaveCount(0);
  // Only the cookie keeps it away.
  await context.clearCookies({ name: 'lang' });
  await page.reload();
  await expect(offer).toBeVisible();
});

test('the offer leads to the same page', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ locale: 'es-US', screen: 'phone' });
  await page.goto('/quote');
  await page.getByRole('link', { name: 'Ver esta página en español' }).click();
  await page.waitForURL('**/es/quote');
  expect(await choices(context)).toEqual(['es']);
});
