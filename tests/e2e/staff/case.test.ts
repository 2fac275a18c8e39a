import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { giveRole, runSql } from '../support/database.ts';
import { accountOf, officeYear, row } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { fullName, part } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const SSN = '123-45-6789';
const MASKED = '***-**-6789';

test('shows a tax form, and reveals and records a sensitive answer', async ({ openStaffPage }) => {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  await submitForm(account);
  const { page } = await openStaffPage(`/manage?client=${account.id}`);
  await part(page, 'Form Manager')
    .getByRole('link', { name: fullName(client) })
    .click();
  const viewer = part(page, `Tax form ${officeYear()}: ${fullName(client)}`);
  await expect(viewer.getByText(MASKED)).toBeVisible();
  expect(await page.content()).not.toContain(SSN);
  await viewer.getByRole('button', { name: 'Show SSN or ITIN', exact: true }).click();
  await expect(viewer.getByText(SSN)).toBeVisible();
  const recorded = await runSql(
    `select details->>'field' as field from public.audit_log
     where subject_id = $1 and action = 'tax_form.revealed'`,
    [account.id],
  );
  expect(recorded).toEqual([{ field: 'ssn' }]);
});

test('shows a tax form, and reveals and records sensitive answers one by one', {
  tag: '@details-staff',
}, async ({ openCase }) => {
  const { page, client, account, person } = await openCase();
  await expect(part(page, 'Form Manager').getByText(`No tax form for ${officeYear()}.`)).toBeVisible();
  await submitForm(account);
  await page.clock.install();
  await page.reload();

  const line = part(page, 'Form Manager').getByRole('link', { name: fullName(client) });
  await expect(line).toBeVisible();
  await expect(part(page, 'Form Manager').getByRole('listitem')).toContainText(String(officeYear()));
  await line.click();
  const heading = page.getByRole('heading', { name: `Tax form ${officeYear()}: ${fullName(client)}` });
  await expect(heading).toBeVisible();
  expect(new URL(page.url()).searchParams.get('sheet')).toMatch(/^[0-9a-f-]{36}$/);
  const viewer = part(page, `Tax form ${officeYear()}: ${fullName(client)}`);
  const cases = await viewer
    .locator('dt')
    .evaluateAll((questions) => questions.map((question) => getComputedStyle(question).textTransform));
  expect(new Set(cases)).toEqual(new Set(['uppercase']));
  // Dependents show first name, last name, and relationship.
  const dependents = viewer.locator('section section');
  await expect(dependents).toHaveCount(2);
  await expect(dependents.first().locator('dt')).toHaveCount(3);
  await expect(viewer.getByText(MASKED)).toBeVisible();
  await expectAccessible(page);
  expect(await page.content()).not.toContain(SSN);

  const show = viewer.getByRole('button', { name: 'Show SSN or ITIN', exact: true });
  await show.click();
  await expect(viewer.getByText(SSN)).toBeVisible();
  await viewer.getByRole('button', { name: 'Hide SSN or ITIN', exact: true }).click();
  await expect(viewer.getByText(MASKED)).toBeVisible();
  await show.click();
  await expect(viewer.getByText(SSN)).toBeVisible();
  await expectAccessible(page);

  // After fifteen minutes it is masked again.
  await page.clock.fastForward('15:05');
  await expect(viewer.getByText(MASKED)).toBeVisible();

  // Shows all answers of the dependents at once.
  await viewer.getByRole('button', { name: 'Dependents: all answers' }).click();
  await viewer.getByRole('button', { name: 'Show SSN or ITIN, dependent 1' }).click();
  await expect(viewer.getByText('222-33-4455')).toBeVisible();
  await viewer.getByRole('button', { name: 'Back to files' }).click();
  await expect(line).toBeFocused();
  await page.goBack();
  await expect(viewer.getByText(MASKED)).toBeVisible();
  expect(await page.content()).not.toContain('222-33-4455');

  await giveRole(person.email, 'super');
  const { api, id } = await accountOf(person);
  const { data } = await api
    .from('audit_log')
    .select('actor_id, details')
    .eq('subject_id', account.id)
    .eq('action', 'tax_form.revealed')
    .order('at');
  expect(data?.map(({ actor_id, details }) => [actor_id, details.field])).toEqual([
    [id, 'ssn'],
    [id, 'ssn'],
    [id, 'dependents.0.ssn'],
  ]);
  const refused = await account.api.rpc('reveal_tax_answer', {
    form_id: new URL(page.url()).searchParams.get('sheet'),
    field: 'ssn',
  });
  expect(refused.error?.code).toBe('42501');
});

test('shows no tax form if loading fails, and a notice for an unknown form', {
  tag: '@details-staff',
}, async ({ openCase }) => {
  const { page, account } = await openCase('admin', { expectedErrors: [/Failed to load resource/] });
  await submitForm(account);
  await page.route('**/rest/v1/tax_forms?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'x' } }),
  );
  await page.reload();
  await expect(part(page, 'Form Manager').getByText(`No tax form for ${officeYear()}.`)).toBeVisible();
  await page.unroute('**/rest/v1/tax_forms?*');
  await page.goto(`/manage?client=${account.id}&sheet=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('This client doesn’t have that form.')).toBeVisible();
  await expectAccessible(page);
});

test('staff write, edit, and delete their own notes, which clients cannot see', {
  tag: '@details-staff',
}, async ({ openCase, openClientList }) => {
  const { page, account } = await openCase();
  const notes = part(page, 'Notes');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText('Write something first')).toBeVisible();
  await notes.getByLabel('New note').fill('Calls back on Monday.\nSpeaks Spanish.');
  await page.keyboard.press('Control+Enter');
  await expect(notes.getByRole('listitem').getByText('Speaks Spanish.')).toBeVisible();
  await expect(notes.getByRole('listitem').getByText('Sam Delgado Muñoz')).toBeVisible();
  await expect(notes.getByLabel('New note')).toHaveValue('');

  await notes.getByRole('button', { name: /^Edit the note/ }).click();
  await notes.getByLabel('Edit the note').fill('Calls back on Tuesday.');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(notes.getByText('Calls back on Tuesday.')).toBeVisible();
  await expect(notes.getByText('(edited)')).toBeVisible();
  await expectAccessible(page);

  // Other staff can read the note but not edit it.
  const other = await openClientList();
  await other.page.goto(page.url());
  await expect(part(other.page, 'Notes').getByText('Calls back on Tuesday.')).toBeVisible();
  await expect(
    part(other.page, 'Notes').getByRole('button', { name: /^(Edit|Delete) the note/ }),
  ).toHaveCount(0);
  expect((await account.api.from('client_notes').select('*')).data).toEqual([]);

  await notes.getByRole('button', { name: /^Delete the note/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
  await expect(notes.getByText('Calls back on Tuesday.')).toHaveCount(0);
});

test('sends a letter to the client', async ({ openCase }) => {
  const { page, client } = await openCase();
  await page.getByRole('button', { name: 'Email client' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Letter/ }).click();
  await page.getByRole('option', { name: 'Document request' }).click();
  await dialog.getByRole('textbox', { name: 'Documents' }).fill('Your W-2 of 2025\n- Your 1095-A');
  const letter = dialog.getByRole('region', { name: 'Preview' }).locator('p.whitespace-pre-line');
  await expect(letter).toContainText('• Your 1095-A');
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await expect(dialog).toHaveCount(0);
  const mail = await mailTo(client.email, ({ subject }) => subject === 'We need a few more documents');
  expect(mail.text).toContain('• Your 1095-A');
});

test('sends the letter exactly as previewed', { tag: '@details-staff' }, async ({ openCase }) => {
  const { page, client } = await openCase();
  await page.getByRole('button', { name: 'Email client' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Letter/ }).click();
  await page.getByRole('option', { name: 'Document request' }).click();
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await expect(dialog.getByText('List the documents you need')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Documents' }).fill('Your W-2 of 2025\n- Your 1095-A');
  await dialog.getByRole('textbox', { name: 'Your message' }).fill('We have all the rest. Thank you!');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('We need a few more documents')).toBeVisible();
  await expect(preview.getByText('Hello Rosa,')).toBeVisible();
  await expectAccessible(page);

  // Closing the dialog keeps the draft.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Email client' }).first().click();
  const letter = preview.locator('p.whitespace-pre-line');
  await expect(letter).toContainText('• Your 1095-A');
  const words = ((await letter.textContent()) ?? '').split('\n\n');
  expect(words).toContain('• Your 1095-A');
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await expect(dialog).toHaveCount(0);
  const mail = await mailTo(client.email, ({ subject }) => subject === 'We need a few more documents');
  const read = (mail.text ?? '').replace(/\s+/g, ' ');
  for (const paragraph of words) expect(read).toContain(paragraph);
  const contact = part(page, 'Contact');
  await contact.getByText('We need a few more documents').click();
  await expect(contact.getByText('Sent by Sam Delgado Muñoz')).toBeVisible();

  await part(page, 'Form Manager').getByRole('button', { name: 'Send a reminder' }).click();
  await expect(preview.getByText('Please fill out your tax form')).toBeVisible();
});

test('shows new appointments and messages with the client’s email', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  const { page, client } = await openCase();
  const contact = part(page, 'Contact');
  for (const none of ['No appointments.', 'No messages.', 'No emails.'])
    await expect(contact.getByText(none)).toBeVisible();
  const office = await officeApi();
  const message = { name: 'Rosa', subject: 'refund-status', message: 'Where is it?' };
  const booked = await office.from('appointments').insert({
    name: 'Rosa',
    email: client.email.toUpperCase(),
    phone: '+12035550142',
    preferred_date: '2030-01-05',
    preferred_time: '10:30 AM',
  });
  const wrote = await office.from('contact_submissions').insert([
    { ...message, email: client.email },
    { ...message, email: `not-${client.email}`, message: 'Somebody else' },
  ]);
  expect([booked.error, wrote.error]).toEqual([null, null]);
  await expect(contact.getByText('Jan 5, 2030, 10:30 AM')).toBeVisible();
  await contact.getByText('Refund status').click();
  await expect(contact.getByText('Where is it?')).toBeVisible();
  await expect(contact.getByText('Somebody else')).toHaveCount(0);
  await expectAccessible(page);
});

test('shows one section at a time on a phone and keeps it in the URL', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  const { page, account } = await openCase('admin', { screen: 'phone' });
  await submitForm(account);
  await page.reload();
  const parts = page.getByRole('navigation', { name: 'Parts of the case' });
  for (const [tab, heading] of [
    ['Return', 'Returns'],
    ['Contact', 'Contact'],
    ['Notes', 'Notes'],
  ] as const) {
    await parts.getByRole('link', { name: tab }).click();
    await expect(part(page, heading)).toBeVisible();
    await expect(part(page, 'Form Manager')).toHaveCount(0);
    await expect(parts.locator('[aria-current=page]')).toHaveText(tab);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.reload();
  const note = part(page, 'Notes').getByRole('textbox');
  await note.fill('Half a no');
  await parts.getByRole('link', { name: 'Files' }).click();
  await expect(part(page, 'Notes')).toHaveCount(0);
  await parts.getByRole('link', { name: 'Notes' }).click();
  await expect(note).toHaveValue('Half a no');
  await parts.getByRole('link', { name: 'Files' }).click();
  await part(page, 'Form Manager').getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Back to files' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('redirects clients away from every case', { tag: '@details-staff' }, async ({ openBrowser }) => {
  const client = await confirmedPerson('Rosa');
  const { id } = await accountOf(client);
  const { page } = await openBrowser();
  await signIn(page, client);
  await page.goto(`/manage?client=${id}&sheet=${id}`);
  await expect(page).toHaveURL(/\/account$/);
  await expect(row(page, 'w2.pdf')).toHaveCount(0);
});

test('says which colleague has the case open, too', { tag: '@details-staff' }, async ({
  openCase,
  openClientList,
}) => {
  const { page, account, person: first } = await openCase();
  const { page: other, person: second } = await openClientList();
  await other.goto(`/manage?client=${account.id}`);
  await expect(other.getByText(`Also open: ${fullName(first)}`)).toBeVisible();
  await expectAccessible(other);
  await page.reload();
  await expect(page.getByText(`Also open: ${fullName(second)}`)).toBeVisible();
  const left = other.waitForResponse((response) => response.url().includes('/rpc/visit_case'));
  await other.getByRole('button', { name: 'Clear Selection' }).click();
  await left;
  const visited = page.waitForResponse((response) => response.url().includes('/rpc/visit_case'));
  await page.reload();
  await visited;
  await expect(page.getByRole('heading', { name: /^Managing files for/ })).toBeVisible();
  await expect(page.getByText(/^Also open/)).toHaveCount(0);
});
