import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { accountOf } from '../support/documents.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { fullName, part, uniqueFirstName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

test('a super user makes a person staff immediately', async ({ openStaffPage }) => {
  const person = await confirmedPerson(uniqueFirstName());
  const { id, api } = await accountOf(person);
  const { page } = await openStaffPage(`/manage/office/people?person=${id}`, 'super');
  await page.getByRole('button', { name: `Change role of ${fullName(person)}` }).click();
  await page.getByRole('menuitem', { name: 'Make admin' }).click();
  const question = page.getByRole('alertdialog', { name: `Make ${fullName(person)} admin?` });
  await question.getByRole('button', { name: 'Make admin' }).click();
  await expect(question).toHaveCount(0);
  expect((await api.rpc('is_staff')).data).toBe(true);
});

test('a super user grants and revokes roles immediately (phone)', {
  tag: '@looks',
}, async ({ openClientList }) => {
  const person = await confirmedPerson(uniqueFirstName());
  const { api } = await accountOf(person);
  const { page } = await openClientList('super', { screen: 'phone' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Office' }).click();
  await page.waitForURL('**/manage/office');
  const staff = part(page, 'Staff');
  await expect(staff.getByText('(you)')).toBeVisible();

  const sections = page.getByRole('navigation', { name: 'Office' });
  await sections.getByRole('link', { name: 'People' }).click();
  const people = part(page, 'People');
  await people.getByLabel('Search people').fill('nobody-of-this-name');
  await expect(people.getByText('No users found matching your search.')).toBeVisible();
  await people.getByLabel('Search people').fill(person.email);
  await people.getByRole('link', { name: fullName(person) }).click();
  await page.getByRole('button', { name: `Change role of ${fullName(person)}` }).click();
  await page.getByRole('menuitem', { name: 'Make admin' }).click();
  const question = page.getByRole('alertdialog', { name: `Make ${fullName(person)} admin?` });
  await expect(question.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Make admin' }).click();
  await expect(question).toHaveCount(0);
  await sections.getByRole('link', { name: 'Staff' }).click();
  const line = staff
    .getByRole('list', { name: 'Staff' })
    .getByRole('listitem')
    .filter({ hasText: person.email });
  await expect(line.getByText('admin', { exact: true })).toBeVisible();
  expect((await api.rpc('is_staff')).data).toBe(true);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await line.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Make client' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make client' }).click();
  await expect(line).toHaveCount(0);
  expect((await api.rpc('is_staff')).data).toBe(false);
});

test('shows the server’s error message', { tag: '@details-staff' }, async ({ openClientList }) => {
  const { page, person } = await openClientList('super', { expectedErrors: [/Failed to load resource/] });
  await page.goto('/manage/office');
  // Other tests create super users, so the last one can't be removed for real: this is the server's response to it.
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
  await expect(page.getByRole('alertdialog').getByText('The last super user keeps the role')).toBeVisible();
  await expectAccessible(page);
});

test('adds, imports, finds, and removes legacy clients', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const tag = uniqueFirstName().toLowerCase();
  const address = (name: string) => `${name}-${tag}@example.com`;
  const { page } = await openClientList('super');
  await page.goto('/manage/office/legacy');
  const legacy = part(page, 'Legacy emails');
  const field = legacy.getByLabel('Email to add');
  await field.fill('nobody');
  await legacy.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(legacy.getByText('Write the email like this: name@example.com')).toBeVisible();
  await field.fill(address('Ana'));
  await page.keyboard.press('Enter');
  await expect(legacy.getByText(`${address('ana')} added.`)).toBeVisible();
  await field.fill(address('ANA'));
  await page.keyboard.press('Enter');
  await expect(legacy.getByText(`${address('ana')} is already on the list.`)).toBeVisible();

  const lines = ['Email', address('ana'), address('luz'), address('Luz'), 'nobody'].join('\r\n');
  const chooser = page.waitForEvent('filechooser');
  await legacy.getByRole('button', { name: 'Import CSV' }).click();
  await (await chooser).setFiles([{ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) }]);
  await expect(
    legacy.getByText(
      '1 address added, 1 already on the list. Skipped because they have no valid email address: 1 (line 5).',
    ),
  ).toBeVisible();
  await expectAccessible(page);

  await legacy.getByLabel('Search legacy emails').fill(tag);
  await expect(legacy.getByText('2 addresses', { exact: true })).toBeVisible();
  await legacy.getByRole('button', { name: `Remove ${address('luz')}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove address' }).click();
  await expect(legacy.getByText('1 address', { exact: true })).toBeVisible();
  const { data } = await (await officeApi()).from('legacy_emails').select('email').ilike('email', `%${tag}%`);
  expect(data).toEqual([{ email: address('ana') }]);
});

test('denies admins and redirects clients', { tag: '@details-staff' }, async ({
  openBrowser,
  openClientList,
}) => {
  const { page } = await openClientList('admin');
  await expect(page.getByRole('link', { name: 'Office' })).toHaveCount(0);
  await page.goto('/manage/office');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page")).toBeVisible();
  await expectAccessible(page);
  const client = await confirmedPerson('Rosa');
  const { page: visitor } = await openBrowser();
  await signIn(visitor, client);
  await visitor.goto('/manage/office');
  await expect(visitor).toHaveURL(/\/account$/);
});
