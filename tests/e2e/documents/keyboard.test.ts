import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/browser.ts';
import { row, storedPaths } from '../support/documents.ts';
import { focusedName, shownNames, visitClientFiles, visitFiles } from '../support/files-visit.ts';

const keysOf =
  (page: Page) =>
  async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
/** Waits until this has the focus: it is never nowhere for long. */
const at = (page: Page) => (name: string) => expect.poll(() => focusedName(page)).toBe(name);
const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const asked = (page: Page) => page.getByRole('alertdialog', { name: /^Delete/ });

test('staff: every action by keyboard alone', async () => {
  const { page, account } = await visitClientFiles(
    ['2023/', '2024/W2s/x.pdf', '2024/inner.pdf', 'a.pdf', 'b.pdf', 'c.pdf'],
    'admin',
  );
  const [press, focusIs] = [keysOf(page), at(page)];

  // The keys are told where they are needed.
  await page.getByRole('button', { name: 'Keyboard', exact: true }).focus();
  await press('Enter');
  await page
    .getByRole('dialog', { name: 'Keyboard' })
    .getByText('To the folder above (also Alt+↑)')
    .waitFor();
  await expectAccessible(page);
  await press('Escape');
  await gone(page);
  await focusIs('Keyboard');

  // One step of the Tab key leads into the list, arrows go through it.
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

  // Selecting, and going to a name by its first letters.
  await press('Space');
  await page.getByText('1 selected').waitFor();
  await press('Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  await focusIs('a.pdf');
  await press('c');
  await focusIs('c.pdf');
  // However fast: another letter is another name, and Space selects where no name goes on with it.
  await press('a', 'b', 'Space');
  await page.getByText('3 selected').waitFor();
  await focusIs('b.pdf');
  await press('Control+a');
  await page.getByText('5 selected').waitFor();
  await press('Escape');
  await page.getByText(/selected$/).waitFor({ state: 'detached' });
  await focusIs('b.pdf');
  await press('c');
  await focusIs('c.pdf');

  // Renaming a file, which keeps its row, and a folder, which gets another.
  await press('F2');
  await page.getByRole('dialog', { name: 'Rename File' }).waitFor();
  await page.keyboard.type('cc');
  await press('Enter');
  await gone(page);
  await focusIs('cc.pdf');
  await press('Home', 'F2');
  await page.getByRole('dialog', { name: 'Rename Folder' }).waitFor();
  await page.keyboard.type('2029');
  await press('Enter');
  await gone(page);
  await focusIs('2029');
  await press('F2');
  await page.getByLabel('New name').waitFor();
  await press('Escape');
  await gone(page);
  await focusIs('2029');

  // All that a row offers, at the row.
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
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await gone(page);
  await focusIs('a.pdf');

  // Moving, by the handle of the row.
  await press('ArrowRight');
  await focusIs('Drag a.pdf');
  await press('Enter');
  await focusIs('Drop on 2029');
  await press('ArrowUp');
  await focusIs('Drop on 2024');
  await press('ArrowDown');
  await focusIs('Drop on 2029');
  await press('Enter');
  await page.getByText('Items moved successfully').waitFor();
  await row(page, 'a.pdf').waitFor({ state: 'detached' });
  // There it is now.
  await focusIs('2029');
  await press('ArrowDown');
  await focusIs('b.pdf');

  // Deleting what has the focus, or what is selected.
  await press('Delete');
  await asked(page).getByText('b.pdf').waitFor();
  await press('Escape');
  await asked(page).waitFor({ state: 'detached' });
  await focusIs('b.pdf');
  await press('Delete');
  await asked(page).waitFor();
  await press('Tab', 'Tab', 'Enter');
  await page.getByText('File b.pdf deleted successfully').waitFor();
  await focusIs('cc.pdf');
  await press('Space', 'Home', 'Delete');
  await asked(page).getByText('cc.pdf').waitFor();
  await press('Tab', 'Tab', 'Enter');
  await page.getByText('File cc.pdf deleted successfully').waitFor();
  await focusIs('2024');
  expect(await shownNames(page)).toEqual(['2024', '2029']);
  expect(await storedPaths(account)).toEqual(['2024/W2s/x.pdf', '2024/inner.pdf', '2029/a.pdf']);

  // Back to the list of clients: there is a place for the focus there, too.
  await page.getByRole('button', { name: 'Clear Selection' }).focus();
  await press('Enter');
  await page.getByRole('list', { name: 'Users' }).waitFor();
  await focusIs('File Management Dashboard');
});

test('a client: the keys that delete do nothing, and an empty folder has its way back', async () => {
  const { page, account } = await visitFiles(['2023/', 'a.pdf']);
  const [press, focusIs] = [keysOf(page), at(page)];
  await row(page, '2023').focus();
  await press('ArrowDown');
  await focusIs('a.pdf');
  await press('Delete');
  await press('Backspace');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await press('Home', 'Enter');
  await page.getByText('No files yet').waitFor();
  await press('Backspace');
  await focusIs('2023');
  expect(await storedPaths(account)).toEqual(['a.pdf']);
});
