import { writeFile } from 'node:fs/promises';
import { fingerprintOf, readEnds } from '#app/documents/upload/duplicates/fingerprint.ts';
import { expectAccessible, tabTo } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { type Account, photo, row, storedPaths, type TestFile, upload } from '../support/documents.ts';
import { portal } from '../support/portal.ts';
import { writeSession } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { expectFocusKept, uploadErrors, uploadRoute } from '../support/uploads.ts';

/** What the app sends in one request. */
const CHUNK_BYTES = 6 * 1024 * 1024;

/** Uploads the first part of a file, as a page that was closed then. */
async function interrupt({ id, api }: Account, path: string, { buffer }: TestFile): Promise<void> {
  const { data } = await api.auth.getSession();
  const metadata = {
    bucketName: 'user-documents',
    objectName: `${id}/${path}`,
    contentType: 'image/jpeg',
    fingerprint: fingerprintOf(buffer.length, await readEnds(new Blob([buffer]))),
  };
  const { status } = await fetch(`${portal.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(buffer.length),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(),
    },
    body: buffer.subarray(0, CHUNK_BYTES),
  });
  expect(status).toBe(201);
  // For a minute, it could still be going on.
  await runSql(`update storage.uploads set updated_at = now() - interval '2 minutes' where key = $1`, [
    metadata.objectName,
  ]);
}

test('offers to resume an interrupted upload, and sends only the rest', async ({ openFiles }) => {
  const { page, account } = await openFiles(['2025/']);
  const scan = photo('scan.jpg', 7_000_000);
  await interrupt(account, '2025/scan.jpg', scan);
  // As a path: Playwright copies the bytes of a file several times.
  const path = test.info().outputPath('renamed meanwhile.jpg');
  await writeFile(path, scan.buffer);

  await page.reload();
  await expect(page.getByText('Your last upload was interrupted')).toBeVisible();
  await expect(page.getByText('6 MB of 6.68 MB uploaded')).toBeVisible();
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.headers()['upload-offset']);
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose it again' }).click();
  await (await chooser).setFiles(path);
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  await expect(page.getByText('Your last upload was interrupted')).toHaveCount(0);
  expect(sent).toEqual([String(CHUNK_BYTES)]);
  expect(await storedPaths(account)).toEqual(['2025/scan.jpg']);
});

test('offers to resume an upload after the page was closed', { tag: '@details-client' }, async ({
  openFiles,
}) => {
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
