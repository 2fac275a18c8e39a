import type { BrowserContext } from '@playwright/test';
import { waitForHydration } from '../support/browser.ts';
import { expect, test } from '../support/test.ts';

const choices = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name === 'lang').map(({ value }) => value);
test('the switch stays on the page, and is remembered behind the login', async ({ openBrowser }) => {
  const { page, context } = await openBrowser();
  await page.goto('/fees?from=mail#prices');
  const toSpanish = page.locator('header').getByRole('link', { name: 'Español' });
  // Without scripts, the link has only the path.
  await waitForHydration(toSpanish);
  await toSpanish.click();
  await page.waitForURL('**/es/fees?from=mail#prices');
  await expect(page.locator('main h1')).toHaveText('Un solo precio por toda la declaración');
  expect(await choices(context)).toEqual(['es']);
  const frame = await (await context.request.get('/account')).text();
  expect(frame).toContain('<html lang="es"');
});

test('navigation and the login stay in the language of the switch', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
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
