import type { Page } from '@playwright/test';
import { hold } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { confirmedPerson, fillSignUp, newPerson } from '../support/people.ts';
import { button, field, heading, link, networkErrors, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Holds back the scripts of the pages that open from now on. */
const holdScripts = (page: Page) => hold(page, '**/assets/*.js');

const isStored = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    (secret) => JSON.stringify({ ...sessionStorage, ...localStorage, state: history.state }).includes(secret),
    text,
  );

test('login uses what was typed before the script loaded, and shows staff the clients', async ({
  openBrowser,
}) => {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, 'admin');
  const { page } = await openBrowser();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  // The browser itself would send the form, and the page would come back empty.
  await expect(button(page, 'Log in')).toBeDisabled();
  await field(page, 'Password').press('Enter');
  release();
  await button(page, 'Log in').click();
  expect(await isStored(page, person.password)).toBe(false);
  await page.waitForURL('**/manage');
});

test('sign-up uses what was typed before the script loaded, and stores no password', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = newPerson();
  const { page } = await openBrowser();
  const release = await holdScripts(page);
  await page.goto('/signup', { waitUntil: 'commit' });
  await fillSignUp(page, person);
  await expect(button(page, 'Create my account')).toBeDisabled();
  release();
  await expect(button(page, 'Create my account')).toBeEnabled();
  await expect(field(page, 'Phone number')).toHaveValue('203-555-0142');
  expect(await isStored(page, person.password)).toBe(false);
  // Nothing else was typed since, and a reload loses only the passwords.
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue(person.firstName);
  await expect(field(page, 'Confirm email')).toHaveValue(person.email);
  await expect(field(page, 'Password')).toHaveValue('');
  await fillSignUp(page, person);
  await button(page, 'Create my account').click();
  await page.waitForURL('**/confirm-email');
});

test('the password reset uses what was typed before the script loaded', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = newPerson();
  const { page } = await openBrowser();
  const release = await holdScripts(page);
  await page.goto('/password-reset', { waitUntil: 'commit' });
  await field(page, 'Email').fill(person.email);
  await expect(button(page, 'Send me the link')).toBeDisabled();
  release();
  await button(page, 'Send me the link').click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
});

test('text typed before the script loaded wins over what the page before passed on', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/password-reset');
  await field(page, 'Email').fill('before@example.com');
  await link(page, 'Back to login').click();
  await expect(heading(page, 'Log in')).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue('before@example.com');
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await field(page, 'Password').fill('typed early');
  release();
  await expect(field(page, 'Email')).toHaveValue('before@example.com');
  await expect(field(page, 'Password')).toHaveValue('typed early');
  await page.unrouteAll();

  const releaseAgain = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await field(page, 'Email').fill('after@example.com');
  releaseAgain();
  await expect(button(page, 'Log in')).toBeEnabled();
  await expect(field(page, 'Email')).toHaveValue('after@example.com');
});

test('the search, the calculator, the filters, and the list of documents use what was entered before the script loaded', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  const open = async (path: string) => {
    await page.unrouteAll();
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    return release;
  };
  let release = await open('/frequently-asked-questions');
  await page.getByRole('searchbox').fill('refund');
  release();
  await expect(page.getByText(/^\d+ questions? found$/)).toBeVisible();

  release = await open('/referrals');
  await field(page, 'How many people will you tell?').fill('7');
  release();
  await expect(page.getByText('7 × $20')).toBeVisible();

  release = await open('/read-reviews');
  await page.locator('label').filter({ hasText: '5 stars' }).click();
  await expect(page.getByText(/^Showing (\d+) of \1 reviews$/)).toBeVisible();
  release();
  await expect(page.getByText(/^Showing (\d+) of (?!\1)\d+ reviews$/)).toBeVisible();
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();

  release = await open('/upload');
  await page.getByRole('checkbox', { name: 'W-2' }).check();
  release();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('nutmeg.papers-ready') ?? ''))
    .toContain('w2');
});

test('a part of a page whose script can’t be loaded says so, and the rest of the page works', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson('Rosa');
  const { page } = await openBrowser({ expectedErrors: [networkErrors] });
  await signIn(page, person);
  const script = '**/assets/account-parts-*.js';
  await page.route(script, (route) => route.abort());
  await page.goto('/account');
  await expect(page.getByRole('alert').filter({ has: button(page, 'Try again') })).toBeVisible();
  await expect(heading(page, 'Recent Activity')).toBeVisible();
  await page.unroute(script);
  // The part may come before the press, too.
  await expect(async () => {
    const again = button(page, 'Try again');
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(page.getByText(person.email)).toBeVisible({ timeout: 2000 });
  }).toPass();
});
