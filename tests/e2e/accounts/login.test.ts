import type { Page } from '@playwright/test';
import { noRequestBodies, skipInFirefox, stopClock, tabTo } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { phoneOf } from '../support/office.ts';
import { confirmedPerson, newPerson, type Person } from '../support/people.ts';
import {
  button,
  dialog,
  expectGoodScreen,
  field,
  fillLogin,
  heading,
  holdRequests,
  httpErrors,
  mockResponse,
  networkErrors,
} from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const wrong = (person: Person): Person => ({ ...person, password: 'not this one' });

async function tryLogin(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, person);
}

test('login requires an email and a password', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/login');
  await button(page, 'Log in').click();
  await expect(page.getByRole('link', { name: 'Email is required' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Password is required' })).toBeVisible();
  await expectGoodScreen(page);
});

test('login redirects to /account after half a second and replaces itself in the history', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  skipInFirefox(noRequestBodies);
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await page.goto('/fees');
  await page.goto('/login');
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  const { request, release } = await holdRequests(page, '**/auth/v1/token?grant_type=password');
  await button(page, 'Log in').click();
  // The captcha is real, and its pass is sent.
  expect((await request).postDataJSON().gotrue_meta_security.captcha_token).toMatch(/^ey/);
  await stopClock(page);
  release();
  await expect(page.getByText('You’re logged in. Opening your account...')).toBeVisible();
  await page.clock.runFor(490);
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.clock.runFor(20);
  await page.waitForURL('**/account');
  await page.clock.resume();
  await page.goBack();
  await page.waitForURL('**/fees');
});

test('login with a wrong password shows Incorrect Password, with retry and reset', async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone', colorScheme: 'dark', expectedErrors: [httpErrors] });
  await tryLogin(page, wrong(person));
  const modal = dialog(page, 'Incorrect Password');
  await expect(modal.getByText(person.email)).toBeVisible();
  await expectGoodScreen(page);
  await modal.getByRole('button', { name: 'Try Again' }).click();
  await expect(modal).toHaveCount(0);
  await expect(field(page, 'Email')).toHaveValue(person.email);
  await button(page, 'Log in').click();
  await modal.getByRole('link', { name: 'Reset Password' }).click();
  await page.waitForURL('**/password-reset');
  await expect(field(page, 'Email')).toHaveValue(person.email);
});

test('login of a legacy client shows Welcome Back! and prefills the email on sign-up', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const boss = await confirmedPerson('Bea');
  await giveRole(boss.email, 'super');
  const { api } = await accountOf(boss);
  const old = newPerson('Olga');
  const { error } = await api.from('legacy_emails').insert({ email: old.email });
  expect(error).toBeNull();

  const { page } = await openBrowser({ screen: 'phone', expectedErrors: [httpErrors] });
  await tryLogin(page, { ...old, email: old.email.toUpperCase() });
  const modal = dialog(page, 'Welcome Back!');
  await expect(modal.getByText(/We have a new system now/)).toBeVisible();
  await expect(
    modal.getByText(/add copies of your past tax years within 2.6 hours after you register/),
  ).toBeVisible();
  await expectGoodScreen(page);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toHaveCount(0);
  await button(page, 'Log in').click();
  await modal.getByRole('link', { name: 'Create New Account' }).click();
  await page.waitForURL('**/signup');
  await expect(field(page, 'Email')).toHaveValue(old.email.toUpperCase());
  await expect(
    page.getByText(/add copies of your past tax years within 2.6 hours after you register/),
  ).toBeVisible();
  await expectGoodScreen(page);
  // A reload changes nothing.
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue(old.email.toUpperCase());
});

test('login with an unknown email shows Account Not Found, with retry and sign-up', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const stranger = newPerson('Nora');
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await tryLogin(page, stranger);
  const modal = dialog(page, 'Account Not Found');
  await expect(modal.getByText(stranger.email)).toBeVisible();
  await expectGoodScreen(page);
  await modal.getByRole('button', { name: 'Try Again' }).click();
  await expect(modal).toHaveCount(0);
  await button(page, 'Log in').click();
  await modal.getByRole('link', { name: 'Create Account' }).click();
  await page.waitForURL('**/signup');
  await expect(field(page, 'Email')).toHaveValue(stranger.email);
  await expect(page.getByText(/past tax years/)).toHaveCount(0);
});

test('login with a wrong password shows an error if the account status is unknown or unreadable', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await mockResponse(page, '**/rpc/check_user_login_status', 500, { message: 'down' });
  await tryLogin(page, newPerson());
  await expect(
    page.getByText('Unable to verify account status. Please try again or contact support.', { exact: true }),
  ).toBeVisible();
  await expectGoodScreen(page);
  await mockResponse(page, '**/rpc/check_user_login_status', 200, [{}]);
  await button(page, 'Log in').click();
  await expect(
    page.getByText('Invalid email or password. Please check your entries and try again.', { exact: true }),
  ).toBeVisible();
});

test('login shows an error if the captcha fails, scores low, or has no token', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await mockResponse(page, '**/verify-recaptcha', 200, { success: false, score: 0 });
  await tryLogin(page, newPerson());
  const refused = page.getByText('Captcha Security verification failed. Please try again.', { exact: true });
  await expect(refused).toBeVisible();
  const spoiled: [string, number, unknown][] = [
    ['**/verify-recaptcha', 200, { success: true, score: 0.4 }],
    ['**/captcha-challenge**', 404, 'none'],
  ];
  for (const [path, status, body] of spoiled) {
    await mockResponse(page, path, status, body);
    const said = page.waitForResponse(path);
    await button(page, 'Log in').click();
    await said;
    await expect(refused).toBeVisible();
  }
});

test('login shows the error of the auth service', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await page.goto('/login');
  const answers: [number, unknown, string][] = [
    [500, 'down', 'Network error. Please check your connection and try again.'],
    [
      401,
      { code: 401, error_code: 'invalid_api_key', msg: 'Invalid API key' },
      `Application configuration error. Please contact support or call ${phoneOf}.`,
    ],
    [400, { code: 400, error_code: 'user_banned', msg: 'User is banned' }, 'User is banned'],
    [400, '<html>', 'An unexpected error occurred'],
  ];
  for (const [status, body, text] of answers) {
    await mockResponse(page, '**/auth/v1/token**', status, body);
    await fillLogin(page, newPerson());
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('login shows an error without a connection', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ expectedErrors: [networkErrors] });
  await page.goto('/login');
  await context.setOffline(true);
  await fillLogin(page, newPerson());
  await expect(
    page.getByText('Connection error. Please check your internet connection and try again.', { exact: true }),
  ).toBeVisible();
});

test('login and its dialogs work by keyboard', async ({ openBrowser }) => {
  const person = await confirmedPerson('Keyla');
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await page.goto('/login');
  await tabTo(page, field(page, 'Email'));
  await page.keyboard.type(person.email);
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  const modal = dialog(page, 'Incorrect Password');
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  // The wrong value has focus and is selected.
  await expect(field(page, 'Password')).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
});

test('login before the email is confirmed offers to resend the email', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await mockResponse(page, '**/auth/v1/token**', 400, {
    code: 400,
    error_code: 'email_not_confirmed',
    msg: 'Email not confirmed',
  });
  const person = newPerson();
  await tryLogin(page, person);
  await expect(page.getByText('Email not confirmed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
});
