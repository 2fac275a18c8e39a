import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#tests/support/server/server-process.ts';
import { expectAccessible } from '../support/browser.ts';
import { row } from '../support/documents.ts';
import { extraObject, fixture, pdfOf, pdfStream } from '../support/preview/preview-files.ts';
import { cornerColors, pageOf, pages, waitForPage } from '../support/preview/preview-page.ts';
import { expect, test } from '../support/test.ts';

test('renders pages of a 300-page PDF only when they are scrolled into view', { tag: '@size' }, async ({
  openPreviews,
}) => {
  const { page, dialog } = await openPreviews([() => pdfOf('long.pdf', { pages: pages(300) })]);
  await row(page, 'long.pdf').click();
  await waitForPage(dialog, 1);
  await expect(dialog.getByText('Page 1 of 300')).toBeVisible();
  expect(await dialog.locator('canvas').count()).toBeLessThan(6);
  await page.keyboard.press('End');
  await expect((await waitForPage(dialog, 300)).getByText('This is page 300')).toBeAttached();
  expect(await dialog.locator('canvas').count()).toBeLessThan(6);
  // Jumps to the middle, like dragging the scroll bar.
  await dialog.getByRole('region', { name: 'Pages of long.pdf' }).evaluate((area) => {
    area.scrollTo({ top: area.scrollHeight / 2 });
  });
  await expect(dialog.getByText(/^Page 15\d of 300/)).toBeVisible();
});

test('opens a large PDF without fetching all of it', { tag: '@details-client' }, async ({ openPreviews }) => {
  const ballast = pdfStream('', Buffer.alloc(12_000_000, 7));
  const { page, dialog } = await openPreviews([
    () => pdfOf('large.pdf', { pages: pages(2), extra: [ballast], mediaBox: '0 0 595 842' }),
  ]);
  let fetched = 0;
  page.on('response', (response) => {
    if (response.url().includes('/object/sign/'))
      fetched += Number(response.headers()['content-length'] ?? 0);
  });
  await row(page, 'large.pdf').click();
  await waitForPage(dialog, 1);
  await page.keyboard.press('End');
  await waitForPage(dialog, 2);
  expect(fetched).toBeGreaterThan(256 * 1024);
  expect(fetched).toBeLessThan(2_000_000);
});

test('skips a damaged page and shows the rest', { tag: '@details-client' }, async ({ openPreviews }) => {
  const file = pdfOf('gap.pdf', { pages: pages(3) });
  // The second page's object is the drawing of the first.
  const gap = file.buffer.toString('latin1').replace('/Kids [4 0 R 6 0 R', '/Kids [4 0 R 5 0 R');
  const { page, dialog } = await openPreviews([() => ({ ...file, buffer: Buffer.from(gap, 'latin1') })]);
  await row(page, 'gap.pdf').click();
  await waitForPage(dialog, 1);
  await page.keyboard.press('End');
  await expect(pageOf(dialog, 2).getByText('This page is damaged, so we can’t show it.')).toBeVisible();
  await expectAccessible(page);
});

test('decodes JPEG 2000 scans', { tag: '@details-client' }, async ({ openPreviews }) => {
  const scan = pdfStream(
    '/Type /XObject /Subtype /Image /Width 32 /Height 32 /Filter /JPXDecode',
    await readFile(join(root, 'tests/e2e/fixtures/green.jp2')),
  );
  const { page, dialog } = await openPreviews([
    () =>
      pdfOf('scan.pdf', {
        pages: ['q 612 0 0 792 0 0 cm /Im0 Do Q'],
        extra: [scan],
        resources: `/XObject << /Im0 ${extraObject(0)} >>`,
      }),
  ]);
  await row(page, 'scan.pdf').click();
  const scanned = await waitForPage(dialog, 1);
  expect(await cornerColors(scanned.locator('canvas'))).toEqual(['green', 'green', 'green', 'green']);
});

test('asks for the password of a locked PDF', { tag: '@details-client' }, async ({ openPreviews }) => {
  const { page, dialog } = await openPreviews([() => fixture('locked.pdf', 'locked.pdf', 'application/pdf')]);
  await row(page, 'locked.pdf').click();
  await expect(dialog.getByText('This PDF is locked with a password')).toBeVisible();
  const field = dialog.getByLabel('Password for this PDF');
  await expectAccessible(page);
  await field.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('That’s not the right password. Please try again.')).toBeVisible();
  await field.fill('perro');
  await dialog.getByRole('button', { name: 'Open the PDF' }).click();
  await expect((await waitForPage(dialog, 1)).getByText('This page was locked')).toBeAttached();
});
