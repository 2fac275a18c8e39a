import { tabBackTo, tabTo, waitForHeadingFocus } from '../support/browser.ts';
import { codeIn, linkIn, mailTo } from '../support/mail.ts';
import { confirmedPerson, fillSignUp, newPerson } from '../support/people.ts';
import {
  button,
  expectGoodScreen,
  expireToken,
  field,
  fillLogin,
  httpErrors,
  lateRequest,
  logOut,
  signIn,
} from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('signs up on a phone, and confirms the email', async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await button(page, 'Create my account').click();
  await page.waitForURL('**/confirm-email');
  await page.goto(linkIn(await mailTo(person.email)), { waitUntil: 'commit' });
  await page.waitForURL('**/account');
  await expect(page.getByRole('heading', { name: `Welcome, ${person.firstName}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start my tax form' })).toBeVisible();
});

test('signs up, confirms the email, logs out, and logs in (desktop)', {
  tag: '@looks',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [lateRequest] });
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await field(page, 'Who referred you to us? (optional)').fill('My sister Ana');
  await expect(field(page, 'Phone number')).toHaveValue('203-555-0142');
  await expectGoodScreen(page);
  await button(page, 'Create my account').click();

  await page.waitForURL('**/confirm-email');
  await expect(page.getByText(person.email)).toBeVisible();
  await expectGoodScreen(page);

  // It is shown for a moment only.
  await page.goto(linkIn(await mailTo(person.email)), { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Email Confirmed' })).toBeVisible();
  await expectGoodScreen(page);
  await page.waitForURL('**/account');
  await expect(page.getByRole('heading', { name: `Welcome, ${person.firstName}` })).toBeVisible();
  await expect(page.locator('dd', { hasText: '203-555-0142' })).toBeVisible();
  await expect(page.getByText(person.lastName)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start my tax form' })).toBeVisible();
  await expectGoodScreen(page);

  await page.goto('/secured-files');
  await page.locator('#q-isNew').getByText('Yes', { exact: true }).click();
  await expect(page.locator('#q-referredBy')).toHaveValue('My sister Ana');
  await page.goto('/account');

  await logOut(page);
  await page.waitForURL(/:\d+\/$/);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Please log in to access your account')).toBeVisible();
  await expectGoodScreen(page);
  await fillLogin(page, person);
  await page.waitForURL('**/account');
  await expect(page.getByRole('heading', { name: `Welcome, ${person.firstName}` })).toBeVisible();
});

test('signs up, confirms by code, logs out, and logs in by keyboard', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  const person = newPerson('Keyla');
  await page.goto('/login');
  await tabTo(page, page.getByRole('link', { name: 'Create my account' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/signup');
  await waitForHeadingFocus(page);
  const answers: [string, string][] = [
    ['First name', person.firstName],
    ['Last name', person.lastName],
    ['Email', person.email],
    ['Confirm email', person.email],
    ['Phone number', person.phone],
    ['Password', person.password],
    ['Confirm password', person.password],
  ];
  for (const [label, answer] of answers) {
    await tabTo(page, field(page, label));
    await page.keyboard.type(answer);
  }
  await page.keyboard.press('Enter');

  await page.waitForURL('**/confirm-email');
  await waitForHeadingFocus(page);
  await tabTo(page, field(page, 'Code from the email'));
  await page.keyboard.type(codeIn(await mailTo(person.email)));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Email Confirmed' })).toBeVisible();
  await page.waitForURL('**/account');
  await waitForHeadingFocus(page);

  await tabTo(page, button(page, 'Logout'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/:\d+\/$/);
  await waitForHeadingFocus(page);
  await tabBackTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page);
  await tabTo(page, field(page, 'Email'));
  await page.keyboard.type(person.email);
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
});

test('resends the confirmation email', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await button(page, 'Create my account').click();
  await page.waitForURL('**/confirm-email');
  const first = await mailTo(person.email);
  await page.goto('/login');
  await fillLogin(page, person);
  await expect(page.getByText('Email not confirmed')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await button(page, 'Send the email again').click();
  await expect(page.getByText(/we’ve sent a new email/)).toBeVisible();
  await expectGoodScreen(page);
  const second = await mailTo(person.email, (mail) => linkIn(mail) !== linkIn(first));
  // Either link confirms the address, and logs in where the person has signed up.
  await page.goto(linkIn(first));
  await page.waitForURL('**/account');
  expect(linkIn(second)).not.toBe(linkIn(first));
});

test('confirming or logging out in one tab updates the other', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  // A request that is in flight when the other tab logs out gets a 401.
  const { page, context } = await openBrowser({ expectedErrors: [lateRequest] });
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await button(page, 'Create my account').click();
  await page.waitForURL('**/confirm-email');
  const second = await context.newPage();
  await second.goto(linkIn(await mailTo(person.email)));
  await expect(page).toHaveURL(/\/account$/);
  await second.waitForURL('**/account');
  await button(second, 'Logout').click();
  await expect(page.getByRole('heading', { name: 'Please log in to access your account' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/login');
});

test('login redirects to the requested page and replaces itself in the history', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await page.goto('/fees');
  await page.goto('/account?from=mail#top');
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, person);
  await page.waitForURL('**/account?from=mail#top');
  await page.goBack();
  await page.waitForURL('**/fees');
});

test('offers the login instead of the spinner after five seconds without a response', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await signIn(page, person);
  await expireToken(page);
  await page.route('**/auth/v1/token**', () => {});
  // A stopped clock, so that loading time does not count.
  const now = new Date();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now.getTime() + 1000);
  const renewal = page.waitForRequest('**/auth/v1/token**');
  await page.goto('/account');
  await renewal;
  await expect(page.getByText('Loading...')).toBeVisible();
  await page.clock.runFor(4900);
  await expect(page.getByText('Loading...')).toBeVisible();
  await page.clock.runFor(200);
  await page.waitForURL('**/login');
});
