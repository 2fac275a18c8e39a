import type { Page } from '@playwright/test';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import {
  addAppointment,
  appointmentRow,
  chip,
  confirmDialog,
  dayAddress,
  dayList,
  officeTime,
  openDialog,
  timeChoice,
  toast,
  uniqueName,
  unusedDay,
} from '../support/calendar.ts';
import { wasNotReloaded } from '../support/case.ts';
import { giveRole } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, expectGoodScreen, field, httpErrors, link } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const subject = (start: string) => (mail: { subject?: string | undefined }) =>
  mail.subject?.startsWith(start) ?? false;

async function fillPerson(page: Page, name: string, phone: string, email: string): Promise<void> {
  await field(page, 'Full name').fill(name);
  await field(page, 'Phone').fill(phone);
  await page.getByLabel(/^Email/).fill(email);
}

/** They lie above the last lines of a page, and stay while the pointer is on them. */
async function closeNotices(page: Page): Promise<void> {
  const close = button(page, 'Close this message');
  await expect(async () => {
    await close
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await expect(close).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

test('books, moves, and cancels a caller’s appointment on a phone, with an email for each', async ({
  openDay,
}) => {
  const name = uniqueName('Rosa');
  const email = `${name.replace(' ', '-').toLowerCase()}@example.com`;
  const { day, page } = await openDay('phone');
  await button(page, 'New appointment').click();
  await timeChoice(page).selectOption({ label: '9:00 AM' });
  await fillPerson(page, name, '203 555 0161', email);
  await button(page, 'Book appointment').click();
  await mailTo(email, subject('Your appointment:'));

  await chip(page, name).click();
  await button(page, 'Move').click();
  await timeChoice(page).selectOption({ label: '2:30 PM' });
  await button(page, 'Move appointment').click();
  await mailTo(email, subject('Your appointment has moved to'));
  await expect(chip(page, name)).toContainText('2:30');

  await chip(page, name).click();
  await button(page, 'Cancel appointment').click();
  await confirmDialog(page).getByRole('button', { name: 'Cancel appointment', exact: true }).click();
  await mailTo(email, subject('Canceled:'));
  await expect(page.getByRole('list', { name: 'Canceled' }).getByText(name)).toBeVisible();
  await expect(dayList(page, day).getByText(name)).toHaveCount(0);
});

test('books, moves, cancels, and restores a caller’s appointment, with an email for each (desktop)', {
  tag: '@looks',
}, async ({ openDay }) => {
  const client = await confirmedPerson('Rosa');
  const name = uniqueName('Rosa');
  const { day, page } = await openDay('desktop');

  await button(page, 'New appointment').click();
  await button(page, 'Book appointment').click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await expectGoodScreen(page);
  await expect(field(page, 'Day')).toHaveValue(day);
  await timeChoice(page).selectOption({ label: '9:00 AM' });
  await fillPerson(page, name, '203 555 0161', client.email);
  await expect(field(page, 'Phone')).toHaveValue('+1 203-555-0161');
  await button(page, 'Book appointment').click();
  await expect(toast(page, `We have emailed ${client.email}.`)).toBeVisible();
  await expect(dayList(page, day).getByRole('button', { name })).toBeVisible();
  await mailTo(client.email, subject('Your appointment:'));

  await chip(page, name).click();
  await expect(openDialog(page, name).getByText('(203) 555-0161')).toBeVisible();
  await expect(link(page, 'Open the client’s case')).toBeVisible();
  await expectGoodScreen(page);
  await button(page, 'Move').click();
  await timeChoice(page).selectOption({ label: '2:30 PM' });
  await expect(page.getByText(`We’ll email the new time to ${client.email}.`)).toBeVisible();
  await expectGoodScreen(page);
  await button(page, 'Move appointment').click();
  await expect(toast(page, /^Moved to .*2:30 PM\. We have emailed/)).toBeVisible();
  await mailTo(client.email, subject('Your appointment has moved to'));
  await expect(chip(page, name)).toContainText('2:30');

  await chip(page, name).click();
  await button(page, 'Cancel appointment').click();
  await expect(confirmDialog(page).getByText(`will get an email at ${client.email}`)).toBeVisible();
  await expectGoodScreen(page);
  await button(page, 'Cancel appointment').click();
  await expect(toast(page, `${name}’s appointment was canceled.`)).toBeVisible();
  await mailTo(client.email, subject('Canceled:'));
  await expect(page.getByRole('list', { name: 'Canceled' }).getByText(name)).toBeVisible();
  await expect(dayList(page, day).getByText(name)).toHaveCount(0);

  await button(page, 'Undo').click();
  await expect(toast(page, `${name}’s appointment was restored.`)).toBeVisible();
  await expect(dayList(page, day).getByRole('button', { name })).toBeVisible();
  await mailTo(
    client.email,
    (mail) => /2:30 PM/.test(mail.subject ?? '') && subject('Your appointment:')(mail),
  );

  await chip(page, name).click();
  await button(page, 'Mark as done').click();
  await expect(toast(page, `${name}’s appointment is done.`)).toBeVisible();
  // Until the dialog has closed, it hides the page from assistive technology.
  await expect
    .poll(() => page.locator('main').evaluate((main) => main.closest('[inert], [aria-hidden="true"]')))
    .toBeNull();
  await expectGoodScreen(page);
  await chip(page, name).click();
  await button(page, 'Not done yet').click();
  await expect(toast(page, `${name}’s appointment is open again.`)).toBeVisible();
  await chip(page, name).click();
  await link(page, 'Open the client’s case').click();
  await expect(page.getByRole('heading', { name: /^Managing files for Rosa/ })).toBeVisible();
});

test('gives a waiting visitor a time, and tells staff to call if there is no email', {
  tag: '@details-staff',
}, async ({ openDay }) => {
  const name = uniqueName('Priya');
  const { data } = await (await officeApi())
    .from('appointments')
    .insert({
      name,
      phone: '+12035550162',
      service: seeCalendarMail,
      preferred_time: seeCalendarMail,
      message: seeCalendarMail,
      preferred_date: '2026-01-05',
      note: 'Business Taxes Only: $250 to $400',
    })
    .select('id')
    .single();
  const { day, page } = await openDay();
  const waiting = page.getByRole('list', { name: 'Waiting for a time' });
  const row = waiting.getByRole('listitem').filter({ hasText: name });
  await expect(row.getByText('Business Taxes Only: $250 to $400')).toBeVisible();
  await expect(row).not.toContainText('Chosen in the calendar');

  await page.getByRole('button', { name: `Choose a time: ${name}` }).click();
  await timeChoice(page).selectOption({ label: '10:00 AM' });
  await expect(page.getByText('We have no email address. Please call (203) 555-0162.')).toBeVisible();
  await button(page, 'Book this time').click();
  await expect(dayList(page, day).getByRole('button', { name })).toBeVisible();
  await expect(waiting.getByText(name)).toHaveCount(0);
  expect(await appointmentRow(data?.id)).toMatchObject({
    status: 'confirmed',
    preferred_time: '10:00 AM',
  });

  await chip(page, name).click();
  await button(page, 'Cancel appointment').click();
  await expect(confirmDialog(page).getByText('Please call (203) 555-0162')).toBeVisible();
  await button(page, 'Keep it').click();
  // Focus returns to the appointment.
  await expect(openDialog(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chip(page, name)).toBeFocused();
});

test('a block warns about existing appointments, prevents new ones, and can be removed', {
  tag: '@details-staff',
}, async ({ openDay }) => {
  const { day, page, staff } = await openDay();
  const name = uniqueName();
  await addAppointment(staff, day, '13:30', { name });
  await expect(chip(page, name)).toBeVisible();

  await button(page, 'Block a time').click();
  await page.getByLabel('Start time').fill('13:00');
  await page.getByLabel('End time').fill('12:00');
  await button(page, 'Block this time').click();
  await expect(page.getByText('The end must be after the start.')).toBeVisible();
  await page.getByLabel('End time').fill('15:00');
  await expect(page.getByText(`${name} has an appointment during this time`)).toBeVisible();
  await page.getByLabel(/^Reason/).fill('Course on the new forms');
  await expectGoodScreen(page);
  await button(page, 'Block this time').click();
  const band = page.getByRole('button', { name: /^Course on the new forms\s+blocked time/ });
  await expect(band).toBeVisible();
  await expect(dayList(page, day).getByText(name)).toHaveCount(1);
  await expectGoodScreen(page);

  await button(page, 'New appointment').click();
  await timeChoice(page).selectOption({ label: '2:30 PM (blocked: Course on the new forms)' });
  await expect(page.getByText('Visitors can’t book this, but you can.')).toBeVisible();
  await page.keyboard.press('Escape');

  // Clicks above the overlapping appointment.
  await band.click({ position: { x: 12, y: 8 } });
  await expectGoodScreen(page);
  await button(page, 'Remove block').click();
  await expect(band).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(band).toBeVisible();

  await button(page, 'Block a time').click();
  await page.getByText('Whole days').click();
  await field(page, 'Last day').fill(day);
  await expect(page.getByText(`${name} has an appointment during this time`)).toBeVisible();
  await button(page, 'Block this time').click();
  await expect(page.getByRole('button', { name: /^Blocked\s+blocked time/ })).toBeVisible();
});

test('a block over many appointments lists the first and counts the rest', { tag: '@details-staff' }, async ({
  openDay,
}) => {
  const { day, page, staff } = await openDay();
  for (const clock of ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00']) {
    await addAppointment(staff, day, clock, { name: uniqueName() });
  }
  await button(page, 'Block a time').click();
  await page.getByText('Whole days').click();
  await expect(page.getByText('6 appointments are during this time')).toBeVisible();
  await expect(page.getByText('and 1 more')).toBeVisible();
});

test('two staff members see each other’s changes, and only one gets a time', {
  tag: '@details-staff',
}, async ({ openWithRealtime }) => {
  const day = unusedDay();
  const sam = await confirmedPerson('Sam');
  const dana = await confirmedPerson('Dana');
  await giveRole(sam.email, 'admin');
  await giveRole(dana.email, 'super');
  const first = await openWithRealtime(sam, dayAddress(day), { expectedErrors: [httpErrors] });
  const second = await openWithRealtime(dana, dayAddress(day), { screen: 'phone' });
  const [one, two, three] = [uniqueName('Ana'), uniqueName('Ben'), uniqueName('Cleo')];

  await button(first, 'New appointment').click();
  await timeChoice(first).selectOption({ label: '9:00 AM' });
  await fillPerson(first, one, '2035550163', '');
  await button(first, 'Book appointment').click();
  await expect(dayList(second, day).getByText(one)).toBeVisible();

  // Both want 11:00. The slower one gets an error, and their input is kept.
  await button(first, 'New appointment').click();
  await timeChoice(first).selectOption({ label: '11:00 AM' });
  await fillPerson(first, two, '2035550164', '');
  await addAppointment(await accountOf(dana), day, '11:00', { name: three });
  await expect(dayList(second, day).getByText(three)).toBeVisible();
  await button(first, 'Book appointment').click();
  await expect(
    first.getByText(/This time is taken\. Choose another one\.|This time was just taken\./),
  ).toBeVisible();
  await expect(field(first, 'Full name')).toHaveValue(two);
  await timeChoice(first).selectOption({ label: '11:30 AM' });
  await button(first, 'Book appointment').click();
  await expect(dayList(second, day).getByText(two)).toBeVisible();

  // A cancellation can't be undone once the time is taken again.
  await chip(first, one).click();
  await button(first, 'Cancel appointment').click();
  await button(first, 'Cancel appointment').click();
  await expect(dayList(second, day).getByText(one)).toHaveCount(0);
  await addAppointment(await accountOf(dana), day, '09:00', { name: uniqueName('Drew') });
  await button(first, 'Undo').click();
  await expect(toast(first, `${one}’s time was taken.`)).toBeVisible();
  await closeNotices(first);
  await first.getByRole('list', { name: 'Canceled' }).getByText(one).click();
  await button(first, 'Another time').click();
  await timeChoice(first).selectOption({ label: '9:30 AM' });
  await button(first, 'Book this time').click();
  await expect(dayList(second, day).getByText(one)).toBeVisible();
  expect(await Promise.all([first, second].map(wasNotReloaded))).toEqual([true, true]);
});

test('books by clicking a free time and moves an appointment by dragging', { tag: '@details-staff' }, async ({
  openDay,
}) => {
  const { day, page, staff } = await openDay();
  const name = uniqueName();
  const id = await addAppointment(staff, day, '09:00', { name });
  await expect(chip(page, name)).toBeVisible();
  const { x = 0, y = 0, width = 0, height = 0 } = (await chip(page, name).boundingBox()) ?? {};

  // Three half-hour slots down.
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 + 40);
  await page.mouse.move(x + width / 2, y + height / 2 + 90, { steps: 4 });
  await expect(page.getByText(`10:30 AM ${name}`)).toBeVisible();
  await page.mouse.up();
  await expect(openDialog(page, `Move ${name}`).getByText(/10:30 – 11:00 AM/)).toBeVisible();
  await button(page, 'Move appointment').click();
  await expect(toast(page, /^Moved to .*10:30 AM/)).toBeVisible();
  await expect
    .poll(async () => (await appointmentRow(id)).starts_at)
    .toContain(officeTime(day, '10:30').slice(0, 16));

  // Canceling the drag asks nothing.
  await expect(chip(page, name)).toContainText('10:30');
  const moved = (await chip(page, name).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(moved.x + 20, moved.y + 10);
  await page.mouse.down();
  await page.mouse.move(moved.x + 20, moved.y + 100, { steps: 4 });
  await expect(page.getByText(`12:00 PM ${name}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.mouse.click(x + width / 2, y + 15);
  await expect(openDialog(page, 'New appointment')).toBeVisible();
  await expect(timeChoice(page).locator('option:checked')).toHaveText('9:00 AM');
});
