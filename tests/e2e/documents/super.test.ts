import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { act, download, row, select } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

const boxOf = (page: Page, name: string) => row(page, name).getByRole('checkbox');
const isDisabled = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).isDisabled();

test('super: a downloaded file is locked until it is marked as new', { tag: '@details-client' }, async ({
  openClientFiles,
}) => {
  const { page } = await openClientFiles(['2024/x.pdf', 'a.pdf', 'b.pdf', 'c.pdf'], 'super');
  await expect(page.getByText('Downloads', { exact: true })).toBeVisible();
  await expect(page.getByText('Select All (4 items)')).toBeVisible();

  // The super user's first download counts, and locks the file.
  await download(page, () => act(page, 'desktop', 'Download', 'a.pdf'));
  await expect(boxOf(page, 'a.pdf')).toBeDisabled();
  await expect(page.getByText('Select All (3 items)')).toBeVisible();
  await expect(boxOf(page, 'b.pdf')).toBeEnabled();
  for (const name of ['Rename a.pdf', 'Download a.pdf', 'Delete a.pdf']) {
    expect(await isDisabled(page, name), name).toBe(true);
  }
  await page.getByRole('button', { name: 'Actions for a.pdf' }).click();
  const offered = page.getByRole('menuitem');
  await expect(offered.first()).toBeVisible();
  await expect(offered.and(page.locator(':not([aria-disabled="true"])'))).toHaveText(
    ['Mark as not seen', 'Mark as new'],
    { useInnerText: true },
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Not selectable by keyboard, by click, or with Select All.
  await row(page, 'a.pdf').click({ position: { x: 300, y: 20 } });
  await row(page, 'a.pdf').focus();
  for (const key of ['F2', 'Delete', 'Enter', 'Space']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Escape');

  // A selection counts for each of its files.
  await select(page, 'b.pdf');
  await select(page, 'c.pdf');
  await download(page, () => page.getByRole('button', { name: 'Download Selected' }).click());
  await expect(boxOf(page, 'b.pdf')).toBeDisabled();
  await expect(boxOf(page, 'c.pdf')).toBeDisabled();
  await expect(page.getByText('Select All (1 items)')).toBeVisible();
  await expect(row(page, 'b.pdf').getByText('1', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await act(page, 'desktop', 'Mark as new', 'a.pdf');
  await expect(page.getByText('a.pdf is marked as new')).toBeVisible();
  await expect(boxOf(page, 'a.pdf')).toBeEnabled();
  await expect(row(page, 'a.pdf').getByText('NEW')).toBeVisible();
  expect(await isDisabled(page, 'Rename a.pdf')).toBe(false);
  await page.reload();
  await expect(page.getByText('Select All (2 items)')).toBeVisible();
});

test('admin: no download counts, and no file is locked', { tag: '@details-client' }, async ({
  openClientFiles,
}) => {
  const { page } = await openClientFiles(['a.pdf'], 'admin');
  await download(page, () => act(page, 'desktop', 'Download', 'a.pdf'));
  await expect(row(page, 'a.pdf').getByText('NEW')).toHaveCount(0);
  await expect(boxOf(page, 'a.pdf')).toBeEnabled();
  expect(await isDisabled(page, 'Rename a.pdf')).toBe(false);
  await expect(page.getByText('Downloads', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for a.pdf' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Mark as new' })).toHaveCount(0);
});
