import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Email } from 'postal-mime';
import { giveRole } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { codeIn, mailTo } from '../support/mail.ts';
import { confirmedPerson, logIn, type Person } from '../support/people.ts';
import {
  button,
  dialog,
  expectGoodScreen,
  field,
  fillLogin,
  heading,
  httpErrors,
  lateRequest,
  logOut,
  mockResponse,
  signIn,
} from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** The authenticator code, now or for the next half minute, because each code works once. */
function codeOf(secret: string, stepsAhead = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) });
  return app.generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}

async function openAccount(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await page.goto('/account');
  await expect(heading(page, `Welcome, ${person.firstName}`)).toBeVisible();
}

/** Sets up the authenticator app on the page. Returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await button(page, 'Set up an app').click();
  return finishSetUp(page);
}

async function finishSetUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const modal = dialog(page, 'Set up your app');
  await expect(modal.getByRole('img', { name: 'The QR code for your app' })).toBeVisible();
  const secret = (await modal.locator('.select-all').textContent()) ?? '';
  await expectGoodScreen(page);
  await field(page, 'Code from your app').fill('000000');
  await button(page, 'Turn it on').click();
  await expect(
    modal.getByText('That code is wrong. Wait for the next one in your app and enter it'),
  ).toBeVisible();
  await field(page, 'Code from your app').fill(codeOf(secret));
  await button(page, 'Turn it on').click();
  const shown = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  await expect(shown).toBeVisible();
  const codes = await shown.getByRole('listitem').allTextContents();
  return { secret, codes };
}

test('edits name and phone inline, and cancel discards the edit', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone' });
  await openAccount(page, person);
  await button(page, 'Change').click();
  await field(page, 'First name').fill('Nobody');
  await button(page, 'Cancel').click();
  await expect(heading(page, 'Welcome, Rosa')).toBeVisible();
  await button(page, 'Change').click();
  await expect(field(page, 'First name')).toHaveValue('Rosa');
  await field(page, 'Last name').fill('');
  await field(page, 'Phone number').fill('203');
  await button(page, 'Save').click();
  await expect(page.getByText('Last name is required')).toBeVisible();
  await expect(page.getByText('Phone number must have 10 digits')).toBeVisible();
  await expectGoodScreen(page);
  await field(page, 'First name').fill('Rosalia');
  await field(page, 'Last name').fill('Vega');
  await field(page, 'Phone number').fill('8605550111');
  await button(page, 'Save').click();
  await expect(heading(page, 'Welcome, Rosalia')).toBeVisible();
  await expect(page.getByText('860-555-0111')).toBeVisible();
  const { api } = await accountOf(person);
  const { data } = await api.from('user_profiles').select('first_name, last_name, phone').single();
  expect(data).toEqual({ first_name: 'Rosalia', last_name: 'Vega', phone: '8605550111' });
});

test('changes the password, and asks for an emailed code in an old session', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await openAccount(page, person);
  await button(page, 'Change password').click();
  const modal = dialog(page, 'Change your password');
  await expectGoodScreen(page);
  await modal.getByLabel('New password', { exact: true }).fill(person.password);
  await modal.getByLabel('Confirm new password', { exact: true }).fill(person.password);
  await modal.getByRole('button', { name: 'Change password' }).click();
  await expect(modal.getByText('New password should be different from the old password.')).toBeVisible();

  // The service's response to a session of yesterday.
  await mockResponse(
    page,
    '**/auth/v1/user',
    400,
    { code: 'reauthentication_needed', message: 'Password update requires reauthentication' },
    'PUT',
  );
  await modal.getByLabel('New password', { exact: true }).fill('tres gatos verdes');
  await modal.getByLabel('Confirm new password', { exact: true }).fill('tres gatos verdes');
  await modal.getByRole('button', { name: 'Change password' }).click();
  await expect(modal.getByText(/we sent a code to/)).toBeVisible();
  await expectGoodScreen(page);
  await page.unroute('**/auth/v1/user');
  await field(page, 'Code from the email').fill('000000');
  await modal.getByRole('button', { name: 'Change password' }).click();
  await expect(
    modal.getByText('That code is wrong or has expired. Check it, or send the email again'),
  ).toBeVisible();
  await button(page, 'Cancel').click();

  await button(page, 'Change password').click();
  await modal.getByLabel('New password', { exact: true }).fill('tres gatos verdes');
  await modal.getByLabel('Confirm new password', { exact: true }).fill('tres gatos verdes');
  await modal.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed. Your other devices are logged out.')).toBeVisible();
  await accountOf({ email: person.email, password: 'tres gatos verdes' });
});

test('sets up an authenticator app, and logs in with its code', async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone', expectedErrors: [lateRequest] });
  await openAccount(page, person);
  await button(page, 'Set up an app').click();
  const secret = (await dialog(page, 'Set up your app').locator('.select-all').textContent()) ?? '';
  await field(page, 'Code from your app').fill(codeOf(secret));
  await button(page, 'Turn it on').click();
  await page.getByText('I saved the codes in a safe place').click();
  await button(page, 'Done').click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();
  await logOut(page);
  await page.goto('/login');
  await fillLogin(page, person);
  await field(page, 'Code from your app').fill(codeOf(secret, 1));
  await button(page, 'Continue').click();
  await page.waitForURL('**/account');
});

test('sets up an authenticator app, asks for it at login, accepts a recovery code, and removes the app', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone', colorScheme: 'dark', expectedErrors: [httpErrors] });
  await openAccount(page, person);
  const { secret, codes } = await setUpApp(page);
  expect(codes).toHaveLength(10);
  await expectGoodScreen(page);
  // The codes are shown once, so nothing closes them by accident.
  await page.keyboard.press('Escape');
  for (let times = 0; times < 2; times++) {
    await page.goBack();
    await expect.poll(() => page.evaluate(() => 'nutmeg.open' in window.history.state)).toBe(true);
  }
  await expect(button(page, 'Done')).toBeDisabled();
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
  for (const code of codes) expect(Buffer.concat(chunks).toString()).toContain(code);
  await page.getByText('I saved the codes in a safe place').click();
  await button(page, 'Done').click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();
  await expectGoodScreen(page);

  await logOut(page);
  await page.goto('/account?wanted=this');
  await page.waitForURL('**/login');
  await fillLogin(page, person);
  await expect(heading(page, 'Enter a code')).toBeVisible();
  await expectGoodScreen(page);
  // The password alone opens no account page.
  await page.goto('/secured-files');
  await page.waitForURL('**/login');
  await field(page, 'Code from your app').fill('000000');
  await button(page, 'Continue').click();
  await expect(
    page.getByText('That code is wrong. Wait for the next one in your app and enter it'),
  ).toBeVisible();
  await expectGoodScreen(page);
  await field(page, 'Code from your app').fill(codeOf(secret, 1));
  await button(page, 'Continue').click();
  await page.waitForURL('**/secured-files');

  await page.goto('/account');
  await logOut(page);
  await page.goto('/login');
  await fillLogin(page, person);
  await button(page, 'Use a recovery code').click();
  await field(page, 'Recovery code').fill('0000 0000 0000 0000');
  await button(page, 'Continue').click();
  await expect(page.getByText('That recovery code is wrong or was already used')).toBeVisible();
  await field(page, 'Recovery code').fill((codes[0] ?? '').toUpperCase());
  await button(page, 'Continue').click();
  await page.waitForURL('**/account');
  await expect(page.getByText('Recovery codes left: 9')).toBeVisible();

  await button(page, 'Make new codes').click();
  await expect(page.getByText('You’ll get ten new codes. Your old ones will stop working.')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  await page.getByText('I saved the codes in a safe place').click();
  await button(page, 'Done').click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();

  await page.getByRole('button', { name: /^Remove the app set up on/ }).click();
  await expect(page.getByText(/your recovery codes will stop working/)).toBeVisible();
  await expectGoodScreen(page);
  await button(page, 'Remove the app').click();
  await expect(page.getByText('The authenticator app was removed.')).toBeVisible();
  await expect(button(page, 'Set up an app')).toBeVisible();
});

test('lists devices, signs one out, and signs all others out', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page: phone } = await openBrowser({ screen: 'phone', expectedErrors: [httpErrors] });
  await openAccount(phone, person);
  const { page } = await openBrowser();
  await logIn(page, person);
  const devices = page.getByRole('region', { name: 'Where you’re logged in' }).getByRole('listitem');
  // This browser, the phone, and the one that opened the confirmation link.
  await expect(devices.nth(2)).toBeVisible();
  await expect(devices.first()).toHaveText(/Chrome on Linux.*This device.*Device clock: Eastern Time/);
  await expect(devices.nth(1)).toHaveText(/Last used .*\d/);
  await expectGoodScreen(page);
  await devices
    .last()
    .getByRole('button', { name: /^Log out/ })
    .click();
  await expectGoodScreen(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText(/ is logged out\./)).toBeVisible();
  await expect(devices).toHaveCount(2);
  await button(page, 'Log out all others').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('All your other devices are logged out.')).toBeVisible();
  await expect(devices).toHaveCount(1);
  await phone.reload();
  // Over its page, or on the login page if the phone had noticed before.
  await expect(
    phone.getByText(/^(You’ve been logged out\.|Please log in to access your account)/),
  ).toBeVisible();
});

test('reminds staff to set up a second factor, and redirects to it where required', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, 'admin');
  const { page } = await openBrowser({ screen: 'phone', expectedErrors: [httpErrors] });
  await openAccount(page, person);
  // On localhost a second factor is optional, with a permanent notice.
  await page.goto('/manage');
  await expect(page.getByText('Your account doesn’t have an authenticator app')).toBeVisible();
  await expect(heading(page, 'File Management Dashboard')).toBeVisible();
  await expectGoodScreen(page);
  await mockResponse(page, '**/auth/v1/settings', 200, { staff_mfa: 'required' });
  await page.goto('/manage');
  await expect(heading(page, 'One more step before you see the client list')).toBeVisible();
  await expect(heading(page, 'File Management Dashboard')).toHaveCount(0);
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Set up my app' }).click();
  await page.waitForURL('**/account#second-factor');
  await expect(page.getByText('You need this before you can open the client list')).toBeVisible();
  // The response of a server that requires the factor: confirm the email first.
  const refusal = { code: 'reauthentication_needed', message: 'Setting up the first factor' };
  await mockResponse(page, '**/auth/v1/factors', 403, refusal, 'POST');
  await button(page, 'Set up an app').click();
  const proof = dialog(page, 'First, enter a code from your email');
  await expect(proof.getByText(person.email)).toBeVisible();
  await expectGoodScreen(page);
  await button(page, 'Send the code').click();
  await field(page, 'Code from the email').fill('00000000');
  await button(page, 'Continue').click();
  await expect(proof.getByText('That code is wrong or has expired')).toBeVisible();
  await page.unroute('**/auth/v1/factors');
  const isCode = ({ subject }: Email) => subject === 'Your code to confirm it’s you';
  await field(page, 'Code from the email').fill(codeIn(await mailTo(person.email, isCode)));
  await expectGoodScreen(page);
  await button(page, 'Continue').click();
  await finishSetUp(page);
  await page.getByText('I saved the codes in a safe place').click();
  await button(page, 'Done').click();
  await page.getByRole('link', { name: 'Go to the client list' }).last().click();
  await expect(heading(page, 'File Management Dashboard')).toBeVisible();
  await expect(page.getByText('Your account doesn’t have an authenticator app')).toHaveCount(0);
});
