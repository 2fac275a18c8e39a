import { expect, test } from 'vitest';
import { focusAtHeading, type OpenOptions, openBrowser, tabTo } from '../support/browser.ts';
import { ageToken, button, expectGoodScreen, field, fillLogin, refusals, signIn } from '../support/entry.ts';
import { confirmedPerson, fillSignUp, logIn, newPerson } from '../support/people.ts';
import { codeIn, giveRoleByCommand, linkIn, mailTo } from '../support/started-portal.ts';

test.each<[string, OpenOptions]>([
  ['a phone in the dark', { screen: 'phone', colorScheme: 'dark' }],
  ['a desktop by day', { screen: 'desktop', colorScheme: 'light' }],
])('on %s: sign up, confirm by the link, log out, log in', async (_, options) => {
  const { page } = await openBrowser(options);
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await field(page, 'Who referred you to us? (optional)').fill('My sister Ana');
  expect(await field(page, 'Phone number').inputValue()).toBe('203-555-0142');
  await expectGoodScreen(page);
  await button(page, 'Create my account').click();

  await page.waitForURL('**/confirm-email');
  await page.getByText(person.email).waitFor();
  await expectGoodScreen(page);

  await page.goto(linkIn(await mailTo(person.email)));
  await page.getByRole('heading', { name: 'Email Confirmed' }).waitFor();
  await expectGoodScreen(page);
  await page.waitForURL('**/account');
  await page.getByRole('heading', { name: `Welcome, ${person.firstName}` }).waitFor();
  await page.locator('dd', { hasText: '203-555-0142' }).waitFor();
  await page.getByText(person.lastName).waitFor();
  await page.getByRole('link', { name: 'Start my tax form' }).waitFor();
  await expectGoodScreen(page);

  await page.goto('/secured-files');
  await page.locator('#q-isNew').getByText('Yes', { exact: true }).click();
  expect(await page.locator('#q-referredBy').inputValue()).toBe('My sister Ana');
  await page.goto('/account');

  await button(page, 'Logout').click();
  await page.waitForURL(/:\d+\/$/);
  await page.goto('/account');
  await page.waitForURL('**/login');
  await page.getByText('Please log in to access your account').waitFor();
  await expectGoodScreen(page);
  await fillLogin(page, person);
  await page.waitForURL('**/account');
  await page.getByRole('heading', { name: `Welcome, ${person.firstName}` }).waitFor();
});

test('without a mouse: sign up, confirm by the code, log out, log in', async () => {
  const { page } = await openBrowser();
  const person = newPerson('Keyla');
  await page.goto('/login');
  await tabTo(page, page.getByRole('link', { name: 'Create my account' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/signup');
  await focusAtHeading(page);
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
  await focusAtHeading(page);
  await tabTo(page, field(page, 'Code from the mail'));
  await page.keyboard.type(codeIn(await mailTo(person.email)));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Email Confirmed' }).waitFor();
  await page.waitForURL('**/account');
  await focusAtHeading(page);

  await tabTo(page, button(page, 'Logout'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/:\d+\/$/);
  await focusAtHeading(page);
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await focusAtHeading(page);
  await tabTo(page, field(page, 'Email'));
  await page.keyboard.type(person.email);
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
});

test('an address that is not confirmed gets another mail', async () => {
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await button(page, 'Create my account').click();
  await page.waitForURL('**/confirm-email');
  const first = await mailTo(person.email);
  await page.goto('/login');
  await fillLogin(page, person);
  await page.getByText('Email not confirmed').waitFor();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await button(page, 'Send the mail again').click();
  await page.getByText(/a new mail is on its way/).waitFor();
  await expectGoodScreen(page);
  const second = await mailTo(person.email, (mail) => linkIn(mail) !== linkIn(first));
  // The older link is dead, and the page says what to do.
  await page.goto(linkIn(first));
  await page.getByRole('heading', { name: 'Confirmation Error' }).waitFor();
  await page.getByText(/The link may have expired or already been used/).waitFor();
  await expectGoodScreen(page);
  await page.goto(linkIn(second));
  await page.waitForURL('**/account');
});

test('an empty sign-up lists all that is missing; each line leads to its field', async () => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/signup');
  await button(page, 'Create my account').click();
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these answers' });
  await summary.waitFor();
  expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'First name is required',
    'Last name is required',
    'Email is required',
    'Type your email a second time',
    'Phone number is required',
    'Password is required',
    'Type your password a second time',
  ]);
  await expectGoodScreen(page);
  await summary.getByRole('link', { name: 'Phone number is required' }).click();
  await page.keyboard.type('203');
  expect(await field(page, 'Phone number').inputValue()).toBe('203');
  // The message goes as soon as the answer is right.
  await page.keyboard.type('5550142');
  await expect.poll(() => page.getByText('Phone number must have 10 digits').count()).toBe(0);
});

test('a mismatch is told, and goes away whichever of the two is mended', async () => {
  const { page } = await openBrowser();
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await field(page, 'Email').fill('other@example.com');
  await field(page, 'Password').fill('another one');
  await button(page, 'Create my account').click();
  const beside = (message: string) => page.locator('form').getByText(message, { exact: true });
  await beside('Email addresses do not match').last().waitFor();
  await beside('Passwords do not match').last().waitFor();
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  await expect.poll(() => beside('Email addresses do not match').count()).toBe(0);
  await expect.poll(() => beside('Passwords do not match').count()).toBe(0);
});

test('the link opened in another browser confirms too, and the login is there', async () => {
  const { page } = await openBrowser();
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await button(page, 'Create my account').click();
  await page.waitForURL('**/confirm-email');
  const { page: phone } = await openBrowser({ screen: 'phone' });
  await phone.goto(linkIn(await mailTo(person.email)));
  await phone.getByRole('heading', { name: 'Email Confirmed' }).waitFor();
  await phone.waitForURL('**/login');
  await fillLogin(phone, person);
  await phone.waitForURL('**/account');
});

test('the link opened in a second tab takes the first one along; a logout does, too', async () => {
  const { page, context } = await openBrowser();
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await button(page, 'Create my account').click();
  await page.waitForURL('**/confirm-email');
  const second = await context.newPage();
  await second.goto(linkIn(await mailTo(person.email)));
  await page.waitForURL('**/account');
  await second.waitForURL('**/account');
  await button(second, 'Logout').click();
  await page.getByRole('heading', { name: 'Please log in to access your account' }).waitFor();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/login');
});

test('the login leads back to the page that was wanted, and leaves no door behind', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await page.goto('/fees');
  await page.goto('/account?from=mail#top');
  await page.waitForURL('**/login');
  await fillLogin(page, person);
  await page.waitForURL('**/account?from=mail#top');
  await page.goBack();
  await page.waitForURL('**/fees');
});

test('a client is led away from the staff area', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await signIn(page, person);
  await page.goto('/manage');
  await page.waitForURL('**/account');
});

test('a role given by the owner is there at the next look', async () => {
  const person = await confirmedPerson('Sam');
  const { page } = await openBrowser();
  await logIn(page, person);
  await page.getByRole('link', { name: 'Start my tax form' }).waitFor();
  await giveRoleByCommand(person.email, 'super');
  await page.reload();
  await page.getByRole('link', { name: 'Go to the client list' }).waitFor();
  await page.getByText('Super', { exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).waitFor();
  await expectGoodScreen(page);
});

test('five seconds without an answer, and the login is offered instead of the spinner', async () => {
  const person = await confirmedPerson();
  const { page } = await openBrowser();
  await signIn(page, person);
  await ageToken(page);
  await page.route('**/auth/v1/token**', () => {});
  // A clock that stands still, however long the page takes to come.
  const now = new Date();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now.getTime() + 1000);
  const renewal = page.waitForRequest('**/auth/v1/token**');
  await page.goto('/account');
  await renewal;
  await page.getByText('Loading...').waitFor();
  await page.clock.runFor(4900);
  await page.getByText('Loading...').waitFor();
  await page.clock.runFor(200);
  await page.waitForURL('**/login');
});
