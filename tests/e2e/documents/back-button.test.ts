import { expect, test } from 'vitest';
import { type Screen, screens } from '../support/browser.ts';
import { row, storedPaths } from '../support/documents.ts';
import { button, dialog } from '../support/entry.ts';
import { focusedName, visitClientFiles, visitFiles } from '../support/files-visit.ts';

test.each(Object.keys(screens) as Screen[])(
  'Back closes what is open, and only that (%s)',
  async (screen) => {
    const { page } = await visitFiles(['2024/inner.pdf', 'a.pdf'], { screen });
    const files = page.url();
    await row(page, '2024').click();
    await row(page, 'inner.pdf').click();
    const preview = dialog(page, 'inner.pdf');
    await preview.waitFor();
    await page.goBack();
    await preview.waitFor({ state: 'detached' });
    await row(page, 'inner.pdf').waitFor();
    expect(page.url()).toContain('folder=2024');
    await expect.poll(() => focusedName(page)).toBe('inner.pdf');

    // Closed in another way, it leaves no step behind.
    await button(page, 'Create Folder').click();
    const create = dialog(page, 'Create New Folder');
    await create.waitFor();
    await create.getByRole('button', { name: 'Cancel' }).click();
    await create.waitFor({ state: 'detached' });
    await button(page, 'Create Folder').click();
    await create.waitFor();
    await page.goBack();
    await create.waitFor({ state: 'detached' });
    expect(page.url()).toContain('folder=2024');
    await page.goBack();
    await row(page, '2024').waitFor();
    expect(page.url()).toBe(files);
    await page.goBack();
    await page.waitForURL('**/robots.txt');
  },
);

test('who comes for the copies is at the files at once, also where the list of papers is long', async () => {
  const { page } = await visitFiles(['a.pdf'], { screen: 'phone' });
  await page.goto('/account');
  await page.getByRole('link', { name: /^Access Tax Copies/ }).click();
  await page.waitForURL('**/secured-files?bypass=true');
  await row(page, 'a.pdf').waitFor();
  const heading = page.getByRole('heading', { name: 'File Management' });
  expect((await heading.boundingBox())?.y).toBeLessThan(screens.phone.viewport.height / 2);
});

test('the one file in the trash is chosen already', async () => {
  const { page, account } = await visitClientFiles(['a.pdf', 'b.pdf'], 'admin');
  await button(page, 'Delete a.pdf').click();
  await button(page, 'Delete 1 file').click();
  await row(page, 'a.pdf').waitFor({ state: 'detached' });
  await button(page, 'Trash').click();
  await button(page, 'Restore 1 file').click();
  await page.getByText('Restored 1 file', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'a.pdf').waitFor();
  expect(await storedPaths(account)).toEqual(['a.pdf', 'b.pdf']);
});
