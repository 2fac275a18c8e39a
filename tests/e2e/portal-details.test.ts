import { expect, test } from 'vitest';
import business from '#business' with { type: 'json' };
import { openBrowser } from './support/browser.ts';
import { newCase, panel, returnAt, stepTo, storeReturn } from './support/case.ts';
import { openCase } from './support/desk.ts';
import { accountOf, fillFiles, officeYear, photo, row, upload } from './support/documents.ts';
import { button, enterAs, expectGoodScreen, heading, signIn } from './support/entry.ts';
import { visitClientFiles, visitFiles } from './support/files-visit.ts';
import { giveRole } from './support/house-database.ts';
import { confirmedPerson } from './support/people.ts';

test('a client who asks for the staff area is told why they are in their account', async () => {
  const { page } = await openBrowser();
  await enterAs(page, await accountOf(await confirmedPerson('Rosa')));
  for (const path of ['/manage', '/manage/office']) {
    await page.goto(path);
    await page.waitForURL('**/account');
    await page.getByText('Access Denied', { exact: true }).waitFor();
    await page.getByText("You don't have permission to access this page", { exact: true }).waitFor();
    await expectGoodScreen(page);
  }
  await button(page, 'Close').click();
  await page.getByText('Access Denied').waitFor({ state: 'detached' });
  await page.reload();
  await heading(page, 'Welcome, Rosa').waitFor();
  expect(await page.getByText('Access Denied').count()).toBe(0);
});

test('a user who isn’t super is told so on the office’s own page, with a link to leave it', async () => {
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { page } = await openBrowser();
  await enterAs(page, await accountOf(preparer));
  await page.goto('/manage/office');
  await heading(page, 'Access Denied').waitFor();
  await page.getByText("You don't have permission to access this page").waitFor();
  await page.getByRole('link', { name: 'Go to Account' }).click();
  await page.waitForURL('**/account');
});

test('times are the office’s, and show its zone to a reader in another one', async () => {
  const one = await newCase();
  const { page: traveler } = await openBrowser({ timezoneId: 'Asia/Tokyo' });
  await signIn(traveler, one.client);
  await traveler.goto('/account');
  await traveler
    .getByText(/^Last used .*, \d{1,2}:\d\d [AP]M E[SD]T$/)
    .first()
    .waitFor();

  const { page: home } = await openBrowser({ timezoneId: business.timeZone });
  await signIn(home, one.client);
  await home.goto('/account');
  await home
    .getByText(/^Last used .*, \d{1,2}:\d\d [AP]M$/)
    .first()
    .waitFor();
});

test('the account page says once that the account was created', async () => {
  const { page } = await openBrowser();
  await enterAs(page, await accountOf(await confirmedPerson('Rosa')));
  await page.goto('/account');
  await page.getByRole('region', { name: 'What happens next' }).waitFor();
  await page.getByRole('region', { name: 'Recent Activity' }).getByText('Account created').waitFor();
  expect(await page.getByText('Account created').count()).toBe(1);
});

test('a file for the review is a PDF, the newest first', async () => {
  const one = await newCase();
  await fillFiles(one.account, ['W-2.jpg', 'letter.pdf', 'list.csv']);
  await storeReturn(one, 'Return 1.pdf', 'first');
  await storeReturn(one, 'Return 2.pdf', 'second');
  await returnAt(one, ['in_preparation']);
  const { page } = await openBrowser();
  await signIn(page, one.preparer);
  await page.goto(`/manage?client=${one.account.id}`);
  await button(page, 'Put up for review').click();
  await page.getByRole('button', { name: /File to review/ }).click();
  const offered = await page.getByRole('option').allTextContents();
  expect(offered.map((label) => label.split(',')[0])).toEqual(['Return 2.pdf', 'Return 1.pdf', 'letter.pdf']);
});

test('the proposed letter fits the return, and a draft is kept', async () => {
  const one = await newCase();
  const documentId = await storeReturn(one, 'Return.pdf', 'first');
  const id = await returnAt(one, ['in_preparation', 'ready_for_review'], { documentId });
  const { page } = await openBrowser();
  await signIn(page, one.preparer);
  await page.goto(`/manage?client=${one.account.id}`);
  const write = page.getByRole('button', { name: 'Write to client' }).first();
  const letter = page
    .getByRole('dialog')
    .getByRole('button', { name: /Letter/ })
    .first();
  await panel(page, 'Returns').getByText('Ready for review', { exact: true }).waitFor();
  await page.getByRole('region', { name: /^Documents/ }).waitFor();
  // It is known once the list of documents has loaded too.
  const proposed = async () => {
    await write.click();
    const text = await letter.textContent();
    await page.keyboard.press('Escape');
    await letter.waitFor({ state: 'hidden' });
    return text;
  };
  await expect.poll(proposed).toContain('The return is ready');

  await stepTo(one, id, 'in_preparation');
  await panel(page, 'Returns').getByText('In preparation', { exact: true }).waitFor();
  await write.click();
  await expect.poll(() => letter.textContent()).toContain('Ask for documents');
  await page.getByRole('textbox', { name: 'Documents' }).fill('Your W-2');
  await page.keyboard.press('Escape');
  await stepTo(one, id, 'ready_for_review', documentId);
  await panel(page, 'Returns').getByText('Ready for review', { exact: true }).waitFor();
  await write.click();
  expect(await letter.textContent()).toContain('Ask for documents');
  expect(await page.getByRole('textbox', { name: 'Documents' }).inputValue()).toBe('Your W-2');
});

test('a button leads to the form that opens a return', async () => {
  const { page } = await openCase();
  const returns = panel(page, 'Returns');
  await returns.getByText('No return has been opened yet.').waitFor();
  expect(await returns.getByRole('button', { name: /Kind|Year/ }).count()).toBe(0);
  await button(page, 'Open return').click();
  const form = returns.getByRole('form', { name: 'Open a return' });
  await form.waitFor();
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Open return');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Open return' }).click();
  await returns.getByText(`Personal return ${officeYear()}`).waitFor();
  await form.waitFor({ state: 'detached' });
});

test('many refused files give one message, however they are added', async () => {
  const { page } = await visitFiles();
  const refused = (from: number) =>
    Array.from({ length: 12 }, (_, i) => ({
      name: `program ${from + i}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`MZ this is no PDF ${from + i}`),
    }));
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await upload(page, refused(0), 'Upload Your First File');
  await uploads.getByText('12 files were not uploaded').waitFor();
  await upload(page, refused(100));
  await uploads.getByText('24 files were not uploaded').waitFor();
  await page.getByText('Failed! Upload error').first().waitFor();
  expect(await page.getByText('Failed! Upload error').count()).toBe(1);
});

test('the whole list of documents can be printed, and nothing else', async () => {
  const one = await newCase();
  const { page } = await openBrowser({ screen: 'phone' });
  await signIn(page, one.client);
  await page.goto('/secured-files?bypass=true#checklist');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await button(page, 'Print this list').click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print-alone]');
  await paper.getByRole('heading', { name: `Documents we need for your ${officeYear()} return` }).waitFor();
  const [done, total] = (
    (await page
      .getByText(/^\d+ of \d+$/)
      .first()
      .textContent()) ?? ''
  ).split(' of ');
  expect(done).toBe('0');
  expect(await paper.getByRole('listitem').count()).toBe(Number(total));
  expect(await page.getByRole('heading', { name: 'File Management' }).isVisible()).toBe(false);

  await page.emulateMedia({ media: 'screen' });
  expect(await paper.isVisible()).toBe(false);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await paper.waitFor({ state: 'detached' });
});

test.each([1024, 1280])('the size of a file is never cut, %i px wide', async (width) => {
  const { page } = await visitClientFiles(['a.pdf'], 'super');
  // 1023.99 KB is the longest that a size can be.
  await page.setViewportSize({ width, height: 800 });
  await upload(page, [photo('b.jpg', 1_048_566)]);
  await row(page, 'b.jpg').waitFor();
  const sizes = page.getByText(/^[\d.]+ (Bytes|KB|MB)$/);
  const cut = await sizes.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  );
  expect(await sizes.count()).toBe(2);
  expect(await sizes.allTextContents()).toContain('1023.99 KB');
  expect(cut).toEqual([]);
});
