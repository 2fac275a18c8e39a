import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { stopClock } from '../support/browser.ts';
import { accountOf } from '../support/documents.ts';
import { linkIn, mailTo } from '../support/mail.ts';
import { confirmedPerson } from '../support/people.ts';
import {
  button,
  expectGoodScreen,
  field,
  fillLogin,
  heading,
  holdRequests,
  httpErrors,
  link,
  readSession,
  signIn,
} from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const newPassword = 'tres gatos verdes';
const isRecovery = ({ subject }: Email) => subject === 'Choose a new password';

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/password-reset');
  await field(page, 'Email').fill(email);
  await button(page, 'Send me the link').click();
}

async function fill(page: Page, password: string, again = password): Promise<void> {
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm new password').fill(again);
}

test('resets the password by the link from the email, on another device', async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone' });
  await ask(page, person.email);
  await expect(heading(page, 'Check your email')).toBeVisible();
  const { page: other } = await openBrowser({ screen: 'phone' });
  await other.goto(linkIn(await mailTo(person.email, isRecovery)));
  await button(other, 'Continue').click();
  await button(other, 'Yes, continue').click();
  await fill(other, newPassword);
  await button(other, 'Update my password').click();
  await expect(heading(other, 'Password updated')).toBeVisible();
  await other.waitForURL('**/account');
  await accountOf({ email: person.email, password: newPassword });
});

test('resets the password on another device and signs in after three seconds', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page: other } = await openBrowser({ expectedErrors: [httpErrors] });
  await signIn(other, person);
  await other.goto('/account');
  await expect(heading(other, 'Welcome, Rosa')).toBeVisible();

  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/password-reset');
  await expectGoodScreen(page);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/auth/v1/recover**', async (route) => {
    await held;
    await route.continue();
  });
  await field(page, 'Email').fill(person.email);
  await button(page, 'Send me the link').click();
  await expect(button(page, 'Sending...')).toBeVisible();
  goOn();
  await expect(heading(page, 'Check your email')).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expectGoodScreen(page);
  const mailed = linkIn(await mailTo(person.email, isRecovery));
  await link(page, 'Back to login').click();
  await page.waitForURL('**/login');

  const { page: phone } = await openBrowser({ screen: 'phone', colorScheme: 'dark' });
  await phone.goto(mailed);
  await expect(heading(phone, 'Choose a new password')).toBeVisible();
  await expectGoodScreen(phone);
  await button(phone, 'Continue').click();
  // This is not the device that asked: it first says whose account it is.
  await expect(heading(phone, 'Is this your account?')).toBeVisible();
  await expect(phone.getByText(person.email)).toBeVisible();
  await expectGoodScreen(phone);
  await button(phone, 'Yes, continue').click();
  await expect(field(phone, 'New password')).toBeVisible();
  // The tokens are gone from the URL, and a reload shows the form.
  await expect.poll(() => new URL(phone.url()).hash).toBe('');
  await phone.reload();
  await expect(field(phone, 'New password')).toBeVisible();
  await expectGoodScreen(phone);
  await fill(phone, newPassword);
  const { request, release } = await holdRequests(phone, '**/auth/v1/user');
  await button(phone, 'Update my password').click();
  await request;
  await stopClock(phone);
  release();
  await expect(heading(phone, 'Password updated')).toBeVisible();
  await expectGoodScreen(phone);
  await phone.clock.runFor(2900);
  expect(new URL(phone.url()).pathname).toBe('/reset-password');
  await phone.clock.runFor(200);
  await phone.waitForURL('**/account');

  // The other device is signed out, and only the new password works.
  await other.reload();
  // The account may be drawn before the server refuses it. Until then, the login page opens it again.
  await expect.poll(() => readSession(other)).toBeNull();
  await other.goto('/login');
  await fillLogin(other, { ...person, password: newPassword });
  await other.waitForURL('**/account');
});
