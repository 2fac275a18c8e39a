import type { Page } from '@playwright/test';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import type { Screen } from '../support/browser.ts';
import {
  addAppointment,
  appointmentRow,
  confirmDialog,
  openDialog,
  toast,
  uniqueName,
  unusedDay,
} from '../support/calendar.ts';
import { accountOf } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { officeApi } from '../support/office-api.ts';
import { button, expectGoodScreen } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const queue = (page: Page) => page.getByRole('region', { name: 'Appointments', exact: true });
const row = (page: Page, name: string) => queue(page).getByRole('listitem').filter({ hasText: name });

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`the queue links to the booked time and confirms before notifying the visitor (${screen})`, {
    tag: screen === 'phone' ? '@details-staff' : '@looks',
  }, async ({ openClientList }) => {
    const day = unusedDay();
    const name = uniqueName();
    const email = `${name.replace(' ', '-').toLowerCase()}@example.com`;
    const { page, person } = await openClientList('admin', { screen });
    const id = await addAppointment(await accountOf(person), day, '15:30', { name, email });

    await page.goto('/manage?queue=appointments');
    const time = row(page, name).getByRole('link', { name: /^3:30 PM\s+in the calendar$/ });
    await expect(time).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: `Cancel: ${name}` }).click();
    await expect(confirmDialog(page).getByText(`will get an email at ${email}`)).toBeVisible();
    expect((await appointmentRow(id)).status).toBe('confirmed');
    await button(page, 'Cancel appointment').click();
    await mailTo(email, (mail) => mail.subject?.startsWith('Canceled:') ?? false);
    await page.getByRole('button', { name: `Reopen: ${name}` }).click();
    await expect(toast(page, 'The appointment was reopened.')).toBeVisible();
    expect((await appointmentRow(id)).status).toBe('confirmed');

    await time.click();
    await page.waitForURL('**/manage/calendar?*');
    await expect(openDialog(page, name).getByText('3:30 – 4:00 PM')).toBeVisible();
    await page.goBack();
    await expect(row(page, name)).toBeVisible();
  });
}

test('a visitor who left before choosing a time stays in the queue the next day', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const name = uniqueName('Noor');
  const wish = {
    service: seeCalendarMail,
    preferred_time: seeCalendarMail,
    message: seeCalendarMail,
    preferred_date: '2025-12-31',
  };
  const { error } = await (await officeApi())
    .from('appointments')
    .insert({ name, phone: '+12035550166', ...wish });
  expect(error).toBeNull();
  const { page } = await openClientList();
  await page.goto('/manage?queue=appointments');
  const waiting = page.getByRole('list', { name: 'Waiting for a time' }).getByRole('listitem');
  const request = waiting.filter({ hasText: name });
  await expect(request.getByText('No time chosen')).toBeVisible();
  await expect(request).not.toContainText('Chosen in the calendar');
  await expect(page.getByRole('list', { name: 'Past, but still open' }).getByText(name)).toHaveCount(0);
  await request.getByRole('link', { name: `Choose a time: ${name}` }).click();
  await expect(openDialog(page, name).getByText('No time yet')).toBeVisible();
  await button(page, 'Cancel request').click();
  await expect(confirmDialog(page).getByText('No time was booked, so we won’t send an email.')).toBeVisible();
  await button(page, 'Cancel request').click();
  await expect(toast(page, `${name}’s appointment was canceled.`)).toBeVisible();
});

test('an external booking stays open the next day until staff close it', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const name = uniqueName('Ines');
  const { data } = await (await officeApi())
    .from('appointments')
    .insert({
      name,
      phone: '+12035550167',
      status: 'confirmed',
      calendly_completed: true,
      preferred_date: '2025-12-31',
      preferred_time: seeCalendarMail,
    })
    .select('id')
    .single();
  const { page } = await openClientList();
  await page.goto('/manage?queue=appointments');
  const booked = page.getByRole('list', { name: 'Booked in the other calendar' });
  await expect(
    booked.getByRole('listitem').filter({ hasText: name }).getByText('See its email'),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Past, but still open' }).getByText(name)).toHaveCount(0);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: `Cancel: ${name}` }).click();
  await page.getByRole('button', { name: `Reopen: ${name}` }).click();
  await page.getByRole('button', { name: `Done: ${name}` }).click();
  await expect(page.getByRole('list', { name: 'Recently closed' }).getByText(name)).toBeVisible();
  expect((await appointmentRow(data?.id)).status).toBe('done');
});

test('counts all requests without a time, not only the visible ones', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList();
  const row = {
    id: crypto.randomUUID(),
    name: 'Noor',
    phone: '+12035550166',
    status: 'pending',
    starts_at: null,
  };
  await page.route(
    ({ pathname, searchParams }) =>
      pathname.endsWith('/rest/v1/appointments') &&
      searchParams.get('preferred_time') === `eq.${seeCalendarMail}`,
    (route) => route.fulfill({ json: [row], headers: { 'content-range': '0-0/57' } }),
  );
  await page.goto('/manage?queue=appointments');
  await expect(page.getByRole('heading', { name: /^Waiting for a time\s*57$/ })).toBeVisible();
  await expect(page.getByText('and 56 more')).toBeVisible();
});
