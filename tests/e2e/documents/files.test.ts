import { expect, test } from 'vitest';
import { expectAccessible, type Screen } from '../support/browser.ts';
import { act, officeYear, row, select, storedPaths } from '../support/documents.ts';
import { focusedName, refusedOnce, shownNames, visitFiles } from '../support/files-visit.ts';

test('folders: a year or a name of one’s own, and the rules for it', async () => {
  const { page, account } = await visitFiles(['Taxes/a.pdf']);
  const openDialog = () => page.getByRole('button', { name: 'Create Folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' });
  const create = dialog.getByRole('button', { name: 'Create', exact: true });

  await openDialog();
  await expectAccessible(page);
  const thisYear = officeYear();
  await dialog.getByRole('button', { name: /Year/ }).click();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(
    Array.from({ length: 10 }, (_, back) => String(thisYear - back)),
  );
  await page.getByRole('option', { name: String(thisYear - 3) }).click();
  await create.click();
  await page.getByText('Success! Folder created').waitFor();
  await row(page, String(thisYear - 3)).waitFor();

  await openDialog();
  await dialog.getByText('Custom Name').click();
  const name = dialog.getByLabel('Folder Name');
  const refused = async (typed: string, reason: string) => {
    await name.fill(typed);
    await name.press('Enter');
    await dialog.getByText(reason).waitFor();
    expect(await name.inputValue()).toBe(typed);
  };
  await refused('   ', 'Please enter a name.');
  await refused('2024/W2', 'A name can’t contain a slash.');
  await refused('TAXES', 'Failed! Name already in use');
  await expectAccessible(page);
  await name.fill('  Kids’ papers 📁 ');
  await name.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await row(page, 'Kids’ papers 📁').waitFor();

  await openDialog();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const { data } = await account.api.storage.from('user-documents').list(account.id);
  expect(data?.map((item) => item.name).sort()).toEqual(
    [String(thisYear - 3), 'Kids’ papers 📁', 'Taxes'].sort(),
  );
});

test('folders come first, then files, each by name; placeholders are never seen', async () => {
  const { page } = await visitFiles(['b 10.pdf', 'b 9.pdf', 'Álbum.jpg', 'zoo/', '2024/']);
  expect(await shownNames(page)).toEqual(['2024', 'zoo', 'Álbum.jpg', 'b 9.pdf', 'b 10.pdf']);
  await row(page, 'zoo').click();
  await page.getByText('No files yet').waitFor();
});

test.each<Screen>(['desktop', 'phone'])('renaming files and folders (%s)', async (screen) => {
  const { page, account } = await visitFiles(['IMG_1.jpg', 'W2.pdf', '2024/x.pdf', '2023/'], {
    screen,
    expectedErrors: [refusedOnce],
  });
  const field = page.getByLabel('New name');
  const rename = async (from: string, to: string) => {
    await act(page, screen, 'Rename', from);
    await field.fill(to);
    await field.press('Enter');
  };

  await act(page, screen, 'Rename', 'IMG_1.jpg');
  await page.getByRole('dialog', { name: 'Rename File' }).waitFor();
  // On a phone the dialog stays out of sight until it has waited for the keyboard.
  await page.waitForFunction(() => !document.querySelector('[style*="opacity: 0"]'));
  await expectAccessible(page);
  // Everything but the extension is ready to be typed over.
  await page.keyboard.type('W2 Rosa');
  await page.keyboard.press('Enter');
  await page.getByText('File renamed successfully to "W2 Rosa.jpg"').waitFor();
  await row(page, 'W2 Rosa.jpg').waitFor();

  await rename('W2 Rosa.jpg', 'w2.PDF');
  await page
    .getByText(
      'Failed to rename: A file with the name "w2.PDF" already exists in this location. Please choose a different name.',
    )
    .waitFor();
  expect(await field.inputValue()).toBe('w2.PDF');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });

  await rename('W2 Rosa.jpg', '  ');
  await field.waitFor({ state: 'detached' });
  await rename('W2 Rosa.jpg', 'W2 Rosa.jpg');
  await field.waitFor({ state: 'detached' });

  await rename('2024', '2023');
  await page
    .getByText('Failed to rename: A folder with the name "2023" already exists in this location.')
    .waitFor();
  await field.fill('2024 amended');
  await field.press('Enter');
  await page.getByText('Folder renamed successfully to "2024 amended"').waitFor();
  await row(page, '2024 amended').waitFor();
  expect(await storedPaths(account)).toEqual(['2024 amended/x.pdf', 'W2 Rosa.jpg', 'W2.pdf']);

  // Moved away by somebody else while the new name is being typed: the open list hears of it at once.
  await act(page, screen, 'Rename', 'W2.pdf');
  await field.fill('other.pdf');
  await account.api.storage.from('user-documents').move(`${account.id}/W2.pdf`, `${account.id}/2023/W2.pdf`);
  await field.press('Enter');
  await page.getByText('Failed to rename: File not found. It may have been moved or deleted.').waitFor();
});

test.each<Screen>(['desktop', 'phone'])('moving into any folder but itself (%s)', async (screen) => {
  const { page, account } = await visitFiles(
    ['W2.pdf', 'photo.jpg', '2024/W2.pdf', '2024/forms/deep.pdf', '2023/'],
    { screen },
  );
  let trees = 0;
  page.on('request', (request) => {
    if (request.url().includes('/object/list-v2')) trees += 1;
  });
  await select(page, 'W2.pdf');
  await select(page, '2024');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to Folder' });
  const move = dialog.getByRole('button', { name: 'Move', exact: true });
  const option = (name: string) => dialog.getByRole('option', { name });
  await option('Root (Home)').waitFor();
  await expectAccessible(page);
  expect(trees, 'requests for the whole tree').toBe(1);
  expect(await move.isDisabled()).toBe(true);
  for (const [name, disabled] of [
    ['Root (Home) is here now', true],
    ['2024 is being moved', true],
    ['2024, forms is being moved', true],
    ['2023', false],
  ] as const) {
    expect(await option(name).getAttribute('aria-disabled'), name).toBe(disabled ? 'true' : null);
  }
  await option('2023').click();
  await move.click();
  await page.getByText('Items moved successfully').waitFor();
  await row(page, '2024').waitFor({ state: 'detached' });
  await page.getByText(/selected$/).waitFor({ state: 'detached' });
  expect(await storedPaths(account)).toEqual([
    '2023/2024/W2.pdf',
    '2023/2024/forms/deep.pdf',
    '2023/W2.pdf',
    'photo.jpg',
  ]);

  // A name that is taken at the destination gets a new one.
  await row(page, '2023').click();
  await page.waitForURL('**folder=2023');
  await select(page, 'W2.pdf');
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await option('2023, 2024').first().click();
  await move.click();
  await row(page, 'W2.pdf').waitFor({ state: 'detached' });
  expect(
    (await storedPaths(account)).filter((path) => /^2023\/2024\/W2_[a-z0-9]{4}\.pdf$/.test(path)),
  ).toHaveLength(1);
});

test('nowhere to move to, and a move that fails', async () => {
  const { page } = await visitFiles(['a.pdf'], { expectedErrors: [/Failed to load resource/] });
  const tree = '**/storage/v1/object/list-v2/user-documents';
  const arrived = Promise.withResolvers<void>();
  await page.route(tree, (route) => arrived.promise.then(() => route.continue()));
  await select(page, 'a.pdf');
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await page.getByText('Loading folders...').waitFor();
  expect(await page.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
  arrived.resolve();
  await page.getByText('No other folders available').waitFor();
  await page.unroute(tree);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Create Folder' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Success! Folder created').waitFor();
  await page.route('**/storage/v1/object/move', (route) => route.abort());
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await page.getByRole('option', { name: String(officeYear()) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('Error moving items').waitFor();
  await row(page, 'a.pdf').waitFor();
});

test('by keyboard alone, with the focus never lost', async () => {
  const { page } = await visitFiles(['2024/inner.pdf', 'a.pdf', 'b.pdf']);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Create Folder' }).focus();
  await press('Enter');
  await page.getByRole('dialog', { name: 'Create New Folder' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Create Folder');

  await page.getByRole('button', { name: /^Sort by/ }).focus();
  await press('Tab');
  expect(await focusedName(page)).toBe('2024');
  await press('Enter');
  await page.waitForURL('**folder=2024');
  await row(page, 'inner.pdf').waitFor();
  await expect.poll(() => focusedName(page)).toBe('inner.pdf');

  await page.goBack();
  await row(page, 'a.pdf').waitFor();
  await expect.poll(() => focusedName(page)).toBe('2024');
  await press('ArrowDown', 'Space');
  await page.getByText('1 selected').waitFor();
  // Into the row's own buttons: the handle to drag it by, its box, its actions.
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  expect(await focusedName(page)).toBe('Rename a.pdf');
  await press('Enter');
  await page.getByLabel('New name').waitFor();
  await page.keyboard.type('renamed');
  await press('Enter');
  await row(page, 'renamed.pdf').waitFor();
  await page.getByRole('dialog', { name: 'Rename File' }).waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('renamed.pdf');

  await page.getByRole('button', { name: 'Move to Folder' }).focus();
  await press('Enter');
  await page.getByRole('option', { name: '2024' }).waitFor();
  await page.getByRole('option', { name: '2024' }).focus();
  await press('Space');
  await page.getByRole('button', { name: 'Move', exact: true }).focus();
  await press('Enter');
  await row(page, 'renamed.pdf').waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('b.pdf');
});

test('the address holds the folder: reload, back button, a folder that is gone', async () => {
  const { page } = await visitFiles(['2024/W2s/a.pdf']);
  await row(page, '2024').click();
  await row(page, 'W2s').click();
  await page.waitForURL('**folder=2024%2FW2s');
  await page.reload();
  await row(page, 'a.pdf').waitFor();
  expect(
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('listitem').allInnerTexts(),
  ).toEqual(['Home', '2024', 'W2s']);
  await page.getByRole('navigation', { name: 'Folders' }).getByText('2024').click();
  await row(page, 'W2s').waitFor();
  await page.goBack();
  await row(page, 'a.pdf').waitFor();
  await page.goBack();
  await page.goBack();
  await row(page, '2024').waitFor();

  await page.goto('/secured-files?folder=never%2Fwas');
  await page.getByText('This folder isn’t here any more').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to Home' }).click();
  await row(page, '2024').waitFor();
});

test('a lost connection says so and can be tried again; clients can never delete', async () => {
  const { page } = await visitFiles(['a.pdf'], { expectedErrors: [/Failed to load resource/] });
  await page.getByText('Select All (1 items)').click();
  await page.getByText('1 selected').waitFor();
  expect(await page.getByRole('button', { name: /Delete/ }).count()).toBe(0);

  await page.route('**/storage/v1/object/list/**', (route) => route.abort());
  await page.reload();
  await page.getByText('The files could not be loaded').waitFor();
  await expectAccessible(page);
  await page.unroute('**/storage/v1/object/list/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await row(page, 'a.pdf').waitFor();
});
