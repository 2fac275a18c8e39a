import type { Page } from '@playwright/test';
import { hold, waitForHydration } from '../support/browser.ts';
import { createCase, panel, storeReturn } from '../support/case.ts';
import { portal } from '../support/portal.ts';
import { button, dialog, expectGoodScreen, field, heading, link, signIn } from '../support/sign-in.ts';
import { askForSignature } from '../support/signing.ts';
import { expect, test } from '../support/test.ts';

const TITLE = 'Engagement letter';

test('staff send a document by keyboard, the client signs on a phone, and anyone verifies it', async ({
  openBrowser,
}) => {
  const one = await createCase();
  await storeReturn(one, `${TITLE}.pdf`, 'Signature:');
  const { page: desk } = await openBrowser();
  await signIn(desk, one.preparer);
  await desk.goto(`/manage/sign?client=${one.account.id}`);
  await field(desk, 'Document').selectOption(`${TITLE}.pdf`);
  await button(desk, 'Place on this page').waitFor();

  // Without the mouse.
  await field(desk, 'Text in the document').fill('signature');
  await button(desk, 'Place after this text').press('Enter');
  const placed = desk.getByRole('button', { name: /^Signature of Rosa.* on page 1/ });
  await expect(placed).toBeVisible();
  await field(desk, 'Field').selectOption('check');
  await button(desk, 'Place on this page').press('Enter');
  await field(desk, 'Label').fill('I have read the fee schedule');
  await expectGoodScreen(desk);
  await button(desk, 'Send for signature').press('Enter');
  await expect(panel(desk, 'Signatures').getByText('Sent', { exact: true })).toBeVisible();

  const { page: phone } = await openBrowser({ screen: 'phone' });
  await signIn(phone, one.client);
  await phone.goto('/account');
  await expect(phone.getByText(`Please sign: ${TITLE}`)).toBeVisible();
  await expectGoodScreen(phone);
  await link(phone, 'Read and sign').click();
  await expect(heading(phone, 'Sign electronically')).toBeVisible();
  await expect(phone.getByText('Your device has opened the PDF.')).toBeVisible();
  await expectGoodScreen(phone);
  await phone.getByText('I can open and read this PDF on my device').click();
  await button(phone, 'Agree and read the document').click();
  await expect(phone.getByRole('region', { name: 'Page 1' })).toContainText('Signature:');
  await expectGoodScreen(phone);
  await readAll(phone);

  await expect(heading(phone, 'Your signature')).toBeVisible();
  await phone.getByRole('textbox', { name: /^Your signature/ }).fill('Rosa Lopez');
  await phone.getByText('I have read the fee schedule').click();
  await button(phone, 'Put it on the document').click();
  await expect(heading(phone, 'Check, and sign')).toBeFocused();
  await expect(phone.getByRole('region', { name: 'Page 1' })).toContainText('Rosa Lopez');
  await expectGoodScreen(phone);
  await button(phone, 'Sign the document').click();
  await expect(heading(phone, 'Thank you. You’ve signed.')).toBeVisible();

  await expect(panel(desk, 'Signatures').getByText('Signed and sealed')).toBeVisible({ timeout: 60_000 });
  const { data } = await one.office.api
    .from('file_uploads')
    .select('file_path')
    .eq('file_name', `${TITLE} - signed.pdf`)
    .eq('user_id', one.account.id)
    .single();
  const stored = await one.office.api.storage.from('user-documents').download(String(data?.file_path));
  if (stored.error) throw stored.error;
  const signed = Buffer.from(await stored.data.arrayBuffer());
  await verify(phone, signed);
  await expect(phone.getByText('Genuine and unchanged')).toBeVisible();
  await expectGoodScreen(phone);
});

/** Scrolls to the end. */
async function readAll(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Page 1' })
    .evaluate((sheet) => sheet.scrollIntoView({ block: 'end' }));
  await button(page, 'I’ve read it. Sign now').click();
}

async function verify(page: Page, buffer: Buffer): Promise<void> {
  await page.goto('/verify');
  await page
    .getByLabel('Choose a PDF, or drop it here')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer });
}

test('a message says what is missing, and what was typed stays in the tab', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const one = await createCase();
  const documentId = await storeReturn(one, `${TITLE}.pdf`, 'Signature:');
  const { page: desk } = await openBrowser();
  await signIn(desk, one.preparer);
  await desk.goto(`/manage?client=${one.account.id}`);
  await expect(panel(desk, 'Signatures').getByText('No document was sent for signature yet.')).toBeVisible();
  await panel(desk, 'Signatures').getByRole('link', { name: 'Ask for a signature' }).click();
  await field(desk, 'Document').selectOption(`${TITLE}.pdf`);
  await button(desk, 'Place on this page').waitFor();
  await button(desk, 'Send for signature').press('Enter');
  await expect(desk.getByRole('alert')).toHaveText('Each person needs a field for the signature.');
  await button(desk, 'Place on this page').press('Enter');
  const placed = desk.getByRole('button', { name: /^Signature of Rosa.* on page 1/ });
  const before = await placed.boundingBox();
  await placed.press('ArrowDown');
  await expect.poll(async () => (await placed.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);

  const id = await askForSignature(one, documentId, TITLE, [
    { kind: 'check', label: 'I have read the fee schedule', y: 200 },
  ]);
  const { page: phone } = await openBrowser({ screen: 'phone' });
  await signIn(phone, one.client);
  await phone.goto(`/account/sign/${id}`);
  await expect(button(phone, 'Agree and read the document')).toBeDisabled();
  await phone.getByText('I can open and read this PDF on my device').click();
  await button(phone, 'Agree and read the document').click();
  const [next, done] = [button(phone, 'Show the next page'), button(phone, 'I’ve read it. Sign now')];
  // The next page's button goes as soon as the end of the page was on the screen.
  await expect(async () => {
    if (await next.isVisible()) await next.press('Enter', { timeout: 1000 });
    await expect(done).toBeVisible({ timeout: 2000 });
  }).toPass();
  await done.press('Enter');
  await button(phone, 'Put it on the document').click();
  await expect(phone.getByText('Please type or draw your signature.')).toBeVisible();
  await phone.getByRole('textbox', { name: /^Your signature/ }).fill('Rosa Lopez');
  await button(phone, 'Put it on the document').click();
  await expect(phone.getByText('Please fill this in.')).toBeVisible();
  await expect(phone.getByRole('checkbox', { name: 'I have read the fee schedule' })).toBeFocused();
  await expectGoodScreen(phone);
  await phone.reload();
  await expect(phone.getByRole('textbox', { name: /^Your signature/ })).toHaveValue('Rosa Lopez');
  await phone.getByText('I have read the fee schedule').click();
  await button(phone, 'Put it on the document').click();
  await button(phone, 'Change something').click();
  await button(phone, 'Put it on the document').click();
  await expect(button(phone, 'Sign the document')).toBeVisible();
});

test('a file that is chosen before the scripts run is verified', { tag: '@details-staff' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ screen: 'phone' });
  const release = await hold(page, '**/assets/site-*.js');
  await page.goto('/verify', { waitUntil: 'commit' });
  await page.getByLabel('Choose a PDF, or drop it here').setInputFiles({
    name: 'Letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  release();
  await expect(page.getByText('Letter.pdf')).toBeVisible();
  await expect(page.getByText('Not sealed by us')).toBeVisible();
  await expectGoodScreen(page);
});

test('a file that is chosen offline starts no import, and is verified with a connection', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const { page, context } = await openBrowser();
  await page.goto('/verify', { waitUntil: 'networkidle' });
  const input = page.getByLabel('Choose a PDF, or drop it here');
  await waitForHydration(input);
  // The footer may still come.
  const imports: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('check-file')) imports.push(request.url());
  });
  const choose = () =>
    input.setInputFiles({
      name: 'Letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    });
  await context.setOffline(true);
  await choose();
  await expect(
    page.getByText('We couldn’t check the file. Please try again in a few minutes.'),
  ).toBeVisible();
  expect(imports).toEqual([]);
  await context.setOffline(false);
  await choose();
  await expect(page.getByText('Not sealed by us')).toBeVisible();
  expect(imports).toHaveLength(1);
});

test('a client declines with a reason in Spanish, and staff see it', { tag: '@looks' }, async ({
  openBrowser,
}) => {
  const one = await createCase();
  const documentId = await storeReturn(one, 'Letter.pdf', 'Sign here');
  const requestId = await askForSignature(one, documentId, TITLE);
  await one.account.api
    .from('user_profiles')
    .update({ language: 'es' })
    .eq('user_id', one.account.id)
    .throwOnError();
  const { page } = await openBrowser({ screen: 'phone', locale: 'es-US' });
  await page.context().addCookies([{ name: 'lang', value: 'es', url: portal.url }]);
  await signIn(page, one.client);
  await page.goto(`/account/sign/${requestId}`);
  await expect(heading(page, 'Firmar electrónicamente')).toBeVisible();
  await expectGoodScreen(page);
  await button(page, 'No quiero firmar').click();
  await expect(dialog(page, '¿No quiere firmar?')).toBeVisible();
  await expectGoodScreen(page);
  await dialog(page, '¿No quiere firmar?').getByRole('textbox').fill('El precio está mal');
  await button(page, 'No firmar').click();
  await expect(page.getByText('Esta solicitud terminó, así que no hay nada que firmar.')).toBeVisible();

  const { page: desk } = await openBrowser();
  await signIn(desk, one.preparer);
  await desk.goto(`/manage?client=${one.account.id}`);
  await expect(panel(desk, 'Signatures').getByText('Reason: El precio está mal')).toBeVisible();
});
