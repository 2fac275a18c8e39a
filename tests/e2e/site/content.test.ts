import business from '#business' with { type: 'json' };
import {
  expectAccessible,
  expectNoSidewaysScroll,
  noPrintMedia,
  skipInFirefox,
  waitForHydration,
} from '../support/browser.ts';
import { servedPage } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const { prices, payments, streetMap, apps } = business;
const usd = (amount: number) => `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;
const tier = (id: string) => prices.tiers.find((one) => one.id === id) ?? { from: 0, to: 0 };
const extra = (id: string) => usd(prices.extras.find((one) => one.id === id)?.amount ?? 0);

test('says that owners of corporations pay no self-employment tax', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.goto('/business-startups');
  const row = page.getByRole('row', { name: /^Self-employment tax/ });
  await expect(row.getByRole('cell')).toHaveText([
    'On all profit',
    'On all profit, unless it is taxed as a corporation',
    'None. You pay payroll tax on a fair salary, but not on distributions',
    'None. You pay payroll tax on your salary, and dividends are taxed as income',
  ]);
});

test('lists Schedule C as personal on every page, as in the quote', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.goto('/fees');
  const row = page.getByRole('row', { name: /Schedule C/ });
  await expect(row.getByRole('cell')).toHaveText([/Not included$/, 'Included', /Not included$/]);
  await page.goto('/tax-preparation-services');
  const card = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) });
  await expect(card('Personal tax returns')).toContainText('Schedule C');
  await expect(card('Business tax returns')).not.toContainText('Schedule C');
  // An LLC with one owner files it, and the quote puts it on the same side.
  await page.goto('/quote#answers=llc/single-member/none');
  await expect(
    page.getByText(`${usd(tier('side-jobs').from)} – ${usd(tier('side-jobs').to)}`).first(),
  ).toBeVisible();
});

test('every service card shows a price', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/tax-preparation-services');
  const cards = page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.locator('h2') });
  const told = await cards.evaluateAll((all) =>
    all.map((card) => card.querySelector('h2 + p')?.textContent ?? ''),
  );
  expect(told).toEqual([
    `Price: ${usd(tier('personal').from)} to ${usd(tier('side-jobs').to)}`,
    `Price: ${usd(tier('business').from)} to ${usd(tier('business').to)}`,
    'Price: Agreed with you before we start',
    `Price: ${extra('bookkeeping')} a month`,
    `Price: ${extra('registration')}`,
    `Price: Websites from ${usd(prices.digital.websiteFrom)}, apps from ${usd(prices.digital.mobileAppFrom)}`,
  ]);
});

test('lists apps unrelated to taxes in a separate section', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.goto('/apps');
  const apart = page.getByRole('region', { name: 'Our other apps' });
  for (const app of apps) {
    const inside = apart.getByRole('heading', { name: app.name });
    await expect(inside, app.name).toHaveCount(app.leisure ? 1 : 0);
    await expect(page.getByRole('heading', { name: app.name, exact: true })).toHaveCount(1);
  }
  await expect(apart.getByRole('heading', { name: 'First Table' })).toHaveCount(1);
});

test('the map shows the blocks around the office', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { html } = await servedPage('/map-location-and-directions');
  const start = html.indexOf(`aria-label="Map of the streets around`);
  expect(start).toBeGreaterThan(0);
  const drawing = html.slice(start, html.indexOf('</svg>', start));
  for (const { name } of [...streetMap.streets, ...streetMap.places]) expect(drawing).toContain(`>${name}<`);
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/map-location-and-directions');
  await expect(page.getByRole('heading', { name: 'The last blocks' })).toBeVisible();
  await expect(page.getByText(streetMap.walk.says)).toBeVisible();
  // Every word on the map is readable and inside its edges.
  const words = await page.locator('svg[role=img] text').evaluateAll((all) => {
    const frame = all[0]?.closest('svg')?.getBoundingClientRect();
    return all.map((text) => {
      const box = text.getBoundingClientRect();
      const scale = (text as SVGTextElement).getScreenCTM()?.a ?? 0;
      return {
        text: text.textContent,
        inside: frame !== undefined && box.left >= frame.left && box.right <= frame.right,
        size: Number.parseFloat(getComputedStyle(text).fontSize) * Math.abs(scale || 1),
      };
    });
  });
  expect(words.filter(({ inside }) => !inside)).toEqual([]);
  expect(words.length).toBe(streetMap.streets.length + streetMap.places.length);
});

for (const [path, heading] of [
  ['/upload', 'What we need to see'],
  ['/booking', 'What to Bring'],
] as const) {
  test(`the checklist on ${path} is saved on the device`, {
    tag: path === '/upload' ? '@details-site' : '@looks',
  }, async ({ openBrowser }) => {
    const { page } = await openBrowser();
    await page.goto(path);
    const list = page.getByRole('region', { name: heading });
    await list.getByRole('checkbox', { name: 'W-2' }).check();
    await list.getByRole('checkbox', { name: 'Photo ID' }).check();
    await expectAccessible(page);
    await page.reload();
    await expect(list.getByRole('checkbox', { name: 'W-2' })).toBeChecked();
    await expect(list.locator('input:checked')).toHaveCount(2);
    // Both pages list the same papers.
    await page.goto(path === '/upload' ? '/booking' : '/upload');
    const photo = page.getByRole('checkbox', { name: 'Photo ID' });
    await expect(photo).toBeChecked();
    // Leaving a page whose scripts still load makes React Router reload it in Firefox.
    await waitForHydration(photo);
    await page.goto(path);

    const clear = list.getByRole('button', { name: 'Clear all' });
    await waitForHydration(clear);
    await clear.click();
    await page.reload();
    await expect(list.getByRole('checkbox', { name: 'W-2' })).toBeVisible();
    await expect(list.locator('input:checked')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('nutmeg.papers-ready'))).toBeNull();
  });

  test(`the checklist on ${path} prints alone`, { tag: '@details-site' }, async ({ openBrowser }) => {
    skipInFirefox(noPrintMedia);
    const { page } = await openBrowser();
    await page.goto(path);
    const list = page.getByRole('region', { name: heading });
    await list.getByRole('checkbox', { name: 'W-2' }).check();
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    const print = list.getByRole('button', { name: 'Print this list' });
    await waitForHydration(print);
    await print.click();
    expect(await page.evaluate(() => document.body.dataset.printed)).toBe('yes');
    await page.emulateMedia({ media: 'print' });
    await expect(list.getByRole('checkbox', { name: 'W-2' })).toBeVisible();
    await expect(page.getByText(business.contact.email).filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0);
  });
}

test('shows the letterhead in print only', { tag: '@details-site' }, async ({ openBrowser }) => {
  skipInFirefox(noPrintMedia);
  const { page } = await openBrowser();
  await page.goto('/fees');
  const { contact } = business;
  const letterhead = page.locator('[data-letterhead]');
  await expect(letterhead).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(letterhead).toBeVisible();
  const text = await letterhead.textContent();
  for (const fact of [business.name, contact.address.street, contact.phone.display, contact.email]) {
    expect(text).toContain(fact);
  }
  await expect(page.getByRole('banner')).toBeHidden();
});

test('shows payment links before the collapsed QR codes on a phone', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ screen: 'phone' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/payment');
  const cards = page.getByRole('region', { name: 'From an app on your phone' }).locator('li');
  await expect(cards).toHaveCount(payments.wallets.length);
  for (const [i, { name, handle, url }] of payments.wallets.entries()) {
    const card = cards.nth(i);
    const code = card.getByRole('img', { name: `QR code for ${name}` });
    await expect(code).toBeHidden();
    if (url) await expect(card.getByRole('link', { name: `Open ${name}` })).toHaveAttribute('href', url);
    const copy = card.getByRole('button', { name: `Copy the ${name} name` });
    await waitForHydration(copy);
    await copy.click();
    await expect(card.getByText('Copied').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(handle);
    const fold = card.getByText('Show the code');
    const [button, summary] = [await card.getByRole('button').boundingBox(), await fold.boundingBox()];
    expect(button?.y).toBeLessThan(summary?.y ?? 0);
    await fold.click();
    await expect(code).toBeVisible();
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('selects the account name if the clipboard is unavailable', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
    });
  });
  await page.goto('/payment');
  const [wallet] = payments.wallets;
  const copy = page.getByRole('button', { name: `Copy the ${wallet?.name} name` });
  await waitForHydration(copy);
  await copy.click();
  await expect(page.getByText('Selected. Now copy it').first()).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(wallet?.handle);
});
