import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { row, storedPaths } from '../support/documents.ts';
import { focusedName, shownNames } from '../support/files-page.ts';
import { users } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const keysOf =
  (page: Page) =>
  async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
/** Waits until this element has focus. */
const at = (page: Page) => (name: string) => expect.poll(() => focusedName(page)).toBe(name);
const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const asked = (page: Page) => page.getByRole('alertdialog', { name: /^Delete/ });

test('staff can do every action by keyboard', { tag: '@details-staff' }, async ({ openClientFiles }) => {
  const { page, account } = await openClientFiles(
    ['2023/', '2024/W2s/x.pdf', '2024/inner.pdf', 'a.pdf', 'b.pdf', 'c.pdf'],
    'admin',
  );
  const [press, focusIs] = [keysOf(page), at(page)];

  // Shortcuts are explained next to the list.
  await page.getByRole('button', { name: 'Keyboard', exact: true }).focus();
  await press('Enter');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard' }).getByText('Open the parent folder (also Alt+↑)'),
  ).toBeVisible();
  await expectAccessible(page);
  await press('Escape');
  await gone(page);
  await focusIs('Keyboard');

  // The list is one Tab stop, and arrows move inside it.
  await page.getByRole('button', { name: 'Sort by size' }).focus();
  await press('Tab');
  await focusIs('2023');
  await press('ArrowDown', 'Enter');
  await page.waitForURL('**folder=2024');
  await focusIs('W2s');
  await press('Backspace');
  await focusIs('2024');
  await press('Enter');
  await focusIs('W2s');
  await press('Enter');
  await focusIs('x.pdf');
  await press('Alt+ArrowUp');
  await focusIs('W2s');
  await press('Alt+ArrowUp');
  await focusIs('2024');

  // Selection and type-ahead.
  await press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await focusIs('a.pdf');
  await press('c');
  await focusIs('c.pdf');
  // Type-ahead: another letter matches another name, and Space selects if no name continues with a space.
  await press('a', 'b', 'Space');
  await expect(page.getByText('3 selected')).toBeVisible();
  await focusIs('b.pdf');
  await press('Control+a');
  await expect(page.getByText('5 selected')).toBeVisible();
  await press('Escape');
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  await focusIs('b.pdf');
  await press('c');
  await focusIs('c.pdf');

  // Renaming a file keeps its row; renaming a folder replaces it.
  await press('F2');
  await expect(page.getByRole('dialog', { name: 'Rename File' })).toBeVisible();
  await page.keyboard.type('cc');
  await press('Enter');
  await gone(page);
  await focusIs('cc.pdf');
  await press('Home', 'F2');
  await expect(page.getByRole('dialog', { name: 'Rename Folder' })).toBeVisible();
  await page.keyboard.type('2029');
  await press('Enter');
  await gone(page);
  await focusIs('2029');
  await press('F2');
  await expect(page.getByLabel('New name')).toBeVisible();
  await press('Escape');
  await gone(page);
  await focusIs('2029');

  // The row menu has every action.
  await press('a');
  await focusIs('a.pdf');
  await press('Shift+F10');
  await focusIs('Preview');
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(
    expect.arrayContaining(['Preview', 'Rename', 'Move to Folder', 'Download', 'Delete']),
  );
  await press('Escape');
  await focusIs('a.pdf');
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press('Escape');
  await gone(page);
  await focusIs('a.pdf');

  // Moving, with the drag handle.
  await press('ArrowRight');
  await focusIs('Drag a.pdf');
  await press('Enter');
  await focusIs('Drop on 2029');
  await press('ArrowUp');
  await focusIs('Drop on 2024');
  await press('ArrowDown');
  await focusIs('Drop on 2029');
  await press('Enter');
  await expect(page.getByText('Items moved successfully')).toBeVisible();
  await expect(row(page, 'a.pdf')).toHaveCount(0);
  // It is in the folder.
  await focusIs('2029');
  await press('ArrowDown');
  await focusIs('b.pdf');

  // Delete removes the focused item or the selection.
  await press('Delete');
  await expect(asked(page).getByText('b.pdf')).toBeVisible();
  await press('Escape');
  await expect(asked(page)).toHaveCount(0);
  await focusIs('b.pdf');
  await press('Delete');
  await expect(asked(page)).toBeVisible();
  await press('Tab', 'Tab', 'Enter');
  await expect(page.getByText('File b.pdf deleted successfully')).toBeVisible();
  await focusIs('cc.pdf');
  await press('Space', 'Home', 'Delete');
  await expect(asked(page).getByText('cc.pdf')).toBeVisible();
  await press('Tab', 'Tab', 'Enter');
  await expect(page.getByText('File cc.pdf deleted successfully')).toBeVisible();
  await focusIs('2024');
  expect(await shownNames(page)).toEqual(['2024', '2029']);
  expect(await storedPaths(account)).toEqual(['2024/W2s/x.pdf', '2024/inner.pdf', '2029/a.pdf']);

  // Back to the client list, which also gets focus.
  await page.getByRole('button', { name: 'Clear Selection' }).focus();
  await press('Enter');
  await expect(users(page)).toBeVisible();
  await focusIs('File Management Dashboard');
});

test('delete keys do nothing for clients, and an empty folder links back', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page, account } = await openFiles(['2023/', 'a.pdf']);
  const [press, focusIs] = [keysOf(page), at(page)];
  await row(page, '2023').focus();
  await press('ArrowDown');
  await focusIs('a.pdf');
  await press('Delete');
  await press('Backspace');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await press('Home', 'Enter');
  await expect(page.getByText('No files yet')).toBeVisible();
  await press('Backspace');
  await focusIs('2023');
  expect(await storedPaths(account)).toEqual(['a.pdf']);
});
