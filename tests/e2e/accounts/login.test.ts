import type { Page } from '@playwright/test';
import { tabTo } from '../support/browser.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import { button, dialog, expectGoodScreen, field, fillLogin, httpErrors } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const wrong = (person: Person): Person => ({ ...person, password: 'not this one' });

async function tryLogin(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, person);
}

test('login with a wrong password shows Incorrect Password, with retry and reset', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
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

test('login and its dialogs work by keyboard', { tag: '@details-client' }, async ({ openBrowser }) => {
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
