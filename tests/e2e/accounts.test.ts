import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, type Screen } from './support/browser.ts';
import { confirmedPerson, fillSignUp, logIn, newPerson } from './support/people.ts';
import { linkIn, mailTo } from './support/started-portal.ts';

test.each<Screen>(['phone', 'desktop'])(
  'sign up, confirm by the mail, log out, log in (%s)',
  async (screen) => {
    const { page } = await openBrowser({ screen });
    const person = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, person);
    expect(await page.getByLabel('Phone number').inputValue()).toBe('203-555-0142');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Create my account' }).click();

    await page.waitForURL('**/confirm-email');
    await page.getByText(person.email).waitFor();
    await expectAccessible(page);
    await page.goto(linkIn(await mailTo(person.email)));
    await page.getByRole('heading', { name: 'Email Confirmed' }).waitFor();
    await expectAccessible(page);

    await page.waitForURL('**/account');
    await page.getByRole('heading', { name: `Welcome, ${person.firstName}` }).waitFor();
    await page.getByText('203-555-0142').first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(/\/$/);
    await page.goto('/account');
    await page.waitForURL('**/login');
    await page.getByText('Please log in to access your account').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/account');
  },
);

test('the login comes back to the page that was wanted', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await page.goto('/account?from=mail');
  await page.waitForURL('**/login');
  await logIn(page, person);
});
