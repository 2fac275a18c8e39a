import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, tryAgain } from '../support/browser.ts';
import { accountOf, officeYear, seedFiles } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { expectFound, search, uniqueFirstName, userRows, users } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const choose = (page: Page, filter: string, option: string) =>
  page.getByRole('combobox', { name: filter, exact: true }).selectOption({ label: option });

test('finds clients by name, filters them, and keeps both in the URL', async ({ openClientList }) => {
  const withForm = await confirmedPerson(uniqueFirstName());
  const withFiles = await confirmedPerson(withForm.firstName);
  await submitForm(await accountOf(withForm));
  await seedFiles(await accountOf(withFiles), ['w2.pdf']);
  const { page } = await openClientList();
  await search(page, withForm.firstName);
  await expectFound(page, [withFiles, withForm]);
  await choose(page, 'Tax form', 'Form submitted');
  await expectFound(page, [withForm]);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    q: withForm.firstName,
    form: 'sent',
  });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectFound(page, [withFiles, withForm]);
  await page.getByText('New files', { exact: true }).last().click();
  await expectFound(page, [withFiles]);
});

test('filters by tax form, return status, new files, and year, and keeps them in the URL (phone)', {
  tag: '@looks',
}, async ({ openClientList }) => {
  const withForm = await confirmedPerson(uniqueFirstName());
  const withReturn = await confirmedPerson(withForm.firstName);
  const withFiles = await confirmedPerson(withForm.firstName);
  await submitForm(await accountOf(withForm));
  await seedFiles(await accountOf(withFiles), ['w2.pdf', 'w2 of the other job.pdf']);
  const { page, person } = await openClientList('admin', { screen: 'phone' });
  const { error } = await (await accountOf(person)).api.rpc('start_return', {
    client_id: (await accountOf(withReturn)).id,
    return_year: officeYear(),
    return_kind: 'personal',
  });
  if (error) throw error;

  await search(page, withForm.firstName);
  await expectFound(page, [withFiles, withReturn, withForm]);
  const [files, opened, sent] = await userRows(page).all();
  await files?.getByText('2 new files').waitFor();
  await opened?.getByText('Not started').waitFor();
  await sent?.getByText('Sent', { exact: false }).first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await choose(page, 'Tax form', 'Form submitted');
  await expectFound(page, [withForm]);
  await choose(page, 'Tax form', 'Form not submitted');
  await expectFound(page, [withFiles, withReturn]);
  await choose(page, 'Return', 'No return yet');
  await expectFound(page, [withFiles]);
  await choose(page, 'Return', 'Not started');
  await expectFound(page, [withReturn]);
  await page.reload();
  await expectFound(page, [withReturn]);
  // No client has a return of last year.
  await choose(page, 'Year', String(officeYear() - 1));
  await expect(page.getByText('No users found matching your search.')).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    q: withForm.firstName,
    status: 'not_started',
    form: 'missing',
    year: String(officeYear() - 1),
  });
  await expectAccessible(page);
  await page.goBack();
  await expectFound(page, [withReturn]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectFound(page, [withFiles, withReturn, withForm]);
  await page.getByText('New files', { exact: true }).last().click();
  await expectFound(page, [withFiles]);

  // The list comes back as it was.
  await users(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expectFound(page, [withFiles]);
  expect(page.url()).toContain('new=1');
});

test('shows an error and retries', { tag: '@details-staff' }, async ({ openClientList }) => {
  const { page } = await openClientList('admin', { expectedErrors: [/Failed to load resource/] });
  const list = '**/rest/v1/rpc/list_clients?*';
  await page.route(list, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'XX000', message: 'the disk is full', details: '', hint: '' },
    }),
  );
  await page.reload();
  await expect(page.getByText('Failed to load users: the disk is full')).toBeVisible();
  await expectAccessible(page);

  await page.unroute(list);
  await page.route(list, (route) => route.abort());
  await page.reload();
  await expect(page.getByText(/^Unexpected error: Connection error\./)).toBeVisible();

  await page.unroute(list);
  await page.route(list, (route) => route.fulfill({ json: [], headers: { 'content-range': '*/0' } }));
  await tryAgain(page, page.getByText(/^Unexpected error/));
  await expect(page.getByText('No users found in the database.')).toBeVisible();
  await expectAccessible(page);

  await page.unroute(list);
  await page.reload();
  await expect(users(page)).toBeVisible();
});

test('"/" focuses the search, and the first request of the list is small', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList();
  const answer = page.waitForResponse((response) => response.url().includes('/rpc/list_clients?'));
  await page.reload();
  expect((await (await answer).body()).byteLength).toBeLessThan(50 * 1024);
  await users(page).getByRole('link').first().focus();
  await page.keyboard.press('/');
  const field = page.getByPlaceholder('Search by name or email...');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  // In a field, "/" is an ordinary character.
  await page.keyboard.type('a/b');
  await expect(field).toHaveValue('a/b');
});

test('very long names do not break the layout', { tag: '@details-staff' }, async ({ openClientList }) => {
  const person = await confirmedPerson(uniqueFirstName());
  const { id, api } = await accountOf(person);
  const long = `${person.firstName} ${'Wolfeschlegelsteinhausen'.repeat(3)}`;
  await api.from('user_profiles').update({ first_name: long, last_name: long }).eq('user_id', id);
  for (const screen of ['desktop', 'phone'] as const) {
    const { page } = await openClientList('admin', { screen });
    await search(page, person.firstName);
    await expectFound(page, [person]);
    await expectNoSidewaysScroll(page);
    await users(page).getByRole('link').click();
    await expect(page.getByRole('heading', { name: /^Managing files for/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});
