import { expect, test } from 'vitest';
import { expectAccessible } from './support/browser.ts';
import { pdf, row, storedPaths, upload } from './support/documents.ts';
import { refusedOnce, visitFiles } from './support/files-visit.ts';

test('names as the phone made them, and a suffix for a name that is taken', async () => {
  const { page, account } = await visitFiles(['W2.pdf'], { expectedErrors: [refusedOnce] });
  await upload(page, [pdf('W2.pdf'), pdf('Cafe\u0301 #1 50%?.pdf'), pdf('📄 renta.pdf')]);
  await page.getByText('Success! 3 file(s) uploaded').waitFor();
  await row(page, '📄 renta.pdf').waitFor();
  const [first, ...others] = await storedPaths(account);
  expect([first, ...others]).toEqual(expect.arrayContaining(['W2.pdf', 'Café #1 50%?.pdf', '📄 renta.pdf']));
  expect([first, ...others].filter((path) => /^W2_[a-z0-9]{4}\.pdf$/.test(path ?? ''))).toHaveLength(1);
});

test('a failure says so, keeps the file, and can be tried again', async () => {
  const { page, account } = await visitFiles([], { expectedErrors: [/Failed to load resource/] });
  const address = '**/storage/v1/object/user-documents/**';
  await page.route(address, (route) => route.abort());
  await upload(page, [pdf('W2.pdf')]);
  await page.getByText('Failed! Upload error').waitFor();
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByText('1 file was not uploaded').waitFor();
  await uploads.getByText('The connection was lost.').waitFor();
  await expectAccessible(page);

  await page.unroute(address);
  await uploads.getByRole('button', { name: 'Retry W2.pdf' }).click();
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  await uploads.waitFor({ state: 'detached' });
  expect(await storedPaths(account)).toEqual(['W2.pdf']);
});

test('go on while another page is looked at, show progress, and can be cancelled', async () => {
  const { page, account } = await visitFiles(['2025/']);
  await row(page, '2025').click();
  await page.waitForURL('**folder=2025');
  const held: (() => void)[] = [];
  await page.route('**/storage/v1/object/user-documents/**', async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue().catch(() => {});
  });
  await upload(page, [pdf('a.pdf'), pdf('b.pdf')]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByText('Uploading 2 files').waitFor();
  await uploads.getByRole('progressbar', { name: 'All files' }).waitFor();
  await uploads.getByRole('progressbar', { name: 'a.pdf' }).waitFor();
  expect(await page.locator('p[role=status]').first().textContent()).toMatch(
    /^Uploading 2 files\. \d+ percent\.$/,
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Pricing' }).click();
  await page.waitForURL('**/fees');
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  // Back to the folder where the files are going.
  await page.waitForURL('**/secured-files?folder=2025');
  await uploads.getByRole('button', { name: 'Cancel b.pdf' }).click();
  for (const go of held) go();
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  await row(page, 'a.pdf').waitFor();
  expect(await storedPaths(account)).toEqual(['2025/a.pdf']);
});

test('a page that is closed in the midst of an upload says so when it is back', async () => {
  const { page, account } = await visitFiles(['2025/']);
  await row(page, '2025').click();
  await page.waitForURL('**folder=2025');
  const address = '**/storage/v1/object/user-documents/**';
  await page.route(address, () => {});
  await upload(page, [pdf('a.pdf')]);
  await page.getByRole('progressbar', { name: 'a.pdf' }).waitFor();
  // The browser asks first; this person leaves all the same.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.goto('/secured-files');
  expect(await asked).toBe('beforeunload');

  await page.waitForURL('**/secured-files?folder=2025');
  await page.getByText('Your last upload was interrupted').waitFor();
  await expectAccessible(page);
  await page.unroute(address);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByText('Your last upload was interrupted').waitFor({ state: 'detached' });
  await upload(page, [pdf('a.pdf')]);
  await page.getByText('Success! 1 file(s) uploaded').waitFor();
  await page.reload();
  await row(page, 'a.pdf').waitFor();
  expect(await page.getByText('Your last upload was interrupted').count()).toBe(0);
  expect(await storedPaths(account)).toEqual(['2025/a.pdf']);
});
