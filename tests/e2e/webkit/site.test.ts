import { newBooker } from '../support/booking.ts';
import { button, expect, link, test, text } from './phone.ts';

test('the menu opens another page and moves focus to it', async ({ phone }) => {
  await phone.goto('/');
  await phone.press(button('Menu'));
  await phone.press(`//*[@role='dialog']${link('Pricing')}`);
  await phone.expectPath('/fees');
  await phone.waitForHeadingFocus();
  await phone.expectGoodScreen();
});

test('answering the questions shows a quote', async ({ phone }) => {
  await phone.goto('/quote');
  for (const answers of [['My own'], ['A job'], ['None of these']]) {
    for (const answer of answers)
      await phone.press(`//main//label[.//text()[normalize-space()='${answer}']]`);
    await phone.press(`//main${button('Next')}`);
  }
  await phone.see(button('New Quote'));
  await phone.expectGoodScreen();
});

test('a contact message reaches the office', async ({ phone }) => {
  await phone.goto('/contact-us');
  await phone.fill('Name', 'Wanda Whitfield');
  await phone.fill('Email', 'wanda@example.com');
  await phone.press("//option[normalize-space()='Pricing Questions']");
  await phone.fill('Message', 'What does a return with two W-2s cost?');
  await phone.press(button('Send my message'));
  await phone.see("//*[@role='status']//*[contains(., 'Thank you!')]");
  expect(await phone.valueOf('Message')).toBe('');
});

test('requesting an appointment shows available times', async ({ phone }) => {
  const booker = newBooker('Walt Whitfield');
  await phone.goto('/booking');
  await phone.fill('Full name', booker.name);
  await phone.fill('Phone', booker.phone);
  await phone.fill('Email (optional)', booker.email);
  expect(await phone.valueOf('Phone')).toBe('+1 203-555-0142');
  await phone.press(button('Choose a time'));
  await phone.see(text('Please select your preferred appointment time'));
});
