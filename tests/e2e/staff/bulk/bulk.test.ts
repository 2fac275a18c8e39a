import { giveRole, runSql } from '../../support/database.ts';
import { officeYear } from '../../support/documents.ts';
import { button, dialog, expectGoodScreen, httpErrors } from '../../support/sign-in.ts';
import { uniqueFirstName, userRows } from '../../support/staff-page.ts';
import { expect, test } from '../../support/test.ts';
import {
  askEach,
  bar,
  clientsWhere,
  holdLetters,
  jobs,
  listThem,
  markAll,
  nameOf,
  press,
  releaseLetters,
  removeClients,
  seedClients,
  selected,
} from './selected-clients.ts';

let firstName: string;

test.beforeEach(() => {
  firstName = uniqueFirstName();
});
test.afterEach(async () => {
  await releaseLetters();
  await removeClients(firstName);
});

test('clients are reminded of what each misses', async ({ openClientList }) => {
  await seedClients(firstName, 3);
  await askEach(firstName);
  const { page } = await openClientList();
  await listThem(page, firstName, 3);
  await press(markAll(page));
  await bar(page).getByRole('button', { name: 'Remind of missing documents' }).click();
  const asks = dialog(page, 'Remind 3 clients of missing documents');
  await expect(asks.getByRole('article').first()).toContainText('Lease 003');
  await asks.getByRole('button', { name: 'Send 3 letters' }).click();
  await expect(jobs(page)).toContainText('3 sent');
  expect(await lettersAboutOwnLease()).toBe(3);
});

/** How many of them got a letter about what they miss. */
const lettersAboutOwnLease = () =>
  clientsWhere(
    firstName,
    `exists (select from public.client_letters l
       where l.user_id = p.user_id and l.items = array['Lease ' || p.last_name])`,
  );

test('60 clients are reminded of what each misses, in three clicks', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  await seedClients(firstName, 60);
  await askEach(firstName);
  // One has nothing to send, and one can’t be reached.
  await runSql(
    `update public.checklist_items set state = 'confirmed'
     where user_id in (select user_id from public.user_profiles where first_name = $1 and last_name = '010')`,
    [firstName],
  );
  await runSql(
    `insert into nutmeg.bad_addresses (address, reason) values (lower($1) || '20@example.com', '550')`,
    [firstName],
  );
  await runSql(
    `update public.user_profiles set language = 'es' where first_name = $1 and last_name = '060'`,
    [firstName],
  );
  const { page } = await openClientList();
  await listThem(page, firstName, 60);
  await page.evaluate(() => {
    document.body.dataset.clicks = '0';
    document.addEventListener(
      'pointerdown',
      () => {
        document.body.dataset.clicks = String(Number(document.body.dataset.clicks) + 1);
      },
      true,
    );
  });

  await press(markAll(page));
  await selected(page, 60);
  await bar(page).getByRole('button', { name: 'Remind of missing documents' }).click();
  const asks = dialog(page, 'Remind 60 clients of missing documents');
  await expect(asks.getByText('58 clients get a letter')).toBeVisible();
  await expect(asks.getByText('2 clients are left out:')).toBeVisible();
  const letters = asks.getByRole('article');
  await expect(letters).toHaveCount(3);
  await expect(letters.nth(0)).toContainText('Lease 060');
  await expect(letters.nth(0)).toContainText('in Spanish');
  await expect(letters.nth(0)).toContainText('Inicie sesión');
  await expect(letters.nth(1)).toContainText('Lease 059');
  await expect(letters.nth(1)).not.toContainText('Lease 060');
  await expectGoodScreen(page);
  await asks.getByRole('button', { name: 'Send 58 letters' }).click();
  await expect(jobs(page)).toContainText('58 sent, 2 left out');
  expect(await page.locator('body').getAttribute('data-clicks')).toBe('3');
  await expect(bar(page)).toHaveCount(0);

  expect(await lettersAboutOwnLease()).toBe(58);

  await button(page, 'See results').click();
  const results = page.getByRole('dialog', { name: 'Remind of missing documents' });
  const leftOut = results.getByRole('region', { name: 'Left out (2)' });
  await expect(leftOut.getByRole('listitem').filter({ hasText: nameOf(firstName, 10) })).toContainText(
    'The tax form isn’t here yet',
  );
  await expect(leftOut.getByRole('listitem').filter({ hasText: nameOf(firstName, 20) })).toContainText(
    'The email address doesn’t work',
  );
  await expect(results.getByRole('region', { name: 'Sent (58)' }).getByRole('listitem')).toHaveCount(58);
  await expectGoodScreen(page);
  // The results have an address.
  await page.reload();
  await expect(leftOut).toBeVisible();
  await results.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(results).toHaveCount(0);
  await jobs(page).getByRole('button', { name: 'Close' }).click();
  await expect(jobs(page)).toHaveCount(0);
  await page.reload();
  await expect(markAll(page)).toBeAttached();
  await expect(jobs(page)).toHaveCount(0);
});

test('a job continues while another page is open, and can be stopped', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  await seedClients(firstName, 5);
  await holdLetters();
  const { page } = await openClientList();
  await listThem(page, firstName, 5);
  await press(markAll(page));
  await bar(page).getByRole('button', { name: 'Write a letter' }).click();
  await button(page, 'Send 5 letters').click();
  await expect(jobs(page)).toContainText('Write a letter 0 of 5');
  await page.goto('/manage/tasks');
  await page.goto('/manage');
  await expect(jobs(page)).toContainText('Write a letter 0 of 5');
  await jobs(page).getByRole('button', { name: 'Details' }).click();
  await expect(page).toHaveURL(/job=/);
  const results = page.getByRole('dialog', { name: 'Write a letter' });
  await expect(results.getByText('Letters go out a few at a time.')).toBeVisible();
  await results.getByRole('button', { name: 'Stop' }).click();
  await expect(results.getByText('Stopped: 0 of 5 sent')).toBeVisible();
  await expect(results.getByText('The clients who aren’t on these lists got no letter.')).toBeVisible();
  await page.goBack();
  await expect(jobs(page)).toContainText('Stopped: 0 of 5 sent');
});

test('someone who lost the role starts nothing, and what they started stops', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  await seedClients(firstName, 3);
  await holdLetters();
  const { page, person } = await openClientList('admin', { expectedErrors: [httpErrors] });
  await listThem(page, firstName, 3);
  await press(markAll(page));
  await bar(page).getByRole('button', { name: 'Write a letter' }).click();
  await button(page, 'Send 3 letters').click();
  await jobs(page).getByRole('button', { name: 'Details' }).click();
  await expect(page).toHaveURL(/job=/);
  const { search: results } = new URL(page.url());
  await page.goBack();
  await press(markAll(page));
  await bar(page).getByRole('button', { name: 'Write a letter' }).click();
  await expect(button(page, 'Send 3 letters')).toBeEnabled();

  // A colleague is warned that the same is going on.
  const { page: colleague } = await openClientList();
  await listThem(colleague, firstName, 3);
  await press(markAll(colleague));
  await bar(colleague).getByRole('button', { name: 'Write a letter' }).click();
  await expect(
    colleague.getByText(`${person.firstName} ${person.lastName} is doing the same right now for 3 clients.`),
  ).toBeVisible();
  await button(colleague, 'Cancel').click();

  await giveRole(person.email, 'client');
  await releaseLetters();
  await button(page, 'Send 3 letters').click();
  await expect(
    page
      .getByText('You aren’t staff anymore, so nothing was done.')
      .or(page.getByRole('heading', { name: 'Access Denied' }))
      .first(),
  ).toBeVisible();
  await colleague.goto(`/manage${results}`);
  await expect(
    colleague.getByText(`Stopped after 0 of 3: ${person.firstName} ${person.lastName} isn’t staff anymore`),
  ).toBeVisible();
  expect(
    await clientsWhere(firstName, 'exists (select from public.client_letters l where l.user_id = p.user_id)'),
  ).toBe(0);
});

test('clients are assigned, get a due date, and are archived and brought back', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  await seedClients(firstName, 3);
  const { page } = await openClientList();
  await listThem(page, firstName, 3);
  const begin = async (act: string) => {
    await press(markAll(page));
    await bar(page).getByRole('button', { name: act, exact: true }).click();
  };
  await begin('Assign a preparer');
  await button(page, 'Assign 3 clients').click();
  await expect(jobs(page)).toContainText('3 done');
  expect(await clientsWhere(firstName, 'd.preparer_id is not null')).toBe(3);

  await begin('Set due date');
  await button(page, 'Set due date').last().click();
  await expect(page.getByText('Write what needs to be done')).toBeVisible();
  await expect(page.getByText('Choose a date')).toBeVisible();
  await page.getByLabel('Task', { exact: true }).fill('Call about the lease');
  await page.getByLabel('Due date', { exact: true }).fill(`${officeYear() + 1}-02-15`);
  await button(page, 'Add 3 tasks').click();
  await expect(jobs(page).getByText('3 done')).toHaveCount(2);
  expect(
    await clientsWhere(firstName, 'exists (select from public.tasks t where t.client_id = p.user_id)'),
  ).toBe(3);

  await begin('Archive');
  await button(page, 'Archive 3 clients').click();
  await expect(page.getByText('No users found matching your search.')).toBeVisible();
  expect(await clientsWhere(firstName, 'd.archived_at is not null')).toBe(3);
  await page.getByText('Archived', { exact: true }).last().click();
  await expect(userRows(page)).toHaveCount(3);
  await begin('Bring back');
  await button(page, 'Bring back 3 clients').click();
  await expect.poll(() => clientsWhere(firstName, 'd.archived_at is null')).toBe(3);
});

test('without the server, the screen says so, and trying again works', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  await seedClients(firstName, 2);
  const { page } = await openClientList('admin', { expectedErrors: [/ERR_FAILED/] });
  await listThem(page, firstName, 2);
  await press(markAll(page));
  await page.route('**/bulk-preview', (route) => route.abort());
  await page.route('**/rpc/start_bulk_job', (route) => route.abort());
  await bar(page).getByRole('button', { name: 'Write a letter' }).click();
  const lost = page.getByText('We can’t reach the server. Please try again. No one gets a letter twice.');
  await expect(lost).toBeVisible();
  await page.unroute('**/bulk-preview');
  await button(page, 'Try again').click();
  await button(page, 'Send 2 letters').click();
  await expect(lost).toBeVisible();
  await page.unroute('**/rpc/start_bulk_job');
  await button(page, 'Send 2 letters').click();
  await expect(jobs(page)).toContainText('2 sent');
});
