import business from '#business' with { type: 'json' };
import { createCase, createReturn, panel, setReturnStatus, storeReturn } from './support/case.ts';
import { giveRole } from './support/database.ts';
import { accountOf, officeYear, photo, row, seedFiles, upload } from './support/documents.ts';
import { confirmedPerson } from './support/people.ts';
import { button, expectGoodScreen, heading, signIn, signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('tells a client why the staff area redirected to the account', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await signInAs(page, await accountOf(await confirmedPerson('Rosa')));
  for (const path of ['/manage', '/manage/office']) {
    await page.goto(path);
    await page.waitForURL('**/account');
    await expect(page.getByText('Access Denied', { exact: true })).toBeVisible();
    await expect(
      page.getByText("You don't have permission to access this page", { exact: true }),
    ).toBeVisible();
    await expectGoodScreen(page);
  }
  await button(page, 'Close').click();
  await expect(page.getByText('Access Denied')).toHaveCount(0);
  await page.reload();
  await expect(heading(page, 'Welcome, Rosa')).toBeVisible();
  await expect(page.getByText('Access Denied')).toHaveCount(0);
});

test('tells users who are not super why the office page is closed, with a link back', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { page } = await openBrowser();
  await signInAs(page, await accountOf(preparer));
  await page.goto('/manage/office');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page")).toBeVisible();
  await page.getByRole('link', { name: 'Go to Account' }).click();
  await page.waitForURL('**/account');
});

test('shows times in the office’s time zone, and names it to readers elsewhere', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const one = await createCase();
  const { page: traveler } = await openBrowser({ timezoneId: 'Asia/Tokyo' });
  await signIn(traveler, one.client);
  await traveler.goto('/account');
  await expect(traveler.getByText(/^Last used .*, \d{1,2}:\d\d [AP]M E[SD]T$/).first()).toBeVisible();

  const { page: home } = await openBrowser({ timezoneId: business.timeZone });
  await signIn(home, one.client);
  await home.goto('/account');
  await expect(home.getByText(/^Last used .*, \d{1,2}:\d\d [AP]M$/).first()).toBeVisible();
});

test('the account page announces a new account once', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await signInAs(page, await accountOf(await confirmedPerson('Rosa')));
  await page.goto('/account');
  await expect(page.getByRole('region', { name: 'What happens next' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Recent Activity' }).getByText('Account created'),
  ).toBeVisible();
  await expect(page.getByText('Account created')).toHaveCount(1);
});

test('offers only PDFs for review, newest first, and chooses the newest of the office', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const one = await createCase();
  await storeReturn(one, 'Return 1.pdf', 'first');
  await storeReturn(one, 'Return 2.pdf', 'second');
  await seedFiles(one.account, ['W-2.jpg', 'letter.pdf', 'list.csv']);
  await createReturn(one, ['in_preparation']);
  const { page } = await openBrowser();
  await signIn(page, one.preparer);
  await page.goto(`/manage?client=${one.account.id}`);
  await button(page, 'Send for review').click();
  const file = page.getByRole('button', { name: /File to review/ });
  await expect(file).toContainText('Return 2.pdf');
  await file.click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    /^letter\.pdf\b/,
    /^Return 2\.pdf\b/,
    /^Return 1\.pdf\b/,
  ]);
});

test('proposes the letter that fits the return’s status and keeps a draft', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const one = await createCase();
  const documentId = await storeReturn(one, 'Return.pdf', 'first');
  const id = await createReturn(one, ['in_preparation', 'ready_for_review'], { documentId });
  const { page } = await openBrowser();
  await signIn(page, one.preparer);
  await page.goto(`/manage?client=${one.account.id}`);
  const write = page.getByRole('button', { name: 'Email client' }).first();
  const letter = page
    .getByRole('dialog')
    .getByRole('button', { name: /Letter/ })
    .first();
  await expect(panel(page, 'Returns').getByText('Ready for review', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Documents/ })).toBeVisible();
  // The proposal depends on the list of documents.
  const proposed = async () => {
    await write.click();
    const text = await letter.textContent();
    await page.keyboard.press('Escape');
    await expect(letter).toBeHidden();
    return text;
  };
  await expect.poll(proposed).toContain('Return ready');

  await setReturnStatus(one, id, 'in_preparation');
  await expect(panel(page, 'Returns').getByText('In preparation', { exact: true })).toBeVisible();
  await write.click();
  await expect(letter).toContainText('Document request');
  await page.getByRole('textbox', { name: 'Documents' }).fill('Your W-2');
  await page.keyboard.press('Escape');
  await setReturnStatus(one, id, 'ready_for_review', documentId);
  await expect(panel(page, 'Returns').getByText('Ready for review', { exact: true })).toBeVisible();
  await write.click();
  await expect(letter).toContainText('Document request');
  await expect(page.getByRole('textbox', { name: 'Documents' })).toHaveValue('Your W-2');
});

test('a button opens the form for a new return', { tag: '@details-client' }, async ({ openCase }) => {
  const { page } = await openCase();
  const returns = panel(page, 'Returns');
  await expect(returns.getByText('No returns yet.')).toBeVisible();
  await expect(returns.getByRole('button', { name: /Kind|Year/ })).toHaveCount(0);
  await button(page, 'Open another return').click();
  const form = returns.getByRole('form', { name: 'Open a return' });
  await expect(form).toBeVisible();
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Open another return');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Open return' }).click();
  await expect(returns.getByText(`Personal return ${officeYear()}`)).toBeVisible();
  await expect(form).toHaveCount(0);
});

test('shows one message for many rejected files, however they are added', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page } = await openFiles();
  const refused = (from: number) =>
    Array.from({ length: 12 }, (_, i) => ({
      name: `program ${from + i}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`MZ this is no PDF ${from + i}`),
    }));
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await upload(page, refused(0), 'Upload Your First File');
  await expect(uploads.getByText('12 files were not uploaded')).toBeVisible();
  await upload(page, refused(100));
  await expect(uploads.getByText('24 files were not uploaded')).toBeVisible();
  await expect(page.getByText('Failed! Upload error').first()).toBeVisible();
  await expect(page.getByText('Failed! Upload error')).toHaveCount(1);
});

test('prints the whole document list and nothing else', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const one = await createCase();
  const { page } = await openBrowser({ screen: 'phone' });
  await signIn(page, one.client);
  await page.goto('/secured-files?bypass=true#checklist');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await button(page, 'Print this list').click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print-alone]');
  await expect(
    paper.getByRole('heading', { name: `Documents we need for your ${officeYear()} return` }),
  ).toBeVisible();
  const [done, total] = (
    (await page
      .getByText(/^\d+ of \d+$/)
      .first()
      .textContent()) ?? ''
  ).split(' of ');
  expect(done).toBe('0');
  await expect(paper.getByRole('listitem')).toHaveCount(Number(total));
  await expect(page.getByRole('heading', { name: 'File Management' })).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await expect(paper).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);
});

for (const width of [1024, 1280] as const) {
  test(`never truncates the file size (${width} px)`, { tag: '@details-client' }, async ({
    openClientFiles,
  }) => {
    const { page } = await openClientFiles(['a.pdf'], 'super');
    // 1023.99 KB is the longest that a size can be.
    await page.setViewportSize({ width, height: 800 });
    await upload(page, [photo('b.jpg', 1_048_566)]);
    await expect(row(page, 'b.jpg')).toBeVisible();
    const sizes = page.getByText(/^[\d.]+ (Bytes|KB|MB)$/);
    await expect(sizes).toHaveCount(2);
    const cut = await sizes.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    expect(await sizes.allTextContents()).toContain('1023.99 KB');
    expect(cut).toEqual([]);
  });
}
