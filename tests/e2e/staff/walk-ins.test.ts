import type { Page } from '@playwright/test';
import type { Screen } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { accountOf, officeYear, row, seedFiles, storedPaths } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { confirmedPerson, newPerson, type Person } from '../support/people.ts';
import { button, dialog, expectGoodScreen, field, heading, signIn, signInAs } from '../support/sign-in.ts';
import { fullName, part, uniqueFirstName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

/** Opens a client without a login, and the part of the case with its people. */
async function openNewClient(
  page: Page,
  { firstName, lastName }: Person,
  language = 'English',
): Promise<string> {
  await button(page, 'New client').first().click();
  const form = dialog(page, 'New client');
  await form.getByLabel('First name').fill(firstName);
  await form.getByLabel('Last name').fill(lastName);
  if (language !== 'English') {
    await form.getByRole('button', { name: /Language/ }).click();
    await page.getByRole('option', { name: language }).click();
  }
  await expectGoodScreen(page);
  await button(page, 'Open the client').click();
  await expect(heading(page, `Managing files for ${firstName} ${lastName}`)).toBeVisible();
  return new URL(page.url()).searchParams.get('client') ?? '';
}

const openPeople = (page: Page, id: string) => page.goto(`/manage?client=${id}&tab=contact`);
const people = (page: Page) => part(page, 'Client and people');

/** The code on the sheet that staff print. */
async function makeInvitation(
  page: Page,
  { answer, name, lastLine }: { answer: string; name?: string; lastLine?: RegExp },
) {
  await people(page).getByRole('button', { name: 'Invite a person' }).click();
  const form = dialog(page, 'Invite a person');
  if (name !== undefined) await form.getByLabel('Name of the person').fill(name);
  await form.getByLabel('The right answer').fill(answer);
  await expectGoodScreen(page);
  await button(page, 'Make the invitation').click();
  const sheet = page.getByRole('dialog', { name: /^Invitation for / });
  await expect(sheet.getByRole('img', { name: /QR/ })).toBeVisible();
  await expectGoodScreen(page);
  if (lastLine !== undefined) await expect(sheet.getByText(lastLine)).toBeVisible();
  const code = await sheet.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/).textContent();
  await sheet.getByRole('button', { name: 'Done' }).click();
  return code ?? '';
}

test('a walk-in is invited on paper, takes over what is there, and is disconnected again', async ({
  openBrowser,
  openClientList,
}) => {
  const rosa = { ...newPerson(uniqueFirstName()), lastName: 'Ortiz' };
  const { page, person: clerk } = await openClientList('super');
  const id = await openNewClient(page, rosa, 'Español');
  await seedFiles({ ...(await accountOf(clerk)), id }, ['w2.pdf']);
  await people(page).getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('Last 4 digits of the tax ID').fill('6789');
  await button(page, 'Save').click();
  const code = await makeInvitation(page, { answer: '6789', lastLine: /^El código sirve hasta el / });

  const login = await confirmedPerson(rosa.firstName);
  const account = await accountOf(login);
  const { page: own } = await openBrowser({ screen: 'phone' });
  await signInAs(own, account);
  await own.goto(`/join#${code}`);
  await button(own, 'Continue').click();
  await own.getByLabel(/^Last 4 digits of the Social Security number/).fill('6789');
  await button(own, 'Accept the invitation').click();
  await expect(own.getByText('Now someone has to confirm that it’s you.')).toBeVisible();
  expect(await storedPaths(account)).toEqual([]);

  await page.reload();
  await people(page)
    .getByRole('button', { name: /^Confirm / })
    .click();
  await expect(people(page).getByText('Has a login')).toBeVisible();
  await mailTo(login.email, ({ subject }) => subject === 'Your access is ready');
  // The login is another client now, so its sessions have ended.
  const { email, password } = login;
  expect(await storedPaths(await accountOf({ email, password }))).toEqual(['w2.pdf']);

  await page.goto(`/manage?client=${id}`);
  await expect(page.getByText(`${email} took over this client on`)).toBeVisible();
  await button(page, 'This was the wrong person…').click();
  await expectGoodScreen(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText(`${email} took over this client on`)).toHaveCount(0);
  await expect(people(page).getByText('No login', { exact: true })).toBeVisible();
  expect(await storedPaths(await accountOf({ email, password }))).toEqual([]);
});

const screens = ['desktop', 'phone'] satisfies Screen[];

test('a walk-in is served at the desk, invited on paper, and takes over what is there (phone)', {
  tag: '@looks',
}, async ({ openBrowser, openClientList }) => {
  test.slow();
  const rosa = { ...newPerson(uniqueFirstName()), lastName: 'Ortiz' };
  const { page, person: clerk } = await openClientList('super', { screen: 'phone' });
  const id = await openNewClient(page, rosa);
  const office = await accountOf(clerk);
  await seedFiles({ ...office, id }, [`${officeYear()}/w2.pdf`]);
  await openPeople(page, id);
  await expect(people(page).getByText('No login', { exact: true })).toBeVisible();
  await people(page).getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('Last 4 digits of the tax ID').fill('6789');
  await page.getByLabel('City').fill('Hartford');
  await expectGoodScreen(page);
  await button(page, 'Save').click();
  await expect(people(page).getByText('ends in 6789')).toBeVisible();
  // The form begins with the client's own name, which is not that of a helper.
  await button(page, 'Invite a person').click();
  const form = dialog(page, 'Invite a person');
  const name = form.getByLabel('Name of the person');
  await expect(name).toHaveValue(fullName(rosa));
  await form.getByRole('button', { name: /This person is the client’s/ }).click();
  await page.getByRole('option', { name: 'Helper' }).click();
  await expect(name).toHaveValue('');
  await button(page, 'Cancel').click();
  const code = await makeInvitation(page, { answer: '6789' });
  await expect(people(page).getByText('Invited', { exact: true })).toBeVisible();
  await expectGoodScreen(page);

  // The client opens the link of the picture, signs up, and comes back.
  const { page: own } = await openBrowser({ screen: 'phone', expectedErrors: [/status of 4/] });
  await own.goto(`/join#${code.replace('-', '')}`);
  await expect(own.getByText(code)).toBeVisible();
  await expectGoodScreen(own);
  await own.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click();
  await own.waitForURL('**/signup');
  const account = await confirmedPerson(rosa.firstName);
  await signInAs(own, await accountOf(account));
  await own.goto('/account');
  await own.getByRole('link', { name: 'Accept the invitation' }).click();
  await expect(field(own, 'Invitation code')).toHaveValue(code);
  await button(own, 'Continue').click();
  const answer = own.getByLabel(/^Last 4 digits of the Social Security number/);
  await answer.fill('1111');
  await button(own, 'Accept the invitation').click();
  await expect(own.getByText('That’s not what we have.')).toBeVisible();
  await expectGoodScreen(own);
  await answer.fill('6789');
  await button(own, 'Accept the invitation').click();
  await expect(own.getByText('Now someone has to confirm that it’s you.')).toBeVisible();
  await own.goto('/secured-files?bypass=true');
  await expect(own.getByText('w2.pdf')).toHaveCount(0);

  // The office sees that someone waits, and confirms.
  await page.goto('/manage');
  // The table below has a link of the same name, to another part of the case.
  const waiting = page.getByText(/waiting for your confirmation$/).locator('..');
  await waiting.getByRole('link', { name: `${rosa.firstName} Ortiz`, exact: true }).click();
  await people(page)
    .getByRole('button', { name: /^Confirm / })
    .click();
  await expect(people(page).getByText('Has a login')).toBeVisible();
  await expect(people(page).getByText('No login', { exact: true })).toHaveCount(0);
  await mailTo(account.email, ({ subject }) => subject === 'Your access is ready');

  // The login is the client's now, with what was there.
  const { page: again } = await openBrowser({ screen: 'phone' });
  await signIn(again, account);
  await again.goto(`/secured-files?bypass=true&folder=${officeYear()}`);
  await expect(row(again, 'w2.pdf')).toBeVisible();
});

for (const screen of screens) {
  test(`a separated spouse keeps only earlier years, and then nothing (${screen})`, {
    tag: '@details-staff',
  }, async ({ openBrowser, openCase }) => {
    test.slow();
    const { page, client: maria, account } = await openCase('super', { screen });
    const last = officeYear() - 1;
    await seedFiles(account, [`${last}/old.pdf`, `${officeYear()}/new.pdf`]);
    await runSql(
      `update public.file_uploads set uploaded_at = make_date($2, 6, 1), year = $2 where user_id = $1 and file_name = 'old.pdf'`,
      [account.id, last],
    );
    await runSql('update storage.objects set created_at = make_date($2, 6, 1) where name = $1', [
      `${account.id}/${last}/old.pdf`,
      last,
    ]);
    await openPeople(page, account.id);
    await people(page).getByRole('button', { name: 'Edit details' }).click();
    await page.getByLabel('ZIP code').fill('06120');
    await button(page, 'Save').click();
    await expect(people(page).getByText('06120')).toBeVisible();
    const john = await confirmedPerson('John');
    const code = await makeInvitation(page, { answer: '06120', name: 'John' });

    const { page: own } = await openBrowser({ screen, expectedErrors: [/status of 4/] });
    const spouse = await accountOf(john);
    await signInAs(own, spouse);
    await own.goto(`/join#${code}`);
    await button(own, 'Continue').click();
    await field(own, 'ZIP code').fill('06120');
    await button(own, 'Accept the invitation').click();
    await expect(own.getByText('Now someone has to confirm that it’s you.')).toBeVisible();
    await page.reload();
    await people(page)
      .getByRole('button', { name: /^Confirm / })
      .click();
    const member = people(page).getByRole('listitem').filter({ hasText: john.email });
    await expect(member.getByText('Spouse').first()).toBeVisible();
    const sees = async () => {
      const { data } = await spouse.api.from('file_uploads').select('file_name').eq('user_id', account.id);
      return (data ?? []).map(({ file_name }) => file_name).sort();
    };
    // The list of people says "Spouse" already before the confirmation.
    await expect.poll(sees).toEqual(['new.pdf', 'old.pdf']);

    await member.getByRole('button', { name: `Change access of ${fullName(john)}` }).click();
    await page.getByText('Only earlier years, to read').click();
    await expect(field(page, 'Last year that they see')).toHaveValue(String(last));
    await expectGoodScreen(page);
    await button(page, 'Save').click();
    await expect(member.getByText(`See what is from ${last} or earlier`)).toBeVisible();
    expect(await sees()).toEqual(['old.pdf']);
    await own.goto(`/secured-files?client=${account.id}&folder=${last}`);
    await expect(row(own, 'old.pdf')).toBeVisible();
    await expectGoodScreen(own);

    await member.getByRole('button', { name: `End access of ${fullName(john)}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click();
    await expect(member.getByText('Ended', { exact: true })).toBeVisible();
    expect(await sees()).toEqual([]);
    // Maria keeps everything.
    const { data } = await account.api.from('file_uploads').select('id').eq('user_id', account.id);
    expect(data).toHaveLength(2);
    expect(maria.email).not.toBe(john.email);
  });
}
