import type { Page } from '@playwright/test';
import { fromBuffer } from 'yauzl';
import business from '#business' with { type: 'json' };
import { documentNamed } from '#tests/support/sample-documents.ts';
import { type Account, act, download, row, select } from '../support/documents.ts';
import { viewers } from '../support/files-page.ts';
import { httpErrors, mockResponse, networkErrors } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** The names in a zip, read by another implementation. */
function namesInZip(bytes: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const names: string[] = [];
      zip.on('entry', ({ fileName }: { fileName: string }) => {
        names.push(fileName);
        zip.readEntry();
      });
      zip.on('end', () => resolve(names.sort()));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}

/** The current day in the office's time zone. */
const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: business.timeZone, dateStyle: 'short' }).format(new Date());

const selected = (page: Page) => page.getByText(/^\d+ selected$/);
const overlay = (page: Page) => page.locator('[data-busy]');

async function countsOf({ id, api }: Account): Promise<Record<string, number>> {
  const { data, error } = await api
    .from('file_uploads')
    .select('file_name, download_count')
    .eq('user_id', id);
  if (error) throw error;
  return Object.fromEntries(data.map((one) => [one.file_name, one.download_count]));
}

for (const who of viewers) {
  test(`downloads a file, a folder, and a selection, then clears the selection (${who})`, {
    tag: who === 'client' ? [] : '@looks',
  }, async ({ openFilesAs }) => {
    const paths = ['2025/W2s/a.pdf', '2025/b.pdf', 'c.pdf', 'd é.pdf'];
    const { page, account } = await openFilesAs(who, paths);
    await select(page, 'c.pdf');
    await expect(selected(page)).toBeVisible();
    const one = await download(page, () => page.getByRole('button', { name: 'Download Selected' }).click());
    expect(one.name).toBe('c.pdf');
    expect(one.bytes.equals((await documentNamed('c.pdf')).buffer)).toBe(true);
    await expect(selected(page)).toHaveCount(0);

    const folder = await download(page, () => act(page, 'desktop', 'Download', '2025'));
    expect(folder.name).toBe('folder.zip');
    expect(await namesInZip(folder.bytes)).toEqual(['2025/W2s/a.pdf', '2025/b.pdf']);
    await expect(overlay(page)).toHaveCount(0);

    for (const name of ['2025', 'd é.pdf']) await select(page, name);
    const several = await download(page, () =>
      page.getByRole('button', { name: 'Download Selected' }).click(),
    );
    expect(several.name).toBe(`selected-files-${today()}.zip`);
    expect(await namesInZip(several.bytes)).toEqual(['2025/W2s/a.pdf', '2025/b.pdf', 'd é.pdf']);
    await expect(selected(page)).toHaveCount(0);
    await expect.poll(() => countsOf(account)).toEqual({ 'a.pdf': 2, 'b.pdf': 2, 'c.pdf': 1, 'd é.pdf': 1 });
    // The badge disappears after the first download, without a reload.
    await expect(row(page, 'c.pdf').getByText('NEW')).toHaveCount(0);
  });
}

test('shows a specific error for each failed download', { tag: '@details-client' }, async ({
  openClientFiles,
}) => {
  const { page } = await openClientFiles(['2025/a.pdf', 'b.pdf'], 'admin', {
    expectedErrors: [httpErrors, networkErrors],
  });
  const says = async (start: () => Promise<void>, text: string) => {
    await start();
    await expect(page.getByRole('alertdialog').getByText(text, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Close this message' }).first().click();
    await expect(page.getByText(text, { exact: true })).toHaveCount(0);
  };
  const file = () => act(page, 'desktop', 'Download', 'b.pdf');
  const folder = () => act(page, 'desktop', 'Download', '2025');
  const both = async () => {
    await page.getByText(/^Select All/).click();
    await page.getByRole('button', { name: 'Download Selected' }).click();
  };
  const refuse = (path: string) => mockResponse(page, path, 500, { message: 'no' });

  await refuse('**/storage/v1/object/sign/**');
  await says(file, 'Failed to download file');
  await refuse('**/functions/v1/archive');
  await says(folder, 'Failed to download folder');
  await says(both, 'Error downloading selected items');
  await expect(selected(page)).toHaveCount(0);

  for (const path of ['**/storage/v1/object/sign/**', '**/functions/v1/archive']) {
    await page.route(path, (route) => route.abort());
  }
  await says(file, 'Error downloading file');
  await says(folder, 'Error downloading folder');
  await says(both, 'Error downloading selected items');
});
