import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { seedFiles, storedPaths } from '../support/documents.ts';
import { fullName, part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

async function typeName(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
}

test('deletes a client after a second super user agreed', async ({ openCase, openStaffPage }) => {
  // Pages that show the client ask once more for what is gone.
  const expectedErrors = [/status of 406/];
  const { page: second } = await openStaffPage('/manage', 'super', { expectedErrors });
  const { page, client, account } = await openCase('super', { expectedErrors });
  await seedFiles(account, ['W-2.pdf']);
  const name = fullName(client);
  await page.getByRole('button', { name: 'Delete this client...' }).click();
  const dialog = page.getByRole('dialog');
  await expect(part(page, 'Will be deleted for good').getByText('1 file')).toBeVisible();
  await expect(part(page, 'Stays, because the law requires it').getByText(/^Nothing\./)).toBeVisible();
  await expectAccessible(page);
  const ask = dialog.getByRole('button', { name: 'Ask a second super user' });
  await typeName(page, 'Someone else');
  await ask.click();
  await expect(dialog.getByText('Type the name as it is above.')).toBeVisible();
  await typeName(page, ` ${name.toUpperCase()}`);
  await ask.click();
  await expect(page.getByText('Another super user has to agree now.')).toBeVisible();
  await expect(page.getByText('Nothing is deleted until another super user agrees.')).toBeVisible();

  await second.reload();
  // Others may wait, too, and have the same name.
  await second.locator(`#main a[href*="${account.id}"]`).first().click();
  await second.getByRole('button', { name: 'See what would be deleted' }).click();
  await expect(part(second, 'Will be deleted for good').getByText('1 file')).toBeVisible();
  await typeName(second, name);
  await second.getByRole('button', { name: 'Delete for good' }).click();
  await expect(second.getByText(`${name} was deleted.`)).toBeVisible();
  await expect(second.getByRole('heading', { name: 'File Management Dashboard' })).toBeVisible();
  expect(await storedPaths(account).catch(() => [])).toEqual([]);
});

for (const screen of ['phone', 'desktop'] as const) {
  test(`a request to delete a client is seen and refused (${screen})`, { tag: '@looks' }, async ({
    openCase,
    openStaffPage,
  }) => {
    const { page: second } = await openStaffPage('/manage', 'super', { screen });
    const { page, client, account } = await openCase('super', { screen });
    if (screen === 'phone') {
      const tabs = page.getByRole('navigation', { name: 'Parts of the case' });
      await tabs.getByRole('link', { name: 'Contact', exact: true }).click();
    }
    await page.getByRole('button', { name: 'Delete this client...' }).click();
    await typeName(page, fullName(client));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Ask a second super user' }).click();
    await expect(page.getByText('Nothing is deleted until another super user agrees.')).toBeVisible();
    await expectAccessible(page);
    await second.goto(`/manage?client=${account.id}`);
    await second.getByRole('button', { name: 'Don’t delete' }).click();
    await expect(second.getByText('The client stays. Nothing was deleted.')).toBeVisible();
    await expect(second.getByText('Nothing is deleted until another super user agrees.')).toHaveCount(0);
  });
}
