import type { Page } from '@playwright/test';
import { noRequestBodies, skipInFirefox, waitForHydration } from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { phoneOf } from '../support/office.ts';
import { confirmedPerson, fillSignUp, newPerson, type Person } from '../support/people.ts';
import {
  button,
  dialog,
  expectGoodScreen,
  field,
  heading,
  httpErrors,
  link,
  mockResponse,
  networkErrors,
} from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const beside = (page: Page, message: string) =>
  page.locator('form').getByText(message, { exact: true }).last();
const send = (page: Page) => button(page, 'Create my account').click();

async function fill(page: Page, changes: Partial<Person> = {}): Promise<Person> {
  const person = { ...newPerson(), ...changes };
  await page.goto('/signup');
  await fillSignUp(page, person);
  return person;
}

test('sign-up rejects mismatched emails, mismatched passwords, and short passwords', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await fill(page, { password: '12345' });
  await field(page, 'Confirm email').fill('other@example.com');
  await field(page, 'Confirm password').fill('123456');
  await send(page);
  await expect(beside(page, 'Email addresses do not match')).toBeVisible();
  await expect(beside(page, 'Passwords do not match')).toBeVisible();
  await expect(beside(page, 'Password must be at least 6 characters long')).toBeVisible();
  // Common passwords are rejected at any length.
  await field(page, 'Password').fill('password123');
  await field(page, 'Confirm password').fill('password123');
  await expect(
    beside(page, 'This password is too common. Choose another one, like three random words'),
  ).toBeVisible();
});

test('sign-up limits the phone to ten digits and sends digits only', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  skipInFirefox(noRequestBodies);
  const { page } = await openBrowser();
  const person = await fill(page);
  await field(page, 'Phone number').fill('');
  await field(page, 'Phone number').pressSequentially('(203) 555x0142 99');
  await expect(field(page, 'Phone number')).toHaveValue('203-555-0142');
  const sent = page.waitForRequest('**/auth/v1/signup**');
  await send(page);
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({
    email: person.email,
    data: { first_name: person.firstName, last_name: person.lastName, phone: '2035550142', role: 'client' },
  });
  // The captcha is real, and its pass is sent.
  expect(body.gotrue_meta_security.captcha_token).toMatch(/^ey/);
  await page.waitForURL('**/confirm-email');
  await mailTo(person.email);
});

test('sign-up keeps what was typed after a reload, except the password', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  const person = await fill(page);
  const typed = await field(page, 'Phone number').inputValue();
  // The page's script keeps it.
  await waitForHydration(field(page, 'First name'));
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue(person.firstName);
  const kept = await Promise.all(
    ['Last name', 'Email', 'Confirm email', 'Phone number', 'Password', 'Confirm password'].map((label) =>
      field(page, label).inputValue(),
    ),
  );
  expect(kept).toEqual([person.lastName, person.email, person.email, typed, '', '']);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).not.toContain(person.password);

  // The agreement is below the button.
  const below = page.getByText('at least 18 years old');
  await expect(below.getByRole('link', { name: 'Terms' })).toBeVisible();
  await expect(below.getByRole('link', { name: 'Privacy Policy' })).toBeVisible();
  await expectGoodScreen(page);

  // It is stored with the account.
  await field(page, 'Password').fill(person.password);
  await field(page, 'Confirm password').fill(person.password);
  await send(page);
  await page.waitForURL('**/confirm-email');
  await page.goto('/signup');
  await expect(field(page, 'First name')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(person.email);
});

test('sign-up shows and hides each password', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await fill(page);
  const type = (label: string) => field(page, label).getAttribute('type');
  await button(page, 'Show password').last().click();
  expect([await type('Password'), await type('Confirm password')]).toEqual(['password', 'text']);
  await button(page, 'Hide password').click();
  expect(await type('Confirm password')).toBe('password');
});

test('sign-up with a known email in another case shows Account Already Exists, with login and reset', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone' });
  await fill(page, { email: person.email.toUpperCase() });
  await send(page);
  const modal = dialog(page, 'Account Already Exists');
  await expect(
    modal.getByText(
      'An account with this email address already exists. Please sign in to access your account.',
      {
        exact: true,
      },
    ),
  ).toBeVisible();
  await expectGoodScreen(page);
  await modal.getByRole('link', { name: 'Reset Password' }).click();
  await page.waitForURL('**/password-reset');
  await expect(field(page, 'Email')).toHaveValue(person.email.toUpperCase());
  await page.goBack();
  await fillSignUp(page, { ...newPerson(), email: person.email });
  await send(page);
  await modal.getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');
  await expect(field(page, 'Email')).toHaveValue(person.email);
});

test('sign-up handles the obfuscated response for a known email', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await mockResponse(page, '**/rpc/check_user_login_status', 200, []);
  await fill(page, { email: person.email });
  await send(page);
  await expect(dialog(page, 'Account Already Exists')).toBeVisible();
});

test('sign-up shows an error if the captcha has no token, fails, scores low, or does not respond', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await fill(page);
  const refused = page.getByText('Security verification failed. Please try again.', { exact: true });
  const spoiled: [string, number, unknown][] = [
    ['**/verify-recaptcha', 200, { success: false, score: 0 }],
    ['**/verify-recaptcha', 200, { success: true, score: 0.4 }],
    ['**/verify-recaptcha', 500, { message: 'down' }],
    ['**/captcha-challenge**', 404, 'none'],
  ];
  for (const [path, status, body] of spoiled) {
    await mockResponse(page, path, status, body);
    const said = page.waitForResponse(path);
    await send(page);
    await said;
    await expect(refused).toBeVisible();
  }
  await expect(field(page, 'First name')).toHaveValue('Rosa');
  expect(new URL(page.url()).pathname).toBe('/signup');
});

test('sign-up shows the error of the auth service', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await fill(page);
  const weak = {
    code: 422,
    error_code: 'weak_password',
    msg: 'Password should be at least 8 characters.',
    weak_password: { reasons: ['length'] },
  };
  const answers: [number, unknown, string][] = [
    [
      500,
      { code: 500, error_code: 'unexpected_failure', msg: 'Database error saving new user' },
      `Account creation temporarily unavailable. Please try again in a few moments or contact support at ${phoneOf}`,
    ],
    [400, '<html>', 'An unexpected error occurred'],
    [400, { code: 400, error_code: 'validation_failed', msg: 'Not today' }, 'Not today'],
    [422, weak, 'Password should be at least 8 characters.'],
  ];
  for (const [status, body, text] of answers) {
    await mockResponse(page, '**/auth/v1/signup**', status, body);
    await send(page);
    await expect(beside(page, text)).toBeVisible();
  }
});

test('sign-up shows an error without a connection and keeps what was typed', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ expectedErrors: [networkErrors] });
  const person = await fill(page);
  await context.setOffline(true);
  await send(page);
  await expect(
    page.getByText(
      `Connection error. Please check your internet connection or contact support at ${phoneOf}`,
      {
        exact: true,
      },
    ),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(field(page, 'Email')).toHaveValue(person.email);
  await send(page);
  await page.waitForURL('**/confirm-email');
});

test('sign-up opens the page that waits for the confirmation, with a link to the login', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  const person = await fill(page);
  await send(page);
  await page.waitForURL('**/confirm-email');
  await expect(heading(page, 'Check your email')).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('Not in your inbox? Check your spam or junk folder.')).toBeVisible();
  await expect(page.getByText('You can’t log in until your email is confirmed.')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/login');
});

test('an expired confirmation link shows an error', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone', colorScheme: 'dark', expectedErrors: [httpErrors] });
  await page.goto('/confirm-email?token_hash=gone&type=email');
  await expect(heading(page, 'Confirmation Error')).toBeVisible();
  await expect(
    page.getByText(
      'There was an error confirming your email. The link may have expired or already been used.',
      {
        exact: true,
      },
    ),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    `Please try logging in, or contact support at ${phoneOf} if the issue persists.`,
  );
  await expectGoodScreen(page);
  await link(page, 'Go to login').click();
  await page.waitForURL('**/login');
});
