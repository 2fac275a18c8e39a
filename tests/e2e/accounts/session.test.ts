import type { Page } from '@playwright/test';
import { giveRole } from '../support/database.ts';
import { office } from '../support/office.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import {
  button,
  expectGoodScreen,
  expireToken,
  field,
  fillLogin,
  heading,
  httpErrors,
  link,
  logOut,
  mockResponse,
  networkErrors,
  readSession,
  signIn,
} from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const welcome = (page: Page) => heading(page, 'Welcome, Rosa');

async function openAccount(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await page.goto('/account');
  await expect(welcome(page)).toBeVisible();
}

const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .textContent();

test('a stored session opens the account page, and a reload keeps it', async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone' });
  await openAccount(page, person);
  expect(await fact(page, 'First name')).toBe('Rosa');
  expect(await fact(page, 'Last name')).toBe(person.lastName);
  expect(await fact(page, 'Email')).toBe(person.email);
  expect(await fact(page, 'Phone')).toBe('203-555-0142');
  expect(await fact(page, 'Account Type')).toBe('Client');
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await expect(page.getByText('Account created').first()).toBeVisible();
  await expect(link(page, 'how uploading works')).toHaveAttribute('href', '/upload');
  await expect(link(page, 'write to us')).toHaveAttribute('href', '/contact-us');
  await expect(page.getByRole('link', { name: /^Upload Tax Papers/ })).toHaveAttribute(
    'href',
    '/secured-files',
  );
  await expect(page.getByRole('link', { name: /^Access Tax Copies/ })).toHaveAttribute(
    'href',
    '/secured-files?bypass=true',
  );
  await expect(link(page, 'How referrals work')).toHaveAttribute('href', '/referrals');
  await expectGoodScreen(page);
  await page.reload();
  await expect(welcome(page)).toBeVisible();
});

test('falls back to the sign-up data and the client role if the profile cannot be loaded', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  await giveRole(person.email, 'super');
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await mockResponse(page, '**/rest/v1/user_profiles**', 500, { message: 'down' });
  await openAccount(page, person);
  expect(await fact(page, 'Account Type')).toBe('Client');
  expect(await fact(page, 'Phone')).toBe('203-555-0142');
});

test('shows a notice and no name if there is no profile yet', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await mockResponse(page, '**/rest/v1/user_profiles**', 200, []);
  await signIn(page, person);
  await page.goto('/account');
  await expect(
    page.getByText('Profile information is still loading. Some features may be limited.', { exact: true }),
  ).toBeVisible();
  await expect(heading(page, 'Welcome')).toBeVisible();
  expect(await fact(page, 'Phone')).toBe('Not provided');
  expect(await fact(page, 'Account Type')).toBe('Client');
  await expectGoodScreen(page);
});

test('renews a session that is about to expire, and retries after a failure', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await openAccount(page, person);
  const before = await readSession(page);
  let failures = 0;
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
    failures += 1;
    return failures === 1 ? route.fulfill({ status: 503, body: 'busy' }) : route.fallback();
  });
  await expireToken(page);
  await page.reload();
  await expect(welcome(page)).toBeVisible();
  const after = await readSession(page);
  expect(failures).toBeGreaterThan(1);
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
});

test('ends a session that cannot be renewed', { tag: '@details-client' }, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await openAccount(page, person);
  await mockResponse(page, '**/auth/v1/token?grant_type=refresh_token', 400, {
    code: 400,
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token: Refresh Token Not Found',
  });
  await expireToken(page);
  await page.reload();
  await page.waitForURL('**/login');
  expect(await readSession(page)).toBeNull();
});

test('logging out clears the session and opens the home page even if the server is unreachable', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await openAccount(page, person);
  await mockResponse(page, '**/auth/v1/logout**', 500, { code: 500, msg: 'down' });
  await logOut(page);
  await page.waitForURL(/:\d+\/$/);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }),
  ).toBeVisible();
  await page.goto('/account');
  await page.waitForURL('**/login');
  await expect(page.getByText('Please log in to access your account', { exact: true })).toBeVisible();
});

test('a profile change in one tab appears in the other', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson();
  const { page, context } = await openBrowser();
  await openAccount(page, person);
  const second = await context.newPage();
  await second.goto('/account');
  await button(second, 'Change').click();
  await field(second, 'First name').fill('Rosalia');
  await button(second, 'Save').click();
  await expect(heading(second, 'Welcome, Rosalia')).toBeVisible();
  await page.bringToFront();
  await page.reload();
  await expect(heading(page, 'Welcome, Rosalia')).toBeVisible();
});

/** Pretends that the last activity was so long ago, then returns to the window as after sleep. */
async function idleFor(page: Page, ms: number): Promise<void> {
  await page.evaluate((passed) => {
    localStorage.setItem('nutmeg.last-activity', String(Date.now() - passed));
    window.dispatchEvent(new Event('focus'));
  }, ms);
}

const limitMs = office.idleMinutes.client * 60_000;
const warningOf = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

test('warns two minutes before an idle logout and logs out without an answer', async ({ openBrowser }) => {
  const person = await confirmedPerson();
  // The library may send a request while the session ends.
  const { page } = await openBrowser({ screen: 'phone', colorScheme: 'dark', expectedErrors: [httpErrors] });
  await signIn(page, person);
  await page.goto('/account?tab=1#devices');
  await expect(welcome(page)).toBeVisible();
  await button(page, 'Change').click();
  await field(page, 'First name').fill('Rosamunde');

  await idleFor(page, limitMs - 121_000);
  await expect(warningOf(page)).toHaveCount(0);
  await idleFor(page, limitMs - 119_000);
  await expect(warningOf(page).getByText(`after ${office.idleMinutes.client} minutes`)).toBeVisible();
  await expectGoodScreen(page);
  // A stray key press does not count as an answer.
  await page.keyboard.press('Shift');
  await expect(warningOf(page).getByText(/^1:\d\d$/)).toBeVisible();
  await button(page, 'Stay logged in').click();
  await expect(warningOf(page)).toHaveCount(0);
  await expect(field(page, 'First name')).toHaveValue('Rosamunde');

  // As after a night with the lid closed.
  await idleFor(page, 10 * 3_600_000);
  await page.waitForURL('**/login');
  await expect(
    page.getByText('We logged you out because you were inactive. Log in to continue.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect.poll(() => readSession(page)).toBeNull();
  await expectGoodScreen(page);
  // Back on the same page, with what was typed.
  await fillLogin(page, person);
  await page.waitForURL('**/account?tab=1#devices');
  await expect(field(page, 'First name')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Rosamunde');
});

test('activity in another tab prevents the idle logout; reopening the browser the next day does not', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page, context } = await openBrowser({ expectedErrors: [httpErrors] });
  await openAccount(page, person);
  const second = await context.newPage();
  await second.goto('/account');
  await expect(welcome(second)).toBeVisible();
  // Both tabs show the warning, and an answer in one counts for both.
  await idleFor(page, limitMs - 60_000);
  await expect(warningOf(page)).toBeVisible();
  await expect(warningOf(second)).toBeVisible();
  await button(second, 'Stay logged in').click();
  await expect(warningOf(second)).toHaveCount(0);
  await expect(warningOf(page)).toHaveCount(0);
  await second.close();

  await page.goto('/fees');
  await idleFor(page, 20 * limitMs);
  await page.goto('/account');
  await page.waitForURL('**/login');
  await expect.poll(() => readSession(page)).toBeNull();
});

test('staff are logged out after half the idle time', { tag: '@details-client' }, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  await giveRole(person.email, 'admin');
  const { page } = await openBrowser();
  await openAccount(page, person);
  await idleFor(page, office.idleMinutes.staff * 60_000 - 60_000);
  await expect(warningOf(page).getByText(`after ${office.idleMinutes.staff} minutes`)).toBeVisible();
});

test('every section of the account page shows its error without a connection', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [networkErrors, httpErrors] });
  await mockResponse(page, '**/rpc/my_sessions', 500, { message: 'The list is away' });
  await openAccount(page, person);
  await expect(page.getByText('The list is away')).toBeVisible();
});
