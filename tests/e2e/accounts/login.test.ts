import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, tabTo } from '../support/browser.ts';
import { accountOf } from '../support/documents.ts';
import {
  answer,
  button,
  cuts,
  dialog,
  expectGoodScreen,
  field,
  fillLogin,
  heading,
  refusals,
} from '../support/entry.ts';
import { giveRole } from '../support/house-database.ts';
import { phoneOf } from '../support/office.ts';
import { confirmedPerson, newPerson, type Person } from '../support/people.ts';

const wrong = (person: Person): Person => ({ ...person, password: 'not this one' });

async function tryLogin(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, person);
}

test('login asks for the email and the password', async () => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/login');
  await button(page, 'Log in').click();
  await page.getByRole('link', { name: 'Email is required' }).waitFor();
  await page.getByRole('link', { name: 'Password is required' }).waitFor();
  await expectGoodScreen(page);
});

test('login goes to /account after half a second, in place of the login', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await page.goto('/fees');
  await page.goto('/login');
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  await page.clock.install();
  const sent = page.waitForRequest('**/auth/v1/token?grant_type=password');
  await button(page, 'Log in').click();
  // The captcha was solved for real: its pass goes along.
  expect((await sent).postDataJSON().gotrue_meta_security.captcha_token).toMatch(/^ey/);
  await page.getByText('You are logged in. Opening your account...').waitFor();
  await page.clock.runFor(490);
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.clock.runFor(20);
  await page.waitForURL('**/account');
  await page.clock.resume();
  await page.goBack();
  await page.waitForURL('**/fees');
});

test('login with a wrong password: Incorrect Password, try again or reset', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone', colorScheme: 'dark', expectedErrors: [refusals] });
  await tryLogin(page, wrong(person));
  const modal = dialog(page, 'Incorrect Password');
  await modal.getByText(person.email).waitFor();
  await expectGoodScreen(page);
  await modal.getByRole('button', { name: 'Try Again' }).click();
  await modal.waitFor({ state: 'detached' });
  expect(await field(page, 'Email').inputValue()).toBe(person.email);
  await button(page, 'Log in').click();
  await modal.getByRole('link', { name: 'Reset Password' }).click();
  await page.waitForURL('**/password-reset');
  expect(await field(page, 'Email').inputValue()).toBe(person.email);
});

test('login of a client of the old system: Welcome Back!, and the email goes along to the sign-up', async () => {
  const boss = await confirmedPerson('Bea');
  await giveRole(boss.email, 'super');
  const { api } = await accountOf(boss);
  const old = newPerson('Olga');
  const { error } = await api.from('legacy_emails').insert({ email: old.email });
  expect(error).toBeNull();

  const { page } = await openBrowser({ screen: 'phone', expectedErrors: [refusals] });
  await tryLogin(page, { ...old, email: old.email.toUpperCase() });
  const modal = dialog(page, 'Welcome Back!');
  await modal.getByText(/We have a new system now/).waitFor();
  await modal
    .getByText(/copies of your past tax years are added within 2.6 hours after you register/)
    .waitFor();
  await expectGoodScreen(page);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await modal.waitFor({ state: 'detached' });
  await button(page, 'Log in').click();
  await modal.getByRole('link', { name: 'Create New Account' }).click();
  await page.waitForURL('**/signup');
  expect(await field(page, 'Email').inputValue()).toBe(old.email.toUpperCase());
  await page
    .getByText(/copies of your past tax years are added within 2.6 hours after you register/)
    .waitFor();
  await expectGoodScreen(page);
  // A reload changes nothing.
  await page.reload();
  await expect.poll(() => field(page, 'Email').inputValue()).toBe(old.email.toUpperCase());
});

test('login with an email that nobody has: Account Not Found, try again or create one', async () => {
  const nobody = newPerson('Nora');
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await tryLogin(page, nobody);
  const modal = dialog(page, 'Account Not Found');
  await modal.getByText(nobody.email).waitFor();
  await expectGoodScreen(page);
  await modal.getByRole('button', { name: 'Try Again' }).click();
  await modal.waitFor({ state: 'detached' });
  await button(page, 'Log in').click();
  await modal.getByRole('link', { name: 'Create Account' }).click();
  await page.waitForURL('**/signup');
  expect(await field(page, 'Email').inputValue()).toBe(nobody.email);
  expect(await page.getByText(/past tax years/).count()).toBe(0);
});

test('login with a wrong password, and a status that can not be told or read', async () => {
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await answer(page, '**/rpc/check_user_login_status', 500, { message: 'down' });
  await tryLogin(page, newPerson());
  await page
    .getByText('Unable to verify account status. Please try again or contact support.', { exact: true })
    .waitFor();
  await expectGoodScreen(page);
  await answer(page, '**/rpc/check_user_login_status', 200, [{}]);
  await button(page, 'Log in').click();
  await page
    .getByText('Invalid email or password. Please check your entries and try again.', { exact: true })
    .waitFor();
});

test('login is refused by the captcha: no proof, a low score, no token', async () => {
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await answer(page, '**/verify-recaptcha', 200, { success: false, score: 0 });
  await tryLogin(page, newPerson());
  const refused = page.getByText('Captcha Security verification failed. Please try again.', { exact: true });
  await refused.waitFor();
  const spoiled: [string, number, unknown][] = [
    ['**/verify-recaptcha', 200, { success: true, score: 0.4 }],
    ['**/captcha-challenge**', 404, 'none'],
  ];
  for (const [path, status, body] of spoiled) {
    await answer(page, path, status, body);
    const said = page.waitForResponse(path);
    await button(page, 'Log in').click();
    await said;
    await refused.waitFor();
  }
});

test('login that the service refuses: an exception, a wrong configuration, another error, an unreadable one', async () => {
  const { page } = await openBrowser({ expectedErrors: [refusals] });
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
    await answer(page, '**/auth/v1/token**', status, body);
    await fillLogin(page, newPerson());
    await page.getByText(text, { exact: true }).waitFor();
  }
});

test('login without a connection says so', async () => {
  const { page, context } = await openBrowser({ expectedErrors: [cuts] });
  await page.goto('/login');
  await context.setOffline(true);
  await fillLogin(page, newPerson());
  await page
    .getByText('Connection error. Please check your internet connection and try again.', { exact: true })
    .waitFor();
});

test('login by the keyboard alone, through the modals', async () => {
  const person = await confirmedPerson('Keyla');
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await page.goto('/login');
  await tabTo(page, field(page, 'Email'));
  await page.keyboard.type(person.email);
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  const modal = dialog(page, 'Incorrect Password');
  await modal.waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  // The focus is where there is something to mend, and what is wrong there is selected.
  await page.waitForFunction(() => document.activeElement?.id === 'password');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
});

test('login before the email is confirmed says so, and offers another mail', async () => {
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await answer(page, '**/auth/v1/token**', 400, {
    code: 400,
    error_code: 'email_not_confirmed',
    msg: 'Email not confirmed',
  });
  const person = newPerson();
  await tryLogin(page, person);
  await page.getByText('Email not confirmed', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await heading(page, 'Check your email').waitFor();
  await page.getByText(person.email).waitFor();
});
