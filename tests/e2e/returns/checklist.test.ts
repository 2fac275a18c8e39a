import type { Page } from '@playwright/test';
import { tabTo } from '../support/browser.ts';
import { createCase, panel, wasNotReloaded } from '../support/case.ts';
import { officeYear, pdf, seedFiles, storedPaths } from '../support/documents.ts';
import { button, dialog, expectGoodScreen, field, heading, httpErrors } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const YEAR = officeYear();
const SECTION = 'Documents we need';
const row = (page: Page, title: string) =>
  panel(page, /^Documents/)
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    // On the client's list, in the group of a person.
    .last();
/** What might apply is folded until something of a person is left to do besides it. */
const unfold = (page: Page) => page.getByRole('button', { name: /^Might apply to you/ }).click();
const inState = (page: Page, title: string, state: string) =>
  row(page, title).getByText(state, { exact: true }).waitFor();

test('a client answers each way, and staff see, confirm, and ask again', async ({ openWithRealtime }) => {
  const one = await createCase();
  const { client, account, preparer } = one;
  await seedFiles(account, ['old/passport.pdf']);
  const home = await openWithRealtime(client, '/secured-files?bypass=true#checklist', { screen: 'phone' });
  await expect(heading(home, SECTION)).toBeVisible();
  await expect(home.locator('#checklist')).toBeFocused();
  await expectGoodScreen(home);
  const desk = await openWithRealtime(preparer, `/manage?client=${account.id}`);

  // With a stored file.
  await button(home, 'Send it: Photo ID').click();
  await expect(dialog(home, 'Send: Photo ID')).toBeVisible();
  await home.getByRole('dialog').locator('label').filter({ hasText: 'passport.pdf' }).click();
  await expectGoodScreen(home);
  await button(home, 'Use the selected files').click();
  await inState(home, 'Photo ID', 'Sent, and we’re checking it');
  await expect(row(desk, 'Photo ID').getByText('passport.pdf').first()).toBeVisible();

  // With a new file from the device.
  await unfold(home);
  await button(home, 'Send it: Your W-2 forms').click();
  const chooser = home.waitForEvent('filechooser');
  await button(home, 'Choose from this device').click();
  await (await chooser).setFiles([pdf('W-2 Harbor Bakery.pdf')]);
  await inState(home, 'Your W-2 forms', 'Sent, and we’re checking it');
  expect(await storedPaths(account)).toContain(`${YEAR}/W-2 Harbor Bakery.pdf`);
  await inState(desk, 'Your W-2 forms', 'Sent');

  // With "I don't have this".
  await button(home, 'I don’t have it: Your 1099 forms').click();
  await field(home, 'Why don’t you have it?').fill('I had no such income');
  await button(home, 'Save my answer').click();
  await inState(home, 'Your 1099 forms', 'You don’t have it');
  await expect(row(desk, 'Your 1099 forms').getByText('Client: “I had no such income”')).toBeVisible();

  // The office confirms and asks again.
  await button(desk, 'Ask again: Photo ID').click();
  await field(desk, 'Note to the client (optional)').fill('The picture is too dark.');
  await desk.locator('form').getByRole('button', { name: 'Ask again', exact: true }).click();
  await inState(home, 'Photo ID', 'Please send again');
  await expect(home.getByRole('heading', { level: 3 }).first()).toHaveText(/^We asked you for these/);
  await expect(home.getByRole('heading', { level: 4 }).first()).toHaveText('Photo ID');
  await expect(row(home, 'Photo ID').getByText('The picture is too dark.')).toBeVisible();
  await expectGoodScreen(home);

  await button(desk, 'Request a document').click();
  await field(desk, 'Document').fill('Letter 6419 of the IRS');
  await desk.locator('form').getByRole('button', { name: 'Request document' }).click();
  await inState(home, 'Letter 6419 of the IRS', 'Still needed');

  await button(desk, 'Confirm: Your W-2 forms').click();
  await inState(home, 'Your W-2 forms', 'Checked and accepted');
  await expect(button(home, 'Change: Your W-2 forms')).toHaveCount(0);
  expect(await wasNotReloaded(home)).toBe(true);
  expect(await wasNotReloaded(desk)).toBe(true);
});

test('what is asked for again is sent with another file, and all that was sent is confirmed at once', {
  tag: '@details-client',
}, async ({ openWithRealtime }) => {
  const { client, account, preparer, office } = await createCase();
  await seedFiles(account, ['old/passport.pdf']);
  const home = await openWithRealtime(client, '/secured-files?bypass=true#checklist', { screen: 'phone' });
  const desk = await openWithRealtime(preparer, `/manage?client=${account.id}`);
  await button(home, 'Send it: Photo ID').click();
  await button(home, 'Use the selected files').click();
  await expect(
    home.getByText('Choose a file from your device, or pick one you’ve already uploaded.'),
  ).toBeVisible();
  await home.getByRole('dialog').locator('label').filter({ hasText: 'passport.pdf' }).click();
  await button(home, 'Use the selected files').click();
  await inState(home, 'Photo ID', 'Sent, and we’re checking it');
  await row(desk, 'Photo ID')
    .getByRole('button', { name: /^(?!Take ).*passport\.pdf/ })
    .click();
  await expect(dialog(desk, 'passport.pdf')).toBeVisible();
  await desk.keyboard.press('Escape');
  const asked = await office.api.rpc('review_checklist_item', {
    client_id: account.id,
    list_year: YEAR,
    list_item: 'photo-id',
    new_state: 'asked_again',
    item_title: 'Photo ID',
  });
  expect(asked.error).toBeNull();
  await inState(home, 'Photo ID', 'Please send again');
  await unfold(home);
  await button(home, 'I don’t have it: Your W-2 forms').click();
  await button(home, 'Save my answer').click();
  await expect(home.getByText('Please write a few words')).toBeVisible();
  await field(home, 'Why don’t you have it?').fill('I had no job');
  await button(home, 'Save my answer').click();
  await button(desk, 'Confirm: Your W-2 forms').click();
  await inState(home, 'Your W-2 forms', 'Checked and accepted');
  await button(desk, 'Open again: Your W-2 forms').click();
  await inState(home, 'Your W-2 forms', 'Still needed');

  // When sent again, the unusable file is no longer selected.
  await button(home, 'Send it: Photo ID').click();
  const camera = home.waitForEvent('filechooser');
  await button(home, 'Choose from this device').click();
  await (await camera).setFiles([pdf('Passport in daylight.pdf')]);
  await expect(row(desk, 'Photo ID').getByText('Passport in daylight.pdf').first()).toBeVisible();
  await expect(row(desk, 'Photo ID').getByText('passport.pdf', { exact: true })).toHaveCount(0);
  await button(home, 'Send it: Your W-2 forms').click();
  await home.getByRole('dialog').locator('label').filter({ hasText: 'passport.pdf' }).click();
  await button(home, 'Use the selected files').click();
  await button(desk, 'Confirm all sent (2)').click();
  await inState(home, 'Photo ID', 'Checked and accepted');
  await inState(home, 'Your W-2 forms', 'Checked and accepted');
  await expectGoodScreen(desk);
});

test('attaches one stored file to two checklist items', { tag: '@details-client' }, async ({
  openWithRealtime,
}) => {
  const { client, account } = await createCase();
  const page = await openWithRealtime(client, '/secured-files');
  await unfold(page);
  for (const title of ['Photo ID', 'Your W-2 forms']) {
    await button(page, `Send it: ${title}`).click();
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Choose from this device').click();
    await (await chooser).setFiles([pdf('Everything.pdf')]);
    await inState(page, title, 'Sent, and we’re checking it');
  }
  expect(await storedPaths(account)).toEqual([`${YEAR}/Everything.pdf`]);
});

test('works by keyboard, and rejects an answer after the list is closed', { tag: '@details-client' }, async ({
  openWithRealtime,
}) => {
  const { client, account, office } = await createCase();
  await seedFiles(account, ['passport.pdf']);
  const page = await openWithRealtime(client, '/secured-files', {
    colorScheme: 'dark',
    expectedErrors: [httpErrors],
  });
  await expect(heading(page, SECTION)).toBeVisible();
  await tabTo(page, button(page, 'I don’t have it: Photo ID'));
  await page.keyboard.press('Enter');
  await expect(page.locator('textarea')).toBeFocused();
  await page.keyboard.type('It is lost');
  // Staff have confirmed it on paper meanwhile.
  const { error } = await office.api.rpc('review_checklist_item', {
    client_id: account.id,
    list_year: YEAR,
    list_item: 'photo-id',
    new_state: 'confirmed',
    item_title: 'Photo ID',
  });
  expect(error).toBeNull();
  await tabTo(page, button(page, 'Save my answer'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Our office has already confirmed this')).toBeVisible();
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await inState(page, 'Photo ID', 'Checked and accepted');

  await tabTo(page, page.getByRole('button', { name: /^Might apply to you/ }), 120);
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Send it: Your W-2 forms'), 120);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('checkbox', { name: /passport\.pdf/ }));
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Use the selected files'));
  await page.keyboard.press('Enter');
  await inState(page, 'Your W-2 forms', 'Sent, and we’re checking it');
  // Focus stays in place.
  await expect(button(page, 'Change: Your W-2 forms')).toBeFocused();
});
