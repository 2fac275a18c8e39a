import type { Page } from '@playwright/test';
import { heic } from '#tests/support/sample-documents.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  noTouchScreen,
  skipInFirefox,
  tabTo,
} from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { accountOf, act, officeYear, pdf, photo, row, storedPaths, upload } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const naming = (page: Page) => page.getByRole('dialog', { name: 'Name Your Image' });
const reminder = (page: Page) =>
  page.getByRole('dialog', { name: `Complete Your ${officeYear()} Tax Form`, exact: true });
/** On a phone, a dialog stays hidden while it waits for the on-screen keyboard. */
const inSight = (page: Page) => expect(page.locator('[style*="opacity: 0"]')).toHaveCount(0);

test('asks for the name of each picture on a phone, then for the tax form', async ({ openFiles }) => {
  skipInFirefox(noTouchScreen);
  const { page, account } = await openFiles([], { screen: 'phone', formSubmitted: false });
  await upload(
    page,
    [heic('IMG_1234.HEIC', 1), pdf('letter.pdf'), photo('image.jpg', 2000), photo('W-2 kept.jpeg', 2000)],
    'Upload Your First File',
  );
  const dialog = naming(page);
  await expect(dialog.getByText('Image 1 of 3')).toBeVisible();
  await expect(dialog.getByText('IMG_1234.HEIC')).toBeVisible();
  await inSight(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const field = dialog.getByLabel('Name');
  const addName = dialog.getByRole('button', { name: 'Add Name' });
  await addName.click();
  await expect(dialog.getByText('Please enter a name for the image.')).toBeVisible();
  await field.fill('   ');
  await field.press('Enter');
  await expect(dialog.getByText('Please enter a name for the image.')).toBeVisible();
  await field.fill('Social Security card');
  await addName.click();

  await expect(dialog.getByText('Image 2 of 3')).toBeVisible();
  await expect(field).toHaveValue('');
  // The picture is shown in the dialog.
  await expect(
    dialog.getByRole('presentation', { includeHidden: true }).or(dialog.locator('img')).first(),
  ).toBeVisible();
  await field.fill('W-2.jpg');
  await field.press('Enter');
  await expect(dialog.getByText('Image 3 of 3')).toBeVisible();
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog).toHaveCount(0);

  await expect(reminder(page)).toBeVisible();
  await expectAccessible(page);
  await reminder(page).getByRole('button', { name: 'Not Now' }).click();
  await expect(reminder(page)).toHaveCount(0);
  await expect(row(page, 'Social Security card.HEIC')).toBeVisible();
  expect(await storedPaths(account)).toEqual([
    'Social Security card.HEIC',
    'W-2 kept.jpeg',
    'W-2.jpg',
    'letter.pdf',
  ]);
});

test('shows an error for a rejected name and allows another', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  skipInFirefox(noTouchScreen);
  const { page, account } = await openFiles(['W-2.jpg'], {
    screen: 'phone',
    expectedErrors: [/Failed to load resource/],
  });
  await upload(page, [photo('image.jpg', 2000)]);
  const dialog = naming(page);
  const field = dialog.getByLabel('Name');
  await field.fill('W-2');
  await field.press('Enter');
  await expect(dialog.getByText('Failed to rename image. Please try again.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use “W-2 (2).jpg”' })).toBeVisible();
  await inSight(page);
  await expectAccessible(page);
  await page.context().setOffline(true);
  await field.fill('1099');
  await field.press('Enter');
  await expect(dialog.getByText('An error occurred while renaming the image.')).toBeVisible();
  await page.context().setOffline(false);
  await field.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, '1099.jpg')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['1099.jpg', 'W-2.jpg']);
  // The form is submitted, so there is no reminder.
  await expect(reminder(page)).toHaveCount(0);
});

test('suggests the next free name in both dialogs if the name is taken', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page, account } = await openFiles(['W-2.jpg', 'b.pdf', 'a.pdf'], {
    expectedErrors: [/Failed to load resource/],
  });
  await upload(page, [photo('IMG_0001.jpg', 2000)]);
  await naming(page).getByLabel('Name').fill('W-2');
  await page.keyboard.press('Enter');
  await naming(page).getByRole('button', { name: 'Use “W-2 (2).jpg”' }).click();
  await expect(naming(page)).toHaveCount(0);
  await expect(row(page, 'W-2 (2).jpg')).toBeVisible();

  await act(page, 'desktop', 'Rename', 'b.pdf');
  await page.getByLabel('New name').fill('A.pdf');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use “A (2).pdf”' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'A (2).pdf')).toBeVisible();
  expect((await storedPaths(account)).sort()).toEqual(['A (2).pdf', 'W-2 (2).jpg', 'W-2.jpg', 'a.pdf']);
});

test('asks only about camera file names on a desktop, and can be closed early', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page, account } = await openFiles();
  await upload(page, [
    photo('Scan of W-2.jpg', 2000),
    photo('IMG_0001.JPG', 2000),
    photo('IMG_0002.JPG', 2001),
  ]);
  await expect(naming(page).getByText('Image 1 of 2')).toBeVisible();
  await expectAccessible(page);
  // By keyboard: the field has focus, and Tab moves to the buttons.
  await page.keyboard.type('Front');
  await tabTo(page, naming(page).getByRole('button', { name: 'Add Name' }));
  await page.keyboard.press('Enter');
  await expect(naming(page).getByText('Image 2 of 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(naming(page)).toHaveCount(0);
  await expect(row(page, 'Front.JPG')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['Front.JPG', 'IMG_0002.JPG', 'Scan of W-2.jpg']);
});

test('reopens the same folder after leaving during naming', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page } = await openFiles(['2025/a.pdf']);
  await row(page, '2025').click();
  await page.waitForURL('**folder=2025');
  await upload(page, [photo('IMG_0001.JPG', 2000)]);
  await expect(naming(page)).toBeVisible();
  await page.goto('/secured-files');
  await expect(page).toHaveURL(/\/secured-files\?folder=2025$/);
});

test('the reminder opens the form, and appears if the form status is unknown', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page } = await openFiles([], { expectedErrors: [/Failed to load resource/] });
  await page.route('**/rest/v1/tax_forms**', (route) => route.abort());
  await upload(page, [pdf('W2.pdf')]);
  await expect(reminder(page)).toBeVisible();
  await expectAccessible(page);
  // The main button has the focus.
  await page.keyboard.press('Enter');
  await page.waitForURL('**/secured-files?form=open');

  await page.unroute('**/rest/v1/tax_forms**');
  await page.goto('/secured-files');
  await upload(page, [pdf('W2 again.pdf')]);
  await expect(page.getByText('Success! 1 file(s) uploaded').first()).toBeVisible();
  await expect(row(page, 'W2 again.pdf')).toBeVisible();
  await expect(reminder(page)).toHaveCount(0);
});

test('staff uploading for a client name pictures but get no form reminder', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto(`/manage?client=${account.id}`);
  await expect(page.getByText('No files yet')).toBeVisible();
  await upload(page, [photo('IMG_0001.JPG', 2000)]);
  await expect(page.getByText('Success! 1 file(s) uploaded for Rosa Delgado Muñoz')).toBeVisible();
  await naming(page).getByLabel('Name').fill('Letter of the IRS');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press('Enter');
  await expect(row(page, 'Letter of the IRS.JPG')).toBeVisible();
  expect(asked.filter((url) => url.includes('/rest/v1/tax_forms'))).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
