import { type Screen, screens } from '../support/browser.ts';
import { row, storedPaths } from '../support/documents.ts';
import { focusedName } from '../support/files-page.ts';
import { button, dialog } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

for (const screen of Object.keys(screens) as Screen[]) {
  test(`Back closes the open dialog or menu and nothing else (${screen})`, {
    tag: screen === 'phone' ? '@details-client' : '@looks',
  }, async ({ openFiles }) => {
    const { page } = await openFiles(['2024/inner.pdf', 'a.pdf'], { screen });
    const files = page.url();
    await row(page, '2024').click();
    await row(page, 'inner.pdf').click();
    const preview = dialog(page, 'inner.pdf');
    await expect(preview).toBeVisible();
    await page.goBack();
    await expect(preview).toHaveCount(0);
    await expect(row(page, 'inner.pdf')).toBeVisible();
    expect(page.url()).toContain('folder=2024');
    await expect.poll(() => focusedName(page)).toBe('inner.pdf');

    // Closed in another way, it leaves no history entry.
    await button(page, 'Create Folder').click();
    const create = dialog(page, 'Create New Folder');
    await expect(create).toBeVisible();
    await create.getByRole('button', { name: 'Cancel' }).click();
    await expect(create).toHaveCount(0);
    await button(page, 'Create Folder').click();
    await expect(create).toBeVisible();
    await page.goBack();
    await expect(create).toHaveCount(0);
    expect(page.url()).toContain('folder=2024');
    await page.goBack();
    await expect(row(page, '2024')).toBeVisible();
    expect(page.url()).toBe(files);
    await page.goBack();
    await page.waitForURL('**/robots.txt');
  });
}

test('Access Tax Copies scrolls to the files, even below a long document list', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page } = await openFiles(['a.pdf'], { screen: 'phone' });
  await page.goto('/account');
  await page.getByRole('link', { name: /^Access Tax Copies/ }).click();
  await page.waitForURL('**/secured-files?bypass=true');
  await expect(row(page, 'a.pdf')).toBeVisible();
  const heading = page.getByRole('heading', { name: 'File Management' });
  expect((await heading.boundingBox())?.y).toBeLessThan(screens.phone.viewport.height / 2);
});

test('preselects the only file in the trash', { tag: '@details-client' }, async ({ openClientFiles }) => {
  const { page, account } = await openClientFiles(['a.pdf', 'b.pdf'], 'admin');
  await button(page, 'Delete a.pdf').click();
  await button(page, 'Delete 1 file').click();
  await expect(row(page, 'a.pdf')).toHaveCount(0);
  await button(page, 'Trash').click();
  await button(page, 'Restore 1 file').click();
  await expect(page.getByText('Restored 1 file', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'a.pdf')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['a.pdf', 'b.pdf']);
});
