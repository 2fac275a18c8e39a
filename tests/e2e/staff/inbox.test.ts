import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { officeApi } from '../support/back-door.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type OpenOptions,
  type Screen,
} from '../support/browser.ts';
import { isSameDocument, openListening } from '../support/case.ts';
import { fullName, openDesk } from '../support/desk.ts';
import { accountOf } from '../support/documents.ts';
import { button, cuts, field, link, refusals } from '../support/entry.ts';
import { giveRole } from '../support/house-database.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import { mailTo } from '../support/started-portal.ts';

const INBOX = '/manage?queue=messages';
const tag = () => randomBytes(4).toString('hex');

interface Written {
  id: string;
  email: string;
  name: string;
}

/** What somebody wrote on the contact page. */
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

/** The message opened in somebody's inbox, as its mail's link opens it. */
const openMessage = (person: Person, id: string, options?: OpenOptions): Promise<Page> =>
  openListening(person, `${INBOX}&message=${id}`, options);

const list = (page: Page): Locator => page.getByRole('list', { name: 'Messages', exact: true });
const answers = (page: Page): Locator => page.getByRole('list', { name: 'Answers' }).getByRole('listitem');
const box = (page: Page, name: string): Locator => field(page, `Your answer to ${name}`);
/** How far the message is. */
const badge = (page: Page, subject: string, word: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: button(page, subject) })
    .getByText(word, { exact: true });

test.each<Screen>(['desktop', 'phone'])(
  'a message comes by itself, is taken on, answered by mail, and stays in sight (%s)',
  async (screen) => {
    const client = await confirmedPerson('Rosa');
    const staff = await newStaff('Sam');
    const page = await openListening(staff, INBOX, { screen });
    await list(page).or(page.getByText('Nothing waits here.')).first().waitFor();

    const subject = `Paying in cash ${tag()}`;
    const { id } = await leaveMessage(subject, { email: client.email, name: fullName(client) });
    await button(page, subject).click();
    await page.getByText(`About ${subject}.`).filter({ visible: true }).last().waitFor();
    await badge(page, subject, 'New').waitFor();
    expect(await isSameDocument(page)).toBe(true);
    await link(page, "Open the client's case").waitFor();
    const mailProgram = new URL((await link(page, 'Write in your mail program').getAttribute('href')) ?? '');
    expect(mailProgram.pathname).toBe(client.email);
    expect(mailProgram.searchParams.get('subject')).toBe(`Re: ${subject}`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    // Who begins to answer has it in hand.
    await box(page, fullName(client)).fill('In cash is <b>fine</b>.\n\nSee you soon');
    await expect.poll(async () => (await rowOf(id))?.status).toBe('open');
    expect((await rowOf(id))?.assigned_to).toBe((await accountOf(staff)).id);
    await expect.poll(() => field(page, 'Looked after by').inputValue()).toBe((await accountOf(staff)).id);
    await button(page, 'Send answer').click();
    await page.getByText('Your answer is on its way.').waitFor();
    await answers(page).getByText('In cash is <b>fine</b>.').waitFor();
    expect(await box(page, fullName(client)).inputValue()).toBe('');
    await badge(page, subject, 'Answered').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const mail = await mailTo(client.email, (one) => one.subject === `Re: ${subject}`);
    expect(mail.text).toContain('Hello Rosa,\n\nIn cash is <b>fine</b>.\n\nSee you soon\n\nSam\n');
    expect(mail.text).toContain(`> About ${subject}.\n> \n> Thank you`);
    expect(mail.html).not.toContain('<b>fine');
    expect(mail.inReplyTo).toMatch(new RegExp(`^<contact-${id}@`));
    expect(mail.replyTo?.[0]?.address).toBe(mail.from?.address);

    await page.getByRole('link', { name: 'Answered', exact: true }).click();
    await button(page, subject).click();
    await page.getByRole('button', { name: `Reopen: ${subject}` }).click();
    await badge(page, subject, 'In hand').waitFor();
    await page.getByRole('link', { name: /^Mine/ }).click();
    await button(page, subject).waitFor();
    await page.getByRole('button', { name: `Close: ${subject}` }).click();
    await expect.poll(async () => (await rowOf(id))?.status).toBe('closed');
    await page.getByText('Nothing waits for you.').waitFor();
    await page.goBack();
    await button(page, subject).waitFor();
    await button(page, 'Close Messages').click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  },
);

test('two who answer at once see each other, and nobody answers unread', async () => {
  const [sam, kim] = [await newStaff('Sam'), await newStaff('Kim')];
  const { id, email, name } = await leaveMessage('pricing');
  const [a, b] = await Promise.all([openMessage(sam, id), openMessage(kim, id)]);
  await box(a, name).fill('From Sam');
  // The other one sees it at once.
  await expect
    .poll(() => field(b, 'Looked after by').locator('option:checked').textContent())
    .toBe(fullName(sam));
  await box(b, name).fill('From Kim');
  await box(a, name).press('Control+Enter');
  const warning = b.getByText(`${fullName(sam)} answered while you were writing.`);
  await warning.waitFor();
  await answers(b).getByText('From Sam').waitFor();
  expect(await button(b, 'Send answer').isDisabled()).toBe(true);
  expect(await box(b, name).inputValue()).toBe('From Kim');
  await expectAccessible(b);
  await button(b, 'I have read it').click();
  await button(b, 'Send answer').click();
  await answers(a).getByText('From Kim').waitFor();

  const first = await mailTo(email, ({ text }) => text?.includes('From Sam') === true);
  const second = await mailTo(email, ({ text }) => text?.includes('From Kim') === true);
  expect(second.inReplyTo).toBe(first.messageId);
  expect(second.references).toContain(`<contact-${id}@`);

  await field(a, 'Looked after by').selectOption({ label: fullName(kim) });
  await expect.poll(() => field(b, 'Looked after by').locator('option:checked').textContent()).toBe('You');
  await field(a, 'Looked after by').selectOption({ label: 'Nobody' });
  await expect.poll(async () => (await rowOf(id))?.assigned_to).toBe(null);
});

test('an answer that is not sent yet is kept, and one whose word was lost goes out once', async () => {
  const { page } = await openDesk('admin', { expectedErrors: [refusals, cuts] });
  const { id, email, name } = await leaveMessage(`Lost ${tag()}`);
  await page.goto(`${INBOX}&message=${id}`);
  await box(page, name).fill('Not sent yet');
  await page.reload();
  await expect.poll(() => box(page, name).inputValue()).toBe('Not sent yet');
  await page.locator('[aria-expanded=true]').click();
  await list(page).getByText('Answer not sent').first().waitFor();
  await page.goBack();

  const path = '**/rest/v1/rpc/reply_to_message*';
  await page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'XX000', message: 'out of order', details: null, hint: null },
    }),
  );
  await button(page, 'Send answer').click();
  await page.getByText('Your answer could not be sent: out of order').waitFor();
  expect(await box(page, name).inputValue()).toBe('Not sent yet');
  await page.unrouteAll();

  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await button(page, 'Send answer').click();
  await mailTo(email);
  await page.unrouteAll();
  // Seen live, or found when it is sent again: it is out.
  await expect
    .poll(async () => {
      if ((await box(page, name).inputValue()) !== '') {
        await button(page, 'Send answer')
          .click({ timeout: 300 })
          .catch(() => undefined);
      }
      return box(page, name).inputValue();
    })
    .toBe('');
  await page.getByText('Your answer is on its way.').waitFor();
  expect(await page.getByText('answered while you were writing').count()).toBe(0);
  expect(await answers(page).count()).toBe(1);
});

test('the keyboard stays in the list when a row goes', async () => {
  const mark = tag();
  const subjects = ['first', 'second', 'third'].map((word) => `${word} ${mark}`);
  for (const subject of subjects) await leaveMessage(subject);
  const { page } = await openDesk();
  await page.goto(INBOX);
  const [first = '', second = ''] = subjects;
  await page.getByRole('button', { name: `Close: ${first}` }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(second);
  await page.keyboard.press('Enter');
  await page.getByText('No account').waitFor();
  // On to the box, without the mouse.
  for (let presses = 0; presses < 12; presses++) {
    if (await box(page, 'Gloria Vásquez').evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+Enter');
  await answers(page).getByText('By keyboard').waitFor();
});

test('markup is shown as it was typed, and an answer that did not arrive says so', async () => {
  const { page } = await openDesk();
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
  await page.goto(`${INBOX}&message=${id}`);
  await button(page, `<b>${hostile}</b>`).waitFor();
  await box(page, hostile).fill('Hello?');
  await button(page, 'Send answer').click();
  await answers(page).getByText('This mail was not delivered. There is no such mailbox.').waitFor();
  await answers(page).getByText('The answer was: 550 no').waitFor();
  await page.getByRole('button', { name: /^Send again: the answer of / }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  await expectAccessible(page);
});
