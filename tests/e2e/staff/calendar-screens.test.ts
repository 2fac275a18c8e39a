import { tryAgain } from '../support/browser.ts';
import {
  addAppointment,
  chip,
  dayAddress,
  officeTime,
  openDialog,
  timeChoice,
  toast,
  uniqueName,
  unusedDay,
} from '../support/calendar.ts';
import { giveRole } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, expectGoodScreen, field, httpErrors, link, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('navigates the calendar by keyboard', { tag: '@details-staff' }, async ({ openDay }) => {
  const { day, page, staff } = await openDay();
  const names = [uniqueName('Ada'), uniqueName('Bo'), uniqueName('Cy')];
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  await addAppointment(staff, day, '16:00', { name: names[0] ?? '' });
  await addAppointment(staff, day, '17:00', { name: names[1] ?? '' });
  await addAppointment(staff, next, '16:30', { name: names[2] ?? '' });
  await page.goto(`/manage/calendar?view=week&day=${day}`);
  // Wait until the page shows the appointments.
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-chip]')?.textContent ?? '');

  // All appointments of the week are one Tab stop.
  await chip(page, names[0] ?? '').focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toContain(names[1]);
  if (new Date(`${day}T00:00:00Z`).getUTCDay() < 6) {
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain(names[2]);
    await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(openDialog(page, names[0] ?? '')).toBeVisible();
  expect(page.url()).toContain('appointment=');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(focused).toContain(names[0]);

  await page.keyboard.press('n');
  await expect(openDialog(page, 'New appointment')).toBeVisible();
  // In a field, it is an ordinary letter.
  await page.keyboard.type('nt');
  await expect(field(page, 'Full name')).toHaveValue('nt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Next week' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => new URL(page.url()).searchParams.get('day'))
    .toBe(new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10));
  await page.keyboard.press('t');
  await expect(page.getByRole('link', { name: 'Today', exact: true })).toHaveAttribute(
    'aria-current',
    'date',
  );
});

test('uses the office’s time zone in any browser and on the day the clocks change', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, 'admin');
  const staff = await accountOf(person);
  const { page } = await openClientList('admin', { timezoneId: 'Asia/Tokyo' });
  // The first Sunday of November of next year.
  const year = new Date().getUTCFullYear() + 1;
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  const day = `${year}-11-0${first === 0 ? 1 : 8 - first}`;
  const name = uniqueName();
  await addAppointment(staff, day, '09:00', { name });
  const night = uniqueName('Owl');
  const { error } = await staff.api.rpc('add_appointment', {
    client_name: night,
    client_phone: '+12035550165',
    // The second 1:30 of that day.
    new_start: `${day}T06:30:00Z`,
  });
  expect(error).toBeNull();

  await page.goto(dayAddress(day));
  await expect(chip(page, name)).toBeVisible();
  await expect(chip(page, name)).toContainText('9:00');
  await expect(chip(page, night)).toContainText('1:30');
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Asia/Tokyo');
  await chip(page, name).click();
  await expect(openDialog(page, name).getByText('9:00 – 9:30 AM')).toBeVisible();
  await button(page, 'Move').click();
  const times = await timeChoice(page).locator('option').allTextContents();
  expect(times.filter((time) => time.startsWith('1:30 AM'))).toEqual([
    '1:30 AM EDT (outside office hours)',
    '1:30 AM EST (taken)',
  ]);
  await timeChoice(page).selectOption({ label: '8:00 AM' });
  await button(page, 'Move appointment').click();
  await expect(toast(page, /^Moved to .*8:00 AM/)).toBeVisible();
  await expect(chip(page, name)).toContainText('8:00');
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`both views are accessible and fit with every kind of entry (${screen})`, { tag: '@looks' }, async ({
    openClientList,
  }) => {
    const { page, person } = await openClientList('admin', { screen });
    const staff = await accountOf(person);
    const day = unusedDay();
    const [confirmed, done] = [uniqueName('Ana'), uniqueName('Ben')];
    await addAppointment(staff, day, '07:30', { name: confirmed });
    const id = await addAppointment(staff, day, '12:00', { name: done });
    const { error } = await staff.api.from('appointments').update({ status: 'done' }).eq('id', id);
    expect(error).toBeNull();
    // The list of people who wait for a time also gets a very long name.
    const endless = `${uniqueName()}${'W'.repeat(150)}`;
    await (await officeApi())
      .from('appointments')
      .insert({ name: endless, phone: '9'.repeat(40), created_at: '2020-01-01' })
      .throwOnError();
    await staff.api.from('calendar_blocks').insert({
      starts_at: officeTime(day, '15:00'),
      ends_at: officeTime(day, '21:00'),
      reason: 'Continuing education about the new forms, on line',
    });
    for (const view of ['week', 'day']) {
      await page.goto(`/manage/calendar?view=${view}&day=${day}`);
      await expect(chip(page, confirmed)).toBeVisible();
      await expect(chip(page, endless)).toBeAttached();
      await expect(
        page
          .getByRole('button', { name: /^Continuing education|Continuing education.*blocked time/ })
          .first(),
      ).toBeVisible();
      await expectGoodScreen(page);
    }
    // A holiday shows its name.
    await page.goto(`/manage/calendar?view=day&day=${new Date().getUTCFullYear() + 1}-12-25`);
    await expect(page.getByText(/^(The office is closed: )?Christmas Day$/)).toBeVisible();
    await expectGoodScreen(page);
  });
}

test('shows an error and retries, and clients cannot open the calendar', { tag: '@details-staff' }, async ({
  openBrowser,
  openClientList,
}) => {
  const { page } = await openClientList('admin', { expectedErrors: [httpErrors] });
  await page.route('**/rest/v1/calendar_blocks?*', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'XX000', message: 'out of order', details: null, hint: null },
    }),
  );
  await link(page, 'Calendar').click();
  await page.waitForURL('**/manage/calendar');
  await expect(page.getByText('We couldn’t load the calendar: out of order')).toBeVisible();
  await expectGoodScreen(page);
  const repeated = page.waitForRequest('**/rest/v1/calendar_blocks?*');
  await button(page, 'Try again').click();
  await repeated;
  await page.unrouteAll();
  await tryAgain(page, page.getByText('We couldn’t load the calendar'));

  const { page: other } = await openBrowser();
  const client = await confirmedPerson('Rosa');
  await signIn(other, client);
  await other.goto('/manage/calendar');
  await other.waitForURL('**/account');
});
