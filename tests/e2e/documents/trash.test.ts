import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Screen, screens, tabTo } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { type Account, accountOf, act, row, storedPaths } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, dialog, expectGoodScreen } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const BUCKET = 'user-documents';
const ROSA = 'Rosa Delgado Mu\u00f1oz';
const TRASH = `Deleted files of ${ROSA}`;

/** Another staff member, whose actions the pages show. */
async function dana(): Promise<Account> {
  const person = await confirmedPerson('Dana');
  await giveRole(person.email, 'admin');
  return accountOf(person);
}

async function remove(by: Account, ownerId: string, ...paths: string[]): Promise<void> {
  const { error } = await by.api.storage.from(BUCKET).remove(paths.map((path) => `${ownerId}/${path}`));
  if (error) throw error;
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

for (const screen of Object.keys(screens) as Screen[]) {
  test(`restores deleted files from the trash (${screen})`, {
    tag: screen === 'phone' ? [] : '@looks',
  }, async ({ openClientFiles }) => {
    const paths = ['2024/W-2 Harbor Bakery.pdf', 'ID.jpg', 'photo of a receipt.jpg', 'stays.pdf'];
    const { page, account } = await openClientFiles(paths, 'admin', { screen });
    await button(page, 'Trash').click();
    const trash = dialog(page, TRASH);
    await expect(trash.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    await expectGoodScreen(page);
    await trash.getByRole('button', { name: 'Close', exact: true }).last().click();

    await remove(await dana(), account.id, ...paths.slice(0, 3));
    // The list shows it.
    await expect(row(page, 'ID.jpg')).toHaveCount(0);
    await button(page, 'Trash').click();
    const rows = trash.getByRole('listitem');
    await expect(rows.nth(2)).toBeVisible();
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(
        /^2024\/W-2 Harbor Bakery\.pdfDana Delgado Mu\u00f1oz, \w{3} \d+, .* · Deleted for good in 30 days$/,
      ),
      expect.stringContaining('ID.jpg'),
      expect.stringContaining('photo of a receipt.jpg'),
    ]);
    await expectGoodScreen(page);
    await trash.getByText('2024/W-2 Harbor Bakery.pdf').click();
    await trash.getByText('ID.jpg').click();
    await picture(page, `trash-${screen}`);
    await trash.getByRole('button', { name: 'Restore 2 files' }).click();
    await expect(page.getByText('Restored 2 files', { exact: true })).toBeVisible();
    await expect(rows.nth(1)).toHaveCount(0);
    expect(await storedPaths(account)).toEqual(['2024/W-2 Harbor Bakery.pdf', 'ID.jpg', 'stays.pdf']);
    await trash.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(row(page, 'ID.jpg')).toBeVisible();
  });
}

test('restores all files by keyboard and renames one whose name is taken', {
  tag: '@details-client',
}, async ({ openClientFiles }) => {
  const { page, account } = await openClientFiles(['a.pdf', 'b.pdf'], 'super');
  const staff = await dana();
  await remove(staff, account.id, 'a.pdf', 'b.pdf');
  const again = await account.api.storage
    .from(BUCKET)
    .upload(`${account.id}/a.pdf`, new Blob(['%PDF-1.4 another\n%%EOF'], { type: 'application/pdf' }));
  if (again.error) throw again.error;
  await tabTo(page, button(page, 'Trash'));
  await page.keyboard.press('Enter');
  const trash = dialog(page, TRASH);
  await expect(trash.getByRole('listitem').first()).toBeVisible();
  await tabTo(page, trash.getByRole('checkbox', { name: /^Select all/ }));
  await page.keyboard.press('Space');
  await tabTo(page, trash.getByRole('button', { name: 'Restore 2 files' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      /^Restored 2 files\. One has a new name because its old name is taken: a_[a-z0-9]{4}\.pdf$/,
    ),
  ).toBeVisible();
  await expect(trash.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(trash).toHaveCount(0);
  expect(await storedPaths(account)).toEqual(['a.pdf', expect.stringMatching(/^a_/), 'b.pdf']);
});

for (const screen of Object.keys(screens) as Screen[]) {
  test(`staff read the history of all files and of one file (${screen})`, { tag: '@details-client' }, async ({
    openClientFiles,
  }) => {
    const { page, account } = await openClientFiles(['old/w2.pdf', 'old/x.pdf', 'ID.pdf'], 'admin', {
      screen,
    });
    const staff = await dana();
    const files = staff.api.storage.from(BUCKET);
    const move = async (from: string, to: string) =>
      expect((await files.move(`${account.id}/${from}`, `${account.id}/${to}`)).error).toBeNull();
    await move('old', '2024');
    await move('2024/w2.pdf', 'w2.pdf');
    await move('2024', 'older');

    await button(page, 'History').click();
    const all = dialog(page, `History of the files of ${ROSA}`);
    const rows = (of: typeof all) => of.getByRole('listitem');
    await expect(rows(all).first()).toBeVisible();
    const read = async (of: typeof all) =>
      (await rows(of).allTextContents()).map((text) =>
        text.replace(/ · .*$/, '').replaceAll(' Delgado Mu\u00f1oz', ''),
      );
    expect(await read(all)).toEqual([
      'Dana renamed the folder 2024 to older',
      'Dana moved w2.pdf to Home',
      'Dana renamed the folder old to 2024',
      'Rosa added ID.pdf',
      'Rosa added x.pdf',
      'Rosa added w2.pdf',
    ]);
    await expectGoodScreen(page);
    await picture(page, `history-${screen}`);
    await page.keyboard.press('Escape');

    await expect(row(page, 'w2.pdf')).toBeVisible();
    await act(page, screen, 'History', 'w2.pdf');
    const one = dialog(page, 'History of w2.pdf');
    await expect(rows(one).first()).toBeVisible();
    expect(await read(one)).toEqual([
      'Dana moved w2.pdf to Home',
      'Dana renamed the folder old to 2024',
      'Rosa added w2.pdf',
    ]);
    await expectGoodScreen(page);
  });
}
