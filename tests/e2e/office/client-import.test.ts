import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { expectGoodScreen } from '../support/sign-in.ts';
import { part, uniqueFirstName, userRows } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function choose(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, /^Choose/).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const count = (page: Page, label: string) => page.locator(`dt:text-is("${label}") + dd`);

/** Letters only, so that the list has clients that no other test has. */
const uniqueName = () => uniqueFirstName().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

test('a super user imports a client list', async ({ openStaffPage }) => {
  const last = uniqueName();
  const list = `Name,Zip,Remarks\n"${last}, Ana",06103,likes tea\n,06103,\n"${last}, Luis",06104,`;
  const { page } = await openStaffPage('/manage/office/import', 'super');
  await choose(page, 'clients.csv', list);
  await button(page, 'Check').click();
  await expect(count(page, 'New clients')).toHaveText('2');
  await expect(page.getByRole('list', { name: /^Problems/ }).getByRole('listitem')).toHaveCount(1);
  await button(page, 'Import 2 clients').click();
  await expect(count(page, 'Clients added')).toHaveText('2');
  const imported = await runSql(
    'select first_name from public.user_profiles where last_name = $1 order by 1',
    [last],
  );
  expect(imported).toEqual([{ first_name: 'Ana' }, { first_name: 'Luis' }]);
});

test('a super user imports a client list and checks it again (phone)', {
  tag: '@looks',
}, async ({ openClientList }) => {
  const last = uniqueName();
  const rows = Array.from(
    { length: 250 },
    (_, at) => `"${last}${'x'.repeat(at % 25)}, N${at}",06${100 + at}`,
  );
  const list = [
    'Clients as of today',
    'Who,Zip,Taxpayer E-mail,SSN,Remarks',
    `"${last}, Ana & Luis",06103,${last}@example.com,123-45-6789,likes tea`,
    `"${last}, Ana",06103,no address,,`,
    ',06103,,,',
    ...rows,
  ].join('\n');
  const { page } = await openClientList('super', { screen: 'phone' });
  await page.goto('/manage/office/import');
  await choose(page, 'clients.csv', list);

  const columns = part(page, 'clients.csv');
  await expect(columns.getByText('253 rows.')).toBeVisible();
  await expect(columns.getByLabel('Zip')).toHaveValue('zip');
  await expect(columns.getByLabel('Taxpayer E-mail')).toHaveValue('email');
  await expect(columns.getByText('*****6789')).toBeVisible();
  await expect(page.getByText('123-45')).toHaveCount(0);
  await expectGoodScreen(page);
  await button(page, 'Check').click();
  await expect(page.getByText('Choose the column with the name')).toBeVisible();
  await columns.getByLabel('Who').selectOption('Name, whole');

  await button(page, 'Check').click();
  await expect(page.getByRole('heading', { name: 'What the import will do' })).toBeFocused();
  await expect(count(page, 'New clients')).toHaveText('251');
  await expect(count(page, 'Rows about the same client as an earlier row')).toHaveText('1');
  await expect(page.getByRole('list', { name: /^Problems/ }).getByRole('listitem')).toHaveText([
    'Row 5Not imported. The row has no name.',
  ]);
  await expectGoodScreen(page);

  await button(page, 'Import 251 clients').click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeFocused();
  await expect(count(page, 'Clients added')).toHaveText('251');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const download = page.waitForEvent('download');
  await button(page, 'Download report').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('client-import-report.csv');
  const report = await readFile(await file.path(), 'utf8');
  expect(report).toContain('\r\n5,Not imported,,The row has no name.\r\n');
  expect(report).not.toMatch(/6789|@/);
  expect(report).not.toContain(last);

  await button(page, 'Check again').click();
  await expect(count(page, 'Unchanged')).toHaveText('251');
  await expect(page.getByText('There is nothing to import')).toBeVisible();
  await expect(button(page, /^Import \d/)).toHaveCount(0);

  await page.goto('/manage');
  await page.getByPlaceholder('Search by name or email...').fill(`${last}@example.com`);
  await expect(userRows(page)).toHaveCount(1);
  await page.goto('/manage/office/log');
  await expect(page.getByText(/imported clients: 251 new, 0 filled in/).first()).toBeVisible();
});

test('an import can be stopped, and goes on when the list is imported again', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const last = uniqueName();
  const rows = Array.from({ length: 250 }, (_, at) => `${last},N${at},06103`);
  const list = ['Last Name,First Name,Zip', ...rows].join('\n');
  const { page } = await openClientList('super');
  await page.goto('/manage/office/import');
  await choose(page, 'clients.csv', list);
  await button(page, 'Check').click();
  await button(page, 'Import 250 clients').waitFor();

  let batches = 0;
  let release = () => {};
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/rest/v1/rpc/import_clients', async (route) => {
    batches += 1;
    await pressed;
    await route.continue();
  });
  await button(page, 'Import 250 clients').click();
  await expect(page.getByRole('progressbar', { name: 'Importing...' })).toBeVisible();
  await button(page, 'Stop').click();
  release();
  await expect(
    page.getByRole('heading', { name: /^The import was stopped after 100 of 250 clients/ }),
  ).toBeFocused();
  expect(batches).toBe(1);
  await page.unrouteAll();

  await button(page, 'Check again').click();
  await expect(count(page, 'Unchanged')).toHaveText('100');
  await button(page, 'Import 150 clients').click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeFocused();
});

test('explains a file that is no list, and a connection that fails', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList('super', { expectedErrors: [/Failed to load resource/] });
  await page.goto('/manage/office/import');
  await choose(page, 'empty.csv', 'Name,Email\n');
  await expect(page.getByRole('alert').getByText('no rows below its headings')).toBeVisible();
  await choose(page, 'clients.csv', `Name\nSmith, ${uniqueName()}`);
  await page.route('**/rest/v1/rpc/import_clients', (route) => route.abort());
  await button(page, 'Check').click();
  await expect(page.getByRole('heading', { name: 'The check didn’t finish' })).toBeFocused();
  await expect(page.getByText('Nothing was changed. Please check again.')).toBeVisible();
  await expectAccessible(page);
});

test('preparers can’t open the import', { tag: '@details-staff' }, async ({ openClientList }) => {
  const { page } = await openClientList('admin');
  await page.goto('/manage/office/import');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});
