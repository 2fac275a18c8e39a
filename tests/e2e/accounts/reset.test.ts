import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { stopClock } from '../support/browser.ts';
import { codeIn, linkIn, mailTo } from '../support/mail.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import {
  button,
  expectGoodScreen,
  field,
  fillLogin,
  heading,
  holdRequests,
  httpErrors,
  link,
  mockResponse,
  networkErrors,
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

/** Requests a link by the same call as the page. */
async function recoveryLink(page: Page, { email }: Person): Promise<string> {
  await ask(page, email);
  await expect(heading(page, 'Check your email')).toBeVisible();
  return linkIn(await mailTo(email, isRecovery));
}

/** A link from an email that this browser asked for. */
async function openLink(page: Page, person: Person, path = '/reset-password'): Promise<void> {
  const fragment = await linkFragment(page, person);
  await page.evaluate(
    (email) => localStorage.setItem('nutmeg.begun.recovery', JSON.stringify({ email, at: Date.now() })),
    person.email,
  );
  await page.goto('/robots.txt');
  await page.goto(`${path}#${fragment}`);
}

/** The fragment of the email's link. Leaves the browser without a session. */
async function linkFragment(page: Page, person: Person): Promise<URLSearchParams> {
  await signIn(page, person);
  const session = await readSession(page);
  await page.evaluate(() => localStorage.clear());
  const { access_token, refresh_token } = session as Record<string, string>;
  return new URLSearchParams({
    access_token: access_token ?? '',
    refresh_token: refresh_token ?? '',
    type: 'recovery',
  });
}

async function fill(page: Page, password: string, again = password): Promise<void> {
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm new password').fill(again);
}

test('resets the password on another device and signs in after three seconds', async ({ openBrowser }) => {
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

test('resets the password with the code from the email', async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await ask(page, person.email);
  await expect(heading(page, 'Check your email')).toBeVisible();
  await field(page, 'Code from the email').fill(codeIn(await mailTo(person.email, isRecovery)));
  await button(page, 'Choose a new password').click();
  await page.waitForURL('**/reset-password');
  await expect(field(page, 'New password')).toBeVisible();
});

test('requesting a link shows the service’s error, or a generic one', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  const tooSoon = 'For security purposes, you can only request this after 42 seconds.';
  await mockResponse(page, '**/auth/v1/recover**', 429, {
    code: 429,
    error_code: 'over_email_send_rate_limit',
    msg: tooSoon,
  });
  await ask(page, 'ana@example.com');
  await expect(page.getByText(tooSoon, { exact: true })).toBeVisible();
  await mockResponse(page, '**/auth/v1/recover**', 400, '<html>');
  await button(page, 'Send me the link').click();
  await expect(page.getByText('An unexpected error occurred', { exact: true })).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue('ana@example.com');
});

test('a recovery fragment on any page opens the new-password form', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await openLink(page, person, '/fees');
  await page.waitForURL('**/reset-password**');
  await expect(field(page, 'New password')).toBeVisible();
});

for (const [linkType, path, type] of [
  ['a recovery link', '/fees', 'recovery'],
  ['a confirmation link', '/confirm-email', 'signup'],
] as const) {
  test(`${linkType} for another account does not replace the session without asking`, {
    tag: '@details-client',
  }, async ({ openBrowser }) => {
    const [ana, eve] = [await confirmedPerson(), await confirmedPerson()];
    const { page } = await openBrowser();
    const fragment = await linkFragment(page, eve);
    fragment.set('type', type);
    await page.goto('/robots.txt');
    await page.goto(`${path}#${fragment}`);
    await expect(heading(page, 'Is this your account?')).toBeVisible();
    const sessions = () => Object.keys(localStorage).filter((key) => key.endsWith('-auth-token'));
    expect(await page.evaluate(sessions)).toEqual([]);

    await signIn(page, ana);
    const own = await readSession(page);
    await page.goto('/robots.txt');
    await page.goto(`${path}#${fragment}`);
    await expect(page.getByText(`You’re logged in as ${ana.email}`)).toBeVisible();
    await expect(page.getByText(`belongs to ${eve.email}`)).toBeVisible();
    await expectGoodScreen(page);
    await link(page, 'No, back to my account').click();
    await page.waitForURL((url) => url.pathname === '/account' && url.hash === '');
    expect(await readSession(page)).toEqual(own);
  });
}

test('a reset link without a token or type is invalid', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  for (const fragment of [
    '',
    '#access_token=a&type=recovery',
    '#refresh_token=r&type=recovery',
    '#access_token=a&refresh_token=r&type=signup',
  ]) {
    await page.goto('/robots.txt');
    await page.goto(`/reset-password${fragment}`);
    await expect(
      page.getByText('Invalid or missing reset link. Please request a new password reset.', { exact: true }),
    ).toBeVisible();
    await expect(field(page, 'New password'), fragment).toHaveCount(0);
  }
});

test('a rejected reset link shows that it expired and offers a new one', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone' });
  const mailed = await recoveryLink(page, person);
  await fetch(mailed, { redirect: 'manual' });
  await page.goto(mailed);
  await expect(
    page.getByText('Invalid or expired reset link. Please request a new password reset.', { exact: true }),
  ).toBeVisible();
  await expectGoodScreen(page);
  await link(page, 'Send me a new link').click();
  await page.waitForURL('**/password-reset');
});

test('a reset link can be retried if the request fails', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [networkErrors] });
  let broken = true;
  await page.route('**/auth/v1/user', (route) => (broken ? route.abort() : route.fallback()));
  await openLink(page, person);
  await expect(
    page.getByText('Error validating reset link. Please try again.', { exact: true }),
  ).toBeVisible();
  await expectGoodScreen(page);
  broken = false;
  await button(page, 'Try the link again').click();
  await expect(field(page, 'New password')).toBeVisible();
});

test('a reset link without a session shows an error', { tag: '@details-client' }, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page, context } = await openBrowser();
  await openLink(page, person);
  await expect(field(page, 'New password')).toBeVisible();
  // Logged out in another tab while the form is open.
  const second = await context.newPage();
  await second.goto('/account');
  await button(second, 'Logout').click();
  await expect(
    page.getByText('Invalid reset session. Please request a new password reset.', { exact: true }),
  ).toBeVisible();
});

test('shows that the link is being checked', { tag: '@details-client' }, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  const { release } = await holdRequests(page, '**/auth/v1/user');
  await openLink(page, person);
  await expect(page.getByText('Checking your link...')).toBeVisible();
  release();
  await expect(field(page, 'New password')).toBeVisible();
});

test('the new-password form enables its button once the checklist is complete', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone' });
  await openLink(page, person);
  const points = page.getByRole('list', { name: 'Password requirements' }).getByRole('listitem');
  const submit = button(page, 'Update my password');
  await expect(field(page, 'New password')).toBeVisible();
  await expect(points).toHaveText(['At least 6 characters long (not yet)', 'Passwords match (not yet)']);
  await fill(page, '12345');
  await expect(points).toHaveText(['At least 6 characters long (not yet)', 'Passwords match (done)']);
  await expect(submit).toBeDisabled();
  await fill(page, newPassword, 'tres');
  await expect(points).toHaveText(['At least 6 characters long (done)', 'Passwords match (not yet)']);
  await expect(submit).toBeDisabled();
  await fill(page, newPassword);
  await expect(submit).toBeEnabled();
  await expectGoodScreen(page);

  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/auth/v1/user', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await submit.click();
  const updating = button(page, 'Updating...');
  await expect(updating).toBeVisible();
  await expect(updating).toHaveAttribute('aria-disabled', 'true');
  goOn();
  await expect(heading(page, 'Password updated')).toBeVisible();
});

test('the new-password form shows the service’s error, or a generic one', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await openLink(page, person);
  await fill(page, person.password);
  await button(page, 'Update my password').click();
  await expect(
    page.getByText('New password should be different from the old password.', { exact: true }),
  ).toBeVisible();
  await expectGoodScreen(page);
  await mockResponse(page, '**/auth/v1/user', 400, '<html>', 'PUT');
  await fill(page, newPassword);
  await button(page, 'Update my password').click();
  await expect(
    page.getByText('An unexpected error occurred. Please try again.', { exact: true }),
  ).toBeVisible();
});

test('login and reset pages are not indexed', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  for (const path of ['/login', '/password-reset', '/reset-password']) {
    await page.goto(path);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
  }
});
