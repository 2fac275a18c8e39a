import type { Page } from '@playwright/test';
import {
  type Booker,
  calendarIn,
  clickRadio,
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

async function toCalendar(
  openBrowser: OpenBrowser,
  booker: Partial<Booker>,
  options: OpenOptions = {},
): Promise<Page> {
  const { page } = await openBrowser(options);
  await page.goto('/booking');
  await fillBooking(page, booker);
  await submitBooking(page);
  await expect(page.getByText(thanks)).toBeVisible();
  await expect(days(calendarIn(page)).first()).toBeVisible();
  return page;
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

test('a visitor books an appointment on a phone', async ({ openBrowser }) => {
  const booker = newBooker();
  const page = await toCalendar(openBrowser, booker, { screen: 'phone' });
  await chooseAndBook(page);
  await expect(page.getByText(`We sent a confirmation to ${booker.email}`)).toBeVisible();
  expect((await mailTo(booker.email)).text).toMatch(new RegExp(`${url}/calendar#ticket=`));
  expect(await findAppointments(booker.email)).toMatchObject([{ status: 'confirmed', name: booker.name }]);
});

test('books and confirms an appointment (desktop, dark)', {
  tag: '@looks',
}, async ({ openBrowser }) => {
  const booker = newBooker();
  const page = await toCalendar(openBrowser, booker, { colorScheme: 'dark' });
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

  expect(await findAppointments(booker.email)).toMatchObject([
    {
      status: 'confirmed',
      calendly_completed: true,
      name: booker.name,
      phone: '+12035550142',
      starts_at: expect.any(String),
      seat: 1,
    },
  ]);

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
  await page.getByRole('button', { name: 'Choose a time' }).click();
  // Only with its scripts, which also show an appointment, does the page refuse an empty form.
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  await expect(note).toHaveCount(0);
});

test('tells a visitor without an email to write down the time', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const page = await toCalendar(openBrowser, { name: 'Nell', phone: '2035550142' });
  await chooseAndBook(page);
  await expect(page.getByText('please write down the time')).toBeVisible();
  await expect(page.getByText('no-email')).toHaveCount(0);
});
