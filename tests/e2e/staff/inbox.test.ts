import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, type OpenOptions } from '../support/browser.ts';
import { wasNotReloaded } from '../support/case.ts';
import { giveRole } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { officeApi } from '../support/office-api.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import { button, field, httpErrors, link, networkErrors } from '../support/sign-in.ts';
import { fullName } from '../support/staff-page.ts';
import { expect, type Fixtures, test } from '../support/test.ts';

const INBOX = '/manage/inbox';
/** The notice emails have the address that the inbox had before it was a page. */
const mailLink = (id: string) => `/manage?queue=messages&message=${id}`;
const tag = () => randomBytes(4).toString('hex');

interface Written {
  id: string;
  email: string;
  name: string;
}

/** Submits a message through the contact form. */
async function leaveMessage(
  subject: string,
  { email = `visitor-${tag()}@example.com`, name = 'Gloria Vásquez' } = {},
): Promise<Written> {
  const { data, error } = await (await officeApi())
    .from('contact_submissions')
    .insert({ name, email, phone: '203-555-0161', subject, message: `About ${subject}.\n\nThank you` })
    .select('id')
    .single();
  if (error) throw error;
  return { id: data.id, email, name };
}

async function rowOf(id: string) {
  const { data } = await (await officeApi()).from('contact_submissions').select().eq('id', id).single();
  return data;
}

async function newStaff(firstName: string): Promise<Person> {
  const person = await confirmedPerson(firstName);
  await giveRole(person.email, 'admin');
  return person;
}

/** Opens the message in a person's inbox with the link of the notice email. */
const openMessage = (
  openWithRealtime: Fixtures['openWithRealtime'],
  person: Person,
  id: string,
  options?: OpenOptions,
): Promise<Page> => openWithRealtime(person, mailLink(id), options);

const list = (page: Page): Locator => page.getByRole('list', { name: 'Messages', exact: true });
const answers = (page: Page): Locator => page.getByRole('list', { name: 'Replies' }).getByRole('listitem');
const box = (page: Page, name: string): Locator => field(page, `Your reply to ${name}`);
/** The status of the message. */
const badge = (page: Page, subject: string, word: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: button(page, subject) })
    .getByText(word, { exact: true });

test('a new message appears on a phone, is assigned, and answered by email', async ({ openWithRealtime }) => {
  const staff = await newStaff('Sam');
  const page = await openWithRealtime(staff, INBOX, { screen: 'phone' });
  const subject = `Paying in cash ${tag()}`;
  const { id, email, name } = await leaveMessage(subject);
  await button(page, subject).click();
  await box(page, name).fill('In cash is <b>fine</b>.');
  await expect.poll(async () => (await rowOf(id))?.assigned_to).toBe((await accountOf(staff)).id);
  await button(page, 'Send reply').click();
  await expect(answers(page).getByText('In cash is <b>fine</b>.')).toBeVisible();
  await expect(badge(page, subject, 'Answered')).toBeVisible();
  const mail = await mailTo(email, (one) => one.subject === `Re: ${subject}`);
  expect(mail.text).toContain('In cash is <b>fine</b>.');
  expect(mail.html).not.toContain('<b>fine');
});

test('a new message appears, is assigned, answered by email, and stays visible (desktop)', {
  tag: '@looks',
}, async ({ openWithRealtime }) => {
  const client = await confirmedPerson('Rosa');
  const staff = await newStaff('Sam');
  const page = await openWithRealtime(staff, INBOX, { screen: 'desktop' });
  await expect(list(page).or(page.getByText('You’re all caught up.')).first()).toBeVisible();

  const subject = `Paying in cash ${tag()}`;
  const { id } = await leaveMessage(subject, { email: client.email, name: fullName(client) });
  await button(page, subject).click();
  await expect(page.getByText(`About ${subject}.`).filter({ visible: true }).last()).toBeVisible();
  await expect(badge(page, subject, 'New')).toBeVisible();
  expect(await wasNotReloaded(page)).toBe(true);
  await expect(link(page, 'Open the client’s case')).toHaveAttribute(
    'href',
    `/manage?client=${(await accountOf(client)).id}`,
  );
  const mailProgram = new URL((await link(page, 'Write in your email app').getAttribute('href')) ?? '');
  expect(mailProgram.pathname).toBe(client.email);
  expect(mailProgram.searchParams.get('subject')).toBe(`Re: ${subject}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // Starting a reply assigns the message.
  await box(page, fullName(client)).fill('In cash is <b>fine</b>.\n\nSee you soon');
  await expect.poll(async () => (await rowOf(id))?.status).toBe('open');
  expect((await rowOf(id))?.assigned_to).toBe((await accountOf(staff)).id);
  await expect(field(page, 'Assigned to')).toHaveValue((await accountOf(staff)).id);
  await button(page, 'Send reply').click();
  await expect(page.getByText('Sending your reply.')).toBeVisible();
  await expect(answers(page).getByText('In cash is <b>fine</b>.')).toBeVisible();
  await expect(box(page, fullName(client))).toHaveValue('');
  await expect(badge(page, subject, 'Answered')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const mail = await mailTo(client.email, (one) => one.subject === `Re: ${subject}`);
  expect(mail.text).toContain('Hello Rosa,\n\nIn cash is <b>fine</b>.\n\nSee you soon\n\nSam\n');
  expect(mail.text).toContain(`> About ${subject}.\n> \n> Thank you`);
  expect(mail.html).not.toContain('<b>fine');
  expect(mail.inReplyTo).toMatch(new RegExp(`^<contact-${id}@`));
  expect(mail.replyTo?.[0]?.address).toBe(mail.from?.address);

  await page.getByRole('link', { name: 'Answered', exact: true }).click();
  await expect(button(page, subject)).toHaveAttribute('aria-expanded', 'false');
  await button(page, subject).click();
  await expect(box(page, fullName(client))).toBeVisible();
  await page.getByRole('button', { name: `Reopen: ${subject}` }).click();
  await expect(page.getByText('The message was reopened.')).toBeVisible();
  await expect(badge(page, subject, 'In progress')).toBeVisible();
  await page.getByRole('link', { name: /^Mine/ }).click();
  await expect(button(page, subject)).toBeVisible();
  await page.getByRole('button', { name: `Close: ${subject}` }).click();
  await expect.poll(async () => (await rowOf(id))?.status).toBe('closed');
  await expect(page.getByText('No messages are assigned to you.')).toBeVisible();
  await page.goBack();
  await expect(button(page, subject)).toBeVisible();
  await page.getByRole('link', { name: /^Open [\d,]+$/ }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect(page).toHaveURL(/\/manage\/inbox$/);
});

test('two people answering at once see each other and must read the newer reply first', {
  tag: '@details-staff',
}, async ({ openWithRealtime }) => {
  const [sam, kim] = [await newStaff('Sam'), await newStaff('Kim')];
  const { id, email, name } = await leaveMessage('pricing');
  const [a, b] = await Promise.all([
    openMessage(openWithRealtime, sam, id),
    openMessage(openWithRealtime, kim, id),
  ]);
  await box(a, name).fill('From Sam');
  // The other person sees it immediately.
  await expect(field(b, 'Assigned to').locator('option:checked')).toHaveText(fullName(sam));
  await box(b, name).fill('From Kim');
  await box(a, name).press('Control+Enter');
  const warning = b.getByText(`${fullName(sam)} replied while you were writing.`);
  await expect(warning).toBeVisible();
  await expect(answers(b).getByText('From Sam')).toBeVisible();
  await expect(button(b, 'Send reply')).toBeDisabled();
  await expect(box(b, name)).toHaveValue('From Kim');
  await expectAccessible(b);
  await button(b, 'I’ve read it').click();
  await button(b, 'Send reply').click();
  await expect(answers(a).getByText('From Kim')).toBeVisible();

  const first = await mailTo(email, ({ text }) => text?.includes('From Sam') === true);
  const second = await mailTo(email, ({ text }) => text?.includes('From Kim') === true);
  expect(second.inReplyTo).toBe(first.messageId);
  expect(second.references).toContain(`<contact-${id}@`);

  await field(a, 'Assigned to').selectOption({ label: fullName(kim) });
  await expect(field(b, 'Assigned to').locator('option:checked')).toHaveText('You');
  await field(a, 'Assigned to').selectOption({ label: 'No one' });
  await expect.poll(async () => (await rowOf(id))?.assigned_to).toBe(null);
});

test('keeps an unsent reply, and sends it once if the response is lost', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList('admin', { expectedErrors: [httpErrors, networkErrors] });
  const { id, email, name } = await leaveMessage(`Lost ${tag()}`);
  await page.goto(`${INBOX}?message=${id}`);
  await box(page, name).fill('Not sent yet');
  await page.reload();
  await expect(box(page, name)).toHaveValue('Not sent yet');
  await page.locator('[aria-expanded=true]').click();
  await expect(list(page).getByText('Reply not sent').first()).toBeVisible();
  await page.goBack();

  const path = '**/rest/v1/rpc/reply_to_message*';
  await page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'XX000', message: 'out of order', details: null, hint: null },
    }),
  );
  await button(page, 'Send reply').click();
  await expect(page.getByText('We couldn’t send your reply: out of order')).toBeVisible();
  await expect(box(page, name)).toHaveValue('Not sent yet');
  await page.unrouteAll();

  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await button(page, 'Send reply').click();
  await mailTo(email);
  await page.unrouteAll();
  // Either realtime shows the reply, or resending finds it.
  await expect
    .poll(async () => {
      if ((await box(page, name).inputValue()) !== '') {
        await button(page, 'Send reply')
          .click({ timeout: 300 })
          .catch(() => undefined);
      }
      return box(page, name).inputValue();
    })
    .toBe('');
  await expect(page.getByText('Sending your reply.')).toBeVisible();
  await expect(page.getByText('replied while you were writing')).toHaveCount(0);
  await expect(answers(page)).toHaveCount(1);
});

test('focus stays in the list when a row is removed', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const mark = tag();
  const subjects = ['first', 'second', 'third'].map((word) => `${word} ${mark}`);
  for (const subject of subjects) await leaveMessage(subject);
  const { page } = await openClientList();
  await page.goto(INBOX);
  const [first = '', second = ''] = subjects;
  await page.getByRole('button', { name: `Close: ${first}` }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(second);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No account')).toBeVisible();
  // Moves on to the text box by keyboard.
  for (let presses = 0; presses < 12; presses++) {
    if (await box(page, 'Gloria Vásquez').evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+Enter');
  await expect(answers(page).getByText('By keyboard')).toBeVisible();
});

test('shows markup as text and marks a reply that was not delivered', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  const { page } = await openClientList();
  const hostile = `<img src=x onerror="alert(1)"> ${tag()}`;
  const { id } = await leaveMessage(`<b>${hostile}</b>`, { name: hostile });
  await page.route('**/rest/v1/rpc/reply_mails*', async (route) => {
    const answer = await route.fetch();
    const mails: object[] = await answer.json();
    await route.fulfill({
      json: mails.map((mail) => ({
        ...mail,
        status: 'failed',
        failure: 'bad_address',
        last_error: '550 no',
      })),
    });
  });
  await page.goto(`${INBOX}?message=${id}`);
  await expect(button(page, `<b>${hostile}</b>`)).toBeVisible();
  await box(page, hostile).fill('Hello?');
  await button(page, 'Send reply').click();
  await expect(
    answers(page).getByText(
      'This email wasn’t delivered. This email address doesn’t exist. Ask the person for the right one.',
    ),
  ).toBeVisible();
  await expect(answers(page).getByText('The server’s response: 550 no')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again: the reply from / })).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await expectAccessible(page);
});
