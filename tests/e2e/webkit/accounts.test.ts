import { linkIn, mailTo } from '../support/mail.ts';
import { confirmedPerson, newPerson } from '../support/people.ts';
import { button, expect, field, heading, test, text } from './phone.ts';

test('a visitor signs up, confirms the email, and logs in', async ({ phone }) => {
  const person = newPerson('Wren');
  await phone.goto('/signup');
  await phone.see(field('First name'));
  await phone.expectGoodScreen();
  await phone.fill('First name', person.firstName);
  await phone.fill('Last name', person.lastName);
  await phone.fill('Email', person.email);
  await phone.fill('Confirm email', person.email);
  await phone.fill('Phone number', person.phone);
  await phone.fill('Password', person.password);
  await phone.fill('Confirm password', person.password);
  expect(await phone.valueOf('Phone number')).toBe('203-555-0142');
  await phone.press(button('Create my account'));
  await phone.expectPath('/confirm-email');
  await phone.session.goto(linkIn(await mailTo(person.email)));
  await phone.expectPath('/account');
  await phone.see(heading(`Welcome, ${person.firstName}`));
  await phone.expectGoodScreen();
});

test('rejects a wrong password and accepts the right one', async ({ phone }) => {
  const person = await confirmedPerson('Wade');
  await phone.goto('/login');
  await phone.fill('Email', person.email);
  await phone.fill('Password', 'not this one');
  await phone.press(button('Log in'));
  await phone.see(heading('Incorrect Password'));
  await phone.expectGoodScreen();
  await phone.press(button('Try Again'));
  await phone.dontSee(heading('Incorrect Password'));
  await phone.fill('Password', person.password);
  await phone.press(button('Log in'));
  await phone.expectPath('/account');
});

test('resets a forgotten password with the link in the email', async ({ phone }) => {
  const person = await confirmedPerson('Wilma');
  const newPassword = 'tres gatos verdes';
  await phone.goto('/password-reset');
  await phone.fill('Email', person.email);
  await phone.press(button('Send me the link'));
  await phone.see(heading('Check your email'));
  const mail = await mailTo(person.email, ({ subject }) => subject === 'Choose a new password');
  await phone.session.goto(linkIn(mail));
  await phone.press(button('Continue'));
  await phone.fill('New password', newPassword);
  await phone.fill('Confirm new password', newPassword);
  await phone.press(button('Update my password'));
  await phone.see(heading('Password updated'));
  await phone.expectPath('/account');
  await phone.see(text('Welcome, Wilma'));
});

test('asks for a login before an account page and opens the page afterwards', async ({ phone }) => {
  const person = await confirmedPerson('Wes');
  await phone.goto('/secured-files');
  await phone.expectPath('/login');
  await phone.waitForHeadingFocus();
  await phone.fill('Email', person.email);
  await phone.fill('Password', person.password);
  await phone.press(button('Log in'));
  await phone.expectPath('/secured-files');
});
