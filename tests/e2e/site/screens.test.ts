import type { Page } from '@playwright/test';
import business from '#business' with { type: 'json' };
import { calls } from '#tests/support/site/calls-to-action.ts';
import { indexedPaths } from '#tests/support/site/served-pages.ts';
import {
  axeFindings,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  type OpenBrowser,
  waitForHeadingFocus,
  waitForHydration,
} from '../support/browser.ts';
import { portal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

/** A browser with the session hint that public pages read. */
async function signedInBrowser(openBrowser: OpenBrowser) {
  const visitor = await openBrowser();
  await visitor.context.addInitScript(() =>
    localStorage.setItem('nutmeg.session-hint', JSON.stringify({ role: 'client' })),
  );
  return visitor;
}

test('every page shows the calls to action for signed-in users', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await signedInBrowser(openBrowser);
  for (const [path, { signedIn }] of Object.entries(calls)) {
    await page.goto(path);
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }),
    ).toBeVisible();
    for (const [label, href] of signedIn) {
      const link = page.getByRole('main').getByRole('link', { name: label, exact: true }).first();
      await expect(link, `${label} on ${path}`).toHaveAttribute('href', href);
    }
  }
});

// tests/e2e/every-route.test.ts visits them on phones.
test('every page is accessible on a desktop', { tag: '@looks' }, async ({ openBrowser }) => {
  test.setTimeout(300_000);
  const { page } = await openBrowser();
  for (const path of indexedPaths.filter((path) => path !== '/signup')) {
    await page.goto(path);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test('the accessibility check sees both themes', { tag: '@looks' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/legal');
  for (const color of ['light-dark(#ddd, #eee)', 'light-dark(#111, #222)']) {
    await page.locator('h1').evaluate((heading, value) => heading.style.setProperty('color', value), color);
    expect((await axeFindings(page)).map(({ id }) => id)).toEqual(['color-contrast']);
  }
});

test('the mobile menu opens another page and moves focus to it', async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/legal');
  const menuButton = page.getByRole('button', { name: 'Menu' });
  await waitForHydration(menuButton);
  await menuButton.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Pricing' }).click();
  await page.waitForURL('**/fees');
  await waitForHeadingFocus(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('Back closes the mobile menu, and works as usual after navigating from it', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/legal');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const menuButton = page.getByRole('button', { name: 'Menu' });
  await waitForHydration(menuButton);
  await menuButton.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/legal');

  await menuButton.click();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await page.waitForURL('**/fees');
  await menuButton.click();
  await menu.getByRole('link', { name: 'Referral', exact: true }).click();
  await page.waitForURL('**/referrals');
  await page.goBack();
  await page.waitForURL('**/fees');
  await page.goBack();
  await page.waitForURL('**/legal');
  await expect(menu).toHaveCount(0);
});

test('FAQ entries open independently, from their URL, and by search', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.goto('/frequently-asked-questions#amend');
  const open = page.locator('details[open]');
  await expect(page.locator('details#amend[open]')).toBeVisible();
  await page.getByText('When will my refund arrive?').click();
  await expect(page.locator('details#when-refund[open]')).toBeVisible();
  await expect(open).toHaveCount(2);
  await page.getByText('When will my refund arrive?').click();
  await expect(page.locator('details#when-refund:not([open])')).toBeVisible();
  await expect(open).toHaveCount(1);

  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('MISTAKE guarantee');
  await expect(page.getByText('1 question found')).toBeVisible();
  await expect(page.locator('details#accuracy-guarantee[open]')).toBeVisible();
  await page.getByRole('searchbox').fill('xylophone');
  await expect(page.getByText('0 questions found')).toBeVisible();
  await expect(page.getByText('No questions match')).toBeVisible();
});

const reviews = business.reviews.items;

/** Waits until exactly these reviews are shown. */
async function expectReviews(
  page: Page,
  matches: (review: (typeof reviews)[number]) => boolean,
): Promise<void> {
  const titles = reviews.filter(matches).map(({ title }) => title);
  await expect(page.getByText(`Showing ${titles.length} of ${reviews.length} reviews`)).toBeVisible();
  const cards = page.getByRole('region', { name: 'Reviews' }).getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(titles);
}

test('filters reviews by rating and service', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/read-reviews');
  await expectReviews(page, () => true);
  await page.getByRole('radio', { name: 'Personal' }).check();
  await expectReviews(page, ({ service }) => /personal/i.test(service));
  await page.getByRole('radio', { name: '5 stars' }).check();
  await expectReviews(page, ({ service, rating }) => /personal/i.test(service) && rating === 5);
  await page.getByRole('radio', { name: '1 star' }).check();
  await expectReviews(page, ({ service, rating }) => /personal/i.test(service) && rating === 1);
  await page.getByRole('radio', { name: 'All services' }).check();
  await page.getByRole('radio', { name: 'All ratings' }).check();
  await expectReviews(page, () => true);
  const bars = page.getByRole('table', { name: 'Ratings' }).getByRole('row');
  await expect(bars.filter({ hasText: '5 stars' })).toContainText(
    String(reviews.filter(({ rating }) => rating === 5).length),
  );
});

test('counts both review filters that were pressed before hydration', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/read-reviews', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('radio', { name: 'Personal' }).check();
  await expectReviews(page, () => true);
  release();
  await expectReviews(page, ({ service, rating }) => /personal/i.test(service) && rating === 5);
});

test('the calculator multiplies the reward and warns above the reporting threshold', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { reward, reportableAbove } = business.referral;
  const { page } = await openBrowser();
  await page.goto('/referrals');
  const people = page.getByLabel('How many people will you tell?');
  const result = page.locator('output');
  const twenty = page.getByRole('button', { name: /^20 = / });
  await waitForHydration(twenty);
  await twenty.click();
  await expect(people).toHaveValue('20');
  await expect(result.getByText(`$${20 * reward}`)).toBeVisible();
  await page.getByRole('button', { name: 'One more' }).click();
  await expect(result.getByText(`$${21 * reward}`)).toBeVisible();
  const warning = page.getByText('There is no limit. If your rewards add up to more than');
  await expect(warning).toHaveCount(0);
  await people.fill(String(Math.floor(reportableAbove / reward) + 1));
  await expect(warning).toBeVisible();
  await people.fill('many');
  await expect(result.getByText('$0')).toBeVisible();
});

test('the card payment opens in a 500 px popup, three quarters of the screen high', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page, context } = await openBrowser();
  const card = business.payments.cardUrl;
  await context.route(`${card}**`, (route) => route.fulfill({ body: 'the payment processor' }));
  await page.goto('/payment');
  await page.evaluate(() => {
    const open = window.open.bind(window);
    window.open = (address, name, features) => {
      document.body.dataset.opened = `${address} ${features}`;
      return open(address, name, features);
    };
  });
  const popup = page.waitForEvent('popup');
  const pay = page.getByRole('link', { name: /^Pay by card/ });
  await waitForHydration(pay);
  await pay.click();
  expect((await popup).url()).toBe(card);
  const height = await page.evaluate(() => Math.round(window.screen.height * 0.75));
  expect(await page.evaluate(() => document.body.dataset.opened)).toBe(
    `${card} popup,width=500,height=${height}`,
  );
  expect(page.url()).toBe(`${portal.url}/payment`);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`payment QR codes are readable in the ${colorScheme} theme`, { tag: '@looks' }, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser({ colorScheme });
    await page.goto('/payment');
    const codes = page.getByRole('img', { name: /^QR code for/ });
    await expect(codes).toHaveCount(business.payments.wallets.length);
    const [ink, paper] = await codes.first().evaluate((code) => {
      const brightness = (color: string) =>
        (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
      const around = code.parentElement ?? code;
      return [brightness(getComputedStyle(code).fill), brightness(getComputedStyle(around).backgroundColor)];
    });
    expect(ink).toBeLessThan(150);
    expect(paper).toBeGreaterThan(700);
  });
}

test('an unknown URL answers 404 with a page that links home', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ expectedErrors: [/status of 404/] });
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'We can’t find that page' })).toBeVisible();
  await expectAccessible(page);
  const robots = page.locator('meta[name="robots"]');
  await expect(robots).toHaveAttribute('content', 'noindex, nofollow');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Taxes done right/ })).toBeVisible();
});

test('QR codes of payment apps also appear after client-side navigation', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.goto('/fees');
  const pay = page.getByRole('link', { name: 'Pay Now' });
  await waitForHydration(pay);
  await pay.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ways to pay' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code for/ })).toHaveCount(business.payments.wallets.length);
});
