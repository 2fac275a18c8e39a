import { expect, test } from 'vitest';
import { officeApi } from '../support/back-door.ts';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, type Screen } from '../support/browser.ts';
import { fullName, openDesk, part, rareName } from '../support/desk.ts';
import { accountOf } from '../support/documents.ts';
import { signIn } from '../support/entry.ts';
import { confirmedPerson } from '../support/people.ts';

test.each<Screen>(['desktop', 'phone'])(
  'a super user gives and takes roles, at once (%s)',
  async (screen) => {
    const person = await confirmedPerson(rareName());
    const { api } = await accountOf(person);
    const { page } = await openDesk('super', { screen });
    await page.getByRole('link', { name: 'Office' }).click();
    await page.waitForURL('**/manage/office');
    const staff = part(page, 'Staff');
    await staff.getByText('(you)').waitFor();

    const sections = page.getByRole('navigation', { name: 'Office' });
    await sections.getByRole('link', { name: 'People' }).click();
    const people = part(page, 'People');
    await people.getByLabel('Search people').fill('nobody-of-this-name');
    await people.getByText('No users found matching your search.').waitFor();
    await people.getByLabel('Search people').fill(person.email);
    await people.getByRole('link', { name: fullName(person) }).click();
    await page.getByRole('button', { name: `Change role of ${fullName(person)}` }).click();
    await page.getByRole('menuitem', { name: 'Make admin' }).click();
    const question = page.getByRole('alertdialog', { name: `Make ${fullName(person)} admin?` });
    await question.getByText(person.email).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Make admin' }).click();
    await question.waitFor({ state: 'detached' });
    await sections.getByRole('link', { name: 'Staff' }).click();
    const line = staff
      .getByRole('list', { name: 'Staff' })
      .getByRole('listitem')
      .filter({ hasText: person.email });
    await line.getByText('admin', { exact: true }).waitFor();
    expect((await api.rpc('is_staff')).data).toBe(true);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await line.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Make client' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make client' }).click();
    await line.waitFor({ state: 'detached' });
    expect((await api.rpc('is_staff')).data).toBe(false);
  },
);

test('what the server refuses is said in its words', async () => {
  const { page, person } = await openDesk('super', { expectedErrors: [/Failed to load resource/] });
  await page.goto('/manage/office');
  // Other tests have super users of their own: the refusal is the server's, the occasion is not.
  await page.route('**/rest/v1/rpc/set_user_role', (route) =>
    route.fulfill({
      status: 400,
      json: { code: '23514', message: 'The last super user keeps the role', details: null, hint: null },
    }),
  );
  const own = part(page, 'Staff').getByRole('listitem').filter({ hasText: person.email });
  await own.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Make admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click();
  await page.getByRole('alertdialog').getByText('The last super user keeps the role').waitFor();
  await expectAccessible(page);
});

test('the legacy list: add, import, find, remove', async () => {
  const tag = rareName().toLowerCase();
  const address = (name: string) => `${name}-${tag}@example.com`;
  const { page } = await openDesk('super');
  await page.goto('/manage/office/legacy');
  const legacy = part(page, 'Legacy emails');
  const field = legacy.getByLabel('Email to add');
  await field.fill('nobody');
  await legacy.getByRole('button', { name: 'Add', exact: true }).click();
  await legacy.getByText('Write the email like this: name@example.com').waitFor();
  await field.fill(address('Ana'));
  await page.keyboard.press('Enter');
  await legacy.getByText(`${address('ana')} added.`).waitFor();
  await field.fill(address('ANA'));
  await page.keyboard.press('Enter');
  await legacy.getByText(`${address('ana')} is there already.`).waitFor();

  const lines = ['Email', address('ana'), address('luz'), address('Luz'), 'nobody'].join('\r\n');
  const chooser = page.waitForEvent('filechooser');
  await legacy.getByRole('button', { name: 'Import CSV' }).click();
  await (await chooser).setFiles([{ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) }]);
  await legacy
    .getByText('1 address added, 1 there already. Skipped, without a readable address: 1 (line 5).')
    .waitFor();
  await expectAccessible(page);

  await legacy.getByLabel('Search legacy emails').fill(tag);
  await legacy.getByText('2 addresses', { exact: true }).waitFor();
  await legacy.getByRole('button', { name: `Remove ${address('luz')}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove address' }).click();
  await legacy.getByText('1 address', { exact: true }).waitFor();
  const { data } = await (await officeApi()).from('legacy_emails').select('email').ilike('email', `%${tag}%`);
  expect(data).toEqual([{ email: address('ana') }]);
});

test('an admin is denied, a client led away', async () => {
  const { page } = await openDesk('admin');
  expect(await page.getByRole('link', { name: 'Office' }).count()).toBe(0);
  await page.goto('/manage/office');
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await page.getByText("You don't have permission to access this page").waitFor();
  await expectAccessible(page);
  const client = await confirmedPerson('Rosa');
  const { page: visitor } = await openBrowser();
  await signIn(visitor, client);
  await visitor.goto('/manage/office');
  await visitor.waitForURL('**/account');
});
