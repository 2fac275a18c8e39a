import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, tryAgain } from '../support/browser.ts';
import { accountOf, officeYear, seedFiles } from '../support/documents.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson } from '../support/people.ts';
import { heading, httpErrors, signIn } from '../support/sign-in.ts';
import { fullName, uniqueFirstName } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const tiles = (page: Page): Locator => page.getByRole('navigation', { name: 'Work queues' });
const tile = (page: Page, name: string): Locator => tiles(page).getByRole('link', { name });
/** NaN while it loads. */
const countOf = async (page: Page, name: string): Promise<number> =>
  Number(/\d+/.exec((await tile(page, name).textContent()) ?? '')?.[0]);
const queue = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const group = (page: Page, name: string | RegExp): Locator => page.getByRole('list', { name });

async function statusOf(table: 'appointments', id: string): Promise<string> {
  const { data } = await (await officeApi()).from(table).select('status').eq('id', id).single();
  return data?.status;
}

test('groups appointments by day and confirms, completes, and cancels them', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const name = `Kwame ${randomBytes(4).toString('hex')}`;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
  const api = await officeApi();
  const { data: rows } = await api
    .from('appointments')
    .insert(
      [
        { preferred_date: today, preferred_time: '4:00 PM' },
        { preferred_date: today, preferred_time: '9:30 AM' },
        { preferred_date: '2020-02-03', preferred_time: '10:00 AM' },
      ].map((when, at) => ({
        name: `${name} ${at}`,
        phone: '2035550152',
        email: 'kwame@example.com',
        ...when,
      })),
    )
    .select('id');
  const [id = '', early = ''] = (rows ?? []).map((row) => row.id as string);
  const { page } = await openClientList();
  await page.goto('/manage?queue=appointments');
  const ofToday = group(page, /^Today, /);
  await expect(ofToday.getByText(`${name} 0`)).toBeVisible();
  const named = await ofToday.getByText(name).allTextContents();
  expect(named).toEqual([`${name} 1`, `${name} 0`]);
  await expect(group(page, 'Past, but still open').getByText(`${name} 2`)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: `Confirm: ${name} 0` }).click();
  await page.getByRole('button', { name: `Done: ${name} 0` }).click();
  await expect(group(page, 'Recently closed').getByText(`${name} 0`)).toBeVisible();
  await expect.poll(() => statusOf('appointments', id)).toBe('done');
  await page.getByRole('button', { name: `Cancel: ${name} 1` }).click();
  await expect.poll(() => statusOf('appointments', early)).toBe('cancelled');
  await page.getByRole('button', { name: `Reopen: ${name} 1` }).click();
  await expect(ofToday.getByText(`${name} 1`)).toBeVisible();
  expect(await statusOf('appointments', early)).toBe('pending');
});

test('no click is lost while the lists are refetched', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const name = `Kwame ${randomBytes(4).toString('hex')}`;
  const over = { preferred_date: '2020-02-03', preferred_time: '10:00 AM', status: 'confirmed' };
  const { data: rows } = await (await officeApi())
    .from('appointments')
    .insert([0, 1].map((at) => ({ name: `${name} ${at}`, phone: '2035550152', ...over })))
    .select('id');
  const { page } = await openClientList();
  await page.goto('/manage?queue=appointments');
  const done = (at: number) => page.getByRole('button', { name: `Done: ${name} ${at}` });
  await expect(done(1)).toBeVisible();
  let release = () => {};
  const lists = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/rest/v1/**', async (route) => {
    if (route.request().method() === 'GET') await lists;
    await route.continue();
  });
  await done(0).click();
  await done(1).click();
  for (const row of rows ?? []) await expect.poll(() => statusOf('appointments', row.id)).toBe('done');
  release();
  await expect(group(page, 'Recently closed').getByText(`${name} 1`)).toBeVisible();
});

test('leads from the tax form to a started return', async ({ openStaffPage }) => {
  const client = await confirmedPerson(uniqueFirstName());
  const account = await accountOf(client);
  await submitForm(account);
  const { page } = await openStaffPage('/manage?queue=forms');
  await page.getByRole('button', { name: `Open return: ${fullName(client)}` }).click();
  await expect(page.getByText(`${fullName(client)}’s return was opened.`)).toBeVisible();
  await expect(queue(page, 'Forms to start').getByText(client.email)).toHaveCount(0);
  await tile(page, 'Returns to do').click();
  const about = `${fullName(client)}, ${officeYear()} personal`;
  await page.getByRole('button', { name: `Start preparing: ${about}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start preparing' }).click();
  await expect(page.getByText(`${fullName(client)}: In preparation. We’ll email the client`)).toBeVisible();
  const { data } = await account.api.from('tax_returns').select('status');
  expect(data).toEqual([{ status: 'in_preparation' }]);
});

test('leads from new files to the tax form to a started return', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const client = await confirmedPerson(uniqueFirstName());
  const account = await accountOf(client);
  await seedFiles(account, ['W-2.pdf', '1099.pdf']);
  await submitForm(account);
  const { page } = await openClientList();

  await page.goto('/manage?queue=new_files');
  const row = queue(page, 'New files').getByRole('listitem').filter({ hasText: client.email });
  await expect(row.getByText('2 new files')).toBeVisible();
  await row.getByRole('link', { name: fullName(client) }).click();
  await expect(page.getByRole('heading', { name: `Managing files for ${fullName(client)}` })).toBeVisible();

  await page.goto('/manage?queue=forms');
  // Not by how much it falls: other tests send forms to the same office.
  await expect.poll(() => countOf(page, 'Forms to start')).toBeGreaterThan(0);
  await page.getByRole('button', { name: `Open return: ${fullName(client)}` }).click();
  await expect(page.getByText(`${fullName(client)}’s return was opened.`)).toBeVisible();
  await expect(queue(page, 'Forms to start').getByText(client.email)).toHaveCount(0);

  await tile(page, 'Returns to do').click();
  const about = `${fullName(client)}, ${officeYear()} personal`;
  await page.getByRole('button', { name: `Start preparing: ${about}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start preparing' }).click();
  await expect(page.getByText(`${fullName(client)}: In preparation. We’ll email the client`)).toBeVisible();
  const prepared = group(page, 'In preparation')
    .getByRole('listitem')
    .filter({ hasText: fullName(client) });
  await expect(prepared).toBeVisible();
  // The next step needs a file, which is chosen on the case page.
  await expect(prepared.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  const { data } = await account.api.from('tax_returns').select('status');
  expect(data).toEqual([{ status: 'in_preparation' }]);
});

test('shows an empty queue, and retries a failed one', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList('admin', { expectedErrors: [httpErrors] });
  await page.route('**/rest/v1/contact_submissions?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/rest/v1/rpc/waiting_threads?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/manage');
  await tile(page, 'Messages').click();
  await expect(heading(page, 'Inbox')).toBeFocused();
  await expect(page.getByText('You’re all caught up.')).toBeVisible();
  await expectAccessible(page);

  const refused = {
    status: 500,
    json: { code: 'XX000', message: 'out of order', details: null, hint: null },
  };
  await page.route('**/rest/v1/rpc/waiting_returns*', (route) => route.fulfill(refused));
  await page.route('**/rest/v1/rpc/office_queues?*', (route) => route.fulfill(refused));
  await page.goto('/manage?queue=returns_client');
  await expect(page.getByText('We couldn’t load the queues: out of order')).toBeVisible();
  await expect(
    queue(page, 'Returns waiting').getByText('We couldn’t load this list: out of order'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await tryAgain(page, page.getByText('out of order'));
  await expect.poll(() => countOf(page, 'Returns waiting')).toBeGreaterThanOrEqual(0);
});

test('clients cannot see the queues', { tag: '@details-staff' }, async ({ openBrowser }) => {
  const client = await confirmedPerson('Rosa');
  const { page } = await openBrowser();
  await signIn(page, client);
  await page.goto('/manage?queue=messages');
  await page.waitForURL('**/account');
  await expect(tiles(page)).toHaveCount(0);
  const { api } = await accountOf(client);
  const { data } = await api.rpc('office_queues', { new_files_since: '2000-01-01' });
  expect(data).toEqual([]);
});
