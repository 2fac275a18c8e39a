import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pagesIn, pagesPdf, textsIn } from '#tests/support/page-pdfs.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { type Account, accountOf, officeYear, row, sha256, storedPaths } from '../support/documents.ts';
import { focusedName } from '../support/files-page.ts';
import { confirmedPerson } from '../support/people.ts';
import { portal } from '../support/portal.ts';
import { dialog, signIn } from '../support/sign-in.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const BUCKET = 'user-documents';

const keysOf =
  (page: Page) =>
  async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const at = (page: Page, name: string) => expect.poll(() => focusedName(page)).toBe(name);
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
/** An action of a row's menu. A menu closes when the page scrolls, such as when a list has just been loaded. */
/** The list may be drawn anew meanwhile, and an open menu covers its button. */
const choose = (page: Page, action: string, name: string) =>
  expect(async () => {
    const item = page.getByRole('menuitem', { name: action, exact: true });
    if (!(await item.isVisible()))
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click({ timeout: 2000 });
    await item.click({ timeout: 2000 });
  }).toPass();
const pane = (page: Page) => page.getByRole('region', { name: 'Preview beside the list' });

async function put({ id, api }: Account, path: string, bytes: Buffer): Promise<void> {
  const { error } = await api.storage
    .from(BUCKET)
    .upload(`${id}/${path}`, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }));
  if (error) throw error;
}

async function stored({ id, api }: Account, path: string): Promise<Buffer> {
  const { data, error } = await api.storage.from(BUCKET).download(`${id}/${path}`);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

test('a preparer rotates, splits, joins, and files documents by keyboard', async ({ openBrowser }) => {
  const account = await accountOf(await confirmedPerson('Rosa'));
  await submitForm(account);
  await put(account, 'scan.pdf', await pagesPdf('Scan', 3));
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto(`/manage?client=${account.id}`);
  const press = keysOf(page);
  await row(page, 'scan.pdf').focus();

  await press('Alt+r');
  await said(page, 'scan.pdf is rotated');
  expect((await pagesIn(await stored(account, 'scan.pdf'))).map(({ rotation }) => rotation)).toEqual([
    90, 90, 90,
  ]);
  await at(page, 'scan.pdf');

  await press('Alt+x');
  const ranges = dialog(page, 'Split scan.pdf').getByLabel('Pages of each file');
  await expect(ranges).toHaveValue('1, 2, 3');
  await ranges.fill('1, 2-3');
  await ranges.press('Enter');
  await said(page, 'scan.pdf is split into 2 files');
  await at(page, 'scan p1.pdf');

  await press('Space', 'ArrowDown', 'Space', 'Alt+j');
  const name = dialog(page, 'Join 2 files').getByLabel('Name of the new PDF');
  await name.fill('together');
  await name.press('Enter');
  await said(page, '2 files are joined in together.pdf');
  await at(page, 'together.pdf');
  expect(await textsIn(await stored(account, 'together.pdf'))).toEqual(['Scan 1', 'Scan 2', 'Scan 3']);

  await press('Alt+n');
  const line = dialog(page, 'Move to a line of the list');
  await line.getByRole('option', { name: 'Your W-2 forms' }).press('Enter');
  await line.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await said(page, 'together.pdf is on the line “Your W-2 forms”');
  await at(page, 'together.pdf');
  await press('Alt+u');
  await expect(row(page, 'together.pdf').getByText('Used', { exact: true })).toBeVisible();
});

test('twelve documents are filed, named, confirmed, and marked with fifteen keys', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const account = await accountOf(await confirmedPerson('Rosa'));
  await submitForm(account);
  const scan = await pagesPdf('Scan', 1);
  const { api, id } = account;
  // Nine went to the line that the client chose.
  for (let n = 1; n <= 9; n++) await put(account, `scan ${n}.pdf`, scan);
  const { data: sent } = await api.from('file_uploads').select('id').eq('user_id', id).throwOnError();
  const answer = { list_year: officeYear(), list_item: 'w-2', new_state: 'sent' };
  await api
    .rpc('answer_checklist_item', { ...answer, document_ids: sent.map((file) => file.id) })
    .throwOnError();
  for (const name of ['1099-INT Bank.pdf', 'W2 Harbor Bakery.pdf', 'prior return.pdf'])
    await put(account, name, scan);
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto(`/manage?client=${id}&beside=1`);
  let count = 0;
  const act = async (...keys: string[]) => {
    count += keys.length;
    await keysOf(page)(...keys);
  };
  for (const [name, title] of [
    ['1099-INT Bank.pdf', 'Your 1099 forms'],
    ['prior return.pdf', 'Last year’s tax return'],
    ['W2 Harbor Bakery.pdf', 'Your W-2 forms'],
  ] as const) {
    // Looking is not counted.
    await row(page, name).focus();
    await act('Alt+l');
    await expect(
      dialog(page, 'Move to a line of the list').getByRole('option', { name: title }),
    ).toBeVisible();
    await act('Enter');
    await said(page, `${name} is on the line “${title}”`);
    await at(page, name);
  }
  await act('Control+a', 'Alt+c');
  await said(page, /lines of the list are confirmed/);
  await act('Control+a', 'Alt+n');
  // One after the other.
  await expect(page.getByText('12 files are named by their lines').first()).toBeVisible({ timeout: 60_000 });
  await act('Control+a', 'Alt+u');
  await said(page, '12 files marked as used');
  expect(count).toBeLessThanOrEqual(15);
  const names = await storedPaths(account);
  expect(names).toContain('Your 1099 forms.pdf');
  expect(names.filter((name) => name.startsWith('Your W-2 forms'))).toHaveLength(10);
  const lines = api.from('checklist_items').select('item, state').eq('user_id', id).order('item');
  const { data } = await lines.throwOnError();
  expect(data).toEqual(['1099', 'prior-return', 'w-2'].map((item) => ({ item, state: 'confirmed' })));

  // Asked for again by one key, with a reason; and the answers of the form beside.
  await row(page, 'Your 1099 forms.pdf').focus();
  await keysOf(page)('Alt+a');
  const again = dialog(page, 'Ask again for “Your 1099 forms”');
  await again.getByLabel('Note to the client').fill('Page 2 is missing.');
  await keysOf(page)('Enter');
  await said(page, 'We asked the client again for “Your 1099 forms”');
  const note = page.getByRole('region', { name: 'Notes', exact: true }).getByRole('textbox');
  await note.fill('Half a no');
  await keysOf(page)('Alt+f');
  await expect(page.getByRole('heading', { name: /^Tax form \d{4}: Rosa/ })).toBeVisible();
  await expect(pane(page).getByRole('region', { name: 'Page 1', exact: true })).toBeVisible();
  await expectAccessible(page);
  await keysOf(page)('Alt+f');
  await expect(note).toHaveValue('Half a no');
});

test('a preparer rotates, splits, joins, names, files, and marks documents by keyboard', {
  tag: '@details-staff',
}, async ({ openClientFiles }) => {
  const { page, account } = await openClientFiles(['ID.pdf'], 'admin');
  await submitForm(account);
  await put(account, 'scan.pdf', await pagesPdf('Scan', 3));
  await page.reload();
  await expect(row(page, 'scan.pdf')).toBeVisible();
  const press = keysOf(page);

  // The keys are on the sheet.
  await press('?');
  await expect(page.getByRole('dialog').getByText('Join the selected files')).toBeVisible();
  await press('Escape');

  // The preview follows the rows.
  await page.getByRole('button', { name: 'Sort by size' }).focus();
  await press('Tab', 'Alt+p');
  await expect(pane(page).getByText('ID.pdf')).toBeVisible();
  await press('ArrowDown');
  await expect(pane(page).getByText('scan.pdf')).toBeVisible();
  await expect(pane(page).getByRole('region', { name: 'Page 1', exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('beside')).toBe('1');
  await expectAccessible(page);

  // Used, and not; with who and when.
  await press('Alt+u');
  await said(page, 'Marked as used');
  await expect(row(page, 'scan.pdf').getByText('Used', { exact: true })).toBeVisible();
  await expect(pane(page).getByText(/Used: Sam/)).toBeVisible();
  await at(page, 'scan.pdf');

  // Rotate, and take it back.
  await press('Alt+r');
  await said(page, 'scan.pdf is rotated');
  expect((await pagesIn(await stored(account, 'scan.pdf'))).map(({ rotation }) => rotation)).toEqual([
    90, 90, 90,
  ]);
  await expect(row(page, 'scan.pdf').getByText('Used', { exact: true })).toBeVisible();
  await at(page, 'scan.pdf');
  await press('Alt+z');
  await said(page, 'Your change was undone');
  expect((await pagesIn(await stored(account, 'scan.pdf')))[0]?.rotation).toBe(0);
  await at(page, 'scan.pdf');

  // Split by what is typed; the switches between the pages follow.
  await press('Alt+x');
  const split = dialog(page, 'Split scan.pdf');
  const ranges = split.getByLabel('Pages of each file');
  await expect(ranges).toHaveValue('1, 2, 3');
  const cut = split.getByRole('button', { name: 'Split after page 1' });
  await expect(cut).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await ranges.fill('1, 3');
  await press('Enter');
  await expect(split.getByText('Page 2 is in no part.')).toBeVisible();
  await cut.press('Space');
  await ranges.fill('1, 2-3');
  await expect(split.getByRole('button', { name: 'Split after page 2' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await ranges.press('Enter');
  await said(page, 'scan.pdf is split into 2 files');
  await at(page, 'scan p1.pdf');
  expect(await storedPaths(account)).toEqual(['ID.pdf', 'scan p1.pdf', 'scan p2-3.pdf']);

  // Join, in another order.
  await press('Space', 'ArrowDown', 'Space', 'Alt+j');
  const join = dialog(page, 'Join 2 files');
  await expectAccessible(page);
  await join.getByRole('button', { name: 'Move scan p2-3.pdf up' }).press('Enter');
  await at(page, 'Move scan p2-3.pdf down');
  await join.getByLabel('Name of the new PDF').fill('together');
  await join.getByLabel('Name of the new PDF').press('Enter');
  await said(page, '2 files are joined in together.pdf');
  await at(page, 'together.pdf');
  expect(await textsIn(await stored(account, 'together.pdf'))).toEqual(['Scan 2', 'Scan 3', 'Scan 1']);

  // On a line of the list, and named like it.
  await press('Alt+n');
  const line = dialog(page, 'Move to a line of the list');
  await line.getByRole('option', { name: 'Your W-2 forms' }).press('Enter');
  await expectAccessible(page);
  await line.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await said(page, 'together.pdf is on the line “Your W-2 forms”');
  await at(page, 'together.pdf');
  await expect(page.getByRole('button', { name: /^together\.pdf ?, open$/ })).toBeVisible();
  await press('Alt+n');
  await said(page, 'File renamed successfully to "Your W-2 forms.pdf"');
  await at(page, 'Your W-2 forms.pdf');
  expect(await storedPaths(account)).toEqual(['ID.pdf', 'Your W-2 forms.pdf']);

  // Without what is done: the mark of the scan went to its parts, and to the file that was joined from them.
  await expect(row(page, 'Your W-2 forms.pdf').getByText('Used', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide used (1)' }).press('Enter');
  await expect(row(page, 'Your W-2 forms.pdf')).toHaveCount(0);
  await expect(row(page, 'ID.pdf')).toBeVisible();
});

test('tells the second of two who change a document, and loses nothing', { tag: '@details-client' }, async ({
  openClientFiles,
}) => {
  const { page, account } = await openClientFiles(['ID.pdf'], 'admin', {
    expectedErrors: [/Failed to load resource/],
  });
  const bytes = await pagesPdf('Scan', 2);
  await put(account, 'scan.pdf', bytes);
  await page.reload();
  const lee = await confirmedPerson('Lee');
  await giveRole(lee.email, 'admin');
  const office = await accountOf(lee);
  const { data: file } = await account.api
    .from('file_uploads')
    .select('id')
    .eq('file_name', 'scan.pdf')
    .single();
  // Lee is faster: after this page has sent its request, and before the server sees it.
  await page.route('**/functions/v1/document-edit', async (route) => {
    const { data } = await office.api.auth.getSession();
    const answer = await fetch(`${portal.url}/functions/v1/document-edit`, {
      method: 'POST',
      headers: {
        apikey: PUBLISHABLE_KEY,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ act: 'rotate', document: { id: file?.id, sha256: sha256(bytes) }, turns: 2 }),
    });
    expect(answer.status).toBe(200);
    await route.continue();
  });
  await choose(page, 'Rotate right and save', 'scan.pdf');
  await said(page, 'Someone else has just changed this. Nothing was done. Please look at it again.');
  expect((await pagesIn(await stored(account, 'scan.pdf'))).map(({ rotation }) => rotation)).toEqual([
    180, 180,
  ]);
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`shows the tools (${screen})`, { tag: '@looks' }, async ({ openClientFiles }) => {
    const { page, account } = await openClientFiles(
      [
        '2025/W-2 Harbor Bakery.pdf',
        'ID Rosa Delgado.jpg',
        '1099-INT First Bank of Hartford.pdf',
        'lease.pdf',
      ],
      'admin',
      { screen },
    );
    await submitForm(account);
    await put(account, 'scan of all papers 2025.pdf', await pagesPdf('Scan', 7));
    await page.reload();
    await expect(row(page, 'scan of all papers 2025.pdf')).toBeVisible();
    const look = async (name: string) => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await picture(page, `work-${name}-${screen}`);
    };
    await choose(page, 'Mark as used, or not used', 'lease.pdf');
    await expect(row(page, 'lease.pdf').getByText('Used', { exact: true })).toBeVisible();
    await look('list');
    if (screen === 'desktop') {
      await page.getByRole('button', { name: 'Preview beside' }).click();
      await row(page, 'scan of all papers 2025.pdf').focus();
      await expect(pane(page).getByRole('region', { name: 'Page 1', exact: true })).toBeVisible();
      await look('beside');
    }
    await choose(page, 'Split the PDF', 'scan of all papers 2025.pdf');
    await expect(page.getByRole('button', { name: 'Split after page 6' })).toBeVisible();
    await look('split');
    await page.keyboard.press('Escape');
    await choose(page, 'Move to a line of the list', 'lease.pdf');
    await expect(page.getByRole('option', { name: 'Your W-2 forms' })).toBeVisible();
    await look('line');
    await page.keyboard.press('Escape');
    const selectTwo = async () => {
      for (const name of ['lease.pdf', 'ID Rosa Delgado.jpg']) {
        await row(page, name).locator('label').click();
      }
    };
    await selectTwo();
    await look('selected');
    // On a phone, files that no one has seen have another tool in the place of Join.
    if (screen === 'phone') {
      await page.getByRole('button', { name: 'Seen', exact: true }).click();
      await expect(page.getByText('2 selected')).toHaveCount(0);
      await selectTwo();
    }
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(dialog(page, 'Join 2 files')).toBeVisible();
    await look('join');
  });
}
