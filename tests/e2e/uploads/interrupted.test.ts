import { expectAccessible, tabTo } from '../support/browser.ts';
import { photo, row, storedPaths, type TestFile, upload } from '../support/documents.ts';
import { keepSession } from '../support/entry.ts';
import { expect, test } from '../support/test.ts';
import { expectFocusKept, provoked, resumable } from '../support/uploads.ts';

test('offers to resume an upload after the page was closed', async ({ visitFiles }) => {
  const { page, account } = await visitFiles(['2025/'], { expectedErrors: provoked });
  await row(page, '2025').click();
  await page.waitForURL('**folder=2025');
  const scan = photo('scan.jpg', 7_000_000);
  // The first piece arrives, the others don't.
  await page.route(resumable, (route) =>
    route.request().method() === 'POST' ? route.continue() : undefined,
  );
  await upload(page, [scan]);
  await expect(page.getByRole('progressbar', { name: 'scan.jpg' })).toBeVisible();
  await page.waitForRequest((request) => request.method() === 'PATCH');
  // The browser asks first; this person leaves all the same.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.goto('/secured-files');
  expect(await asked).toBe('beforeunload');
  await page.unroute(resumable);

  await page.waitForURL('**/secured-files?folder=2025');
  await expect(page.getByText('Your last upload was interrupted')).toBeVisible();
  await expect(page.getByText('6 MB of 6.68 MB have arrived')).toBeVisible();
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
  // Another photo of the same name and size is another photo.
  await again(photo('scan.jpg', 7_000_000));
  await expect(page.getByText('Not one of the interrupted files, so not uploaded: scan.jpg')).toBeVisible();
  // The right one is known by its bytes, whatever it is called by now.
  await again({ ...scan, name: 'renamed meanwhile.jpg' });
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  expect(sent[0]).toBe(6 * 1024 * 1024);
  await expect(row(page, 'scan.jpg')).toBeVisible();
  await page.reload();
  await expect(row(page, 'scan.jpg')).toBeVisible();
  await expect(page.getByText('Your last upload was interrupted')).toHaveCount(0);
  expect(await storedPaths(account)).toEqual(['2025/scan.jpg']);
});

test('discards an interrupted upload', async ({ visitFiles }) => {
  const { page, account } = await visitFiles([], { expectedErrors: provoked });
  await page.route(resumable, (route) =>
    route.request().method() === 'POST' ? route.continue() : undefined,
  );
  await upload(page, [photo('scan.jpg', 8_000_000)]);
  await page.waitForRequest((request) => request.method() === 'PATCH');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.unroute(resumable);
  await expect(page.getByText('6 MB of 7.63 MB have arrived')).toBeVisible();
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

test('resumes an upload on another device and keeps no file name in browser storage', async ({
  openBrowser,
  visitFiles,
}) => {
  const { page, account } = await visitFiles([], { expectedErrors: provoked });
  const scan = photo('scan.jpg', 7_000_000);
  await page.route(resumable, (route) =>
    route.request().method() === 'POST' ? route.continue() : undefined,
  );
  await upload(page, [scan]);
  await page.waitForRequest((request) => request.method() === 'PATCH');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('scan');
  await page.context().close();

  const { page: other } = await openBrowser({ expectedErrors: provoked });
  const { data } = await account.api.auth.getSession();
  await keepSession(other, data.session);
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
