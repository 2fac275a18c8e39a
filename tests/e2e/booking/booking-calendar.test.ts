import type { Frame, Page } from '@playwright/test';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { eventually } from '#tests/support/waiting.ts';
import {
  type Booker,
  calendarIn,
  clickRadio,
  countMessages,
  days,
  fillBooking,
  findAppointments,
  newBooker,
  openDays,
  submitBooking,
  thanks,
  times,
} from '../support/booking.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type OpenBrowser,
  type OpenOptions,
} from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { portal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

const { url } = portal;
const scheduled = { event: 'calendly.event_scheduled', payload: {} };

interface Step {
  page: Page;
  /** The requests that say that the appointment is confirmed. */
  confirmations: { pass: string | undefined; path: string }[];
}

async function toCalendar(
  openBrowser: OpenBrowser,
  booker: Partial<Booker>,
  options: OpenOptions = {},
): Promise<Step> {
  const { page } = await openBrowser(options);
  const confirmations: Step['confirmations'] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    confirmations.push({
      pass: request.headers()['x-captcha-pass'],
      path: request.url().slice(url.length),
    });
  });
  await page.goto('/booking');
  await fillBooking(page, booker);
  await submitBooking(page);
  await expect(page.getByText(thanks)).toBeVisible();
  await expect(days(calendarIn(page)).first()).toBeVisible();
  return { page, confirmations };
}

/** No other test books on this day: each takes the next time. */
let given = 0;

async function chooseAndBook(page: Page): Promise<void> {
  const calendar = calendarIn(page);
  await clickRadio(openDays(calendar).nth(1));
  await clickRadio(times(calendar).nth(given++));
  await calendar.getByRole('button', { name: 'Book this time' }).click();
  await expect(confirmation(page)).toBeVisible();
}

const confirmation = (page: Page) =>
  page.getByRole('main').getByRole('heading', { name: 'You’re booked', exact: true });

/** The stored row, read with the appointment's pass. */
async function rowOf({ confirmations }: Step): Promise<Record<string, unknown> | undefined> {
  const [{ path, pass } = { path: '', pass: '' }] = confirmations;
  const answer = await fetch(`${url}${path}&select=*`, {
    headers: { apikey: PUBLISHABLE_KEY, 'x-captcha-pass': pass ?? '' },
  });
  return ((await answer.json()) as Record<string, unknown>[])[0];
}

test('a visitor books an appointment on a phone', async ({ openBrowser }) => {
  const booker = newBooker();
  const step = await toCalendar(openBrowser, booker, { screen: 'phone' });
  await chooseAndBook(step.page);
  await expect(step.page.getByText(`We sent a confirmation to ${booker.email}`)).toBeVisible();
  expect((await mailTo(booker.email)).text).toMatch(new RegExp(`${url}/calendar#ticket=`));
  await eventually(async () => step.confirmations.length > 0);
  await expect.poll(() => rowOf(step)).toMatchObject({ status: 'confirmed', name: booker.name });
});

test('books and confirms an appointment (desktop, dark)', {
  tag: '@looks',
}, async ({ openBrowser }) => {
  const booker = newBooker();
  const step = await toCalendar(openBrowser, booker, { colorScheme: 'dark' });
  const { page, confirmations } = step;
  await expect(calendarIn(page)).toBeVisible();
  // Our own calendar is part of the page and does not ask the form's questions again.
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByLabel('Full name')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await chooseAndBook(page);
  // Shown once: it replaces the calendar.
  await expect(page.getByText('You’re booked')).toHaveCount(1);
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(confirmation(page)).toBeFocused();
  const told = page.getByText(/^\d+:\d\d [AP]M to \d+:\d\d [AP]M in New Haven$/);
  const [when = ''] = (await told.textContent())?.split(' to ') ?? [];
  await expect(page.getByText(`We sent a confirmation to ${booker.email}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add to my calendar' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await eventually(async () => confirmations.length > 0);
  await expect
    .poll(() => rowOf(step))
    .toMatchObject({
      status: 'confirmed',
      calendly_completed: true,
      name: booker.name,
      phone: '+12035550142',
      starts_at: expect.any(String),
      seat: 1,
    });
  expect(confirmations).toHaveLength(1);
  expect(confirmations[0]?.pass).toBeTruthy();

  const mail = await mailTo(booker.email);
  expect(mail.text).toContain(when);
  expect(mail.text).toMatch(new RegExp(`${url}/calendar#ticket=`));
  expect(mail.attachments.map(({ filename }) => filename).join()).toMatch(/\.ics/);

  // A reload doesn't offer a second time; it shows the same confirmation.
  await page.reload();
  await expect(confirmation(page)).toBeVisible();
  await expect(told).toContainText(when);
  await expect(page.locator('iframe')).toHaveCount(0);

  // It is also kept when the visitor goes back to the form, or reaches the page by another path.
  await page.getByRole('button', { name: 'Back to form' }).click();
  const note = page.getByText('You have an appointment');
  await expect(note).toBeVisible();
  await page.goto('/fees');
  await page.goto('/booking');
  await expect(note).toBeVisible();
  await expect(page.getByText(`${when} in New Haven`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View, change, or cancel it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(page.getByRole('heading', { name: 'This appointment is canceled' })).toBeVisible();
  await page.goto('/booking');
  await expect(page.getByLabel('Full name')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('nutmeg.booked-time'))).toBeNull();
  await expect(note).toHaveCount(0);
});

test('tells a visitor without an email to write down the time', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await toCalendar(openBrowser, { name: 'Nell', phone: '2035550142' });
  await chooseAndBook(page);
  await expect(page.getByText('please write down the time')).toBeVisible();
  await expect(page.getByText('no-email')).toHaveCount(0);
});

test('ignores calendar messages from any frame', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page, confirmations } = await toCalendar(openBrowser, newBooker(), {
    // Requests that a sandboxed page may not make.
    expectedErrors: [/Failed to load resource/, /blocked by CORS/],
  });
  const strangers = await page.evaluate(async () => {
    const frames = [document.createElement('iframe'), document.createElement('iframe')];
    frames[1]?.setAttribute('sandbox', 'allow-scripts');
    for (const [at, frame] of frames.entries()) {
      frame.name = `stranger-${at}`;
      frame.src = '/offline';
      const loaded = new Promise((done) => frame.addEventListener('load', done));
      document.body.append(frame);
      await loaded;
    }
    return frames.map((frame) => frame.name);
  });
  const heard = await countMessages(page);
  // From the same origin, and from an opaque one.
  for (const name of strangers) {
    const frame = page.frame(name);
    if (!frame) throw new Error(`no frame ${name}`);
    await saysTo(frame);
  }
  // From the page to itself.
  await page.evaluate((message) => window.postMessage(message, '*'), scheduled);
  await expect.poll(heard).toBe(3);
  await expect(page.getByText(thanks)).toBeVisible();
  expect(confirmations).toEqual([]);

  // The calendar still works, and its booking is confirmed once.
  await chooseAndBook(page);
  await eventually(async () => confirmations.length > 0);
  expect(confirmations).toHaveLength(1);
});

const saysTo = (frame: Frame) =>
  frame.evaluate((message) => {
    parent.postMessage(message, '*');
  }, scheduled);

test('books a new appointment if the captcha pass has expired, and leaves the first one unconfirmed', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const booker = newBooker();
  const { page, confirmations } = await toCalendar(openBrowser, booker, {
    expectedErrors: [/Failed to load resource/],
  });
  // As a day later, when the pass of the first appointment has expired.
  const refusal = { code: 'captcha_failed', message: 'Security verification failed. Please try again.' };
  await page.route(
    '**/functions/v1/calendar-book',
    (route) => route.fulfill({ status: 403, json: refusal }),
    {
      times: 1,
    },
  );
  const calendar = calendarIn(page);
  await clickRadio(times(calendar).first());
  await calendar.getByRole('button', { name: 'Book this time' }).click();
  await expect(calendar.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await expect(calendar.getByLabel('Full name')).toHaveValue(booker.name);
  await chooseAndBook(page);
  // Reloading waits for the page's pending requests.
  await page.reload();
  await expect(confirmation(page)).toBeVisible();
  expect(confirmations).toEqual([]);
  expect(await findAppointments(booker.email)).toMatchObject([
    { status: 'pending', calendly_completed: false, starts_at: null },
    { status: 'confirmed', starts_at: expect.any(String) },
  ]);
});

test('only logs a failed confirmation', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await toCalendar(openBrowser, newBooker(), {
    expectedErrors: [/Failed to load resource/],
  });
  const warned = page.waitForEvent('console', (message) =>
    /could not be marked as confirmed/.test(message.text()),
  );
  await page.route('**/rest/v1/appointments*', (route) => route.fulfill({ status: 500, json: {} }));
  await chooseAndBook(page);
  await warned;
  await expect(confirmation(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
