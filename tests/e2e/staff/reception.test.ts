import { randomUUID } from 'node:crypto';
import { dayAddress, dayList, timeChoice, unusedDay } from '../support/calendar.ts';
import { accountOf, seedFiles } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, expectGoodScreen, field, heading, link } from '../support/sign-in.ts';
import { fullName, part } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

test('reception takes a call: finds the client, says what is missing, answers, and books', async ({
  openStaffPage,
}) => {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  await submitForm(account);
  await seedFiles(account, ['w2.pdf']);
  const { data: file } = await account.api.from('file_uploads').select('id').single().throwOnError();
  await account.api
    .rpc('write_to_office', {
      message_id: randomUUID(),
      client_id: account.id,
      body: 'Is my W-2 here?',
      document_ids: [file.id],
    })
    .throwOnError();

  const { page } = await openStaffPage('/manage/inbox', 'reception', { screen: 'desktop' });
  await expect(page.getByRole('navigation', { name: 'Staff area' }).getByRole('link')).toHaveText([
    'Clients',
    /^Inbox/,
    'Calendar',
  ]);
  await field(page, 'Search users').fill(client.email);
  await page.keyboard.press('Enter');
  await expect(heading(page, fullName(client))).toBeVisible();

  const documents = part(page, /^Documents/);
  await expect(
    documents.getByRole('list', { name: 'Still missing' }).getByText('Photo ID', { exact: true }),
  ).toBeVisible();
  const conversation = part(page, 'Conversation');
  await expect(conversation.getByText('With 1 document, which your role doesn’t open')).toBeVisible();
  await expect(page.getByText('w2.pdf')).toHaveCount(0);
  await expectGoodScreen(page);
  await conversation.getByLabel(/^Message to/).fill('It is. We still need your photo ID.');
  await button(page, 'Send to client').click();
  await expect(conversation.getByText('It is. We still need your photo ID.')).toBeVisible();

  // The form for a new appointment is filled in with the open client.
  await link(page, 'New appointment').click();
  await expect(field(page, 'Full name')).toHaveValue(fullName(client));
  await button(page, 'Back').click();
  await expect(field(page, 'Full name')).toHaveCount(0);
  const day = unusedDay();
  await page.goto(`${dayAddress(day)}&book=${account.id}`);
  await timeChoice(page).selectOption({ label: '9:00 AM' });
  await field(page, 'Phone').fill('203 555 0161');
  await expect(page.getByLabel(/^Email/)).toHaveValue(client.email);
  await button(page, 'Book appointment').click();
  await mailTo(client.email, ({ subject }) => subject?.startsWith('Your appointment:') ?? false);
  await expect(dayList(page, day).getByRole('button', { name: fullName(client) })).toBeVisible();

  // What is not for reception says so, also by its address.
  await page.goto(`/manage?client=${account.id}&folder=2026`);
  await expect(heading(page, 'Reception doesn’t open this page')).toBeVisible();
  await expectGoodScreen(page);
  await link(page, 'Go to the client').click();
  await expect(heading(page, fullName(client))).toBeVisible();
});
