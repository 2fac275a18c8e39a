import type { Frame, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { eventually, PUBLISHABLE_KEY } from '#tests/support/server/portal.ts';
import {
  appointmentsOf,
  type Booker,
  calendarFrameOf,
  calendarIn,
  countMessages,
  days,
  fillBooking,
  goOn,
  newBooker,
  openDays,
  press,
  thanks,
  times,
} from '../support/booking.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type OpenOptions,
  openBrowser,
} from '../support/browser.ts';
import { mailTo } from '../support/started-portal.ts';

const { url } = inject('portal');
const scheduled = { event: 'calendly.event_scheduled', payload: {} };

interface Step {
  page: Page;
  /** The requests that say that the appointment is confirmed. */
  confirmations: { pass: string | undefined; path: string }[];
}

async function toCalendar(
  booker: Partial<Booker>,
  { prepare, ...options }: OpenOptions & { prepare?: (page: Page) => Promise<unknown> } = {},
): Promise<Step> {
  const { page } = await openBrowser(options);
  await prepare?.(page);
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
  await goOn(page);
  await page.getByText(thanks).waitFor();
  await days(calendarIn(page)).first().waitFor();
  return { page, confirmations };
}

async function chooseAndBook(page: Page): Promise<void> {
  const calendar = calendarIn(page);
  await press(openDays(calendar).nth(1));
  await press(times(calendar).nth(Math.floor(Math.random() * 12)));
  await calendar.getByRole('button', { name: 'Book this time' }).click();
  await confirmation(page).waitFor();
}

/** In the page itself: the frame is gone. */
const confirmation = (page: Page) =>
  page.getByRole('main').getByRole('heading', { name: 'You are booked', exact: true });

/** What the table has, as the holder of the pass sees it. */
async function rowOf({ confirmations }: Step): Promise<Record<string, unknown> | undefined> {
  const [{ path, pass } = { path: '', pass: '' }] = confirmations;
  const answer = await fetch(`${url}${path}&select=*`, {
    headers: { apikey: PUBLISHABLE_KEY, 'x-captcha-pass': pass ?? '' },
  });
  return ((await answer.json()) as Record<string, unknown>[])[0];
}

test.each([
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const)('from the form to a confirmed appointment: %s, %s', async (screen, colorScheme) => {
  const booker = newBooker();
  const step = await toCalendar(booker, { screen, colorScheme });
  const { page, confirmations } = step;
  const frame = page.locator('iframe');
  expect(await frame.getAttribute('title')).toBe('Calendar: choose your appointment time');
  expect((await frame.boundingBox())?.height).toBe(600);
  const address = new URL((await calendarFrameOf(page)).url());
  expect(address.pathname).toBe('/calendar');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    name: booker.name,
    email: booker.email,
    a1: '+12035550142',
  });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const calendar = await calendarFrameOf(page);
  expect(await calendar.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await chooseAndBook(page);
  // Once, in the page: no part of it is left in a frame, which would cut it off.
  expect(await page.getByText('You are booked').count()).toBe(1);
  expect(await page.locator('iframe').count()).toBe(0);
  await expect
    .poll(() => confirmation(page).evaluate((heading) => heading === document.activeElement))
    .toBe(true);
  const told = page.getByText(/^\d+:\d\d [AP]M to \d+:\d\d [AP]M in New Haven$/);
  const [when = ''] = (await told.textContent())?.split(' to ') ?? [];
  await page.getByText(`We have sent the confirmation to ${booker.email}`).waitFor();
  await page.getByRole('link', { name: 'Add to my calendar' }).waitFor();
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
  await confirmation(page).waitFor();
  expect(await told.textContent()).toContain(when);
  expect(await page.locator('iframe').count()).toBe(0);

  // It is also kept when the visitor goes back to the form, or reaches the page by another path.
  await page.getByRole('button', { name: 'Back to form' }).click();
  const note = page.getByText('You have an appointment');
  await note.waitFor();
  await page.goto('/fees');
  await page.goto('/booking');
  await note.waitFor();
  await page.getByText(`${when} in New Haven`).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See, change or cancel it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your appointment' }).waitFor();
  await page.getByRole('button', { name: 'Cancel the appointment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the appointment' }).click();
  await page.getByRole('heading', { name: 'This appointment is cancelled' }).waitFor();
  await page.goto('/booking');
  await page.getByLabel('Full name').waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('nutmeg.booked-time'))).toBeNull();
  expect(await note.count()).toBe(0);
});

test('who gave no email has the anonymous one in the calendar, and is told to write the time down', async () => {
  const { page } = await toCalendar({ name: 'Nell', phone: '2035550142' });
  const address = new URL((await calendarFrameOf(page)).url());
  expect(address.searchParams.get('email')).toBe('no-email@example.com');
  await chooseAndBook(page);
  await page.getByText('please write the time down').waitFor();
  expect(await page.getByText('no-email').count()).toBe(0);
});

test('a foreign frame that says a time was chosen is not believed; the calendar’s own is, once', async () => {
  const { page, confirmations } = await toCalendar(newBooker(), {
    // What a sandboxed page is not given.
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
  // Of the same house, and of none.
  for (const name of strangers) {
    const frame = page.frame(name);
    if (!frame) throw new Error(`no frame ${name}`);
    await saysTo(frame);
  }
  // The page to itself.
  await page.evaluate((message) => window.postMessage(message, '*'), scheduled);
  // And the calendar itself, of something else.
  const calendar = await calendarFrameOf(page);
  await calendar.evaluate(() => parent.postMessage({ event: 'calendly.event_type_viewed' }, '*'));
  await expect.poll(heard).toBe(4);
  expect(await page.getByText(thanks).isVisible()).toBe(true);
  expect(confirmations).toEqual([]);

  await saysTo(calendar);
  await saysTo(calendar);
  await page.getByRole('status').filter({ hasText: 'Your time is booked' }).waitFor();
  await eventually(async () => confirmations.length > 0);
  expect(confirmations).toHaveLength(1);
});

const saysTo = (frame: Frame) =>
  frame.evaluate((message) => {
    parent.postMessage(message, '*');
  }, scheduled);

test('without the pass of what waits the calendar makes another appointment, and the first is not confirmed', async () => {
  const booker = newBooker();
  const { page, confirmations } = await toCalendar(booker, {
    prepare: (page) => page.addInitScript(refusePass),
  });
  await calendarIn(page).getByRole('heading', { name: 'Who comes' }).waitFor();
  await chooseAndBook(page);
  // The reload comes after whatever the page had to say to the server.
  await page.reload();
  await confirmation(page).waitFor();
  expect(confirmations).toEqual([]);
  expect(await appointmentsOf(booker.email)).toMatchObject([
    { status: 'pending', calendly_completed: false, starts_at: null },
    { status: 'confirmed', starts_at: expect.any(String) },
  ]);
});

/** In the browser: what a storage that is refused does, to the pass alone. */
function refusePass(): void {
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    if (key === 'nutmeg.booking-pass') throw new DOMException('refused', 'SecurityError');
    return read.call(this, key);
  };
}

test('a confirmation that fails is only logged', async () => {
  const { page } = await toCalendar(newBooker(), { expectedErrors: [/Failed to load resource/] });
  const warned = page.waitForEvent('console', (message) =>
    /could not be marked as confirmed/.test(message.text()),
  );
  await page.route('**/rest/v1/appointments*', (route) => route.fulfill({ status: 500, json: {} }));
  await chooseAndBook(page);
  await warned;
  await confirmation(page).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
