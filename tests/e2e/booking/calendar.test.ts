import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { FreeTimes } from '#contract/calendar.ts';
import { metaOf, tags } from '#tests/support/site/served-pages.ts';
import {
  bookThroughApi,
  clickRadio,
  cross,
  days,
  fillBooking,
  freeTimes,
  newBooker,
  openDays,
  times,
} from '../support/booking.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type OpenBrowser,
  type OpenOptions,
  skipInFirefox,
  tabTo,
} from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { portal } from '../support/portal.ts';
import { servedPage } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const { url } = portal;
const book = (page: Page) => page.getByRole('button', { name: 'Book this time' });
const refused = [/Failed to load resource/];

async function openCalendar(
  openBrowser: OpenBrowser,
  options: OpenOptions = {},
  address = '/calendar',
): Promise<Page> {
  const { page } = await openBrowser(options);
  await page.goto(address);
  await expect(days(page).first()).toBeVisible();
  return page;
}

/** The page's text about the chosen time. */
const chosen = (page: Page) => page.locator('[aria-live=polite]').filter({ hasText: /[AP]M/ });

test('has no site header or footer and is not indexed', { tag: '@details-site' }, async () => {
  const page = await servedPage('/calendar');
  expect(page.status).toBe(200);
  expect(metaOf(page, 'robots')).toEqual(['noindex, nofollow']);
  expect(tags(page.html, 'footer')).toEqual([]);
  expect(tags(page.html, 'nav')).toEqual([]);
  expect((await servedPage('/sitemap.xml')).html).not.toContain('/calendar');
  const policy = (await fetch(`${url}/calendar`, { method: 'HEAD' })).headers.get('content-security-policy');
  expect(policy).toContain("frame-ancestors 'self'");
});

for (const [screen, colorScheme] of [
  ['phone', 'dark'],
  ['desktop', 'light'],
] as const) {
  test(`asks for contact details and books (${screen}, ${colorScheme})`, {
    tag: screen === 'phone' ? '@details-site' : '@looks',
  }, async ({ openBrowser }) => {
    const booker = newBooker();
    const page = await openCalendar(openBrowser, { screen, colorScheme });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('link', { name: /home page/ })).toBeVisible();
    await expect(book(page)).toBeDisabled();
    await clickRadio(openDays(page).nth(2));
    await clickRadio(times(page).nth(screen === 'phone' ? 3 : 4));
    await book(page).click();
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Full name is required', 'Phone number is required']);
    await fillBooking(page, booker);
    const told = await chosen(page).textContent();
    await book(page).click();
    const heading = page.getByRole('heading', { name: 'You’re booked' });
    await expect(heading).toBeVisible();
    await expect(heading).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expect(page.getByText(booker.email)).toHaveCount(1);

    const mail = await mailTo(booker.email);
    expect(mail.text).toContain(told?.match(/\d+:\d\d [AP]M/)?.[0]);
  });
}

test('offers a booked appointment as a file for a calendar', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  skipInFirefox('Playwright does not report the download of a blob: address in Firefox');
  const page = await openCalendar(openBrowser);
  await clickRadio(openDays(page).nth(2));
  await clickRadio(times(page).nth(2));
  await fillBooking(page, newBooker());
  await book(page).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to my calendar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('appointment.ics');
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*BEGIN:VEVENT\r\n/);
});

test('shows the visitor’s time zone next to the office’s', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const page = await openCalendar(openBrowser, { timezoneId: 'America/Los_Angeles' });
  // A day on which no other test books.
  await clickRadio(openDays(page).nth(5));
  await expect
    .poll(() =>
      times(page)
        .first()
        .evaluate((input) => input.closest('label')?.textContent),
    )
    .toBe('8:00 AM in New Haven, 5:00 AM for you');
  await clickRadio(times(page).first());
  await expect(chosen(page)).toHaveText(/8:00 AM, 5:00 AM for you$/);
  await expectAccessible(page);
});

test('pages through the bookable weeks and disables closed days', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const page = await openCalendar(openBrowser);
  const title = page.getByRole('heading', { level: 2 }).first();
  const first = (await title.textContent()) ?? '';
  const earlier = page.getByRole('button', { name: 'Earlier days' });
  const later = page.getByRole('button', { name: 'Later days' });
  await expect(earlier).toBeDisabled();
  await later.click();
  await expect(title).not.toHaveText(first);
  await earlier.click();
  await expect(title).toHaveText(first);
  for (let week = 0; week < 12 && !(await later.isDisabled()); week++) {
    const shown = (await title.textContent()) ?? '';
    await later.click();
    await expect(title).not.toHaveText(shown);
  }
  await expect(later).toBeDisabled();
  const { lastDay } = (await (await fetch(`${url}/functions/v1/calendar`)).json()) as FreeTimes;
  await expect(days(page).last()).toHaveAttribute('value', lastDay);
});

test('books a time by keyboard', { tag: '@details-site' }, async ({ openBrowser }) => {
  const booker = newBooker();
  const page = await openCalendar(openBrowser);
  await tabTo(page, openDays(page).first());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(openDays(page).nth(2)).toBeChecked();
  await tabTo(page, times(page).first());
  // Space or Enter chooses, and each group is one Tab stop.
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('name');
  await page.keyboard.type(booker.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(booker.phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
});

test('offers other times if the chosen one was just taken, and keeps what was typed', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const page = await openCalendar(openBrowser, { expectedErrors: refused });
  await clickRadio(openDays(page).nth(3));
  const [taken] = await Promise.all([times(page).nth(2).getAttribute('value')]);
  await clickRadio(times(page).nth(2));
  await fillBooking(page, { name: 'Rosa', phone: '2035550142' });
  await bookThroughApi(taken ?? '');
  await book(page).click();
  const verdict = page.getByRole('alert');
  await expect(verdict).toHaveText(`${cross}This time was just taken. Please choose another one.`);
  await expect(verdict).toBeFocused();
  await expect
    .poll(() => times(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)))
    .not.toContain(taken);
  await expect(page.getByLabel('Full name')).toHaveValue('Rosa');
  await expect(book(page)).toBeDisabled();
  await expectAccessible(page);
  await clickRadio(times(page).nth(4));
  await book(page).click();
  await expect(page.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
});

test('shows an error if the captcha fails', { tag: '@details-site' }, async ({ openBrowser }) => {
  const page = await openCalendar(openBrowser, { expectedErrors: refused });
  await page.route('**/verify-recaptcha', (route) => route.fulfill({ json: { success: false, score: 0 } }));
  await clickRadio(times(page).last());
  await fillBooking(page, { name: 'Rosa', phone: '2035550142' });
  await book(page).click();
  await expect(page.getByRole('alert')).toHaveText(`${cross}Security verification failed. Please try again.`);
});

test('shows an error if times cannot be loaded, and retries', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ expectedErrors: refused, screen: 'phone' });
  const path = '**/functions/v1/calendar?*';
  await page.route(path, (route) => route.abort('internetdisconnected'));
  await page.goto('/calendar');
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute(path);
  await retry.click();
  await expect(days(page).first()).toBeVisible();
});

test('says if a week is fully booked and links to the next free one', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
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
  await expect(page.getByText('No times are left on these days')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show later days' }).click();
  await expect(times(page).first()).toBeVisible();
});

test('the link in the email reschedules, then cancels the appointment', async ({ openBrowser }) => {
  const booker = newBooker();
  const free = await freeTimes();
  await bookThroughApi(free.at(-3) ?? '', booker);
  const mail = await mailTo(booker.email);
  const link = mail.text?.match(/https?:\/\/\S+#ticket=[\w.%-]+/)?.[0] ?? '';
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your appointment' })).toBeVisible();
  await expect(page.getByText(`For ${booker.name}`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'I’ll be there' }).click();
  await expect(page.getByText('Thank you. See you then.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another time' }).click();
  await clickRadio(openDays(page).nth(4));
  await clickRadio(times(page).nth(7));
  const told = (await chosen(page).textContent())?.match(/\d+:\d\d [AP]M/)?.[0] ?? '?';
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move to this time' }).click();
  await expect(page.getByText('Your appointment was moved.')).toBeVisible();
  await expect(page.getByText(`${told} to `)).toBeVisible();
  const moved = await mailTo(booker.email, ({ messageId }) => messageId !== mail.messageId);
  expect(moved.text).toContain(told);

  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(page.getByRole('heading', { name: 'This appointment is canceled' })).toBeVisible();
  await expectAccessible(page);
  await mailTo(booker.email, ({ subject }) => /cancel/i.test(subject ?? ''));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This appointment is canceled' })).toBeVisible();
  await page.getByRole('link', { name: 'Book another appointment' }).click();
  await expect(page.getByRole('heading', { name: 'Book an appointment' })).toBeVisible();
});

test('shows a past appointment as read-only', { tag: '@details-site' }, async ({ openBrowser }) => {
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
  await expect(page.getByRole('heading', { name: 'This appointment is over' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

for (const ticket of ['garbage', '%00', '0b1f5a52-0000-4000-8000-000000000000.AAAA'] as const) {
  test(`shows an error for an invalid link: ${ticket}`, { tag: '@details-site' }, async ({ openBrowser }) => {
    const { page } = await openBrowser({ expectedErrors: refused });
    await page.goto(`/calendar#ticket=${ticket}`);
    await expect(page.getByText(/We can’t find this appointment/)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('link', { name: 'Book an appointment' })).toHaveAttribute('href', '/booking');
  });
}
