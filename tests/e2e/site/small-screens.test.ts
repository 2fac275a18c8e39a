import type { Page } from '@playwright/test';
import business from '#business' with { type: 'json' };
import { linksOf } from '#tests/support/site/served-pages.ts';
import { expectNoSidewaysScroll, waitForHydration } from '../support/browser.ts';
import { servedPage } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** Left and right edges of the elements. */
const edges = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right, text: element.textContent ?? '' };
    }),
  );

for (const [device, viewport] of [
  ['a narrow phone', { width: 320, height: 640 }],
  ['a desktop at 400 %', { width: 320, height: 256 }],
] as const) {
  test(`the menu fits ${device} and navigates`, { tag: '@looks' }, async ({ openBrowser }) => {
    const { page } = await openBrowser();
    await page.setViewportSize(viewport);
    await page.goto('/legal');
    await expectNoSidewaysScroll(page);
    const button = page.getByRole('button', { name: 'Menu' });
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    // On one line with the name and the phone number.
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80);
    await waitForHydration(button);
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Pricing' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await page.waitForURL('**/fees');
  });
}

for (const width of [320, 390, 768] as const) {
  test(`bottom bar labels are readable at ${width} px`, { tag: '@looks' }, async ({ openBrowser }) => {
    const { page } = await openBrowser();
    await page.setViewportSize({ width, height: 700 });
    // The current page's label is bold, and so wider.
    for (const path of ['/booking', '/fees']) {
      await page.goto(path);
      const label = 'nav[aria-label="Quick links"] a';
      const sizes = await page
        .locator(label)
        .evaluateAll((all) => all.map((link) => Number.parseFloat(getComputedStyle(link).fontSize)));
      expect(sizes).toHaveLength(5);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
      const words = await page.locator(label).evaluateAll((all) =>
        all.map((link) => {
          const range = document.createRange();
          range.selectNodeContents(link);
          const { left, right } = range.getBoundingClientRect();
          return { left, right };
        }),
      );
      for (const [i, { left, right }] of words.entries()) {
        expect(left, `label ${i} on ${path}`).toBeGreaterThanOrEqual(words[i - 1]?.right ?? 0);
        expect(right).toBeLessThanOrEqual(width);
      }
    }
  });
}

test('the bottom bar does not cover the page in a short window', { tag: '@looks' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/fees');
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  const top = async () => (await bar.boundingBox())?.y;
  await expect.poll(top).toBeGreaterThan(256);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(top).toBeLessThan(844);
});

test('banner offers link to the right pages', { tag: '@details-site' }, async () => {
  const { html, ...page } = await servedPage('/');
  const start = html.indexOf('<aside aria-label="Offers"');
  const offers = linksOf({ ...page, html: html.slice(start, html.indexOf('</aside>', start)) });
  expect(offers).toEqual([
    { label: 'Free Refund Estimate (opens in a new tab)', href: business.links.refundEstimator },
    {
      label: `Starting $${Math.min(...business.prices.tiers.map(({ from }) => from))} To File`,
      href: '/fees',
    },
    { label: `Get $${business.referral.reward} Per Referral`, href: '/referrals' },
  ]);
});

test('draws icons instead of emoji', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [/Failed to load resource/] });
  await page.route('**/verify-recaptcha', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/booking');
  await page.getByLabel('Full name').fill('Rosa');
  await page.getByLabel('Phone').pressSequentially('2035550142');
  await page.getByRole('button', { name: 'Choose a time' }).click();
  const banner = page.getByRole('alert');
  await expect(banner).toHaveText('❌ Security verification failed. Please try again.');
  // The emoji is for screen readers; the screen shows an icon.
  const [cross] = await edges(page, '[role=alert] .sr-only');
  expect((cross?.right ?? 99) - (cross?.left ?? 0)).toBeLessThanOrEqual(1);
  await expect(banner.locator('svg[aria-hidden=true]')).toBeVisible();
});
