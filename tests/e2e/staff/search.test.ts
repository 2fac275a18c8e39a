import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { accountOf, seedFiles } from '../support/documents.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, dialog, heading } from '../support/sign-in.ts';
import { fullName, uniqueFirstName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const results = (page: Page, kind: string) =>
  dialog(page, 'Search everything').getByRole('group', { name: kind }).getByRole('menuitem');

test('Ctrl+K finds clients and documents by keyboard', async ({ openStaffPage }) => {
  const client = await confirmedPerson(uniqueFirstName());
  const word = client.firstName.toLowerCase();
  await seedFiles(await accountOf(client), [`${word} lease.pdf`]);
  const { page } = await openStaffPage('/manage/tasks');
  await expect(button(page, 'New task')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Search everything')).toBeVisible();
  await page.keyboard.insertText(word);
  await expect(results(page, 'Clients')).toHaveText([`${fullName(client)}${client.email}`]);
  await expect(results(page, 'Documents')).toHaveText([`${word} lease.pdf${fullName(client)}`]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page, `Managing files for ${fullName(client)}`)).toBeVisible();
});

test('Ctrl+K finds clients, documents, notes, messages, and pages by keyboard', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const client = await confirmedPerson(uniqueFirstName());
  const word = client.firstName.toLowerCase();
  const account = await accountOf(client);
  await seedFiles(account, [`${word} lease.pdf`]);
  const { page, person: staff } = await openClientList('super');
  const { api } = await accountOf(staff);
  const note = { user_id: account.id, body: `Ask ${word} about the boat` };
  expect((await api.from('client_notes').insert(note)).error).toBeNull();
  const message = { name: 'Gloria', email: 'gloria@example.com', subject: 'pricing', message: `For ${word}` };
  expect((await (await officeApi()).from('contact_submissions').insert(message)).error).toBeNull();

  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Search everything')).toBeVisible();
  const mainPages = ['Clients', 'Board', 'Tasks', 'Inbox', 'Calendar', 'Billing', 'Office'];
  await expect(results(page, 'Pages')).toHaveText(mainPages);
  await page.keyboard.type(word);
  await expect(results(page, 'Clients')).toHaveText([`${fullName(client)}${client.email}`]);
  await expect(results(page, 'Documents')).toHaveText([`${word} lease.pdf${fullName(client)}`]);
  await expect(results(page, 'Internal notes')).toContainText([`Ask ${word} about the boat`]);
  await expect(results(page, 'Messages')).toContainText([`pricing: For ${word}`]);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page, `Managing files for ${fullName(client)}`)).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('health');
  await expect(results(page, 'Pages')).toHaveText(['Health']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/manage/office/health');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('zyxwvu');
  await expect(page.getByText('Nothing was found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Search everything')).toHaveCount(0);
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`the menu opens the search over everything (${screen})`, { tag: '@details-staff' }, async ({
    openClientList,
  }) => {
    const client = await confirmedPerson(uniqueFirstName());
    const { page } = await openClientList('admin', { screen });
    await button(page, 'Menu').click();
    await button(page, 'Search everything').click();
    await page.getByRole('searchbox', { name: 'Search everything' }).fill(client.firstName);
    await expect(results(page, 'Clients')).toHaveCount(1);
    await expectAccessible(page);
    await results(page, 'Clients').click();
    await expect(heading(page, `Managing files for ${fullName(client)}`)).toBeVisible();
  });
}
