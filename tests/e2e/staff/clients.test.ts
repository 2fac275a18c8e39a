import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, type Screen } from '../support/browser.ts';
import { expectFound, fullName, openDesk, rareName, search, users } from '../support/desk.ts';
import { accountOf, act, fillFiles, pdf, row, select, storedPaths, upload } from '../support/documents.ts';
import { giveRole } from '../support/house-database.ts';
import { confirmedPerson, logIn } from '../support/people.ts';

test.each<Screen>(['desktop', 'phone'])(
  'the list: newest first, found by any part of a name or address (%s)',
  async (screen) => {
    const ana = await confirmedPerson(rareName());
    const namesake = await confirmedPerson(ana.firstName);
    const tag = ana.firstName.slice(3);
    const odd = await confirmedPerson('Percy');
    const account = await accountOf(odd);
    await account.api
      .from('user_profiles')
      .update({ first_name: `100%_"Percy", (${tag})`, last_name: 'O’Neil \\ Sons' })
      .eq('user_id', account.id);

    const { page, person: staff } = await openDesk('admin', { screen });
    await search(page, staff.email);
    await expectFound(page, [staff]);
    await users(page).getByText('admin', { exact: true }).filter({ visible: true }).waitFor();
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
    // What was typed stands for itself: "_" is not any character.
    await search(page, `100__"Percy", (${tag})`);
    await page.getByText('No users found matching your search.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => page.url()).toMatch(/\/manage$/);
    await users(page).waitFor();
  },
);

test('the address holds search, client and folder: reload, back, Clear Selection', async () => {
  const client = await confirmedPerson('Rosa');
  await fillFiles(await accountOf(client), ['2024/a.pdf']);
  const { page } = await openDesk();
  const heading = page.getByRole('heading', { name: `Managing files for ${fullName(client)}` });

  await search(page, client.email);
  await expectFound(page, [client]);
  await page.getByRole('link', { name: fullName(client) }).click();
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await row(page, '2024').click();
  await row(page, 'a.pdf').waitFor();
  await expectAccessible(page);
  await page.reload();
  await heading.waitFor();
  await row(page, 'a.pdf').waitFor();

  await page.goBack();
  await row(page, '2024').waitFor();
  await page.goForward();
  await row(page, 'a.pdf').waitFor();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expectFound(page, [client]);
  expect(await page.getByPlaceholder('Search by name or email...').inputValue()).toBe(client.email);

  // The folder is remembered for this client, in this tab.
  await page.getByRole('link', { name: fullName(client) }).click();
  await row(page, 'a.pdf').waitFor();

  await page.goto('/manage?client=00000000-0000-4000-8000-000000000000');
  await page.getByText('There is no user at this address').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await page.getByText(client.email).waitFor();
});

test('by keyboard: search, arrow down, open', async () => {
  const older = await confirmedPerson(rareName());
  const newer = await confirmedPerson(older.firstName);
  const { page } = await openDesk();
  await search(page, older.firstName);
  await expectFound(page, [newer, older]);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain(newer.email);
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain(older.email);
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toContain(newer.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Managing files for ${fullName(newer)}` }).waitFor();
  expect(page.url()).toContain(`client=${(await accountOf(newer)).id}`);
});

test.each<Screen>(['desktop', 'phone'])(
  "staff put a client's files in order, and delete (%s)",
  async (screen) => {
    const client = await confirmedPerson('Rosa');
    const account = await accountOf(client);
    await fillFiles(account, ['a.pdf', 'b.pdf', 'c.pdf', '2024/x.pdf', '2024/deep/y.pdf', '2024/empty/']);
    const { page } = await openDesk('admin', { screen });
    await page.goto(`/manage?client=${account.id}`);
    await row(page, 'a.pdf').waitFor();

    await upload(page, [pdf('return 2025.pdf')]);
    await page.getByText(`Success! 1 file(s) uploaded for ${fullName(client)}`).waitFor();

    await act(page, screen, 'Delete', 'a.pdf');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(`the files of ${fullName(client)}`).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await act(page, screen, 'Delete', 'a.pdf');
    await dialog.getByRole('button', { name: 'Delete 1 file' }).click();
    await page.getByText('File a.pdf deleted successfully').waitFor();

    await act(page, screen, 'Delete', '2024');
    await dialog.getByText('and everything in it').waitFor();
    await dialog.getByRole('button', { name: 'Delete 1 folder' }).click();
    await page.getByText('Folder 2024 and all its contents deleted successfully').waitFor();

    await select(page, 'b.pdf');
    await select(page, 'c.pdf');
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await dialog.getByRole('button', { name: 'Delete 2 items' }).click();
    await page.getByText('2 items deleted successfully').waitFor();
    await row(page, 'return 2025.pdf').waitFor();
    expect(await storedPaths(account)).toEqual(['return 2025.pdf']);
    const { data } = await account.api.storage.from('user-documents').list(account.id);
    expect(data?.map((item) => item.name)).toEqual(['return 2025.pdf']);
  },
);

test('who may come in', async () => {
  const client = await confirmedPerson('Rosa');
  const { page: visitor } = await openBrowser();
  await visitor.goto('/manage');
  await visitor.waitForURL('**/login');
  await logIn(visitor, client);
  await visitor.goto('/manage');
  await visitor.waitForURL('**/account');

  // The role is asked for again at each call: whoever loses it sees nobody's files from that moment on.
  const { page, person } = await openDesk();
  await giveRole(person.email, 'client');
  await search(page, client.email);
  await page.getByText('No users found matching your search.').waitFor();
  await page.reload();
  await page.waitForURL('**/account');
});

test('who loses the role at work is told so', async () => {
  const { page, person } = await openDesk();
  await giveRole(person.email, 'client');
  // As when another tab has renewed the token: this one asks for the profile again.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const session: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    new BroadcastChannel(key).postMessage({ event: 'TOKEN_REFRESHED', session });
  });
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await page.getByText("You don't have permission to access this page").waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Account' }).click();
  await page.waitForURL('**/account');
});

test('a hundred thousand users: only the rows in sight exist, and the last one can be reached', async () => {
  const { page } = await openDesk();
  const everybody = 100_000;
  const asked: number[] = [];
  await page.route('**/rest/v1/rpc/list_clients?*', async (route) => {
    const url = new URL(route.request().url());
    const from = Number(url.searchParams.get('offset'));
    asked.push(from);
    const rows = Array.from({ length: Math.min(100, everybody - from) }, (_, i) => ({
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
      headers: { 'content-range': `${from}-${from + rows.length - 1}/${everybody}` },
    });
  });
  // Of people who aren't there, nothing is known.
  await page.route('**/rest/v1/rpc/client_overviews', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await page.getByText(/^Showing 100,000 of \d+ users$/).waitFor();
  await page.getByText('user0@example.com').waitFor();
  await page.getByText('user99999@example.com').waitFor({ state: 'hidden' });
  await page.evaluate(() =>
    document.querySelector('ol[aria-label="Users"]')?.scrollIntoView({ block: 'end' }),
  );
  await page.getByText('user99999@example.com').waitFor();
  expect(await users(page).getByRole('listitem').count()).toBeLessThan(80);
  expect(asked.length).toBeLessThan(12);
});
