import type { Locator, Page } from '@playwright/test';
import { createPerson, type Person } from '#tests/support/people.ts';
import { root } from '#tests/support/server/server-process.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type OpenBrowser,
  type OpenOptions,
  type Screen,
  tabTo,
} from '../support/browser.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { signInAs } from '../support/sign-in.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';
import { goToSection, openSection as openSectionAt, publish, published } from './facts-sections.ts';

// Another portal: the other tests need the prices and hours of the demo office.
let portal: OwnPortal;
let dana: Person;
let grace: Person;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  portal = await startOwnPortal();
  dana = await createPerson(portal, { role: 'super', data: { first_name: 'Dana', last_name: 'Lee' } });
  grace = await createPerson(portal, { role: 'super', data: { first_name: 'Grace', last_name: 'Kim' } });
});
test.afterAll(() => portal?.remove());

const openSection = (openBrowser: OpenBrowser, person: Person, section: string, options?: OpenOptions) =>
  openSectionAt(openBrowser, { portal, person }, section, options);
const goTo = (page: Page, section: string) => goToSection(page, portal, section);

const entry = (page: Page, list: string, name: string): Locator =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: name });
const price = (page: Page): Locator =>
  entry(page, 'Prices of tax returns', 'Personal Taxes').getByLabel('From');

const textOf = async (path: string) =>
  (await fetch(portal.url + path, { headers: { accept: 'text/html,*/*' } })).text();
/** Wait until the public page has the text, or no longer has it. */
const expectOnPage = (path: string, text: string) => expect.poll(() => textOf(path)).toContain(text);
const expectNotOnPage = (path: string, text: string) => expect.poll(() => textOf(path)).not.toContain(text);

/** The first times of the days that can be booked, by day. */
async function bookable(): Promise<Map<string, string>> {
  const answer = await fetch(`${portal.url}/functions/v1/calendar?days=14`);
  const { days } = (await answer.json()) as { days: { day: string; times: string[] }[] };
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  });
  return new Map(
    days.flatMap(({ day, times: [first] }): [string, string][] =>
      first === undefined ? [] : [[day, clock.format(new Date(first))]],
    ),
  );
}

/** A Friday on which the office is open. */
async function someFriday(): Promise<string> {
  const days = [...(await bookable()).keys()].filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 5);
  return days.at(-1) ?? '';
}

test('an owner changes a price, sees it on the site, and takes it back', async ({ openBrowser }) => {
  const page = await openSection(openBrowser, dana, 'prices');
  await price(page).fill('$85');
  await expect(part(page, 'Your change').getByText('Personal Taxes, from: $80 to $85')).toBeVisible();
  await expect(
    page.getByText('“Personal Taxes” on the page Quote still has the old price, $80–$120.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change it to $85–$120 too' }).click();
  await expect(part(page, 'Your 2 changes').getByText('Personal Taxes, from: $80 to $85')).toHaveCount(2);
  await publish(page);
  await expect(published(page)).toBeVisible();
  await expectOnPage('/fees', '$85');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Your site is as it was before.')).toBeVisible();
  await expectNotOnPage('/fees', '$85');
});

test('an owner changes a price, the hours, and a closed day, sees them on the site, and takes all back', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const page = await openSection(openBrowser, dana, 'prices', {
    // The preview runs no scripts.
    expectedErrors: [/Blocked script execution in 'about:srcdoc'/],
  });
  await price(page).fill('$85');
  await expect(part(page, 'Your change').getByText('Personal Taxes, from: $80 to $85')).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  const frame = preview.frameLocator('iframe');
  await expect(frame.getByText('$85').first()).toBeVisible();
  expect(await textOf('/fees')).not.toContain('$85');
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Phone' }).click();
  await preview.getByLabel('Page').selectOption({ label: 'Home' });
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
  await preview.getByRole('button', { name: 'Close the preview' }).click();
  await publish(page);
  await expect(published(page)).toBeVisible();
  await expect(page.getByRole('link', { name: /See the page “Fees”/ })).toBeVisible();
  await expectOnPage('/fees', '$85');
  await expectOnPage('/', '"priceRange":"$85-$400"');
  await expectAccessible(page);

  await goTo(page, 'contact');
  await page.getByLabel('Opens', { exact: true }).fill('09:30');
  await publish(page);
  await expect(published(page)).toBeVisible();
  await expectOnPage('/contact-us', '9:30 AM');
  await expectOnPage('/', '"opens":"09:30"');
  const friday = await someFriday();
  await expect.poll(async () => (await bookable()).get(friday)).toBe('09:30');

  await goTo(page, 'closed-days');
  await page.getByRole('button', { name: 'Add a closed day' }).click();
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused();
  await page.getByLabel('Day', { exact: true }).fill(friday);
  await page.getByLabel('Reason', { exact: true }).fill('Staff outing');
  await publish(page);
  await expect(published(page)).toBeVisible();
  await expect.poll(async () => (await bookable()).has(friday)).toBe(false);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Your site is as it was before.')).toBeVisible();
  await expect(page.getByText('None yet.')).toBeVisible();
  await expect.poll(async () => (await bookable()).get(friday)).toBe('09:30');

  await goTo(page, 'history');
  const versions = page.getByRole('list', { name: 'Versions' });
  const newest = ['Changed: Closed days', 'Changed: Closed days', 'Changed: Opens', 'Changed: Prices'];
  for (const [i, change] of newest.entries())
    await expect(versions.getByRole('listitem').nth(i)).toContainText(change);
  await expectAccessible(page);
  await versions.getByRole('button', { name: 'View version 1' }).click();
  const first = page.getByRole('dialog', { name: 'Version 1' });
  await expect(first.getByText('Personal Taxes, from: $85 to $80')).toBeVisible();
  await expect(first.getByText('Opens: 9:30 AM to 8:00 AM')).toBeVisible();
  await expectAccessible(page);
  await first.getByRole('button', { name: 'Go back to this version' }).click();
  await expect(first).toHaveCount(0);
  await expect(versions.getByRole('listitem').first()).toContainText(
    'Went back to version 1. Changed: Opens',
  );
  await expectOnPage('/', '"priceRange":"$80-$400"');
  await expectOnPage('/', '"opens":"08:00"');
});

test('a wrong value is named at its field, and what was typed is kept', { tag: '@details-staff' }, async ({
  openBrowser,
}) => {
  const page = await openSection(openBrowser, dana, 'prices');
  await price(page).fill('eighty');
  await publish(page);
  const summary = page.getByRole('alert').filter({ hasText: 'This can’t be published yet' });
  await expect(summary).toBeFocused();
  await expectAccessible(page);
  await summary
    .getByRole('link', { name: 'Personal Taxes, From must be a whole number of dollars, such as 85.' })
    .click();
  await expect(price(page)).toBeFocused();
  await expect(price(page)).toHaveValue('eighty');

  await page.reload();
  await expect(page.getByText('These are your changes from before.', { exact: false })).toBeVisible();
  await expect(price(page)).toHaveValue('eighty');
  await price(page).fill('82');
  await goTo(page, 'team');
  await goTo(page, 'prices');
  await expect(price(page)).toHaveValue('82');
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(price(page)).toHaveValue('80');
  await page.reload();
  await expect(price(page)).toHaveValue('80');
  expect(await textOf('/')).toContain('"priceRange":"$80-$400"');
});

test('a new person of the team, with a portrait, is on the page about us until that is undone', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const page = await openSection(openBrowser, dana, 'team');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Zoë Nwosu-Castellanos');
  await page.getByLabel('What they do', { exact: true }).fill('Preparer, personal returns');
  await page.getByLabel('About them', { exact: true }).fill('Zoë joined us this fall.');
  await page.getByLabel('Languages they speak', { exact: true }).fill('English, Igbo');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose picture of Zoë Nwosu-Castellanos' }).click();
  await (await chooser).setFiles(`${root}/app/public/icon-512.png`);
  const portrait = page.getByRole('img', { name: 'Portrait of Zoë Nwosu-Castellanos' });
  await expect(portrait).toBeVisible();
  const address = (await portrait.getAttribute('src')) ?? '';
  await expectAccessible(page);
  await publish(page);
  await expect(published(page)).toBeVisible();
  await expectOnPage('/about-us', 'Zoë Nwosu-Castellanos');
  await expectOnPage('/about-us', address.slice('/pictures/'.length).split('-')[0] ?? '');
  expect((await fetch(portal.url + address)).headers.get('content-type')).toBe('image/webp');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Your site is as it was before.')).toBeVisible();
  await expectNotOnPage('/about-us', 'Zoë Nwosu-Castellanos');
});

test('what was typed outlives a lost connection', { tag: '@details-staff' }, async ({ openBrowser }) => {
  const page = await openSection(openBrowser, dana, 'referral', {
    expectedErrors: [/Failed to load resource/],
  });
  await page.getByLabel('For each new client', { exact: true }).fill('25');
  await page.context().setOffline(true);
  await publish(page);
  await expect(page.getByText('Connection error.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('For each new client', { exact: true })).toHaveValue('25');
  await page.context().setOffline(false);
  await publish(page);
  await expect(published(page)).toBeVisible();
  await expectOnPage('/referrals', '$25');
});

test('of two owners of a section, the second sees both versions side by side and picks', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const hers = await openSection(openBrowser, dana, 'contact', { expectedErrors: [/status of 409/] });
  const others = await openSection(openBrowser, grace, 'rules', { expectedErrors: [/status of 409/] });
  const city = hers.getByRole('textbox', { name: 'City', exact: true });
  await city.fill('Hamden');
  await others.getByLabel('Years in business', { exact: true }).fill('16');
  await publish(hers);
  await expect(published(hers)).toBeVisible();
  // Another section: nothing to ask.
  await publish(others);
  await expect(published(others)).toBeVisible();
  await expectOnPage('/contact-us', 'Hamden');

  await goTo(others, 'contact');
  await others.getByRole('textbox', { name: 'City', exact: true }).fill('Branford');
  await others.getByRole('textbox', { name: 'Street', exact: true }).fill('50 Elm Street');
  await publish(others);
  await expect(others.getByText('City: Hamden to Branford')).toBeVisible();
  await city.fill('Cheshire');
  await publish(hers);
  const question = part(hers, 'Grace Kim changed the same thing');
  await expect(question).toBeFocused();
  await expect(city).toHaveValue('Cheshire');
  await expectOnPage('/contact-us', 'Branford');
  await expectAccessible(hers);
  const answer = question.getByRole('button', { name: 'Publish these' });
  await question.getByRole('radiogroup', { name: 'City' }).getByText('Cheshire').click();
  await expect(answer).toBeDisabled();
  await question.getByRole('radiogroup', { name: 'Street' }).getByText('50 Elm Street').click();
  await answer.click();
  await expect(published(hers)).toBeVisible();
  await expect(hers.getByRole('textbox', { name: 'Street', exact: true })).toHaveValue('50 Elm Street');
  await expectOnPage('/contact-us', 'Cheshire');
});

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`a list is edited with the keyboard alone (${screen})`, { tag: '@details-staff' }, async ({
    openBrowser,
  }) => {
    const page = await openSection(openBrowser, dana, 'payment', { screen });
    const apps = page.getByRole('list', { name: 'Payment apps' });
    const names = () => apps.getByLabel('Name', { exact: true });
    const up = page.getByRole('button', { name: 'Move up: Cash App' });
    await tabTo(page, up, 120);
    await page.keyboard.press('Enter');
    await expect(up).toBeFocused();
    await expect(page.getByText('Cash App: now 2 of 3')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Move down: Cash App' })).toBeFocused();
    await expect(names().first()).toHaveValue('Cash App');
    await tabTo(page, page.getByRole('button', { name: 'Remove: Zelle' }));
    await page.keyboard.press('Enter');
    const add = page.getByRole('button', { name: 'Add a payment app' });
    await expect(add).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(names().nth(2)).toBeFocused();
    await page.keyboard.type('PayPal');
    await page.keyboard.press('Tab');
    await page.keyboard.type('@nutmeg');
    await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }), 120);
    await page.keyboard.press('Enter');
    await expect(published(page)).toBeVisible();
    await expectOnPage('/payment', 'PayPal');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText('Undone.', { exact: false })).toBeVisible();
    await expectNotOnPage('/payment', 'PayPal');
  });

  test(`every section is accessible (${screen})`, { tag: '@looks' }, async ({ openBrowser }) => {
    const page = await openSection(openBrowser, dana, 'contact', { screen });
    const lists = page.getByRole('navigation', { name: 'Office', exact: true }).getByRole('list');
    await expect(lists).toHaveCount(2);
    for (const section of await lists.last().getByRole('link').all()) {
      await section.click();
      await expect(section).toHaveAttribute('aria-current', 'page');
      const title = page.locator('main h2').filter({ hasText: (await section.textContent()) ?? '' });
      await expect(title.first()).toBeVisible();
      await expect(page.locator('.animate-pulse')).toHaveCount(0);
      const folds = await page.locator('main ol button[aria-expanded]').all();
      for (const fold of folds) {
        await fold.click();
        await expect(fold).toHaveAttribute('aria-expanded', 'true');
      }
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });
}

test('the facts are closed to admins', { tag: '@details-staff' }, async ({ openBrowser }) => {
  const admin = await createPerson(portal, { role: 'admin' });
  const { page } = await openBrowser();
  await signInAs(page, { api: admin.client }, portal.url);
  await page.goto(`${portal.url}/manage/office/prices`);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});
