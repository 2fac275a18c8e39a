import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, type Screen } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { accountOf, officeYear, row, seedFiles } from '../support/documents.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import { expectFound, fullName, search, uniqueFirstName, userRows, users } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const header = (page: Page, name: string): Locator =>
  users(page).getByRole('columnheader', { name, exact: true });
const sortBy = (page: Page, name: string): Promise<void> => header(page, name).getByRole('button').click();
const views = (page: Page): Locator => page.getByRole('navigation', { name: 'Views of the list' });
const rowOf = (page: Page, person: Person): Locator => userRows(page).filter({ hasText: person.email });
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** A client of this preparer with a return that has waited for so many days. */
async function giveReturn(client: Person, preparer: Person, status: string, days: number): Promise<void> {
  const [id, preparerId] = [(await accountOf(client)).id, (await accountOf(preparer)).id];
  await runSql(
    `insert into public.client_details (client_id, preparer_id, tags) values ($1, $2, '{VIP,Early}')
     on conflict (client_id) do update set preparer_id = excluded.preparer_id`,
    [id, preparerId],
  );
  await runSql(
    `insert into public.tax_returns (user_id, year, kind, status, updated_at)
     values ($1, $2, 'personal', $3, now() - $4 * interval '1 day')`,
    [id, officeYear(), status, days],
  );
}

test('sorts by a column, in the address and for screen readers', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const first = uniqueFirstName();
  const [sent, older, newer] = [
    await confirmedPerson(first),
    await confirmedPerson(first),
    await confirmedPerson(first),
  ];
  const { page, person: staff } = await openClientList();
  await giveReturn(older, staff, 'waiting_for_documents', 20);
  await giveReturn(newer, staff, 'ready_for_review', 3);
  await seedFiles(await accountOf(sent), ['w2.pdf']);
  await search(page, first);
  await expectFound(page, [newer, older, sent]);
  await expect(header(page, 'Created')).toHaveAttribute('aria-sort', 'descending');

  // Their names are the same, so the email decides.
  const byName = [sent, older, newer].sort((a, b) => (a.email < b.email ? -1 : 1));
  await sortBy(page, 'Name');
  await expectFound(page, byName);
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(page, 'Created')).toHaveAttribute('aria-sort', 'none');
  await sortBy(page, 'Name');
  await expectFound(page, byName.toReversed());
  await expect.poll(() => parameters(page)).toEqual({ q: first, sort: '-name' });

  await sortBy(page, 'Waiting');
  await expectFound(page, [older, newer, sent]);
  await expect(rowOf(page, older).getByRole('gridcell').last()).toHaveText('20 dclient');
  await sortBy(page, 'Waiting');
  await expectFound(page, [newer, older, sent]);
  await sortBy(page, 'Return');
  await expectFound(page, [older, newer, sent]);
  await sortBy(page, 'Preparer');
  await expect(rowOf(page, older).getByText(fullName(staff))).toBeVisible();
  await expect(userRows(page).last()).toContainText(sent.email);
  await page.reload();
  await expect(header(page, 'Preparer')).toHaveAttribute('aria-sort', 'ascending');
  await expectAccessible(page);
  await page.goBack();
  await expect(header(page, 'Return')).toHaveAttribute('aria-sort', 'ascending');
  await expectFound(page, [older, newer, sent]);
});

test('columns are chosen once and stay with the person', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const client = await confirmedPerson(uniqueFirstName());
  const { page, person: staff } = await openClientList();
  await giveReturn(client, staff, 'in_preparation', 1);
  await seedFiles(await accountOf(client), ['w2.pdf']);
  await search(page, client.firstName);
  await expectFound(page, [client]);
  await expect(header(page, 'Tags')).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByText('Tags', { exact: true }).click();
  await menu.getByText('Last file', { exact: true }).click();
  const stored = page.waitForResponse((response) => response.url().includes('/staff_preferences'));
  await menu.getByText('Phone', { exact: true }).click();
  await stored;
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(rowOf(page, client).getByText('VIP, Early')).toBeVisible();
  await expect(header(page, 'Phone')).toHaveCount(0);
  await expectNoSidewaysScroll(page);

  await expect(async () => {
    await page.reload();
    await expect(header(page, 'Last file')).toBeVisible();
    await expect(header(page, 'Phone')).toHaveCount(0);
  }).toPass();
  await expect.poll(() => parameters(page)).toEqual({ q: client.firstName });

  await page.getByRole('button', { name: 'Columns' }).click();
  await menu.getByRole('button', { name: 'Usual columns' }).click();
  await page.keyboard.press('Escape');
  await expect(header(page, 'Phone')).toBeVisible();
  await expect(header(page, 'Tags')).toHaveCount(0);
});

test('a view of the list is saved, and opened again', async ({ openStaffPage }) => {
  const first = uniqueFirstName();
  const late = await confirmedPerson(first);
  const { page, person: staff } = await openStaffPage(`/manage?q=${first}`);
  await giveReturn(late, staff, 'waiting_for_documents', 9);
  await views(page).getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('combobox', { name: 'Waiting' }).selectOption({ label: 'Waiting 7 days or more' });
  await expectFound(page, [late]);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`Late ${first}`);
  await page.keyboard.press('Enter');
  const chip = views(page).getByRole('link', { name: `Late ${first}` });
  await expect(chip).toHaveAttribute('aria-current', 'page');
  await views(page).getByRole('link', { name: 'All', exact: true }).click();
  await expect(chip).not.toHaveAttribute('aria-current', 'page');
  await chip.click();
  await expectFound(page, [late]);
  await expect.poll(() => parameters(page)).toMatchObject({ preparer: 'me', waiting: '7' });
});

test('a view is saved, opened, shared, renamed, replaced, and deleted', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const first = uniqueFirstName();
  const [late, recent, other] = [
    await confirmedPerson(first),
    await confirmedPerson(first),
    await confirmedPerson(first),
  ];
  const { page, person: staff } = await openClientList();
  await giveReturn(late, staff, 'waiting_for_documents', 9);
  await giveReturn(recent, staff, 'waiting_for_documents', 2);
  await giveReturn(other, staff, 'in_preparation', 30);
  await search(page, first);
  await expectFound(page, [other, recent, late]);

  await views(page).getByRole('link', { name: 'Mine' }).click();
  await expectFound(page, [other, recent, late]);
  await views(page).getByRole('link', { name: 'Waiting for documents' }).click();
  await expect
    .poll(() => parameters(page))
    .toEqual({
      status: 'waiting_for_documents',
      columns: expect.stringContaining('missing,reminded'),
    });
  await views(page).getByRole('link', { name: 'Mine' }).click();
  await page
    .getByRole('combobox', { name: 'Return', exact: true })
    .selectOption({ label: 'Waiting for documents' });
  await expectFound(page, [recent, late]);
  await page.getByRole('combobox', { name: 'Waiting' }).selectOption({ label: 'Waiting 7 days or more' });
  await expectFound(page, [late]);
  const filters = { preparer: 'me', status: 'waiting_for_documents', waiting: '7' };
  await expect.poll(() => parameters(page)).toEqual(filters);

  const dialog = page.getByRole('dialog', { name: 'Save view' });
  const save = page.getByRole('button', { name: 'Save view' });
  await save.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Give the view a name.')).toBeVisible();
  const name = `Mine and late ${first}`;
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByText('Keep these columns').click();
  await dialog.getByText('Share with all staff').click();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const chip = views(page).getByRole('link', { name });
  await expect(chip).toHaveAttribute('aria-current', 'page');
  await expect(save).toHaveCount(0);
  await expectAccessible(page);

  // A colleague has no clients in it, and may not change it.
  const colleague = await openClientList();
  const shared = views(colleague.page).getByRole('link', { name });
  await shared.click();
  await expect(colleague.page.getByText('No users found matching your search.')).toBeVisible();
  expect(parameters(colleague.page)).toMatchObject(filters);
  await expect(shared).toHaveAttribute('aria-current', 'page');
  await expect(colleague.page.getByRole('button', { name: /^Change view/ })).toHaveCount(0);

  await views(page).getByRole('link', { name: 'All', exact: true }).click();
  await chip.click();
  await expectFound(page, [late]);
  expect(parameters(page).columns).toContain('email');
  await page.getByRole('button', { name: `Change view ${name}` }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename view' });
  await rename.getByRole('textbox', { name: 'Name' }).fill(`Late ${first}`);
  await rename.getByRole('button', { name: 'Save' }).click();
  const renamed = views(page).getByRole('link', { name: `Late ${first}` });
  await expect(renamed).toBeVisible();

  // The same name again replaces it.
  await page.getByRole('combobox', { name: 'Waiting' }).selectOption({ label: 'Any wait' });
  await expectFound(page, [recent, late]);
  await save.click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`late ${first}`);
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(views(page).getByRole('link', { name: `late ${first}` })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(renamed).toHaveCount(1);

  await page.getByRole('button', { name: /^Change view/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(renamed).toHaveCount(0);
  await expect.poll(() => page.url()).toMatch(/\/manage$/);
});

test('moves through the rows and opens a client by keyboard alone', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const first = uniqueFirstName();
  const people: Person[] = [];
  for (let n = 0; n < 3; n++) people.unshift(await confirmedPerson(first));
  const { page } = await openClientList();
  await search(page, first);
  await expectFound(page, people);
  const expectFocused = async ({ email }: Person) =>
    await expect(page.locator('tr', { has: page.locator(':focus') })).toContainText(email);
  // One row is in the tab order.
  await expect(users(page).locator('tbody a:not([tabindex="-1"])')).toHaveCount(1);
  await page.getByRole('heading', { name: 'File Management Dashboard' }).focus();
  await page.keyboard.press('j');
  await expectFocused(people[0] as Person);
  for (const [key, at] of [
    ['j', 1],
    ['ArrowDown', 2],
    ['j', 2],
    ['k', 1],
    ['End', 2],
    ['Home', 0],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expectFocused(people[at] as Person);
  }
  await page.keyboard.press('/');
  await page.keyboard.type(people[1]?.email ?? '');
  await page.keyboard.press('Enter');
  const opened = page.getByRole('heading', { name: `Managing files for ${fullName(people[1] as Person)}` });
  await expect(opened).toBeVisible();
  await page.goBack();
  await expectFound(page, people.slice(1, 2));
  await users(page).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(opened).toBeVisible();
});

test('End reaches a row that has to be loaded, and the focus stays in sight', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const { page } = await openClientList();
  const total = 5_000;
  await page.route('**/rest/v1/rpc/list_clients?*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('offset'));
    const rows = Array.from({ length: Math.min(100, total - from) }, (_, i) => ({
      user_id: `00000000-0000-4000-8000-${String(from + i).padStart(12, '0')}`,
      email: `user${from + i}@example.com`,
      first_name: 'User',
      last_name: String(from + i),
      phone: '',
      role: 'client',
      created_at: '2026-01-05T10:00:00Z',
    }));
    await route.fulfill({
      json: rows,
      headers: { 'content-range': `${from}-${from + rows.length - 1}/${total}` },
    });
  });
  await page.route('**/rest/v1/rpc/client_overviews', (route) => route.fulfill({ json: [] }));
  await page.reload();
  const link = (n: number) => users(page).getByRole('link', { name: `User ${n}`, exact: true });
  await link(0).focus();
  await page.keyboard.press('End');
  await expect(link(4999)).toBeFocused();
  await expect(link(4999)).toBeInViewport({ ratio: 1 });
  for (let n = 0; n < 30; n++) await page.keyboard.press('k');
  await expect(link(4969)).toBeFocused();
  await expect(link(4969)).toBeInViewport({ ratio: 1 });
  const below = await header(page, 'Name').evaluate((cell) => cell.getBoundingClientRect().bottom);
  const top = await link(4969).evaluate((name) => name.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(below);
  await page.keyboard.press('Home');
  await expect(link(0)).toBeFocused();
  await expect(link(0)).toBeInViewport({ ratio: 1 });
});

test('queues, views, filters, and header leave room for 18 rows at 1280 x 800', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const { page } = await openClientList();
  expect((await userRows(page).first().boundingBox())?.height).toBe(32);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  // Without the notices above the page, which an office that has answered everything doesn't see.
  const barHeight = 48;
  const above =
    (await top(userRows(page).first())) - (await top(page.locator('main > .staff-page'))) + barHeight;
  expect(800 - above).toBeGreaterThanOrEqual(18 * 32);
});

test('the documents of a case begin above 260 px at 1280 x 800', { tag: '@details-staff' }, async ({
  openClientFiles,
}) => {
  const { page } = await openClientFiles(['ID.pdf'], 'admin');
  const part = page.locator('main > .staff-page');
  const top = (await part.boundingBox())?.y ?? Number.NaN;
  const first = (await row(page, 'ID.pdf').boundingBox())?.y ?? Number.NaN;
  // Without the notices above the page, as in the test before.
  expect(first - top + 48).toBeLessThan(260);
});

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`filters by preparer and tag (${screen})`, { tag: '@details-staff' }, async ({ openClientList }) => {
    const client = await confirmedPerson(uniqueFirstName());
    const free = await confirmedPerson(client.firstName);
    const { page, person: staff } = await openClientList('admin', { screen });
    await giveReturn(client, staff, 'waiting_for_documents', 12);
    await page.reload();
    await search(page, client.firstName);
    await expectFound(page, [free, client]);
    if (screen === 'phone') {
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await expect(userRows(page).last().getByText('12 d')).toBeVisible();
    }
    const choose = (name: string, label: string) =>
      page.getByRole('combobox', { name, exact: true }).selectOption({ label });
    await choose('Preparer', 'No preparer');
    await expectFound(page, [free]);
    await choose('Preparer', 'My clients');
    await expectFound(page, [client]);
    await choose('Tag', 'VIP');
    await expectFound(page, [client]);
    await expect.poll(() => parameters(page)).toEqual({ q: client.firstName, preparer: 'me', tag: 'VIP' });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectFound(page, [free, client]);
  });
}
