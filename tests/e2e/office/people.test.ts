import type { Locator, Page } from '@playwright/test';
import { addMember, someone } from '../clients/members.ts';
import { expectAccessible, type Screen, tabTo } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { confirmedPerson, logInByApi, newPerson, type Person } from '../support/people.ts';
import { expectGoodScreen, field, fillLogin } from '../support/sign-in.ts';
import { fullName, part, uniqueFirstName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const password = 'tres gatos verdes';

/** The link in an email to one of our pages, with its secret. */
async function pageIn(person: Pick<Person, 'email'>, path: string): Promise<string> {
  const found = (text = '') => new RegExp(`(/${path}#[0-9a-f]{64})`).exec(text)?.[1];
  const mail = await mailTo(person.email, ({ text }) => found(text) !== undefined);
  return found(mail.text) ?? '';
}

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(password);
}

async function openPerson(page: Page, person: Person): Promise<Locator> {
  await page.goto('/manage/office/people');
  await page.getByLabel('Search people').fill(person.email);
  // The results replace the list of everyone, also while its link is being pressed.
  await expect(page.getByRole('list', { name: 'People found' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: fullName(person) }).click();
  const account = part(page, fullName(person));
  await expect(account.getByText(person.email)).toBeVisible();
  return account;
}

test('an invited person sets a password from the email and becomes staff', async ({
  openBrowser,
  openStaffPage,
}) => {
  const sam = { ...newPerson(uniqueFirstName()), lastName: 'Ortiz' };
  const { page } = await openStaffPage('/manage/office', 'super');
  const form = page.getByRole('form', { name: 'Invite someone' });
  await form.getByLabel('First name').fill(sam.firstName);
  await form.getByLabel('Last name').fill(sam.lastName);
  await form.getByLabel('Email').fill(sam.email);
  await page.keyboard.press('Enter');
  const { page: own } = await openBrowser({ screen: 'phone' });
  await own.goto(await pageIn(sam, 'invitation'));
  await choosePassword(own);
  await button(own, 'Open my account').click();
  await own.waitForURL('**/manage');
  await expect(own.getByRole('heading', { name: 'File Management Dashboard' })).toBeVisible();
});

test('an invited person sets a password from the email and becomes staff (desktop)', {
  tag: '@looks',
}, async ({ openBrowser, openClientList }) => {
  const sam = { ...newPerson(uniqueFirstName()), lastName: 'Ortiz' };
  const { page } = await openClientList('super', { screen: 'desktop' });
  await page.goto('/manage/office');
  const form = page.getByRole('form', { name: 'Invite someone' });
  await form.getByLabel('First name').fill(sam.firstName);
  await form.getByLabel('Last name').fill(sam.lastName);
  await form.getByLabel('Email').fill(sam.email);
  await page.keyboard.press('Enter');
  const open = page
    .getByRole('list', { name: 'Not accepted yet' })
    .getByRole('listitem')
    .filter({ hasText: sam.email });
  await expect(open).toBeVisible();
  await expectGoodScreen(page);

  const { page: own } = await openBrowser({ screen: 'desktop' });
  await own.goto(await pageIn(sam, 'invitation'));
  await expect(own.getByRole('heading', { name: `Welcome, ${sam.firstName}` })).toBeVisible();
  await choosePassword(own);
  await expectGoodScreen(own);
  await button(own, 'Open my account').click();
  await own.waitForURL('**/manage');
  await expect(own.getByRole('heading', { name: 'File Management Dashboard' })).toBeVisible();

  await page.reload();
  await expect(
    part(page, 'Staff').getByRole('listitem').filter({ hasText: sam.email }).getByText('admin'),
  ).toBeVisible();
  await expect(open).toHaveCount(0);
});

test('rejects inviting a client, and a revoked invitation no longer works', {
  tag: '@details-staff',
}, async ({ openBrowser, openClientList }) => {
  const client = await confirmedPerson('Rosa');
  const sam = newPerson(uniqueFirstName());
  const { page } = await openClientList('super', { expectedErrors: [/status of 4/] });
  await page.goto('/manage/office');
  const form = page.getByRole('form', { name: 'Invite someone' });
  const invite = async ({ firstName, lastName, email }: Person) => {
    await form.getByLabel('First name').fill(firstName);
    await form.getByLabel('Last name').fill(lastName);
    await form.getByLabel('Email').fill(email);
    await button(form, 'Send invitation').click();
  };
  await invite(client);
  await expect(form.getByText(/Someone already has an account with this address/)).toBeVisible();
  await expectAccessible(page);
  await invite(sam);
  const link = await pageIn(sam, 'invitation');
  await button(page, `Remove: invitation to ${fullName(sam)}`).click();
  await expect(page.getByText(`${sam.email} is no longer invited`)).toBeVisible();

  const { page: own } = await openBrowser({ expectedErrors: [/status of 4/] });
  await own.goto(link);
  await expect(own.getByText(/This invitation was already used, has expired, or was canceled/)).toBeVisible();
  await expectAccessible(own);
});

test('deactivates an account, which signs it out, and reactivates it', async ({ openStaffPage }) => {
  const rosa = await confirmedPerson(uniqueFirstName());
  const { id, api } = await accountOf(rosa);
  const { page } = await openStaffPage(`/manage/office/people?person=${id}`, 'super');
  const account = part(page, fullName(rosa));
  await button(account, 'Deactivate').click();
  await button(page.getByRole('alertdialog'), 'Deactivate').click();
  await expect(account.getByText('Deactivated', { exact: true })).toBeVisible();
  expect((await api.from('user_profiles').select()).error?.code).toBe('PGRST301');
  await button(account, 'Reactivate').click();
  await button(page.getByRole('alertdialog'), 'Reactivate').click();
  await expect(account.getByText('Active', { exact: true })).toBeVisible();
  await logInByApi(rosa);
});

test('deactivates an account by keyboard, signs it out, and reactivates it (phone)', {
  tag: '@looks',
}, async ({ openBrowser, openClientList }) => {
  const rosa = await confirmedPerson(uniqueFirstName());
  const { api } = await accountOf(rosa);
  const { page } = await openClientList('super', { screen: 'phone' });
  const account = await openPerson(page, rosa);
  await expectGoodScreen(page);
  await tabTo(page, button(account, 'Deactivate'));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Deactivate ${fullName(rosa)}?` });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, button(question, 'Deactivate'));
  await page.keyboard.press('Enter');
  await expect(account.getByText('Deactivated', { exact: true })).toBeVisible();
  expect((await api.from('user_profiles').select()).error?.code).toBe('PGRST301');
  await expect(part(page, 'Logged in on').getByText('No devices.')).toBeVisible();

  const { page: own } = await openBrowser({ screen: 'phone', expectedErrors: [/status of 400/] });
  await own.goto('/login');
  await fillLogin(own, rosa);
  await expect(own.getByText('User is banned')).toBeVisible();

  await button(account, 'Reactivate').click();
  await button(page.getByRole('alertdialog'), 'Reactivate').click();
  await expect(account.getByText('Active', { exact: true })).toBeVisible();
});

test('a corrected email is confirmed from the email', async ({ openBrowser, openStaffPage }) => {
  const rosa = await confirmedPerson(uniqueFirstName());
  const corrected = { ...rosa, email: newPerson(uniqueFirstName()).email };
  const { id } = await accountOf(rosa);
  const { page } = await openStaffPage(`/manage/office/people?person=${id}`, 'super');
  await button(part(page, fullName(rosa)), 'Correct').click();
  const dialog = page.getByRole('dialog', { name: 'Correct the email address' });
  await dialog.getByLabel('New email').fill(corrected.email);
  await button(dialog, 'Send the link').click();
  const { page: own } = await openBrowser({ screen: 'phone' });
  await own.goto(await pageIn(corrected, 'confirm-address'));
  await button(own, 'Use this address').click();
  await expect(own.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await logInByApi(corrected);
});

test('a corrected email is confirmed from the email and works for login', { tag: '@details-staff' }, async ({
  openBrowser,
  openClientList,
}) => {
  const rosa = await confirmedPerson(uniqueFirstName());
  const corrected = { ...rosa, email: newPerson(uniqueFirstName()).email };
  const { page } = await openClientList('super');
  const account = await openPerson(page, rosa);
  await button(account, 'Correct').click();
  const dialog = page.getByRole('dialog', { name: 'Correct the email address' });
  await dialog.getByLabel('New email').fill(corrected.email);
  await expectAccessible(page);
  await button(dialog, 'Send the link').click();
  await expect(account.getByText('Not confirmed yet')).toBeVisible();
  await expectGoodScreen(page);
  await mailTo(rosa.email, ({ subject }) => subject === 'Your email address is about to change');

  const { page: own } = await openBrowser({ screen: 'phone' });
  await own.goto(await pageIn(corrected, 'confirm-address'));
  await expect(button(own, 'Use this address')).toBeVisible();
  await expectGoodScreen(own);
  await button(own, 'Use this address').click();
  await expect(own.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await expectGoodScreen(own);
  await own.goto('/login');
  await fillLogin(own, corrected);
  await own.waitForURL('**/account');
});

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`lists signed-in devices and signs one out (${screen})`, { tag: '@details-staff' }, async ({
    openClientList,
  }) => {
    const rosa = await confirmedPerson(uniqueFirstName());
    const { api } = await accountOf(rosa);
    const { page } = await openClientList('super', { screen });
    await page.goto('/manage/office/signed-in');
    const line = part(page, 'Logged in')
      .getByRole('listitem')
      .filter({ hasText: fullName(rosa) });
    await expect(line).toBeVisible();
    await expectGoodScreen(page);
    await line.getByRole('button').click();
    await button(page.getByRole('alertdialog'), 'Log out').click();
    await expect(line).toHaveCount(0);
    expect((await api.from('user_profiles').select()).error?.code).toBe('PGRST301');
    await page.getByText('Staff only').click();
    await page.waitForURL('**/signed-in?staff=1');
  });
}

test('deactivates a member of the staff, and ends what they gave access to', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  const [mother, daughter, sam] = await Promise.all([
    someone('Rosa', 'Diaz'),
    someone('Ana', 'Diaz'),
    confirmedPerson(uniqueFirstName()),
  ]);
  await giveRole(sam.email, 'super');
  const office = await accountOf(sam);
  const rights = ['see', 'upload'];
  await addMember(office, { client: mother.account.id, member: daughter.account.id, rights });
  const sees = async () => (await daughter.account.api.rpc('my_clients')).data.length;
  expect(await sees()).toBe(2);

  const { page } = await openClientList('super');
  const account = await openPerson(page, sam);
  const given = part(page, `Access that ${fullName(sam)} gave`);
  await expect(given.getByRole('listitem')).toContainText([`Ana Diaz (${daughter.person.email})`]);
  await button(account, 'Deactivate').click();
  const question = page.getByRole('alertdialog', { name: `Deactivate ${fullName(sam)}?` });
  await expect(question.getByRole('listitem')).toContainText(['See everything · Upload and sort documents']);
  await expectGoodScreen(page);
  await button(question, 'Deactivate').click();
  await expect(account.getByText('Deactivated', { exact: true })).toBeVisible();
  // What they gave counts until it is ended, also now.
  expect(await sees()).toBe(2);
  await button(given, 'End all access').click();
  const end = page.getByRole('alertdialog', { name: `End all access that ${fullName(sam)} gave?` });
  await expectGoodScreen(page);
  await button(end, 'End all access').click();
  await expect(given).toHaveCount(0);
  expect(await sees()).toBe(1);
});

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`filters the log through the URL and exports it (${screen})`, { tag: '@details-staff' }, async ({
    openClientList,
  }) => {
    const rosa = await confirmedPerson(uniqueFirstName());
    const { page, person } = await openClientList('super', { screen });
    const account = await openPerson(page, rosa);
    await button(account, 'Deactivate').click();
    await button(page.getByRole('alertdialog'), 'Deactivate').click();
    await expect(button(account, 'Reactivate')).toBeVisible();
    await account.getByRole('link', { name: 'See the log' }).click();
    const log = part(page, 'Log');
    const said = log.getByText(`deactivated the account of`);
    await expect(said).toBeVisible();
    await expect(said).toHaveText(`${fullName(person)} deactivated the account of ${fullName(rosa)}`);
    await expectGoodScreen(page);

    await log.getByLabel('Kind').selectOption('mails');
    await expect(log.getByText('No entries match.')).toBeVisible();
    await log.getByLabel('Kind').selectOption('people');
    await expect(said).toBeVisible();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('people');
    await page.reload();
    await expect(said).toBeVisible();
    const download = page.waitForEvent('download');
    await button(log, 'Export CSV').click();
    expect((await download).suggestedFilename()).toBe('office-log.csv');
    await log.getByLabel('Kind').selectOption('exports');
    await expect(log.getByText('No entries match.')).toBeVisible();
    await log.getByRole('button', { name: /^Show more than/ }).click();
    // Other tests have super users of the same name.
    await expect(log.getByText(`${fullName(person)} exported the log`).first()).toBeVisible();
  });
}

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`the printed setup link creates the first account (${screen})`, { tag: '@details-staff' }, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser({ screen, expectedErrors: [/status of 403/] });
    await page.goto('/first-super#not-a-link');
    await expect(page.getByText(/This link has expired, or there’s already a super user/)).toBeVisible();
    await expectGoodScreen(page);

    // The shared portal already has super users, so the response to a valid link is mocked.
    await page.route('**/auth/v1/first-super/check', (route) =>
      route.fulfill({ json: { confirms_by_mail: true } }),
    );
    await page.route('**/auth/v1/first-super', (route) =>
      route.fulfill({ json: { confirmation_sent_to: route.request().postDataJSON().email } }),
    );
    await page.goto('/robots.txt');
    await page.goto(`/first-super#${'a'.repeat(64)}`);
    await field(page, 'First name').fill('Dana');
    await field(page, 'Last name').fill('Lee');
    await field(page, 'Email').fill('dana@example.com');
    await choosePassword(page);
    await expectGoodScreen(page);
    await button(page, 'Create my account').click();
    await expect(page.getByRole('heading', { name: 'Now check your email' })).toBeVisible();
    await expect(page.getByText('dana@example.com')).toBeVisible();
    await expectGoodScreen(page);
  });
}

test('admins can neither open any section nor call its API', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page, person } = await openClientList('admin');
  const { api } = await accountOf(person);
  for (const section of ['people', 'signed-in', 'legacy', 'log']) {
    await page.goto(`/manage/office/${section}`);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  }
  expect((await api.rpc('office_log')).error?.code).toBe('42501');
});
