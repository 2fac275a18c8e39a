import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/browser.ts';
import { act, download, row, select } from '../support/documents.ts';
import { visitClientFiles } from '../support/files-visit.ts';

const boxOf = (page: Page, name: string) => row(page, name).getByRole('checkbox');
const isDisabled = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).isDisabled();

test('super: what was downloaded is locked until it is marked as new', async () => {
  const { page } = await visitClientFiles(['2024/x.pdf', 'a.pdf', 'b.pdf', 'c.pdf'], 'super');
  await page.getByText('Downloads', { exact: true }).waitFor();
  await page.getByText('Select All (4 items)').waitFor();

  // The own first download counts, and locks.
  await download(page, () => act(page, 'desktop', 'Download', 'a.pdf'));
  await expect.poll(() => boxOf(page, 'a.pdf').isDisabled()).toBe(true);
  await page.getByText('Select All (3 items)').waitFor();
  expect(await boxOf(page, 'b.pdf').isDisabled()).toBe(false);
  for (const name of ['Rename a.pdf', 'Download a.pdf', 'Delete a.pdf']) {
    expect(await isDisabled(page, name), name).toBe(true);
  }
  await page.getByRole('button', { name: 'Actions for a.pdf' }).click();
  const offered = page.getByRole('menuitem');
  await offered.first().waitFor();
  expect(await offered.and(page.locator(':not([aria-disabled="true"])')).allInnerTexts()).toEqual([
    'Mark as new',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Neither by keyboard, nor by a click, nor with all the others.
  await row(page, 'a.pdf').click({ position: { x: 300, y: 20 } });
  await row(page, 'a.pdf').focus();
  for (const key of ['F2', 'Delete', 'Enter', 'Space']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByText(/selected$/).count()).toBe(0);
  await page.keyboard.press('Control+a');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('Escape');

  // A selection counts for each of its files.
  await select(page, 'b.pdf');
  await select(page, 'c.pdf');
  await download(page, () => page.getByRole('button', { name: 'Download Selected' }).click());
  await expect.poll(() => boxOf(page, 'b.pdf').isDisabled()).toBe(true);
  await expect.poll(() => boxOf(page, 'c.pdf').isDisabled()).toBe(true);
  await page.getByText('Select All (1 items)').waitFor();
  await row(page, 'b.pdf').getByText('1', { exact: true }).waitFor();
  await expectAccessible(page);

  await act(page, 'desktop', 'Mark as new', 'a.pdf');
  await page.getByText('a.pdf is marked as new').waitFor();
  await expect.poll(() => boxOf(page, 'a.pdf').isDisabled()).toBe(false);
  await row(page, 'a.pdf').getByText('NEW').waitFor();
  expect(await isDisabled(page, 'Rename a.pdf')).toBe(false);
  await page.reload();
  await page.getByText('Select All (2 items)').waitFor();
});

test('admin: no counts, and nothing is locked', async () => {
  const { page } = await visitClientFiles(['a.pdf'], 'admin');
  await download(page, () => act(page, 'desktop', 'Download', 'a.pdf'));
  await row(page, 'a.pdf').getByText('NEW').waitFor({ state: 'detached' });
  expect(await boxOf(page, 'a.pdf').isDisabled()).toBe(false);
  expect(await isDisabled(page, 'Rename a.pdf')).toBe(false);
  expect(await page.getByText('Downloads', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Actions for a.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Mark as new' }).count()).toBe(0);
});
