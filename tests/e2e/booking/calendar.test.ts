import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { FreeTimes } from '#contract/calendar.ts';
import {
  bookElsewhere,
  calendarIn,
  cross,
  days,
  fillBooking,
  freeTimes,
  goOn,
  newBooker,
  openDays,
  press,
  times,
} from '../support/booking.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type OpenOptions,
  openBrowser,
  tabTo,
} from '../support/browser.ts';
import { metaOf, servedPage, tags } from '../support/site.ts';
import { mailTo } from '../support/started-portal.ts';

const { url } = inject('portal');
const book = (page: Page) => page.getByRole('button', { name: 'Book this time' });
const refused = [/Failed to load resource/];

async function openCalendar(options: OpenOptions = {}, address = '/calendar'): Promise<Page> {
  const { page } = await openBrowser(options);
  await page.goto(address);
  await days(page).first().waitFor();
  return page;
}

/** What the page says of its chosen time. */
const chosen = (page: Page) => page.locator('[aria-live=polite]').filter({ hasText: /[AP]M/ });

test('it stands apart: not for search engines, without the site around it', async () => {
  const page = await servedPage('/calendar');
  expect(page.status).toBe(200);
  expect(metaOf(page, 'robots')).toEqual(['noindex, nofollow']);
  expect(tags(page.html, 'footer')).toEqual([]);
  expect(tags(page.html, 'nav')).toEqual([]);
  expect((await servedPage('/sitemap.xml')).html).not.toContain('/calendar');
  const policy = (await fetch(`${url}/calendar`, { method: 'HEAD' })).headers.get('content-security-policy');
  expect(policy).toContain("frame-ancestors 'self'");
});

test.each([
  ['phone', 'dark'],
  ['desktop', 'light'],
] as const)('opened by itself it asks who comes, and books: %s, %s', async (screen, colorScheme) => {
  const booker = newBooker();
  const page = await openCalendar({ screen, colorScheme });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await page.getByRole('link', { name: /home page/ }).isVisible()).toBe(true);
  expect(await book(page).isDisabled()).toBe(true);
  await press(openDays(page).nth(2));
  await press(times(page).nth(screen === 'phone' ? 3 : 4));
  await book(page).click();
  const summary = page.getByRole('alert');
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'Full name is required',
    'Phone number is required',
  ]);
  await fillBooking(page, booker);
  const told = await chosen(page).textContent();
  await book(page).click();
  const heading = page.getByRole('heading', { name: 'You are booked' });
  await heading.waitFor();
  expect(await heading.evaluate((box) => box === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await page.getByText(booker.email).count()).toBe(1);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to my calendar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('appointment.ics');
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*BEGIN:VEVENT\r\n/);

  const mail = await mailTo(booker.email);
  expect(mail.text).toContain(told?.match(/\d+:\d\d [AP]M/)?.[0]);
});

test('another zone’s clocks stand beside the office’s', async () => {
  const page = await openCalendar({ timezoneId: 'America/Los_Angeles' });
  await press(openDays(page).nth(1));
  await expect
    .poll(() =>
      times(page)
        .first()
        .evaluate((input) => input.closest('label')?.textContent),
    )
    .toBe('8:00 AM in New Haven, 5:00 AM for you');
  await press(times(page).first());
  await expect.poll(() => chosen(page).textContent()).toMatch(/8:00 AM, 5:00 AM for you$/);
  await expectAccessible(page);
});

test('weeks are paged through as far as the office plans, and a day on which it is closed can’t be chosen', async () => {
  const page = await openCalendar();
  const title = page.getByRole('heading', { level: 2 }).first();
  const first = await title.textContent();
  const earlier = page.getByRole('button', { name: 'Earlier days' });
  const later = page.getByRole('button', { name: 'Later days' });
  expect(await earlier.isDisabled()).toBe(true);
  await later.click();
  await expect.poll(() => title.textContent()).not.toBe(first);
  await earlier.click();
  await expect.poll(() => title.textContent()).toBe(first);
  for (let week = 0; week < 12 && !(await later.isDisabled()); week++) {
    const shown = await title.textContent();
    await later.click();
    await expect.poll(() => title.textContent()).not.toBe(shown);
  }
  expect(await later.isDisabled()).toBe(true);
  const { lastDay } = (await (await fetch(`${url}/functions/v1/calendar`)).json()) as FreeTimes;
  expect(await days(page).last().getAttribute('value')).toBe(lastDay);
});

test('days and times are chosen, and booked, without a mouse', async () => {
  const booker = newBooker();
  const page = await openCalendar();
  await tabTo(page, openDays(page).first());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => openDays(page).nth(2).isChecked()).toBe(true);
  await tabTo(page, times(page).first());
  // Choosing is one act, and a group one stop of the Tab key.
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('name');
  await page.keyboard.type(booker.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(booker.phone);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
});

test('a time that was taken meanwhile is told; other times come, and what was typed stays', async () => {
  const page = await openCalendar({ expectedErrors: refused });
  await press(openDays(page).nth(3));
  const [taken] = await Promise.all([times(page).nth(2).getAttribute('value')]);
  await press(times(page).nth(2));
  await fillBooking(page, { name: 'Rosa', phone: '2035550142' });
  await bookElsewhere(taken ?? '');
  await book(page).click();
  const verdict = page.getByRole('alert');
  await expect
    .poll(() => verdict.textContent())
    .toBe(`${cross}This time has just been taken. Please choose another one.`);
  expect(await verdict.evaluate((box) => box === document.activeElement)).toBe(true);
  await expect
    .poll(() => times(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)))
    .not.toContain(taken);
  expect(await page.getByLabel('Full name').inputValue()).toBe('Rosa');
  expect(await book(page).isDisabled()).toBe(true);
  await expectAccessible(page);
  await press(times(page).nth(4));
  await book(page).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
});

test('the same within the booking page, whose appointment is not lost', async () => {
  const { page } = await openBrowser({ expectedErrors: refused });
  await page.goto('/booking');
  await fillBooking(page, newBooker());
  await goOn(page);
  const calendar = calendarIn(page);
  await press(openDays(calendar).nth(4));
  const taken = await times(calendar).nth(1).getAttribute('value');
  await press(times(calendar).nth(1));
  await bookElsewhere(taken ?? '');
  await calendar.getByRole('button', { name: 'Book this time' }).click();
  await calendar.getByText('This time has just been taken').waitFor();
  await press(times(calendar).nth(5));
  await calendar.getByRole('button', { name: 'Book this time' }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
});

test('when the captcha gives nothing it says so', async () => {
  const page = await openCalendar({ expectedErrors: refused });
  await page.route('**/verify-recaptcha', (route) => route.fulfill({ json: { success: false, score: 0 } }));
  await press(times(page).last());
  await fillBooking(page, { name: 'Rosa', phone: '2035550142' });
  await book(page).click();
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toBe(`${cross}Security verification failed. Please try again.`);
});

test('a calendar that does not answer says so, and tries again', async () => {
  const { page } = await openBrowser({ expectedErrors: refused, screen: 'phone' });
  const path = '**/functions/v1/calendar?*';
  await page.route(path, (route) => route.abort('internetdisconnected'));
  await page.goto('/calendar');
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await expectAccessible(page);
  await page.unroute(path);
  await retry.click();
  await days(page).first().waitFor();
});

test('weeks in which nothing is left say so and lead on', async () => {
  const { page } = await openBrowser({ screen: 'phone', colorScheme: 'dark' });
  await page.route('**/functions/v1/calendar?*', async (route) => {
    const answer = await route.fetch();
    const free = (await answer.json()) as FreeTimes;
    const full = !route.request().url().includes('from=');
    await route.fulfill({
      json: { ...free, days: full ? free.days.map((day) => ({ ...day, times: [] })) : free.days },
    });
  });
  await page.goto('/calendar');
  await page.getByText('No time is left in these days').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show later days' }).click();
  await times(page).first().waitFor();
});

test('the link of the mail moves the appointment, then cancels it', async () => {
  const booker = newBooker();
  const free = await freeTimes();
  await bookElsewhere(free.at(-3) ?? '', booker);
  const mail = await mailTo(booker.email);
  const link = mail.text?.match(/https?:\/\/\S+#ticket=[\w.%-]+/)?.[0] ?? '';
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto(link);
  await page.getByRole('heading', { name: 'Your appointment' }).waitFor();
  expect(await page.getByText(`For ${booker.name}`).isVisible()).toBe(true);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Choose another time' }).click();
  await press(openDays(page).nth(4));
  await press(times(page).nth(7));
  const told = (await chosen(page).textContent())?.match(/\d+:\d\d [AP]M/)?.[0] ?? '?';
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move to this time' }).click();
  await page.getByText('Your appointment has its new time.').waitFor();
  expect(await page.getByText(`${told} to `).isVisible()).toBe(true);
  const moved = await mailTo(booker.email, ({ messageId }) => messageId !== mail.messageId);
  expect(moved.text).toContain(told);

  await page.getByRole('button', { name: 'Cancel the appointment' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Cancel the appointment' }).click();
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel the appointment' }).click();
  await page.getByRole('heading', { name: 'This appointment is cancelled' }).waitFor();
  await expectAccessible(page);
  await mailTo(booker.email, ({ subject }) => /cancel/i.test(subject ?? ''));
  await page.reload();
  await page.getByRole('heading', { name: 'This appointment is cancelled' }).waitFor();
  await page.getByRole('link', { name: 'Book another appointment' }).click();
  await page.getByRole('heading', { name: 'Book an appointment' }).waitFor();
});

test('an appointment that is over can only be looked at', async () => {
  const { page } = await openBrowser();
  const over = {
    id: '0',
    name: 'Rosa',
    start: '2026-01-05T15:00:00.000Z',
    end: '2026-01-05T15:30:00.000Z',
    status: 'confirmed',
    ticket: 'x',
    ics: '',
  };
  await page.route('**/functions/v1/calendar-change', (route) => route.fulfill({ json: over }));
  await page.goto('/calendar#ticket=x');
  await page.getByRole('heading', { name: 'This appointment is over' }).waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  await expectAccessible(page);
});

test.each(['garbage', '%00', '0b1f5a52-0000-4000-8000-000000000000.AAAA'])(
  'a ticket that opens nothing is told: %s',
  async (ticket) => {
    const { page } = await openBrowser({ expectedErrors: refused });
    await page.goto(`/calendar#ticket=${ticket}`);
    await page.getByText(/There is no such appointment/).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: 'Book an appointment' }).getAttribute('href')).toBe(
      '/booking',
    );
  },
);
