import { expectAccessible, tabTo } from '../support/browser.ts';
import { photo, row, storedPaths, type TestFile, upload } from '../support/documents.ts';
import { writeSession } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { expectFocusKept, uploadErrors, uploadRoute } from '../support/uploads.ts';

test('offers to resume an upload after the page was closed', async ({ openFiles }) => {
  const { page, account } = await openFiles(['2025/'], { expectedErrors: uploadErrors });
  await row(page, '2025').click();
  await page.waitForURL('**folder=2025');
  await expect(row(page, '2025')).toHaveCount(0);
  const scan = photo('scan.jpg', 7_000_000);
  // Only the first chunk arrives.
  await page.route(uploadRoute, (route) =>
    route.request().method() === 'POST' ? route.continue() : undefined,
  );
  await upload(page, [scan]);
  await expect(page.getByRole('progressbar', { name: 'scan.jpg' })).toBeVisible();
  await page.waitForRequest((request) => request.method() === 'PATCH');
  // The browser asks first; this person leaves anyway.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.goto('/secured-files');
  expect(await asked).toBe('beforeunload');
  await page.unroute(uploadRoute);

  await page.waitForURL('**/secured-files?folder=2025');
  await expect(page.getByText('Your last upload was interrupted')).toBeVisible();
  await expect(page.getByText('6 MB of 6.68 MB uploaded')).toBeVisible();
  await expectAccessible(page);
  const sent: number[] = [];
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset'];
    if (request.method() === 'PATCH' && offset) sent.push(Number(offset));
  });
  const again = async (file: TestFile) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose it again' }).click();
    await (await chooser).setFiles(file);
  };
  // A different photo with the same name and size does not match.
  await again(photo('scan.jpg', 7_000_000));
  await expect(
    page.getByText('These weren’t among the interrupted files, so they weren’t uploaded: scan.jpg'),
  ).toBeVisible();
  // The same file is recognized by its bytes, even under another name.
  await again({ ...scan, name: 'renamed meanwhile.jpg' });
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  expect(sent[0]).toBe(6 * 1024 * 1024);
  await expect(row(page, 'scan.jpg')).toBeVisible();
  await page.reload();
  await expect(row(page, 'scan.jpg')).toBeVisible();
  await expect(page.getByText('Your last upload was interrupted')).toHaveCount(0);
  expect(await storedPaths(account)).toEqual(['2025/scan.jpg']);
});

test('discards an interrupted upload', { tag: '@details-client' }, async ({ openFiles }) => {
  const { page, account } = await openFiles([], { expectedErrors: uploadErrors });
  await page.route(uploadRoute, (route) =>
    route.request().method() === 'POST' ? route.continue() : undefined,
  );
  await upload(page, [photo('scan.jpg', 8_000_000)]);
  await page.waitForRequest((request) => request.method() === 'PATCH');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.unroute(uploadRoute);
  await expect(page.getByText('6 MB of 7.63 MB uploaded')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your last upload was interrupted')).toHaveCount(0);
  await expectFocusKept(page);
  const { data } = await account.api.rpc('unfinished_uploads', { owner: account.id });
  expect(data).toEqual([]);
  await page.reload();
  await expect(page.getByText('No files yet')).toBeVisible();
  await expect(page.getByText('Your last upload was interrupted')).toHaveCount(0);
});

test('resumes an upload on another device and keeps no file name in browser storage', {
  tag: '@details-client',
}, async ({ openBrowser, openFiles }) => {
  const { page, account } = await openFiles([], { expectedErrors: uploadErrors });
  const scan = photo('scan.jpg', 7_000_000);
  await page.route(uploadRoute, (route) =>
    route.request().method() === 'POST' ? route.continue() : undefined,
  );
  await upload(page, [scan]);
  await page.waitForRequest((request) => request.method() === 'PATCH');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('scan');
  await page.context().close();

  const { page: other } = await openBrowser({ expectedErrors: uploadErrors });
  const { data } = await account.api.auth.getSession();
  await writeSession(other, data.session);
  await other.goto('/secured-files');
  const requests: string[] = [];
  other.on('request', (request) => {
    if (request.url().includes('/upload/resumable')) {
      requests.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
    }
  });
  await upload(other, [{ ...scan, name: 'from my computer.jpg' }]);
  await expect(other.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  expect(requests).toEqual(['HEAD', `PATCH ${6 * 1024 * 1024}`]);
  expect(await storedPaths(account)).toEqual(['scan.jpg']);
});
