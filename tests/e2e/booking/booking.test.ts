import {
  calendarIn,
  cross,
  days,
  fillBooking,
  newBooker,
  submitBooking,
  thanks,
  waitForForm,
} from '../support/booking.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  noRequestBodies,
  skipInFirefox,
  tabTo,
} from '../support/browser.ts';
import { expect, test } from '../support/test.ts';

const failedRequest = [/Failed to load resource/];

test('formats the phone number while it is typed', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/booking');
  const phone = page.getByLabel('Phone');
  await waitForForm(page);
  await expect(page.getByText('US phone numbers only')).toBeVisible();
  await phone.pressSequentially('+1 (203) 555-0142 ext 7');
  await expect(phone).toHaveValue('+1 203-555-0142');
  for (let i = 0; i < 5; i++) await phone.press('Backspace');
  await expect(phone).toHaveValue('+1 203-55');
});

for (const screen of ['phone', 'desktop'] as const) {
  test(`shows an error summary and moves focus to it (${screen})`, {
    tag: screen === 'phone' ? '@details-site' : '@looks',
  }, async ({ openBrowser }) => {
    const { page } = await openBrowser({ screen, colorScheme: screen === 'phone' ? 'dark' : 'light' });
    await page.goto('/booking');
    await expectAccessible(page);
    await fillBooking(page, { email: 'rosa' });
    await submitBooking(page);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText([
      'Full name is required',
      'Phone number is required',
      'Write the email like this: name@example.com',
    ]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await summary.getByRole('link', { name: 'Phone number is required' }).click();
    await page.keyboard.type('203555014');
    await fillBooking(page, { name: 'Rosa', email: '' });
    await submitBooking(page);
    await expect(summary.getByRole('link')).toHaveText(['Phone number must have 10 digits']);
  });
}

test('keeps what was typed after a reload', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/booking');
  await fillBooking(page, { name: 'Rosa', phone: '203555' });
  // Nothing is saved before hydration.
  await expect(page.getByRole('button', { name: 'Choose a time' })).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Rosa');
  await expect(page.getByLabel('Phone')).toHaveValue('+1 203-555');
});

const captchaFailed = 'Security verification failed. Please try again.';
const failures: [string, { path: string; status: number; body?: object }, string][] = [
  [
    'if the captcha is rejected',
    { path: '**/verify-recaptcha', status: 200, body: { success: false, score: 0 } },
    captchaFailed,
  ],
  [
    'if the captcha score is below 0.5',
    { path: '**/verify-recaptcha', status: 200, body: { success: true, score: 0.4 } },
    captchaFailed,
  ],
  ['if verifying the captcha fails', { path: '**/verify-recaptcha', status: 500 }, captchaFailed],
  ['if the captcha has no token', { path: '**/captcha-challenge*', status: 503 }, captchaFailed],
  [
    'if the appointment is rejected',
    {
      path: '**/functions/v1/calendar-book',
      status: 400,
      body: { message: 'The office is closed for good.' },
    },
    'The office is closed for good.',
  ],
  [
    'if the server responds without a message',
    { path: '**/functions/v1/calendar-book', status: 502 },
    'Failed to submit appointment request. Please try again.',
  ],
];
for (const [condition, { path, status, body }, message] of failures) {
  test(`keeps what was typed ${condition}`, { tag: '@details-site' }, async ({ openBrowser }) => {
    const { page } = await openBrowser({ expectedErrors: failedRequest });
    await page.route(path, (route) => route.fulfill({ status, json: body ?? {} }));
    await page.goto('/booking');
    await fillBooking(page, { name: 'Rosa', phone: '2035550142' });
    await submitBooking(page);
    const banner = page.getByRole('alert');
    await expect(banner).toHaveText(cross + message);
    await expect(banner).toBeFocused();
    await expectAccessible(page);
    await expect(page.getByLabel('Full name')).toHaveValue('Rosa');
    await expect(page.getByLabel('Phone')).toHaveValue('+1 203-555-0142');

    await page.unroute(path);
    await submitBooking(page);
    await expect(page.getByText(thanks)).toBeVisible();
  });
}

test('disables the submit button while the request is pending', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  const going = Promise.withResolvers<void>();
  let saved = 0;
  await page.route('**/functions/v1/calendar-book', async (route) => {
    saved += 1;
    await going.promise;
    await route.continue();
  });
  await page.goto('/booking');
  await fillBooking(page, { name: 'Rosa', phone: '2035550142' });
  await submitBooking(page);
  const button = page.getByRole('button', { name: 'Processing...' });
  await expect(button).toBeVisible();
  await expect(button).toBeDisabled();
  await page.getByLabel('Full name').press('Enter');
  going.resolve();
  await expect(page.getByText(thanks)).toBeVisible();
  expect(saved).toBe(1);
});

test('Back to form clears the form', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  const booker = newBooker();
  await page.goto('/booking');
  await fillBooking(page, booker);
  await submitBooking(page);
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details).toBeVisible();
  await expect(details).toContainText('(203) 555-0142');
  await expect(page.getByRole('heading', { name: 'What to Bring' })).toBeVisible();
  await expectNoSidewaysScroll(page);

  // A reload doesn't go back.
  await page.reload();
  await expect(days(calendarIn(page)).first()).toBeVisible();
  await page.getByRole('button', { name: 'Back to form' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect(page.getByLabel('Phone')).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Book an appointment');
  await page.reload();
  await expect(page.getByLabel('Full name')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('sends the quote unless the visitor removes it', { tag: '@details-site' }, async ({ openBrowser }) => {
  skipInFirefox(noRequestBodies);
  const { page } = await openBrowser();
  const note = 'Quote: Personal Taxes $80 - $120 (W-2 job)';
  const notes: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/calendar-book')) notes.push(request.postDataJSON().note);
  });
  await page.goto('/booking');
  await page.evaluate((text) => sessionStorage.setItem('nutmeg.quote-note', text), note);
  await page.reload();
  await expect(page.getByText(note)).toBeVisible();
  await expectAccessible(page);
  await fillBooking(page, { name: 'Rosa', phone: '2035550142' });
  await submitBooking(page);
  await page.getByRole('button', { name: 'Back to form' }).click();
  await page.getByRole('button', { name: 'Remove the quote' }).click();
  await fillBooking(page, { name: 'Ana', phone: '2035550143' });
  await submitBooking(page);
  await expect(page.getByText(thanks)).toBeVisible();
  expect(notes).toEqual([note, undefined]);
});

test('the form can be completed by keyboard', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/booking');
  await waitForForm(page);
  await tabTo(page, page.getByLabel('Full name'));
  await page.keyboard.type('Rosa Delgado');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2035550142');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(thanks)).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() =>
        document.activeElement?.contains(document.querySelector('section[aria-label^="Calendar"]')),
      ),
    )
    .toBe(true);
});
