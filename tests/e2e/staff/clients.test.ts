import { expectAccessible, expectNoSidewaysScroll, type Screen } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { accountOf, act, pdf, row, seedFiles, select, storedPaths, upload } from '../support/documents.ts';
import { confirmedPerson, logIn } from '../support/people.ts';
import { expectFound, fullName, search, uniqueFirstName, userRows, users } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`lists clients newest first and finds them by any part of a name or email (${screen})`, {
    tag: '@details-staff',
  }, async ({ openClientList }) => {
    const ana = await confirmedPerson(uniqueFirstName());
    const namesake = await confirmedPerson(ana.firstName);
    const tag = ana.firstName.slice(3);
    const odd = await confirmedPerson('Percy');
    const account = await accountOf(odd);
    await account.api
      .from('user_profiles')
      .update({ first_name: `100%_"Percy", (${tag})`, last_name: 'O’Neil \\ Sons' })
      .eq('user_id', account.id);

    const { page, person: staff } = await openClientList('admin', { screen });
    await search(page, staff.email);
    await expectFound(page, [staff]);
    await expect(users(page).getByText('admin', { exact: true }).filter({ visible: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    for (const text of [ana.firstName.toUpperCase(), `${tag}  ${ana.lastName.slice(0, 5)}`]) {
      await search(page, text);
      await expectFound(page, [namesake, ana]);
    }
    await search(page, ana.email.split('@')[0] ?? '');
    await expectFound(page, [ana]);
    for (const text of [`100%_"percy", (${tag}`, `(${tag}) o’neil`, `${tag}) O’Neil \\ S`]) {
      await search(page, text);
      await expectFound(page, [odd]);
    }
    // A contact without a login leads to the client, and the row says so.
    await (await accountOf(staff)).api
      .from('client_details')
      .upsert({ client_id: account.id, contacts: [{ first_name: 'Ottilie', last_name: tag }] })
      .throwOnError();
    await search(page, `ottilie ${tag}`);
    await expectFound(page, [odd]);
    await expect(users(page).getByText(`Ottilie ${tag}`)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // Typed text is literal: "_" does not match any character.
    await search(page, `100__"Percy", (${tag})`);
    await expect(page.getByText('No users found matching your search.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => page.url()).toMatch(/\/manage$/);
    await expect(users(page)).toBeVisible();
  });
}

test('keeps the search, client, and folder in the URL', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const client = await confirmedPerson('Rosa');
  await seedFiles(await accountOf(client), ['2024/a.pdf']);
  const { page } = await openClientList();
  const heading = page.getByRole('heading', { name: `Managing files for ${fullName(client)}` });

  await search(page, client.email);
  await expectFound(page, [client]);
  await page.getByRole('link', { name: fullName(client) }).click();
  await expect(heading).toBeVisible();
  await expect(heading).toBeFocused();
  await row(page, '2024').click();
  await expect(row(page, 'a.pdf')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(row(page, 'a.pdf')).toBeVisible();

  await page.goBack();
  await expect(row(page, '2024')).toBeVisible();
  await page.goForward();
  await expect(row(page, 'a.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expectFound(page, [client]);
  await expect(page.getByPlaceholder('Search by name or email...')).toHaveValue(client.email);

  // The folder is remembered for this client, in this tab.
  await page.getByRole('link', { name: fullName(client) }).click();
  await expect(row(page, 'a.pdf')).toBeVisible();

  await page.goto('/manage?client=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('There’s no user at this address')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(page.getByText(client.email)).toBeVisible();
});

test('searches and opens a client by keyboard', { tag: '@details-staff' }, async ({ openClientList }) => {
  const older = await confirmedPerson(uniqueFirstName());
  const newer = await confirmedPerson(older.firstName);
  const { page } = await openClientList();
  await search(page, older.firstName);
  await expectFound(page, [newer, older]);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li, tr')?.textContent ?? '');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain(newer.email);
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain(older.email);
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toContain(newer.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Managing files for ${fullName(newer)}` })).toBeVisible();
  expect(page.url()).toContain(`client=${(await accountOf(newer)).id}`);
});

test('staff upload and delete a client’s files on a phone', async ({ openStaffPage }) => {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  await seedFiles(account, ['a.pdf']);
  const { page } = await openStaffPage(`/manage?client=${account.id}`, 'admin', { screen: 'phone' });
  await expect(row(page, 'a.pdf')).toBeVisible();
  await upload(page, [pdf('return 2025.pdf')]);
  await expect(page.getByText(`Success! 1 file(s) uploaded for ${fullName(client)}`)).toBeVisible();
  await act(page, 'phone', 'Delete', 'a.pdf');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 file' }).click();
  await expect(page.getByText('File a.pdf deleted successfully')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['return 2025.pdf']);
});

test('staff organize and delete a client’s files (desktop)', {
  tag: '@looks',
}, async ({ openClientList }) => {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  await seedFiles(account, ['a.pdf', 'b.pdf', 'c.pdf', '2024/x.pdf', '2024/deep/y.pdf', '2024/empty/']);
  const { page } = await openClientList('admin', { screen: 'desktop' });
  await page.goto(`/manage?client=${account.id}`);
  await expect(row(page, 'a.pdf')).toBeVisible();

  await upload(page, [pdf('return 2025.pdf')]);
  await expect(page.getByText(`Success! 1 file(s) uploaded for ${fullName(client)}`)).toBeVisible();

  await act(page, 'desktop', 'Delete', 'a.pdf');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(`the files of ${fullName(client)}`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await act(page, 'desktop', 'Delete', 'a.pdf');
  await dialog.getByRole('button', { name: 'Delete 1 file' }).click();
  await expect(page.getByText('File a.pdf deleted successfully')).toBeVisible();

  await act(page, 'desktop', 'Delete', '2024');
  await expect(dialog.getByText('and everything in it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete 1 folder' }).click();
  await expect(page.getByText('Folder 2024 and all its contents deleted successfully')).toBeVisible();

  await select(page, 'b.pdf');
  await select(page, 'c.pdf');
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await dialog.getByRole('button', { name: 'Delete 2 items' }).click();
  await expect(page.getByText('2 items deleted successfully')).toBeVisible();
  await expect(row(page, 'return 2025.pdf')).toBeVisible();
  expect(await storedPaths(account)).toEqual(['return 2025.pdf']);
  const { data } = await account.api.storage.from('user-documents').list(account.id);
  expect(data?.map((item) => item.name)).toEqual(['return 2025.pdf']);
});

test('only staff can open the page', { tag: '@details-staff' }, async ({ openBrowser, openClientList }) => {
  const client = await confirmedPerson('Rosa');
  const { page: visitor } = await openBrowser();
  await visitor.goto('/manage');
  await expect(visitor).toHaveURL(/\/login$/);
  await logIn(visitor, client);
  await visitor.goto('/manage');
  await expect(visitor).toHaveURL(/\/account$/);

  // Every call checks the role again, so a revoked role loses access immediately.
  const { page, person } = await openClientList();
  await giveRole(person.email, 'client');
  await search(page, client.email);
  await expect(page.getByText('No users found matching your search.')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/account$/);
});

test('shows a notice if the role is revoked during the session', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page, person } = await openClientList();
  await giveRole(person.email, 'client');
  // As after another tab renewed the token: this tab fetches the profile again.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? 'null');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: session.expires_at + 1 }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Account' }).click();
  await page.waitForURL('**/account');
});

test('renders only visible rows of 100,000 users and reaches the last one', { tag: '@size' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList();
  const total = 100_000;
  const asked: number[] = [];
  await page.route('**/rest/v1/rpc/list_clients?*', async (route) => {
    const url = new URL(route.request().url());
    const from = Number(url.searchParams.get('offset'));
    asked.push(from);
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
  // Details of unknown people are empty.
  await page.route('**/rest/v1/rpc/client_overviews', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText(/^Showing 100,000 of [\d,]+ users$/)).toBeVisible();
  await expect(page.getByText('user0@example.com')).toBeVisible();
  await expect(page.getByText('user99999@example.com')).toBeHidden();
  await users(page).evaluate((list) => list.scrollIntoView({ block: 'end' }));
  await expect(page.getByText('user99999@example.com')).toBeVisible();
  expect(await userRows(page).count()).toBeLessThan(80);
  expect(asked.length).toBeLessThan(12);
});
