import type { Locator, Page } from '@playwright/test';
import { photo } from '#tests/support/sample-documents.ts';
import { eventually } from '#tests/support/waiting.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { type Case, createCase, panel, wasNotReloaded } from '../support/case.ts';
import { runSql } from '../support/database.ts';
import { accountOf, officeYear } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, field, httpErrors, signInAs } from '../support/sign-in.ts';
import { fullName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';
import { uploadErrors } from '../support/uploads.ts';

const MESSAGES = '/account/messages';

/** The conversation on the screen, of either side. */
const thread = (page: Page): Locator => page.getByRole('region', { name: 'Messages', exact: true });
const desk = (page: Page): Locator => panel(page, 'Conversation');
const caseOf = ({ account }: Pick<Case, 'account'>, more = '') => `/manage?client=${account.id}${more}`;

const ask = (one: Case, body: string, more: object = {}) =>
  one.office.api
    .rpc('write_to_client', {
      message_id: crypto.randomUUID(),
      client_id: one.account.id,
      body,
      is_question: true,
      ...more,
    })
    .throwOnError();
const tell = (one: Case, body: string) =>
  one.account.api
    .rpc('write_to_office', { message_id: crypto.randomUUID(), client_id: one.account.id, body })
    .throwOnError();

test('a client on the phone and the desk write, ask, and answer, live both ways', async ({
  openWithRealtime,
}) => {
  const one = await createCase();
  await one.office.api
    .from('client_details')
    .insert({ client_id: one.account.id, preparer_id: one.office.id })
    .throwOnError();
  const phone = await openWithRealtime(one.client, MESSAGES, { screen: 'phone' });
  const office = await openWithRealtime(one.preparer, '/manage/inbox?inbox=mine');
  await expect(phone.getByText('No messages yet. Write to us anytime.')).toBeVisible();
  await field(phone, 'Your message').fill('Is my refund on the way?\nThank you');
  await button(phone, 'Send message').click();
  await expect(thread(phone).getByText('Is my refund on the way?')).toBeVisible();
  await expect(field(phone, 'Your message')).toHaveValue('');

  const row = office.getByRole('listitem').filter({ hasText: fullName(one.client) });
  await expect(row.getByText('1 message')).toBeVisible();
  await row.getByRole('link', { name: fullName(one.client) }).click();
  // The link leads to the conversation, with the field in sight.
  await expect(
    office.locator(':focus').getByRole('heading', { name: 'Conversation', exact: true }),
  ).toBeInViewport();
  await expect(field(office, `Message to ${fullName(one.client)}`)).toBeInViewport();
  await expect(desk(office).getByText('Is my refund on the way?')).toBeVisible();
  await expect(desk(office).getByText('1 message waits for a reply')).toBeVisible();
  await expect(thread(phone).getByText('Seen')).toBeVisible();

  await field(office, `Message to ${fullName(one.client)}`).fill('The IRS has it since Monday.');
  await button(office, 'Send to client').click();
  await expect(thread(phone).getByText('The IRS has it since Monday.')).toBeVisible();
  await expect(thread(phone).getByText(/^Sam, Nutmeg/)).toBeVisible();
  await expect(desk(office).getByText('1 message waits for a reply')).toBeHidden();
  await expect(desk(office).getByText('Seen')).toBeVisible();

  // A message about a line of the checklist leads to that line.
  await one.office.api
    .rpc('request_document', {
      client_id: one.account.id,
      list_year: officeYear(),
      item_title: 'Lease of 5 Elm',
    })
    .throwOnError();
  await field(office, `Message to ${fullName(one.client)}`).fill('All pages, please.');
  await field(office, 'About').focus();
  await field(office, 'About').selectOption({ label: 'Lease of 5 Elm' });
  await button(office, 'Send to client').click();
  await thread(phone).getByRole('link', { name: 'Lease of 5 Elm' }).click();
  await expect(phone.getByRole('listitem', { name: 'Lease of 5 Elm' })).toBeFocused();
  await expect(phone.getByRole('listitem', { name: 'Lease of 5 Elm' })).toBeInViewport();
  await expectNoSidewaysScroll(phone);
  await phone.goBack();

  // A question is answered in its own field, with a photo.
  await field(office, `Message to ${fullName(one.client)}`).fill('Which bank is it?');
  await desk(office).getByText('Ask for an answer').click();
  await field(office, 'About').focus();
  await field(office, 'About').selectOption({ label: 'Account type' });
  await button(office, 'Send question to client').click();
  await expect(desk(office).getByText('1 open question')).toBeVisible();
  await expect(desk(office).getByText('Question without an answer')).toBeVisible();
  const card = panel(phone, 'Questions for you');
  await expect(card.getByText('Which bank is it?')).toBeVisible();
  await expect(card.getByText('Account type')).toBeVisible();
  const chooser = phone.waitForEvent('filechooser');
  await card.getByRole('button', { name: 'Take a photo' }).click();
  await (await chooser).setFiles([photo('check.jpg')]);
  await expect(card.getByRole('list', { name: 'Attached documents' }).getByText('check.jpg')).toBeVisible();
  await field(phone, 'Your answer').fill('First Elm Bank');
  await button(phone, 'Send answer').click();
  await expect(card).toHaveCount(0);
  await expect(thread(phone).getByText('Answer to: Which bank is it?')).toBeVisible();
  await expect(desk(office).getByText('1 open question')).toBeHidden();
  await expect(desk(office).getByText('Answered', { exact: true })).toBeVisible();
  await desk(office).getByRole('button', { name: 'check.jpg' }).click();
  await expect(office.getByRole('dialog').getByText('check.jpg')).toBeVisible();
  expect(await Promise.all([wasNotReloaded(phone), wasNotReloaded(office)])).toEqual([true, true]);
});

test('an answer that is written while the question is settled stays, and is sent as a message', {
  tag: '@details-client',
}, async ({ openWithRealtime }) => {
  const one = await createCase();
  const { data: question } = await ask(one, 'Which bank is it?');
  const page = await openWithRealtime(one.client, MESSAGES, { screen: 'phone' });
  await field(page, 'Your answer').fill('First Elm Bank');
  await one.office.api.rpc('settle_question', { message_id: question.id }).throwOnError();
  const card = panel(page, 'Questions for you');
  const settled = card.getByText('This question needs no answer anymore.');
  await expect(settled).toBeVisible();
  await page.reload();
  await expect(settled).toBeVisible();
  await expect(card.getByLabel('Your message')).toHaveValue('First Elm Bank');
  await card.getByRole('button', { name: 'Send message' }).click();
  await expect(card).toHaveCount(0);
  await expect(thread(page).getByText('First Elm Bank')).toHaveCount(1);
});

test('typed text survives a reload, and a lost response posts once', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson('Rosa');
  const { page } = await openBrowser({ screen: 'phone', expectedErrors: uploadErrors });
  await signInAs(page, await accountOf(person));
  await page.goto(MESSAGES);
  await field(page, 'Your message').fill('I moved to Hamden.');
  await page.reload();
  await expect(field(page, 'Your message')).toHaveValue('I moved to Hamden.');

  await page.route('**/rpc/write_to_office', async (route) => {
    await route.fetch();
    await route.abort();
  });
  // The page must not learn of the message before it sends it again.
  await page.route('**/rpc/thread_page*', (route) => route.fulfill({ json: [] }));
  await button(page, 'Send message').click();
  await expect(page.getByText('Not sent, but your text is still here.')).toBeVisible();
  await expect(field(page, 'Your message')).toHaveValue('I moved to Hamden.');
  await page.unroute('**/rpc/write_to_office');
  await page.unroute('**/rpc/thread_page*');
  await button(page, 'Send message').click();
  await expect(thread(page).getByText('I moved to Hamden.')).toHaveCount(1);
  await expect(field(page, 'Your message')).toHaveValue('');
  await page.reload();
  await expect(thread(page).getByText('I moved to Hamden.')).toHaveCount(1);
  await expect(field(page, 'Your message')).toHaveValue('');
});

test('offline, what is sent waits, and goes out once when there is a connection', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson('Rosa');
  const { page, context } = await openBrowser({ screen: 'phone', expectedErrors: uploadErrors });
  await signInAs(page, await accountOf(person));
  await page.goto(MESSAGES);
  await field(page, 'Your message').fill('From the train');
  await context.setOffline(true);
  await expect(page.getByText('You’re offline. Your text is kept here.')).toBeVisible();
  await button(page, 'Send message').click();
  await expect(page.getByText('Waiting to be sent.')).toBeVisible();
  await expectAccessible(page);
  await expect(field(page, 'Your message')).toHaveValue('From the train');
  await context.setOffline(false);
  await expect(thread(page).getByText('From the train')).toHaveCount(1);
  await expect(field(page, 'Your message')).toHaveValue('');

  // Also from another page of the portal.
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Your portal' }).getByRole('link', { name });
  await tab('Home').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tab('Messages').click();
  await context.setOffline(true);
  await field(page, 'Your message').fill('From the tunnel');
  await button(page, 'Send message').click();
  await expect(page.getByText('Waiting to be sent.')).toBeVisible();
  await tab('Home').click();
  await expect(field(page, 'Your message')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Your message was sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Close this message' }).click();
  await tab('Messages').click();
  await expect(thread(page).getByText('From the tunnel')).toHaveCount(1);
  await expect(field(page, 'Your message')).toHaveValue('');
});

test('the text of an internal note is sent only after a question', { tag: '@details-client' }, async ({
  openCase,
}) => {
  const { page, client, account } = await openCase('admin', { expectedErrors: [httpErrors] });
  const note = 'Seems to hide a second job. Ask the boss.';
  await page.getByLabel('New note').fill(note);
  await button(page, 'Add note').click();
  await expect(panel(page, 'Notes').getByText(note)).toBeVisible();
  const box = field(page, `Message to ${fullName(client)}`);
  await box.fill(`Hello Rosa, ${note.toUpperCase()}`);
  await button(page, 'Send to client').click();
  const dialog = page.getByRole('alertdialog', { name: 'Send the text of an internal note?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const sent = async () => (await account.api.rpc('thread_page', { client_id: account.id })).data;
  expect(await sent()).toEqual([]);
  await expect(box).toHaveValue(/HIDE A SECOND JOB/);
  await button(page, 'Send to client').click();
  await dialog.getByRole('button', { name: 'Send it to the client' }).click();
  await expect(box).toHaveValue('');
  expect(await sent()).toHaveLength(1);
});

test('a long thread loads by pages, from the newest message', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  await runSql(
    `insert into public.thread_messages (id, client_id, side, author_id, body, settled_at, year)
     select gen_random_uuid(), $1, case when n % 2 = 0 then 'client' else 'office' end, $1, 'Message ' || n, now(), 2026
     from generate_series(1, 5000) as n order by n`,
    [account.id],
  );
  const { page } = await openBrowser({ screen: 'phone' });
  await signInAs(page, account);
  await page.goto(MESSAGES);
  await expect(thread(page).getByText('Message 5000', { exact: true })).toBeInViewport();
  await expect(thread(page).getByRole('listitem')).toHaveCount(50);
  await button(page, 'Show older messages').click();
  await expect(thread(page).getByRole('listitem')).toHaveCount(250);
  await expect(thread(page).getByText('Message 4751', { exact: true })).toBeAttached();
  // Reading it is known, also on other devices.
  await eventually(async () => {
    const { data } = await account.api
      .rpc('thread_summary', { client_id: account.id })
      .single<{ unread: number }>();
    return data?.unread === 0 || undefined;
  });
});

test('is in Spanish for who reads Spanish', { tag: '@looks' }, async ({ openBrowser }) => {
  const one = await createCase();
  await one.account.api.from('user_profiles').update({ language: 'es' }).eq('user_id', one.account.id);
  await ask(one, 'When were you born?');
  const { page } = await openBrowser({ screen: 'phone', locale: 'es-US' });
  await signInAs(page, one.account);
  await page.goto(MESSAGES);
  await expect(page.getByRole('heading', { name: 'Mensajes' })).toBeVisible();
  await field(page, 'Su respuesta').fill('En mayo');
  await button(page, 'Enviar respuesta').click();
  await expect(page.getByText('Respuesta a: When were you born?')).toBeVisible();
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`both sides are accessible (${screen})`, { tag: '@looks' }, async ({ openBrowser }) => {
    const one = await createCase();
    await tell(one, 'Is my refund on the way?');
    await ask(one, 'Which bank is it?', { about_year: 2025, about_field: 'accountType' });
    await tell(one, 'I will look');
    const { page } = await openBrowser({ screen });
    await signInAs(page, one.account);
    await page.goto(MESSAGES);
    await expect(thread(page).getByText('I will look')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const { page: office } = await openBrowser({ screen });
    await signInAs(office, one.office);
    await office.goto(caseOf(one, '&tab=contact'));
    await expect(desk(office).getByText('I will look')).toBeVisible();
    await expectAccessible(office);
    await expectNoSidewaysScroll(office);
  });
}
