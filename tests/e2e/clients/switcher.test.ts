import type { Page } from '@playwright/test';
import { tabTo } from '../support/browser.ts';
import { button, expectGoodScreen, heading, link, signInAs } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { addMember, clerk, someone } from './members.ts';

const line = (page: Page) => page.getByRole('region', { name: 'Client', exact: true });
const options = (page: Page) => page.getByRole('listbox', { name: 'Clients' }).getByRole('option');

/** Someone who works for as many companies, named by their number. */
async function bookkeeper(companies: number) {
  const [{ account }, office] = await Promise.all([someone('Bob', 'Books'), clerk('super')]);
  for (let number = 1; number <= companies; number++) {
    const client = crypto.randomUUID();
    const { error } = await office.api.rpc('save_client', {
      client_id: client,
      kind: 'business',
      first_name: '',
      last_name: `Company ${number}`,
    });
    if (error) throw error;
    await addMember(office, { client, member: account.id, rights: ['see', 'upload'] });
  }
  return account;
}

test('a short list is used by keyboard alone', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await signInAs(page, await bookkeeper(2));
  await page.goto('/secured-files?bypass=true');
  await expect(line(page)).toContainText('Your own account');
  await tabTo(page, button(page, 'Switch client'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: /^Bob Books/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expectGoodScreen(page);
  await page.keyboard.press('Enter');
  await expect(line(page)).toContainText('You are working for Company 1');
  await expect(button(page, 'Switch client')).toBeFocused();
  await expect(page).toHaveURL(/\/secured-files\?client=/);
  await page.goBack();
  await expect(line(page)).toContainText('Your own account');
});

for (const screen of ['phone', 'desktop'] as const) {
  test(`a long list is searched, by keyboard and by hand, on a ${screen}`, {
    tag: screen === 'phone' ? '@details-client' : '@looks',
  }, async ({ openBrowser }) => {
    const { page } = await openBrowser({ screen });
    await signInAs(page, await bookkeeper(11));
    await page.goto('/account');
    await tabTo(page, button(page, 'Switch client'));
    await page.keyboard.press('Enter');
    const search = page.getByRole('searchbox', { name: 'Search clients' });
    await expect(search).toBeFocused();
    await expect(options(page)).toHaveCount(12);
    await page.keyboard.type('nobody');
    await expect(page.getByText('No client has this name.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('company 1');
    await expect(options(page)).toHaveCount(3);
    await expectGoodScreen(page);
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(0)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Account of Company 10')).toBeVisible();
    await expect(button(page, 'Switch client')).toBeFocused();

    // By hand, back to the own account.
    await button(page, 'Switch client').click();
    await page.getByRole('option', { name: /Bob Books/ }).click();
    await expect(heading(page, 'Welcome, Bob')).toBeVisible();
    // Escape closes it without a choice.
    await button(page, 'Switch client').click();
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    await expect(button(page, 'Switch client')).toBeFocused();
  });
}

test('a person with one client makes no request for others before the first screen, and sees no change', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { account } = await someone('Ana', 'Diaz');
  const { page } = await openBrowser();
  await signInAs(page, account);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/rpc\/(my_clients|members_of_client)/.test(request.url())) asked.push(request.url());
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The first screen isn't served before this is answered.
  await page.route('**/rest/v1/tax_returns?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/account');
  await expect(heading(page, 'Recent Activity')).toBeVisible();
  expect(asked).toEqual([]);
  const answered = page.waitForResponse(/rpc\/my_clients/);
  release();
  await answered;
  await expect(heading(page, 'Account information')).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  await expect(heading(page, 'People with access')).toHaveCount(0);
});

test('the line has its place from the start of the next visit', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await signInAs(page, await bookkeeper(1));
  await page.goto('/account');
  await expect(line(page)).toBeVisible();
  await expect(heading(page, 'Account information')).toBeVisible();
  // Kept for the next visit when the page is left.
  await link(page, 'Upload Tax Papers W‑2s, 1099s, IDs, and other documents.').click();
  await expect(page).toHaveURL(/secured-files/);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/rpc/my_clients', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/account');
  await expect(line(page)).toContainText('Your own account');
  release();
});
