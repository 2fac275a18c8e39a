import { randomBytes } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { hold, noRequestBodies, skipInFirefox, tabTo } from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { office } from '../support/office.ts';
import { officeApi } from '../support/office-api.ts';
import { button, expectGoodScreen, field, heading } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const THANKS = "✅ Thank you! Your message has been sent successfully. We'll get back to you soon.";
const SUBMISSIONS = '**/rest/v1/contact_submissions*';
const freshEmail = () => `visitor-${randomBytes(5).toString('hex')}@example.com`;
const send = (page: Page) => button(page, 'Send my message');

interface Visit {
  email: string;
  message: string;
}

/** Opens the contact page and fills in a complete message. */
async function fill(page: Page, more: Partial<Visit> = {}): Promise<Visit> {
  const visit = { email: freshEmail(), message: 'What does a return with two W-2s cost?', ...more };
  await page.goto('/contact-us');
  await field(page, 'Name').fill('Rosa Delgado Muñoz');
  await field(page, 'Email').fill(visit.email);
  await field(page, 'Subject').selectOption('Pricing Questions');
  await field(page, 'Message').fill(visit.message);
  return visit;
}

async function stored(email: string) {
  const { data, error } = await (await officeApi()).from('contact_submissions').select().eq('email', email);
  if (error) throw error;
  return data;
}

async function expectNothingLost(page: Page, { email, message }: Visit): Promise<void> {
  await expect(field(page, 'Name')).toHaveValue('Rosa Delgado Muñoz');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Subject')).toHaveValue('pricing');
  await expect(field(page, 'Message')).toHaveValue(message);
  await expect(send(page)).toBeVisible();
}

test('sends a message on a phone', async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  const { email, message } = await fill(page);
  await send(page).click();
  await expect(page.getByRole('status').getByText(THANKS, { exact: true })).toBeVisible();
  expect(await stored(email)).toMatchObject([{ status: 'new', subject: 'pricing', message }]);
});

test('sends a message, notifies the office, and resets the form (desktop)', {
  tag: '@looks',
}, async ({ openBrowser }) => {
  skipInFirefox(noRequestBodies);
  const { page } = await openBrowser({ screen: 'desktop' });
  const { email, message } = await fill(page);
  await field(page, 'Phone (optional)').pressSequentially('(203) 555x0177 99');
  await expect(field(page, 'Phone (optional)')).toHaveValue('203-555-0177');
  await expectGoodScreen(page);

  let request: Request | undefined;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SUBMISSIONS, async (route) => {
    request = route.request();
    await held;
    await route.continue();
  });
  await send(page).click();
  await expect(button(page, 'Sending...')).toBeDisabled();
  await expect.poll(() => request?.method()).toBe('POST');
  release();

  await expect(page.getByRole('status').getByText(THANKS, { exact: true })).toBeVisible();
  expect(request?.headers()).toMatchObject({
    apikey: 'sb_publishable_nutmeg',
    prefer: 'return=representation',
    'x-captcha-pass': expect.any(String),
  });
  expect(request?.postDataJSON()).toEqual({
    name: 'Rosa Delgado Muñoz',
    email,
    phone: '203-555-0177',
    subject: 'pricing',
    message,
    status: 'new',
  });
  for (const label of ['Name', 'Email', 'Phone (optional)', 'Subject', 'Message']) {
    await expect(field(page, label)).toHaveValue('');
  }
  // The form is back and has focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Write to us');
  const top = await heading(page, 'Write to us').boundingBox();
  expect(top?.y).toBeGreaterThanOrEqual(0);
  expect(top?.y).toBeLessThan(300);
  await expectGoodScreen(page);
  await expect(page.getByText(THANKS)).toHaveCount(0);
  // In the office's time zone, whatever the visitor's is.
  await expect(
    page.getByText(/^Your last message was sent at \d+:\d\d [AP]M \(Eastern Time\)\.$/),
  ).toBeVisible();

  expect(await stored(email)).toMatchObject([{ phone: '203-555-0177', status: 'new', message }]);
});

test('keeps what was typed after a reload, also text typed before hydration', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  const visit = await fill(page);
  // Nothing is saved before hydration.
  await expect(send(page)).toBeEnabled();
  await page.reload();
  await expectNothingLost(page, visit);
  await field(page, 'Subject').selectOption('');
  await field(page, 'Name').fill('');
  await expect(send(page)).toBeEnabled();

  const release = await hold(page, '**/assets/contact-form-*.js');
  await page.reload();
  await field(page, 'Name').fill('Typed early');
  // Also what was removed again: the draft still has an address.
  await field(page, 'Email').fill('x');
  await field(page, 'Email').fill('');
  // The browser must not submit the form itself.
  await expect(send(page)).toBeDisabled();
  await field(page, 'Name').press('Enter');
  release();
  await expect(field(page, 'Message')).toHaveValue(visit.message);
  await expect(field(page, 'Name')).toHaveValue('Typed early');
  await expect(field(page, 'Email')).toHaveValue('');
  await send(page).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Email is required',
    'Choose a subject',
  ]);
});

test('works by keyboard and escapes markup in every field', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.goto('/contact-us');
  const name = `<img src=x onerror="alert(1)"> ${randomBytes(4).toString('hex')}`;
  const email = freshEmail();
  await tabTo(page, field(page, 'Name'));
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await tabTo(page, field(page, 'Subject'));
  await page.keyboard.type('Refund');
  await page.keyboard.press('Tab');
  await page.keyboard.type('<script>alert(1)</script>');
  await tabTo(page, send(page));
  await page.keyboard.press('Enter');
  await expect(page.getByText(THANKS)).toBeVisible();

  const notice = await mailTo(office.contact.staffInbox, ({ subject }) => subject === `New message: ${name}`);
  expect(notice.html).not.toContain('<img');
  expect(`${notice.html}${notice.text}`).not.toContain(email);
  const [row] = await stored(email);
  expect(notice.text).toContain(`/manage?queue=messages&message=${row?.id}`);
});
