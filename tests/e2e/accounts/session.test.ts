import type { Page } from '@playwright/test';
import { office } from '../support/office.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import {
  button,
  expectGoodScreen,
  field,
  heading,
  httpErrors,
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
  // A request may be running while the session ends.
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
  await expect(
    page.getByText('We logged you out because you were inactive. Log in to continue.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect.poll(() => readSession(page)).toBeNull();
  await expectGoodScreen(page);
  await expect(field(page, 'First name')).toBeHidden();
  // The page is as it was, with what was typed.
  const again = page.getByRole('alertdialog', { name: 'Log in again' });
  await again.getByLabel('Password', { exact: true }).fill(person.password);
  await again.getByRole('button', { name: 'Log in' }).click();
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
