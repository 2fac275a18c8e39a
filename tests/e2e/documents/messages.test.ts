import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { act, row, select } from '../support/documents.ts';
import { viewers } from '../support/files-page.ts';
import { httpErrors, mockResponse, networkErrors } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const expectedErrors = [httpErrors, networkErrors];
const MOVE = '**/storage/v1/object/move';
const REMOVE = '**/storage/v1/object/user-documents';
const no = (message: string, statusCode = '403') => ({ statusCode, error: 'Unauthorized', message });

/** A message that stays until it is closed. */
async function closed(page: Page, text: string): Promise<void> {
  const message = page.getByText(text, { exact: true });
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Close this message' }).first().click();
  await expect(message).toHaveCount(0);
}

for (const who of viewers) {
  test(`shows the specified errors if creating or renaming fails (${who})`, {
    tag: '@details-client',
  }, async ({ openFilesAs }) => {
    const { page } = await openFilesAs(who, ['2024/a.pdf', 'b.pdf'], { expectedErrors });
    const dialog = page.getByRole('dialog');
    const says = async (text: string) => {
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    };
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await dialog.getByText('Custom Name').click();
    await dialog.getByLabel('Folder Name').fill('2023');
    await mockResponse(page, '**/storage/v1/object/user-documents/**', 400, no('new row violates'));
    await says('Failed! Could not create folder');
    await page.route('**/storage/v1/object/user-documents/**', (route) => route.abort());
    await says('Failed! Create folder error');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    const renaming = async (name: string) => {
      await act(page, 'desktop', 'Rename', name);
      await dialog.getByLabel('New name').fill('other');
    };
    await renaming('b.pdf');
    await mockResponse(page, MOVE, 400, no('The resource already exists', '409'));
    await says(
      'Failed to rename: A file with the name "other.pdf" already exists in this location. Please choose a different name.',
    );
    await mockResponse(page, MOVE, 400, no('Object not found', '404'));
    await says('Failed to rename: File not found. It may have been moved or deleted.');
    await mockResponse(page, MOVE, 400, no('new row violates row-level security policy'));
    await says('Failed to rename file: new row violates row-level security policy');
    await page.route(MOVE, (route) => route.abort());
    await says(
      'Error renaming file or folder: You lost your internet connection. Please check it and try again.',
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await renaming('2024');
    await mockResponse(page, MOVE, 400, no('The resource already exists', '409'));
    await says(
      'Failed to rename: A folder with the name "other" already exists in this location. Please choose a different name.',
    );
    await mockResponse(page, MOVE, 400, no('new row violates row-level security policy'));
    await says('Failed to rename folder: new row violates row-level security policy');
    await mockResponse(page, MOVE, 400, {
      ...no('Invalid key: id/other/a.pdf', '400'),
      key: 'id/other/a.pdf',
    });
    await says('Failed to rename folder: Error moving file "a.pdf". Invalid key: id/other/a.pdf');
  });
}

for (const who of viewers) {
  test(`names the items that could not be moved and moves the rest (${who})`, {
    tag: '@details-client',
  }, async ({ openFilesAs }) => {
    const { page } = await openFilesAs(who, ['2024/', 'a.pdf', 'b.pdf'], { expectedErrors });
    await page.route(MOVE, (route) =>
      route.request().postData()?.includes('b.pdf') ? route.abort() : route.continue(),
    );
    await select(page, 'a.pdf');
    await select(page, 'b.pdf');
    await page.getByRole('button', { name: 'Move to Folder' }).click();
    await page.getByRole('option', { name: '2024' }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(page.getByText('Error moving items: b.pdf', { exact: true })).toBeVisible();
    await expect(row(page, 'a.pdf')).toHaveCount(0);
    await expect(row(page, 'b.pdf')).toBeVisible();
  });
}

test('the delete dialog names the client, explains how to restore, and lists failures', {
  tag: '@details-client',
}, async ({ openClientFiles }) => {
  const paths = ['2024/x.pdf', 'a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'];
  const { page } = await openClientFiles(paths, 'admin', { expectedErrors });
  const asked = page.getByRole('alertdialog', { name: /^Delete/ });
  const confirm = async (names: string[]) => {
    for (const name of names) await select(page, name);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await asked.getByRole('button', { name: /^Delete/ }).click();
  };
  await act(page, 'desktop', 'Delete', '2024');
  await expect(asked.getByText('the files of Rosa Delgado Muñoz')).toBeVisible();
  await expect(asked.getByText(/can restore it from the trash for 30 days/)).toBeVisible();
  await expectAccessible(page);
  await mockResponse(page, REMOVE, 500, no('away', '500'), 'DELETE');
  await asked.getByRole('button', { name: 'Delete 1 folder' }).click();
  await closed(page, 'Failed to delete folder 2024: away');
  await confirm(['a.pdf']);
  await closed(page, 'Failed to delete file a.pdf: away');
  await confirm(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']);
  await closed(
    page,
    'Failed to delete file a.pdf: away; Failed to delete file b.pdf: away; Failed to delete file c.pdf: away; and 1 more',
  );

  // One file is deleted, the other is not.
  await page.unroute(REMOVE);
  await page.route(REMOVE, (route) =>
    route.request().postData()?.includes('b.pdf')
      ? route.fulfill({ status: 500, json: no('away', '500') })
      : route.fallback(),
  );
  await confirm(['a.pdf', 'b.pdf']);
  await closed(page, '1 item deleted successfully. Failed to delete file b.pdf: away');
  await expect(row(page, 'a.pdf')).toHaveCount(0);

  await page.route('**/rest/v1/file_uploads?select=id&*', async (route) => {
    const id = new URL(route.request().url()).searchParams.get('id') ?? '';
    await route.fulfill({ json: [{ id: id.replace(/^in\.\(|\)$/g, '') }] });
  });
  await confirm(['c.pdf']);
  await closed(page, 'File c.pdf deleted from storage but database cleanup failed');
  await page.unroute('**/rest/v1/file_uploads?select=id&*');
  await confirm(['d.pdf']);
  await expect(page.getByText('File d.pdf deleted successfully')).toBeVisible();
  await act(page, 'desktop', 'Delete', '2024');
  await asked.getByRole('button', { name: 'Delete 1 folder' }).click();
  await expect(page.getByText('Folder 2024 and all its contents deleted successfully')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});
