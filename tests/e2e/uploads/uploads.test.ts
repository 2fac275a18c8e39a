import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { csv, heic } from '#tests/support/sample-documents.ts';
import { expectAccessible, expectNoSidewaysScroll, tabTo } from '../support/browser.ts';
import { pdf, photo, row, storedPaths, type TestFile, upload } from '../support/documents.ts';
import { visitFiles } from '../support/files-visit.ts';
import { expectFocusKept, provoked, resumable } from '../support/uploads.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** From now on every upload waits; the returned function lets them go. */
async function holdUploads(page: Page): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  let isOpen = false;
  await page.route(resumable, async (route) => {
    if (!isOpen) await new Promise<void>((go) => held.push(go));
    await route.continue().catch(() => {});
  });
  return async () => {
    isOpen = true;
    for (const go of held) go();
  };
}

test('names as the phone made them, and a suffix for a name that is taken', async () => {
  const { page, account } = await visitFiles(['W2.pdf'], { expectedErrors: provoked });
  await upload(page, [pdf('W2.pdf', 'another'), pdf('Cafe\u0301 #1 50%?.pdf'), pdf('📄 renta.pdf')]);
  await page.getByText('Success! 3 file(s) uploaded').waitFor();
  await row(page, '📄 renta.pdf').waitFor();
  const [first, ...others] = await storedPaths(account);
  expect([first, ...others]).toEqual(expect.arrayContaining(['W2.pdf', 'Café #1 50%?.pdf', '📄 renta.pdf']));
  const [renamed, ...more] = [first, ...others].filter((path) => /^W2_[a-z0-9]{4}\.pdf$/.test(path ?? ''));
  expect(more).toEqual([]);
  await panel(page)
    .getByText(renamed ?? '')
    .waitFor();
  await panel(page)
    .getByText('“W2.pdf” was in use already, so your file is stored under this name.')
    .waitFor();
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await panel(page).waitFor({ state: 'detached' });
});

test('a refusal of the server says so, keeps the file, and can be tried again', async () => {
  const { page, account } = await visitFiles([], { expectedErrors: provoked });
  await page.route(resumable, (route) =>
    route.fulfill({ status: 403, body: 'new row violates row-level security policy' }),
  );
  await upload(page, [pdf('W2.pdf')]);
  await page.getByText('Failed! Upload error').waitFor();
  await panel(page).getByText('1 file was not uploaded').waitFor();
  await panel(page).getByText('new row violates row-level security policy').waitFor();
  await expectAccessible(page);

  await page.unroute(resumable);
  await tabTo(page, panel(page).getByRole('button', { name: 'Retry W2.pdf' }));
  await page.keyboard.press('Enter');
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  await panel(page).waitFor({ state: 'detached' });
  await expectFocusKept(page);
  expect(await storedPaths(account)).toEqual(['W2.pdf']);
});

test('a lost connection is waited for, and the upload goes on by itself', async () => {
  const { page, account } = await visitFiles([], { expectedErrors: provoked });
  await page.context().setOffline(true);
  await upload(page, [photo('W-2 page 1.jpg')]);
  await panel(page).getByRole('heading', { name: 'Waiting for the connection' }).waitFor();
  await expectAccessible(page);
  expect(await page.locator('p[role=status]').first().textContent()).toBe('Waiting for the connection.');
  await page.context().setOffline(false);
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  expect(await storedPaths(account)).toEqual(['W-2 page 1.jpg']);
});

test('go on while another page is looked at, show progress, and can be cancelled', async () => {
  const { page, account } = await visitFiles(['2025/']);
  await row(page, '2025').click();
  await page.waitForURL('**folder=2025');
  const letGo = await holdUploads(page);
  await upload(page, [pdf('a.pdf'), pdf('b.pdf')]);
  await panel(page).getByText('Uploading 2 files').waitFor();
  await panel(page).getByRole('progressbar', { name: 'All files' }).waitFor();
  await panel(page).getByRole('progressbar', { name: 'a.pdf' }).waitFor();
  expect(await page.locator('p[role=status]').first().textContent()).toMatch(
    /^Uploading 2 files\. \d+ percent\.$/,
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Pricing' }).click();
  await page.waitForURL('**/fees');
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  // Back to the folder where the files are going.
  await page.waitForURL('**/secured-files?folder=2025');
  await panel(page).getByRole('button', { name: 'Cancel b.pdf' }).click();
  await letGo();
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  await row(page, 'a.pdf').waitFor();
  expect(await storedPaths(account)).toEqual(['2025/a.pdf']);
});

test('whoever logs out in the midst of an upload is asked first', async () => {
  const { page, account } = await visitFiles();
  const letGo = await holdUploads(page);
  await upload(page, [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')]);
  await panel(page).getByText('Uploading 3 files').waitFor();
  await page.getByRole('link', { name: 'Account', exact: true }).first().click();
  await page.waitForURL('**/account');
  const logOut = page.getByRole('button', { name: 'Logout', exact: true });
  await logOut.click();
  const question = page.getByRole('alertdialog', { name: 'Log out now?' });
  await question.getByText('3 files are still on their way. Log out anyway?').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await logOut.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await letGo();
  await page.getByText('Success! 3 file(s) uploaded').waitFor();
  expect(await storedPaths(account)).toHaveLength(3);

  await logOut.click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await question.count()).toBe(0);
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
    'This PDF is not complete: its end is missing.',
  ],
];

test('what no preparer can use never leaves, and its panel says why', async () => {
  const { page, account } = await visitFiles();
  let requests = 0;
  await page.route(resumable, async (route) => {
    requests += 1;
    await route.continue();
  });
  const locked = pdf('locked.pdf');
  const withKey = locked.buffer.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R');
  await upload(page, [
    ...refused.map(([file]) => file),
    { ...locked, buffer: Buffer.from(withKey, 'latin1') },
  ]);
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  await page.getByText('Failed! Upload error').waitFor();
  await panel(page).getByText('5 files were not uploaded').waitFor();
  for (const [, sentence] of refused) await panel(page).getByText(sentence).waitFor();
  // What was refused stays refused, so nobody is offered to try again.
  expect(await panel(page).getByRole('button', { name: /Retry/ }).count()).toBe(0);
  await panel(page).getByText('This PDF is locked with a password.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(requests).toBe(1);
  expect(await storedPaths(account)).toEqual(['locked.pdf']);
});

test('the same bytes twice are asked about, one by one or all at once', async () => {
  const harbor = pdf('Harbor W-2.pdf');
  const { page, account } = await visitFiles();
  await upload(page, [harbor]);
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  await row(page, harbor.name).waitFor();

  await upload(page, [{ ...harbor, name: 'W-2.pdf' }]);
  const question = page.getByRole('region', { name: 'The same file twice' });
  await question.getByText('W-2.pdf is the same as Harbor W-2.pdf, which is already here.').waitFor();
  expect(await page.locator('p[role=status]').first().textContent()).toBe('A file waits for your answer.');
  await expectAccessible(page);
  await tabTo(page, question.getByRole('button', { name: 'Keep one: leave out W-2.pdf' }));
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await expectFocusKept(page);
  expect(await storedPaths(account)).toEqual(['Harbor W-2.pdf']);

  await upload(page, [{ ...harbor, name: 'W-2.pdf' }]);
  await tabTo(page, question.getByRole('button', { name: 'Upload anyway: W-2.pdf' }));
  await page.keyboard.press('Enter');
  await row(page, 'W-2.pdf').waitFor();
  expect(await storedPaths(account)).toEqual(['Harbor W-2.pdf', 'W-2.pdf']);

  // Of three: one is new, one is here already, one is chosen twice.
  const wages = csv('wages.csv', 4200);
  await upload(page, [{ ...harbor, name: 'again.pdf' }, wages, { ...wages, name: 'copy.csv' }]);
  await question.getByText('2 files are here twice.').waitFor();
  await question.getByText('copy.csv is the same as wages.csv, which you have chosen too.').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep one of each' }).click();
  await question.waitFor({ state: 'detached' });
  await row(page, 'wages.csv').waitFor();
  expect(await storedPaths(account)).toEqual(['Harbor W-2.pdf', 'W-2.pdf', 'wages.csv']);
});

test('on a phone the camera is one choice beside the files', async () => {
  const { page, account } = await visitFiles(['W2.pdf'], { screen: 'phone' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take a photo' }).click();
  const input = (await chooser).element();
  const attributes = (element: Node) =>
    element instanceof HTMLInputElement ? [element.accept, element.getAttribute('capture')] : [];
  expect(await input.evaluate(attributes)).toEqual(['image/*', 'environment']);
  expect(await page.getByRole('button', { name: 'Upload Folder' }).count()).toBe(0);
  await expectNoSidewaysScroll(page);
  const files = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Files' }).click();
  expect(await (await files).element().evaluate(attributes)).toEqual([
    '.pdf,.jpg,.jpeg,.png,.docx,.csv,.txt,.doc,.xls,.xlsx,image/*',
    null,
  ]);
  await (await files).setFiles(heic('front.HEIC', 1));
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  expect(await storedPaths(account)).toContain('front.HEIC');
});
