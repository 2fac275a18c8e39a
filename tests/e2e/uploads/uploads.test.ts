import type { Page } from '@playwright/test';
import { csv, heic } from '#tests/support/sample-documents.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  noTouchScreen,
  skipInFirefox,
  tabTo,
} from '../support/browser.ts';
import { pdf, photo, row, storedPaths, type TestFile, upload } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';
import { expectFocusKept, uploadErrors, uploadRoute } from '../support/uploads.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** Holds all uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  let isOpen = false;
  await page.route(uploadRoute, async (route) => {
    if (!isOpen) await new Promise<void>((go) => held.push(go));
    await route.continue().catch(() => {});
  });
  return async () => {
    isOpen = true;
    for (const go of held) go();
  };
}

test('accepts file names from phones and adds a suffix if the name is taken', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page, account } = await openFiles(['W2.pdf'], { expectedErrors: uploadErrors });
  await upload(page, [pdf('W2.pdf', 'another'), pdf('Cafe\u0301 #1 50%?.pdf'), pdf('📄 renta.pdf')]);
  await expect(page.getByText('Success! 3 file(s) uploaded')).toBeVisible();
  await expect(row(page, '📄 renta.pdf')).toBeVisible();
  const [first, ...others] = await storedPaths(account);
  expect([first, ...others]).toEqual(expect.arrayContaining(['W2.pdf', 'Café #1 50%?.pdf', '📄 renta.pdf']));
  const [renamed, ...more] = [first, ...others].filter((path) => /^W2_[a-z0-9]{4}\.pdf$/.test(path ?? ''));
  expect(more).toEqual([]);
  await expect(panel(page).getByText(renamed ?? '')).toBeVisible();
  await expect(
    panel(page).getByText('“W2.pdf” was already taken, so we saved your file under this name.'),
  ).toBeVisible();
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
});

test('shows the server’s error, keeps the file, and retries', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page, account } = await openFiles([], { expectedErrors: uploadErrors });
  await page.route(uploadRoute, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'text/plain',
      body: 'new row violates row-level security policy',
    }),
  );
  await upload(page, [pdf('W2.pdf')]);
  await expect(page.getByText('Failed! Upload error')).toBeVisible();
  await expect(panel(page).getByText('1 file was not uploaded')).toBeVisible();
  await expect(panel(page).getByText('new row violates row-level security policy')).toBeVisible();
  await expectAccessible(page);

  await page.unroute(uploadRoute);
  await tabTo(page, panel(page).getByRole('button', { name: 'Retry W2.pdf' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expectFocusKept(page);
  expect(await storedPaths(account)).toEqual(['W2.pdf']);
});

test('resumes automatically after a lost connection', { tag: '@details-client' }, async ({ openFiles }) => {
  // The page's websocket is lost too; Firefox reports each attempt to open it again.
  const expectedErrors = [...uploadErrors, /can’t establish a connection to the server at ws:/];
  const { page, account } = await openFiles([], { expectedErrors });
  await page.context().setOffline(true);
  await upload(page, [photo('W-2 page 1.jpg')]);
  await expect(panel(page).getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.locator('p[role=status]').first()).toHaveText('Waiting for the connection.');
  await page.context().setOffline(false);
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['W-2 page 1.jpg']);
});

test('a file that is chosen offline waits, also if what sends it is not loaded yet', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const expectedErrors = [...uploadErrors, /can’t establish a connection to the server at ws:/];
  const { page, account } = await openFiles([], { expectedErrors });
  const release = await hold(page, '**/assets/upload-work-*.js');
  await page.reload();
  await expect(page.getByText('No files yet')).toBeVisible();
  await page.context().setOffline(true);
  await upload(page, [photo('W-2 page 1.jpg')]);
  await expect(panel(page).getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible();
  await page.context().setOffline(false);
  release();
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['W-2 page 1.jpg']);
});

test('uploads continue on another page, show progress, and can be canceled', async ({ openFiles }) => {
  const { page, account } = await openFiles(['2025/']);
  await row(page, '2025').click();
  await page.waitForURL('**folder=2025');
  const release = await holdUploads(page);
  await upload(page, [pdf('a.pdf'), pdf('b.pdf')]);
  await expect(panel(page).getByText('Uploading 2 files')).toBeVisible();
  await expect(panel(page).getByRole('progressbar', { name: 'All files' })).toBeVisible();
  await expect(panel(page).getByRole('progressbar', { name: 'a.pdf' })).toBeVisible();
  await expect(page.locator('p[role=status]').first()).toHaveText(/^Uploading 2 files\. \d+ percent\.$/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Pricing' }).click();
  // The address changes before the page does: a click in between would leave the page of the files as it is.
  await expect(page.getByRole('heading', { name: 'File Management' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  // Back to the upload's folder.
  await page.waitForURL('**/secured-files?folder=2025');
  await panel(page).getByRole('button', { name: 'Cancel b.pdf' }).click();
  await release();
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  await expect(row(page, 'a.pdf')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['2025/a.pdf']);
});

test('asks before logging out during an upload', { tag: '@details-client' }, async ({ openFiles }) => {
  const { page, account } = await openFiles();
  const release = await holdUploads(page);
  await upload(page, [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')]);
  await expect(panel(page).getByText('Uploading 3 files')).toBeVisible();
  await page.getByRole('link', { name: 'Account', exact: true }).first().click();
  await page.waitForURL('**/account');
  const logOut = page.getByRole('button', { name: 'Logout', exact: true });
  await logOut.click();
  const question = page.getByRole('alertdialog', { name: 'Log out now?' });
  await expect(question.getByText('3 files are still uploading. Log out anyway?')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await logOut.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await release();
  await expect(page.getByText('Success! 3 file(s) uploaded')).toBeVisible();
  expect(await storedPaths(account)).toHaveLength(3);

  await logOut.click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(question).toHaveCount(0);
});

const refused: [TestFile, string][] = [
  [{ name: 'nothing.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }, 'This file is empty.'],
  [
    {
      name: 'page.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
    },
    'We can’t take files that end in “.html”.',
  ],
  [
    {
      name: 'W2.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<html><script>alert(1)</script></html>'),
    },
    'This is a web page, not a document.',
  ],
  [
    {
      name: 'setup.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ\x90\x00\x03\x00', 'latin1'),
    },
    'We can’t take files that end in “.exe”.',
  ],
  [
    { ...pdf('half.pdf'), buffer: pdf('half.pdf').buffer.subarray(0, 200) },
    'The end of this PDF is missing.',
  ],
];

test('rejects unsupported files before the upload and says why', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page, account } = await openFiles();
  let requests = 0;
  await page.route(uploadRoute, async (route) => {
    requests += 1;
    await route.continue();
  });
  const locked = pdf('locked.pdf');
  const withKey = locked.buffer.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R');
  await upload(page, [
    ...refused.map(([file]) => file),
    { ...locked, buffer: Buffer.from(withKey, 'latin1') },
  ]);
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  await expect(page.getByText('Failed! Upload error')).toBeVisible();
  await expect(panel(page).getByText('5 files were not uploaded')).toBeVisible();
  for (const [, sentence] of refused) await expect(panel(page).getByText(sentence)).toBeVisible();
  // A rejected file stays rejected, so there is no Retry button.
  await expect(panel(page).getByRole('button', { name: /Retry/ })).toHaveCount(0);
  await expect(panel(page).getByText('This PDF is locked with a password.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(requests).toBe(1);
  expect(await storedPaths(account)).toEqual(['locked.pdf']);
});

test('asks about duplicate files, one by one or all at once', async ({ openFiles }) => {
  const harbor = pdf('Harbor W-2.pdf');
  const { page, account } = await openFiles();
  await upload(page, [harbor]);
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  await expect(row(page, harbor.name)).toBeVisible();

  await upload(page, [{ ...harbor, name: 'W-2.pdf' }]);
  const question = page.getByRole('region', { name: 'Duplicate files' });
  await expect(
    question.getByText('W-2.pdf is the same as Harbor W-2.pdf, which is already here.'),
  ).toBeVisible();
  await expect(page.locator('p[role=status]').first()).toHaveText('One file needs your answer.');
  await expectAccessible(page);
  await tabTo(page, question.getByRole('button', { name: 'Keep one: leave out W-2.pdf' }));
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expectFocusKept(page);
  expect(await storedPaths(account)).toEqual(['Harbor W-2.pdf']);

  await upload(page, [{ ...harbor, name: 'W-2.pdf' }]);
  await tabTo(page, question.getByRole('button', { name: 'Upload anyway: W-2.pdf' }));
  await page.keyboard.press('Enter');
  await expect(row(page, 'W-2.pdf')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['Harbor W-2.pdf', 'W-2.pdf']);

  // Of three files, one is new, one is already stored, and one is selected twice.
  const wages = csv('wages.csv', 4200);
  await upload(page, [{ ...harbor, name: 'again.pdf' }, wages, { ...wages, name: 'copy.csv' }]);
  await expect(question.getByText('2 files are duplicates.')).toBeVisible();
  // Of two that are chosen together, the one that is read first counts as the original.
  const twoChosen =
    /^(copy.csv is the same as wages|wages.csv is the same as copy)\.csv, which you also chose\.$/;
  await expect(question.getByText(twoChosen)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep one of each' }).click();
  await expect(question).toHaveCount(0);
  await expect(row(page, 'wages.csv').or(row(page, 'copy.csv'))).toBeVisible();
  expect(await storedPaths(account)).toHaveLength(3);

  // On a phone, the button is always there, and the list may be far below.
  await page.setViewportSize({ width: 390, height: 700 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await upload(page, [{ ...harbor, name: 'W-2 again.pdf' }]);
  await expect(question.getByRole('button', { name: 'Upload anyway' })).toBeInViewport({ ratio: 1 });
});

test('offers the camera next to the file picker on a phone', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  skipInFirefox(noTouchScreen);
  const { page, account } = await openFiles(['W2.pdf'], { screen: 'phone' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take a photo' }).click();
  const input = (await chooser).element();
  const attributes = (element: Node) =>
    element instanceof HTMLInputElement ? [element.accept, element.getAttribute('capture')] : [];
  expect(await input.evaluate(attributes)).toEqual(['image/*', 'environment']);
  await expect(page.getByRole('button', { name: 'Upload Folder' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  const files = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Files' }).click();
  expect(await (await files).element().evaluate(attributes)).toEqual([
    '.pdf,.jpg,.jpeg,.png,.docx,.csv,.txt,.doc,.xls,.xlsx,image/*',
    null,
  ]);
  await (await files).setFiles(heic('front.HEIC', 1));
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
  expect(await storedPaths(account)).toContain('front.HEIC');
});
