import { expectAccessible, type Screen, tryAgain } from '../support/browser.ts';
import { act, officeYear, row, select, storedPaths } from '../support/documents.ts';
import { badRequest, focusedName, shownNames } from '../support/files-page.ts';
import { expect, test } from '../support/test.ts';

test('creates a folder, and renames and moves what goes into it (phone)', async ({ openFiles }) => {
  const { page, account } = await openFiles(['IMG_1.jpg', 'W2.pdf', '2024/x.pdf'], { screen: 'phone' });
  await page.getByRole('button', { name: 'Create Folder' }).click();
  const create = page.getByRole('dialog', { name: 'Create New Folder' });
  await create.getByText('Custom Name').click();
  await create.getByLabel('Folder Name').fill('Kids’ papers 📁');
  await create.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(row(page, 'Kids’ papers 📁')).toBeVisible();

  await act(page, 'phone', 'Rename', 'IMG_1.jpg');
  await expect(page.getByRole('dialog', { name: 'Rename File' })).toBeVisible();
  // All but the extension is selected.
  await page.keyboard.type('W2 Rosa');
  await page.keyboard.press('Enter');
  await expect(row(page, 'W2 Rosa.jpg')).toBeVisible();
  await act(page, 'phone', 'Rename', '2024');
  await page.getByLabel('New name').fill('2024 amended');
  await page.keyboard.press('Enter');
  await expect(row(page, '2024 amended')).toBeVisible();

  await select(page, 'W2 Rosa.jpg');
  await select(page, '2024 amended');
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  const move = page.getByRole('dialog', { name: 'Move to Folder' });
  await move.getByRole('option', { name: 'Kids’ papers 📁' }).click();
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(row(page, '2024 amended')).toHaveCount(0);
  expect(await storedPaths(account)).toEqual([
    'Kids’ papers 📁/2024 amended/x.pdf',
    'Kids’ papers 📁/W2 Rosa.jpg',
    'W2.pdf',
  ]);
});

test('creates year folders and custom folders, and validates the name', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page, account } = await openFiles(['Taxes/a.pdf']);
  const openDialog = () => page.getByRole('button', { name: 'Create Folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' });
  const create = dialog.getByRole('button', { name: 'Create', exact: true });

  await openDialog();
  await expectAccessible(page);
  const thisYear = officeYear();
  await dialog.getByRole('button', { name: /Year/ }).click();
  await expect(page.getByRole('option')).toHaveText(
    Array.from({ length: 10 }, (_, back) => String(thisYear - back)),
    { useInnerText: true },
  );
  await page.getByRole('option', { name: String(thisYear - 3) }).click();
  await create.click();
  await expect(page.getByText('Success! Folder created')).toBeVisible();
  await expect(row(page, String(thisYear - 3))).toBeVisible();

  await openDialog();
  await dialog.getByText('Custom Name').click();
  const name = dialog.getByLabel('Folder Name');
  const refused = async (typed: string, reason: string) => {
    await name.fill(typed);
    await name.press('Enter');
    await expect(dialog.getByText(reason)).toBeVisible();
    await expect(name).toHaveValue(typed);
  };
  await refused('   ', 'Please enter a name.');
  await refused('2024/W2', 'A name can’t contain a slash.');
  await refused('TAXES', 'Failed! Name already in use');
  await expectAccessible(page);
  await name.fill('  Kids’ papers 📁 ');
  await name.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'Kids’ papers 📁')).toBeVisible();

  await openDialog();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const { data } = await account.api.storage.from('user-documents').list(account.id);
  expect(data?.map((item) => item.name).sort()).toEqual(
    [String(thisYear - 3), 'Kids’ papers 📁', 'Taxes'].sort(),
  );
});

test('lists folders before files, sorted by name, without placeholders', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page } = await openFiles(['b 10.pdf', 'b 9.pdf', 'Álbum.jpg', 'zoo/', '2024/']);
  expect(await shownNames(page)).toEqual(['2024', 'zoo', 'Álbum.jpg', 'b 9.pdf', 'b 10.pdf']);
  await row(page, 'zoo').click();
  await expect(page.getByText('No files yet')).toBeVisible();
});

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`renames files and folders (${screen})`, {
    tag: screen === 'phone' ? '@details-client' : '@looks',
  }, async ({ openFiles }) => {
    const { page, account } = await openFiles(['IMG_1.jpg', 'W2.pdf', '2024/x.pdf', '2023/'], {
      screen,
      expectedErrors: [badRequest],
    });
    const field = page.getByLabel('New name');
    const rename = async (from: string, to: string) => {
      await act(page, screen, 'Rename', from);
      await field.fill(to);
      await field.press('Enter');
    };

    await act(page, screen, 'Rename', 'IMG_1.jpg');
    await expect(page.getByRole('dialog', { name: 'Rename File' })).toBeVisible();
    // On a phone, the dialog stays hidden while it waits for the on-screen keyboard.
    await expect(page.locator('[style*="opacity: 0"]')).toHaveCount(0);
    await expectAccessible(page);
    // All but the extension is selected.
    await page.keyboard.type('W2 Rosa');
    await page.keyboard.press('Enter');
    await expect(page.getByText('File renamed successfully to "W2 Rosa.jpg"')).toBeVisible();
    await expect(row(page, 'W2 Rosa.jpg')).toBeVisible();

    await rename('W2 Rosa.jpg', 'w2.PDF');
    await expect(
      page.getByText(
        'Failed to rename: A file with the name "w2.PDF" already exists in this location. Please choose a different name.',
      ),
    ).toBeVisible();
    await expect(field).toHaveValue('w2.PDF');
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);

    await rename('W2 Rosa.jpg', '  ');
    await expect(field).toHaveCount(0);
    await rename('W2 Rosa.jpg', 'W2 Rosa.jpg');
    await expect(field).toHaveCount(0);

    await rename('2024', '2023');
    await expect(
      page.getByText('Failed to rename: A folder with the name "2023" already exists in this location.'),
    ).toBeVisible();
    await field.fill('2024 amended');
    await field.press('Enter');
    await expect(page.getByText('Folder renamed successfully to "2024 amended"')).toBeVisible();
    await expect(row(page, '2024 amended')).toBeVisible();
    expect(await storedPaths(account)).toEqual(['2024 amended/x.pdf', 'W2 Rosa.jpg', 'W2.pdf']);

    // Another person moves the file during the rename, and the list updates immediately.
    await act(page, screen, 'Rename', 'W2.pdf');
    await field.fill('other.pdf');
    await account.api.storage
      .from('user-documents')
      .move(`${account.id}/W2.pdf`, `${account.id}/2023/W2.pdf`);
    await field.press('Enter');
    await expect(
      page.getByText('Failed to rename: File not found. It may have been moved or deleted.'),
    ).toBeVisible();
  });
}

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`moves items into any folder but themselves (${screen})`, {
    tag: screen === 'phone' ? '@details-client' : '@looks',
  }, async ({ openFiles }) => {
    const { page, account } = await openFiles(
      ['W2.pdf', 'photo.jpg', '2024/W2.pdf', '2024/forms/deep.pdf', '2023/'],
      { screen },
    );
    let trees = 0;
    page.on('request', (request) => {
      if (request.url().includes('/object/list-v2')) trees += 1;
    });
    await select(page, 'W2.pdf');
    await select(page, '2024');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Move to Folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move to Folder' });
    const move = dialog.getByRole('button', { name: 'Move', exact: true });
    const option = (name: string) => dialog.getByRole('option', { name });
    await expect(option('Root (Home)')).toBeVisible();
    expect(trees, 'requests for the whole tree').toBe(1);
    await expectAccessible(page);
    await expect(move).toBeDisabled();
    for (const [name, disabled] of [
      ['Root (Home) is already here', true],
      ['2024 is being moved', true],
      ['2024, forms is being moved', true],
      ['2023', false],
    ] as const) {
      const item = expect(option(name), name);
      await (disabled
        ? item.toHaveAttribute('aria-disabled', 'true')
        : item.not.toHaveAttribute('aria-disabled'));
    }
    await option('2023').click();
    await move.click();
    await expect(page.getByText('Items moved successfully')).toBeVisible();
    await expect(row(page, '2024')).toHaveCount(0);
    await expect(page.getByText(/selected$/)).toHaveCount(0);
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
    await expect(row(page, 'W2.pdf')).toHaveCount(0);
    expect(
      (await storedPaths(account)).filter((path) => /^2023\/2024\/W2_[a-z0-9]{4}\.pdf$/.test(path)),
    ).toHaveLength(1);
  });
}

test('shows that there is no other folder, and shows a failed move', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page } = await openFiles(['a.pdf'], { expectedErrors: [/Failed to load resource/] });
  const tree = '**/storage/v1/object/list-v2/user-documents';
  const arrived = Promise.withResolvers<void>();
  await page.route(tree, (route) => arrived.promise.then(() => route.continue()));
  await select(page, 'a.pdf');
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await expect(page.getByText('Loading folders...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  arrived.resolve();
  await expect(page.getByText('No other folders available')).toBeVisible();
  await page.unroute(tree);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Create Folder' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Success! Folder created')).toBeVisible();
  await page.route('**/storage/v1/object/move', (route) => route.abort());
  await page.getByRole('button', { name: 'Move to Folder' }).click();
  await page.getByRole('option', { name: String(officeYear()) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Error moving items')).toBeVisible();
  await expect(row(page, 'a.pdf')).toBeVisible();
});

test('works by keyboard without losing focus', { tag: '@details-client' }, async ({ openFiles }) => {
  const { page } = await openFiles(['2024/inner.pdf', 'a.pdf', 'b.pdf']);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Create Folder' }).focus();
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create New Folder' })).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Create Folder');

  await page.getByRole('button', { name: /^Sort by/ }).focus();
  await press('Tab');
  expect(await focusedName(page)).toBe('2024');
  await press('Enter');
  await page.waitForURL('**folder=2024');
  await expect(row(page, 'inner.pdf')).toBeVisible();
  await expect.poll(() => focusedName(page)).toBe('inner.pdf');

  await page.goBack();
  await expect(row(page, 'a.pdf')).toBeVisible();
  await expect.poll(() => focusedName(page)).toBe('2024');
  await press('ArrowDown', 'Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  // Tab enters the row: drag handle, checkbox, actions.
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  expect(await focusedName(page)).toBe('Rename a.pdf');
  await press('Enter');
  await expect(page.getByLabel('New name')).toBeVisible();
  await page.keyboard.type('renamed');
  await press('Enter');
  await expect(row(page, 'renamed.pdf')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Rename File' })).toHaveCount(0);
  await expect.poll(() => focusedName(page)).toBe('renamed.pdf');

  await page.getByRole('button', { name: 'Move to Folder' }).focus();
  await press('Enter');
  await expect(page.getByRole('option', { name: '2024' })).toBeVisible();
  await page.getByRole('option', { name: '2024' }).focus();
  await press('Space');
  await page.getByRole('button', { name: 'Move', exact: true }).focus();
  await press('Enter');
  await expect(row(page, 'renamed.pdf')).toHaveCount(0);
  await expect.poll(() => focusedName(page)).toBe('b.pdf');
});

test('keeps the folder in the URL, and handles reload, Back, and a deleted folder', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page } = await openFiles(['2024/W2s/a.pdf']);
  await row(page, '2024').click();
  await row(page, 'W2s').click();
  await page.waitForURL('**folder=2024%2FW2s');
  await page.reload();
  await expect(row(page, 'a.pdf')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Folders' }).getByRole('listitem')).toHaveText(
    ['Home', '2024', 'W2s'],
    { useInnerText: true },
  );
  await page.getByRole('navigation', { name: 'Folders' }).getByText('2024').click();
  await expect(row(page, 'W2s')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'a.pdf')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(row(page, '2024')).toBeVisible();

  await page.goto('/secured-files?folder=never%2Fwas');
  await expect(page.getByText('This folder is gone')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to Home' }).click();
  await expect(row(page, '2024')).toBeVisible();
});

test('shows a lost connection and retries, and clients cannot delete', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page } = await openFiles(['a.pdf'], { expectedErrors: [/Failed to load resource/] });
  await page.getByText('Select All (1 items)').click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);

  await page.route('**/rest/v1/rpc/list_folder', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('We couldn’t load the files')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/rest/v1/rpc/list_folder');
  await tryAgain(page, page.getByText('We couldn’t load the files'));
  await expect(row(page, 'a.pdf')).toBeVisible();
});
