import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, waitForHeadingFocus } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { row, seedFiles } from '../support/documents.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, dialog, field, fillLogin, heading, link } from '../support/sign-in.ts';
import { fullName, uniqueFirstName, userCount, users } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const bar = (page: Page): Locator => page.getByRole('banner');
const sections = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Staff area' }).getByRole('link').filter({ visible: true });
const section = (page: Page, name: string | RegExp): Locator => sections(page).filter({ hasText: name });
const search = (page: Page): Locator => field(page, 'Search users');

/** The distance of an element's upper edge from the top of the page, in CSS pixels. */
async function topOf(element: Locator): Promise<number> {
  await expect(element).toBeVisible();
  return (await element.boundingBox())?.y ?? Number.NaN;
}

test('the bar leads through the staff area, by click and by keyboard', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList('super');
  await expect(sections(page)).toHaveText([
    /^Clients/,
    /^Board/,
    /^Tasks/,
    /^Inbox/,
    /^Calendar/,
    /^Billing/,
    /^Office/,
  ]);
  await expect(section(page, 'Clients')).toHaveAttribute('aria-current', 'page');
  expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(48);
  await expect(page.getByRole('complementary', { name: 'Offers' })).toHaveCount(0);

  for (const [name, path] of [
    ['Inbox', '/manage/inbox'],
    ['Calendar', '/manage/calendar'],
    ['Billing', '/manage/billing'],
    ['Office', '/manage/office'],
  ] as const) {
    await section(page, name).click();
    await page.waitForURL(`**${path}`);
    await waitForHeadingFocus(page);
    await expect(page.locator('main h1')).toHaveText(name);
    await expect(sections(page).and(page.locator('[aria-current=page]'))).toHaveText([
      new RegExp(`^${name}`),
    ]);
  }
  // The pages below the office belong to it.
  await page.goto('/manage/office/log');
  await expect(section(page, 'Office')).toHaveAttribute('aria-current', 'page');

  await link(page, 'Skip to content').focus();
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('link', { name: /, home page$/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(section(page, 'Clients')).toBeFocused();
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page);
  await expect(heading(page, 'File Management Dashboard')).toBeVisible();
});

test('an admin sees no office', { tag: '@details-staff' }, async ({ openClientList }) => {
  const { page } = await openClientList('admin');
  await expect(sections(page)).toHaveText([
    /^Clients/,
    /^Board/,
    /^Tasks/,
    /^Inbox/,
    /^Calendar/,
    /^Billing/,
  ]);
});

test('the bar shows how many messages wait, with no extra request', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  await (await officeApi())
    .from('contact_submissions')
    .insert({ name: 'Gloria', email: 'gloria@example.com', subject: 'pricing', message: 'Hello' });
  const { page } = await openClientList();
  await expect(section(page, 'Inbox')).toContainText(/\((\d+ are|1 is) waiting\)/);
  await section(page, 'Calendar').click();
  await waitForHeadingFocus(page);
  await expect(section(page, 'Inbox')).toContainText('waiting)');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(button(page, 'New appointment')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(10);
  expect(asked).not.toContain('/rest/v1/rpc/office_queues');
  await expect(section(page, 'Inbox')).toHaveText('Inbox');
});

test('"/" leads to the search, which finds clients from every page', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const client = await confirmedPerson(uniqueFirstName());
  const { page } = await openClientList();
  await section(page, 'Calendar').click();
  await waitForHeadingFocus(page);
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('');
  await page.keyboard.type(client.firstName);
  await expect(userCount(page)).toHaveText(/^Showing 1 of /);
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue(client.firstName);
  await expect(users(page).getByText(client.email)).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(heading(page, `Managing files for ${fullName(client)}`)).toBeVisible();
  // In a text field, "/" is a character.
  await field(page, 'New note').fill('');
  await page.keyboard.type('1/2?');
  await expect(field(page, 'New note')).toHaveValue('1/2?');
  await field(page, 'New note').fill('');

  await section(page, 'Clients').click();
  await expect(search(page)).toHaveValue('');
  await page.goBack();
  await expect(search(page)).toHaveValue(client.firstName);
});

test('a link that is pressed while the search waits wins', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList();
  await page.clock.install();
  await search(page).fill('Rosa');
  await section(page, 'Inbox').click();
  await waitForHeadingFocus(page);
  await page.clock.runFor(1000);
  await expect(heading(page, 'Inbox')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/manage/inbox');
  await expect(search(page)).toHaveValue('');
});

test('"?" lists the keys of the page', { tag: '@details-staff' }, async ({ openCase }) => {
  const { page } = await openCase();
  const sheet = dialog(page, 'Keyboard shortcuts');
  await expect(
    row(page, '2026')
      .or(page.getByRole('region', { name: 'Files' }))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet.getByText('Search for a client')).toBeVisible();
  await expect(sheet.getByText('Open the parent folder (also Alt+↑)')).toBeVisible();
  await expect(sheet.getByText('Go to today')).toHaveCount(0);
  await expectAccessible(page);
  // Behind a dialog, the keys rest.
  await page.keyboard.press('/');
  await expect(search(page)).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await section(page, 'Calendar').click();
  await waitForHeadingFocus(page);
  await button(page, 'Menu').click();
  await button(page, 'Keyboard shortcuts').click();
  await expect(sheet.getByText('Go to today')).toBeVisible();
  await expect(sheet.getByText('Open the parent folder (also Alt+↑)')).toHaveCount(0);
  for (const [name, key] of [
    ['Clients', 'Move by ten clients'],
    ['Board', 'Move between returns'],
    ['Tasks', 'Check off the task'],
    ['Inbox', 'Send the reply'],
  ] as const) {
    await page.keyboard.press('Escape');
    await section(page, name).click();
    await waitForHeadingFocus(page);
    await page.keyboard.press('?');
    await expect(sheet.getByText(key)).toBeVisible();
  }
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`the menu has the site’s links, the account, and the logout (${screen})`, {
    tag: '@details-staff',
  }, async ({ openClientList }) => {
    const { page } = await openClientList('super', { screen });
    const menu = dialog(page, 'Menu');
    await button(page, 'Menu').click();
    await expect(menu.getByRole('navigation', { name: 'Website' }).getByRole('link')).toHaveText([
      'Services',
      'Pricing',
      'Upload',
      'Reviews',
      'Appointments',
      'Referral',
    ]);
    await expect(menu.getByRole('navigation', { name: 'Your account' }).getByRole('link')).toHaveText([
      'Account',
      'Admin',
      'Manage Files',
    ]);
    await expect(menu.getByRole('link', { name: 'Español' })).toBeVisible();
    await expectAccessible(page);
    // The browser's Back closes it.
    await page.goBack();
    await expect(menu).toHaveCount(0);
    if (screen === 'phone') {
      await button(page, 'Menu').click();
      await expect(sections(page)).toHaveText([
        /^Clients/,
        /^Board/,
        /^Tasks/,
        /^Inbox/,
        /^Calendar/,
        /^Billing/,
        /^Office/,
      ]);
      await section(page, 'Calendar').click();
      await page.waitForURL('**/manage/calendar');
      await waitForHeadingFocus(page);
      await expect(page.getByRole('navigation', { name: 'Quick links' })).toBeVisible();
    }
    await button(page, 'Menu').click();
    await button(page, 'Logout').click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.getByRole('complementary', { name: 'Offers' })).toBeVisible();
    await expect(search(page)).toHaveCount(0);
  });
}

test('one line at the bottom keeps what every page has', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList();
  const footer = page.getByRole('contentinfo');
  await expect(footer.locator('a[href^="tel:"]')).toBeVisible();
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(footer.getByText('IRS-authorized e-file provider')).toBeVisible();
  await expect(footer.getByText('Secure and encrypted')).toBeVisible();
  await expect(footer.getByText('Our forms use a captcha service.')).toBeVisible();
  expect(await footer.locator('a[target=_blank]').count()).toBeGreaterThan(0);
  expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(48);
});

test('the documents of a case begin above 300 px', { tag: '@details-staff' }, async ({ openCase }) => {
  const { page, account } = await openCase('super');
  await seedFiles(account, ['W-2.pdf']);
  await submitForm(account);
  await page.reload();
  // With the line that recommends a second factor, which staff without one have above every page.
  await expect(page.getByText('Your account doesn’t have an authenticator app yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Form Manager' })).toBeVisible();
  expect(await topOf(row(page, 'W-2.pdf'))).toBeLessThan(300);
});

test('after the login, staff see the clients, and clients their account', { tag: '@details-staff' }, async ({
  openBrowser,
}) => {
  const staff = await confirmedPerson('Sam');
  await giveRole(staff.email, 'admin');
  const { page } = await openBrowser();
  await page.goto('/login');
  await fillLogin(page, staff);
  await page.waitForURL('**/manage');
  await expect(userCount(page)).toBeVisible();

  const { page: other } = await openBrowser();
  await other.goto('/login');
  await fillLogin(other, await confirmedPerson('Rosa'));
  await other.waitForURL('**/account');
});

test('after the login, the page that a person had opened comes first', { tag: '@details-staff' }, async ({
  openBrowser,
}) => {
  const staff = await confirmedPerson('Sam');
  await giveRole(staff.email, 'admin');
  const { page } = await openBrowser();
  await page.goto('/account');
  await page.waitForURL('**/login');
  await fillLogin(page, staff);
  await page.waitForURL('**/account');
  await expect(heading(page, 'Recent Activity')).toBeVisible();
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`the staff pages are accessible (${screen})`, { tag: '@looks' }, async ({ openCase }) => {
    const { page, account } = await openCase('super', { screen });
    for (const path of ['/manage', `/manage?client=${account.id}`, '/manage/inbox', '/manage/calendar']) {
      await page.goto(path);
      await expect(page.locator('main h1')).toHaveCount(1);
      await expect(page.locator('.animate-pulse, [aria-busy=true]').filter({ visible: true })).toHaveCount(0);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await button(page, 'Menu').click();
    await expect(dialog(page, 'Menu')).toBeVisible();
    await expectAccessible(page);
  });
}

test('public pages don’t load the staff shell', { tag: '@details-staff' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    // The test may end before a script has arrived.
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const hasBar = async () => (await Promise.all(scripts)).some((text) => text.includes('data-staff-bar'));
  await page.goto('/fees', { waitUntil: 'networkidle' });
  // They start after the first paint.
  await expect.poll(() => scripts.length).toBeGreaterThan(3);
  await page.waitForLoadState('networkidle');
  expect(await hasBar()).toBe(false);
  // It proves that the mark is found where the shell is.
  await page.goto('/manage');
  await expect.poll(hasBar).toBe(true);
});
