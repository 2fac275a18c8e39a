import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import {
  ageToken,
  answer,
  button,
  cuts,
  expectGoodScreen,
  field,
  fillLogin,
  heading,
  keptSession,
  link,
  refusals,
  signIn,
} from '../support/entry.ts';
import { giveRole } from '../support/house-database.ts';
import { office } from '../support/office.ts';
import { confirmedPerson, type Person } from '../support/people.ts';

const welcome = (page: Page) => heading(page, 'Welcome, Rosa');

async function openAccount(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await page.goto('/account');
  await welcome(page).waitFor();
}

const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .textContent();

test('a stored session is the initial one: the account with all that is known, and a reload keeps it', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ screen: 'phone' });
  await openAccount(page, person);
  expect(await fact(page, 'First name')).toBe('Rosa');
  expect(await fact(page, 'Last name')).toBe(person.lastName);
  expect(await fact(page, 'Email')).toBe(person.email);
  expect(await fact(page, 'Phone')).toBe('203-555-0142');
  expect(await fact(page, 'Account Type')).toBe('Client');
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
  await page.getByText('Account created').first().waitFor();
  expect(await link(page, 'how uploading works').getAttribute('href')).toBe('/upload');
  expect(await link(page, 'write to us').getAttribute('href')).toBe('/contact-us');
  expect(await page.getByRole('link', { name: /^Upload Tax Papers/ }).getAttribute('href')).toBe(
    '/secured-files',
  );
  expect(await page.getByRole('link', { name: /^Access Tax Copies/ }).getAttribute('href')).toBe(
    '/secured-files?bypass=true',
  );
  expect(await link(page, 'How referrals work').getAttribute('href')).toBe('/referrals');
  await expectGoodScreen(page);
  await page.reload();
  await welcome(page).waitFor();
});

test('a profile that can not be fetched falls back to the sign-up, as a client', async () => {
  const person = await confirmedPerson();
  await giveRole(person.email, 'super');
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await answer(page, '**/rest/v1/user_profiles**', 500, { message: 'down' });
  await openAccount(page, person);
  expect(await fact(page, 'Account Type')).toBe('Client');
  expect(await fact(page, 'Phone')).toBe('203-555-0142');
});

test('no profile yet: the yellow notice, and no name is made up', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await answer(page, '**/rest/v1/user_profiles**', 200, []);
  await signIn(page, person);
  await page.goto('/account');
  await page
    .getByText('Profile information is still loading. Some features may be limited.', { exact: true })
    .waitFor();
  await heading(page, 'Welcome').waitFor();
  expect(await fact(page, 'Phone')).toBe('Not provided');
  expect(await fact(page, 'Account Type')).toBe('Client');
  await expectGoodScreen(page);
});

test('a session that is nearly over is renewed, after a failure too', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await openAccount(page, person);
  const before = await keptSession(page);
  let failures = 0;
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
    failures += 1;
    return failures === 1 ? route.fulfill({ status: 503, body: 'busy' }) : route.fallback();
  });
  await ageToken(page);
  await page.reload();
  await welcome(page).waitFor();
  const after = await keptSession(page);
  expect(failures).toBeGreaterThan(1);
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
});

test('a session that can not be renewed any more ends', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await openAccount(page, person);
  await answer(page, '**/auth/v1/token?grant_type=refresh_token', 400, {
    code: 400,
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token: Refresh Token Not Found',
  });
  await ageToken(page);
  await page.reload();
  await page.waitForURL('**/login');
  expect(await keptSession(page)).toBeNull();
});

test('logging out clears all and goes home, even when the server can not be told', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await openAccount(page, person);
  await answer(page, '**/auth/v1/logout**', 500, { code: 500, msg: 'down' });
  await button(page, 'Logout').click();
  await page.waitForURL(/:\d+\/$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }).waitFor();
  expect(await keptSession(page)).toBeNull();
  await page.goto('/account');
  await page.waitForURL('**/login');
  await page.getByText('Please log in to access your account', { exact: true }).waitFor();
});

test('what is changed of the person in one tab is there in the other', async () => {
  const person = await confirmedPerson();
  const { page, context } = await openBrowser();
  await openAccount(page, person);
  const second = await context.newPage();
  await second.goto('/account');
  await button(second, 'Change').click();
  await field(second, 'First name').fill('Rosalia');
  await button(second, 'Save').click();
  await heading(second, 'Welcome, Rosalia').waitFor();
  await page.bringToFront();
  await page.reload();
  await heading(page, 'Welcome, Rosalia').waitFor();
});

/** As if the last sign of life were so long ago; the window is looked at again, as after a sleep. */
async function idleFor(page: Page, ms: number): Promise<void> {
  await page.evaluate((passed) => {
    localStorage.setItem('nutmeg.last-activity', String(Date.now() - passed));
    window.dispatchEvent(new Event('focus'));
  }, ms);
}

const limitMs = office.idleMinutes.client * 60_000;
const warningOf = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

test('nobody there: asked two minutes before, stays on an answer, and is logged out without one', async () => {
  const person = await confirmedPerson();
  // The library may ask for something while the session ends.
  const { page } = await openBrowser({ screen: 'phone', colorScheme: 'dark', expectedErrors: [refusals] });
  await signIn(page, person);
  await page.goto('/account?tab=1#devices');
  await welcome(page).waitFor();
  await button(page, 'Change').click();
  await field(page, 'First name').fill('Rosamunde');

  await idleFor(page, limitMs - 121_000);
  expect(await warningOf(page).count()).toBe(0);
  await idleFor(page, limitMs - 119_000);
  await warningOf(page).getByText(`after ${office.idleMinutes.client} minutes`).waitFor();
  await expectGoodScreen(page);
  // A sleeve on the keyboard is no answer.
  await page.keyboard.press('Shift');
  await warningOf(page)
    .getByText(/^1:5[0-7]$/)
    .waitFor();
  await button(page, 'Stay logged in').click();
  await warningOf(page).waitFor({ state: 'detached' });
  expect(await field(page, 'First name').inputValue()).toBe('Rosamunde');

  // The lid was closed for the night.
  await idleFor(page, 10 * 3_600_000);
  await page.waitForURL('**/login');
  await page
    .getByText('You were logged out because nothing happened for a while. Log in to go on.', { exact: true })
    .waitFor();
  await expect.poll(() => keptSession(page)).toBeNull();
  await expectGoodScreen(page);
  // Back where it was, with what was typed.
  await fillLogin(page, person);
  await page.waitForURL('**/account?tab=1#devices');
  await field(page, 'First name').waitFor();
  expect(await field(page, 'First name').inputValue()).toBe('Rosamunde');
});

test('somebody at work in another tab is there; a browser opened again the next day is not', async () => {
  const person = await confirmedPerson();
  const { page, context } = await openBrowser({ expectedErrors: [refusals] });
  await openAccount(page, person);
  const second = await context.newPage();
  await second.goto('/account');
  await welcome(second).waitFor();
  // Both tabs ask, and an answer in one is an answer for both.
  await idleFor(page, limitMs - 60_000);
  await warningOf(page).waitFor();
  await warningOf(second).waitFor();
  await button(second, 'Stay logged in').click();
  await warningOf(second).waitFor({ state: 'detached' });
  await warningOf(page).waitFor({ state: 'detached' });
  await second.close();

  await page.goto('/fees');
  await idleFor(page, 20 * limitMs);
  await page.goto('/account');
  await page.waitForURL('**/login');
  await expect.poll(() => keptSession(page)).toBeNull();
});

test('staff have half the time', async () => {
  const person = await confirmedPerson();
  await giveRole(person.email, 'admin');
  const { page } = await openBrowser();
  await openAccount(page, person);
  await idleFor(page, office.idleMinutes.staff * 60_000 - 60_000);
  await warningOf(page).getByText(`after ${office.idleMinutes.staff} minutes`).waitFor();
});

test('without a connection the account page says what is wrong with each part', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser({ expectedErrors: [cuts, refusals] });
  await answer(page, '**/rpc/my_sessions', 500, { message: 'The list is away' });
  await openAccount(page, person);
  await page.getByText('The list is away').waitFor();
});
