import type { Locator, Page } from '@playwright/test';
import { addDays } from '#domain/office-time/days.ts';
import { usualDueDate } from '#domain/tasks/due-dates.ts';
import { expectAccessible } from '../support/browser.ts';
import { giveRole, runSql } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import { fullName, part, uniqueFirstName } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
const section = (page: Page, name: string): Locator => page.getByRole('list', { name });
const check = (page: Page, title: string): Locator =>
  page.getByRole('checkbox', { name: `Check off: ${title}` });
/** Below `main`: the message that a task is done is in a list too. */
const row = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });
/** What is drawn: the input is under it. */
const checkBox = (page: Page, title: string): Locator =>
  page.locator('label').filter({ has: check(page, title) });
const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Tasks of this person, by their titles. */
async function insertTasks(person: Person, tasks: Record<string, string | null>): Promise<void> {
  const { id } = await accountOf(person);
  for (const [title, due] of Object.entries(tasks))
    await runSql('insert into public.tasks (title, owner_id, due_on) values ($1, $2, $3)', [title, id, due]);
}
const openTitles = async (person: Person): Promise<string[]> => {
  const { id } = await accountOf(person);
  const { data } = await (await officeApi())
    .from('tasks')
    .select('title')
    .eq('owner_id', id)
    .is('done_at', null)
    .order('title');
  return (data ?? []).map(({ title }) => title as string);
};

for (const screen of ['desktop', 'phone'] as const) {
  test(`on a ${screen}, a day has its tasks by when they are due`, {
    tag: screen === 'desktop' ? '@details-staff' : '@looks',
  }, async ({ openClientList }) => {
    const { page, person } = await openClientList('admin', { screen });
    await insertTasks(person, {
      'Answer the notice': addDays(today, -3),
      'Call the bank': today,
      'Sort the shelf': null,
      'Plan the season': addDays(today, 40),
    });
    if (screen === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await expect(section(page, 'Overdue').getByText('Answer the notice')).toBeVisible();
    await expect(section(page, 'Today').getByText('Call the bank')).toBeVisible();
    await expect(section(page, 'Later').getByText('Plan the season')).toBeVisible();
    await expect(section(page, 'Without a date').getByText('Sort the shelf')).toBeVisible();
    await expectAccessible(page);

    await checkBox(page, 'Call the bank').click();
    await expect(row(page, 'Call the bank')).toHaveCount(0);
    const undo = page.getByRole('button', { name: 'Undo' });
    // The message stays while it has the focus.
    await undo.focus();
    await expect.poll(() => openTitles(person)).not.toContain('Call the bank');
    await undo.click();
    await expect(section(page, 'Today').getByText('Call the bank')).toBeVisible();
    await expect.poll(() => openTitles(person)).toContain('Call the bank');

    await page.getByRole('button', { name: 'Edit: Sort the shelf' }).click();
    await dialog(page).getByRole('textbox', { name: 'Task' }).fill('Sort both shelves');
    await dialog(page).getByLabel('Due date').fill(today);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save task' }).click();
    await expect(section(page, 'Today').getByText('Sort both shelves')).toBeVisible();
  });
}

test('a task is added and checked off by keyboard', async ({ openStaffPage }) => {
  const { page, person } = await openStaffPage('/manage/tasks');
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await page.keyboard.press('n');
  await expect(dialog(page).getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.insertText('Call the bank');
  await page.keyboard.press('Enter');
  await expect(section(page, 'Without a date').getByText('Call the bank')).toBeVisible();
  await expect.poll(() => openTitles(person)).toEqual(['Call the bank']);
  await page.keyboard.press('j');
  await expect(check(page, 'Call the bank')).toBeFocused();
  await page.keyboard.press('x');
  await expect(row(page, 'Call the bank')).toHaveCount(0);
  await expect.poll(() => openTitles(person)).toEqual([]);
});

test('a task is added, edited, and checked off by keyboard only', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page, person } = await openClientList();
  await insertTasks(person, { 'First thing': addDays(today, -2), 'Second thing': addDays(today, -1) });
  await page.goto('/manage/tasks');
  await expect(section(page, 'Overdue').getByText('Second thing')).toBeVisible();
  await page.keyboard.press('j');
  await expect(check(page, 'First thing')).toBeFocused();
  await page.keyboard.press('j');
  await expect(check(page, 'Second thing')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(check(page, 'First thing')).toBeFocused();
  await page.keyboard.press('x');
  await expect(row(page, 'First thing')).toHaveCount(0);
  await expect(check(page, 'Second thing')).toBeFocused();

  await page.keyboard.press('e');
  await expect(dialog(page).getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.type(' and j');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(section(page, 'Overdue').getByText('Second thing and j')).toBeVisible();
  await expect.poll(() => openTitles(person)).toEqual(['Second thing and j']);

  await page.keyboard.press('n');
  await expect(dialog(page).getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Write what needs to be done')).toBeVisible();
  await page.keyboard.type('Third thing');
  await page.keyboard.press('Enter');
  await expect(section(page, 'Without a date').getByText('Third thing')).toBeVisible();
});

test('the address says whose tasks are shown, and a task of no one is taken over', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const { page, person } = await openClientList();
  const title = `For the taking ${person.lastName}`;
  await runSql(`insert into public.tasks (title, due_on) values ($1, '2001-01-01')`, [title]);
  await page.goto('/manage/tasks');
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await page.getByLabel('Show').selectOption('Everyone’s tasks');
  await expect(page).toHaveURL(/\?who=all$/);
  await expect(row(page, title)).toContainText('Unassigned');
  await page.getByLabel('Show').selectOption('Unassigned tasks');
  await page.reload();
  await page.getByRole('button', { name: `Edit: ${title}` }).click();
  await dialog(page).getByRole('button', { name: /Owner/ }).click();
  await page.getByRole('option', { name: 'You' }).click();
  await page.getByRole('button', { name: 'Save task' }).click();
  await expect(row(page, title)).toHaveCount(0);
  await page.goBack();
  await page.getByLabel('Show').selectOption('My tasks');
  await expect(section(page, 'Overdue').getByText(title)).toBeVisible();
});

test('a new task is about a client that a search finds', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const client = await confirmedPerson('Rosa');
  const { page } = await openClientList();
  await page.goto('/manage/tasks');
  await page.getByRole('button', { name: 'New task' }).click();
  await dialog(page).getByRole('textbox', { name: 'Task' }).fill('Ask about the mileage');
  await dialog(page).getByRole('searchbox', { name: 'Client (optional)' }).fill(client.email);
  await page.getByRole('option', { name: fullName(client) }).click();
  await page.getByRole('button', { name: 'Add task' }).click();
  await row(page, 'Ask about the mileage')
    .getByRole('link', { name: fullName(client) })
    .click();
  await expect(part(page, 'Tasks and dates').getByText('Ask about the mileage')).toBeVisible();
});

test('a case has its tasks and dates, with the usual due date, and follows the rules', {
  tag: '@details-staff',
}, async ({ openCase }) => {
  const { page, account } = await openCase();
  const panel = part(page, 'Tasks and dates');
  await expect(panel.getByText('There’s nothing to do for this client.')).toBeVisible();
  await submitForm(account);
  await expect(panel.getByText(/^Tax form for \d{4} received: start the return$/)).toBeVisible();

  await panel.getByRole('button', { name: 'Add date' }).click();
  await dialog(page)
    .getByRole('button', { name: /Kind of date/ })
    .click();
  await page.getByRole('option', { name: 'Estimated tax, 1st quarter' }).click();
  await dialog(page).getByLabel('Tax year').fill('2028');
  await expect(dialog(page).getByLabel('Due date')).toHaveValue(usualDueDate('estimated_q1', 2028));
  await page.getByRole('button', { name: 'Add date' }).last().click();
  await expect(panel.getByText('Estimated tax, 1st quarter (2028)')).toBeVisible();
  await expectAccessible(page);
  await checkBox(page, 'Estimated tax, 1st quarter (2028)').click();
  await expect(panel.getByText('Estimated tax, 1st quarter (2028)')).toHaveCount(0);
});

test('my day shows what is due soon for the clients that I prepare', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const client = await confirmedPerson('Rosa');
  const { id } = await accountOf(client);
  const { page, person } = await openClientList();
  await runSql('insert into public.client_details (client_id, preparer_id) values ($1, $2)', [
    id,
    (await accountOf(person)).id,
  ]);
  for (const [label, days] of [
    ['Reply to the IRS', 3],
    ['Far away', 30],
  ] as const)
    await runSql(
      `insert into public.client_dates (client_id, kind, year, due_on, label) values ($1, 'other', 2026, $2, $3)`,
      [id, addDays(today, days), label],
    );
  await page.goto('/manage/tasks');
  const dates = part(page, 'Dates of clients, next 14 days');
  await expect(dates.getByText('Reply to the IRS (2026)')).toBeVisible();
  await expect(dates.getByText('Far away')).toHaveCount(0);
  await dates.getByRole('link', { name: fullName(client) }).click();
  await expect(part(page, 'Tasks and dates').getByText('Far away (2026)')).toBeVisible();
});

test('a calendar program reads the tasks under an address that is shown once', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const { page, person } = await openClientList();
  await insertTasks(person, { 'In the calendar': today });
  await page.goto('/manage/tasks');
  await page.getByRole('button', { name: 'Add to my calendar' }).click();
  await page.getByRole('button', { name: 'Make an address' }).click();
  const address = await page.getByRole('textbox', { name: 'Address of your calendar' }).inputValue();
  await expectAccessible(page);
  expect(await (await fetch(address)).text()).toContain('SUMMARY:In the calendar');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Add to my calendar' }).click();
  await expect(page.getByRole('textbox', { name: 'Address of your calendar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});

test('a super user hands over the work of a person who left', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page, person } = await openClientList('super');
  const former = await confirmedPerson('Finn');
  const { id } = await accountOf(former);
  await giveRole(former.email, 'admin');
  await insertTasks(former, { 'Left behind': today });
  await giveRole(former.email, 'client');
  const heir = uniqueFirstName();
  await runSql('update public.user_profiles set first_name = $2 where email = $1', [person.email, heir]);
  await page.goto(`/manage/office/people?person=${id}`);
  await expect(part(page, 'Work')).toContainText('1 open task');
  await page.getByRole('button', { name: `Hand over the work of ${fullName(former)}` }).click();
  await dialog(page)
    .getByRole('button', { name: /New owner/ })
    .click();
  await page.getByRole('option', { name: heir }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hand over work' }).click();
  await expect(part(page, 'Work')).toHaveCount(0);
  await page.goto('/manage/tasks');
  await expect(section(page, 'Today').getByText('Left behind')).toBeVisible();
});
