import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { pdf } from '#tests/support/sample-documents.ts';
import { clickRadio } from '../support/booking.ts';
import { type OpenBrowser, waitForHydration } from '../support/browser.ts';
import { openReturn, panel, storeReturn, takeStep } from '../support/case.ts';
import { giveRole } from '../support/database.ts';
import { type Account, accountOf, officeYear } from '../support/documents.ts';
import { answerField, answersBySection, inputOf, readDraft } from '../support/form-page.ts';
import { linkIn, mailTo } from '../support/mail.ts';
import { confirmedPerson, fillSignUp, newPerson, type Person } from '../support/people.ts';
import { button, dialog, field, heading, httpErrors, link, logOut, signIn } from '../support/sign-in.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';
import { englishIn, es, expectGoodSpanish, linesOf, spanish } from './spanish.ts';

const YEAR = officeYear();

test('a client who reads Spanish goes from the home page to the approved return and an appointment', {
  tag: '@looks',
}, async ({ openBrowser }) => {
  test.setTimeout(600_000);
  const client = newPerson('Rosa');
  const { page } = await openBrowser({ screen: 'phone', locale: 'es-US', expectedErrors: [httpErrors] });

  await getQuote(page);
  await signUp(page, client);
  await logOutAndIn(page, client);
  const account = await accountOf(client);
  await fillTaxForm(page, account);
  await answerList(page);

  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const desk = await openDesk(openBrowser, preparer, client, account);
  await askAgain(page, desk, client);
  await readForm(desk, client);
  await prepare(desk, client, account, preparer);

  await approve(page, client);
  await takeStep(desk, 'Request payment');
  await expectSpanishMail(client, 'Your return is waiting for payment');
  await writeToClient(desk, client);
  await bookAppointment(page, client);
  await useAnotherDevice(openBrowser, client);
});

/** From the home page, without a word of English. */
async function getQuote(page: Page) {
  await page.goto('/es');
  await expectGoodSpanish(page);
  await waitForHydration(button(page, es('Menu')));
  await button(page, es('Menu')).click();
  await expect(dialog(page, es('Menu'))).toBeVisible();
  await expectGoodSpanish(page);
  await button(page, es('Close the menu')).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: es('Free Quote') })
    .first()
    .click();
  await page.waitForURL('**/es/quote');
  await expect(heading(page, es('Whose taxes should we do?'))).toBeVisible();
  await expectGoodSpanish(page);
  for (const [question, answer] of [
    ['Whose taxes should we do?', 'My own'],
    ['Where did your money come from?', 'A job'],
    ['Did you pay for any of these?', 'Daycare for a child'],
  ] as const) {
    await expect(heading(page, es(question))).toBeVisible();
    await page
      .getByRole('main')
      .locator('label')
      .filter({ hasText: es(answer) })
      .first()
      .click();
    await button(page, es('Next')).click();
  }
  await expect(page.getByText(es('What Happens Next')).first()).toBeVisible();
  await expectGoodSpanish(page);
}

async function signUp(page: Page, client: Person) {
  await link(page, es('Get Started')).click();
  await page.waitForURL('**/es/upload');
  await expect(heading(page, es('Send your documents without leaving home'))).toBeVisible();
  await expectGoodSpanish(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: es('Create Account') })
    .first()
    .click();
  await page.waitForURL('**/es/signup');
  await button(page, es('Create my account')).click();
  await expect(page.getByRole('alert')).toContainText(es('Please check these answers'));
  await expectGoodSpanish(page);
  await fillSignUp(page, client, es);
  await button(page, es('Create my account')).click();
  await page.waitForURL('**/es/confirm-email');
  await expect(heading(page, es('Check your email'))).toBeVisible();
  await expectGoodSpanish(page);
  await page.goto(linkIn(await expectSpanishMail(client, 'Please confirm your email address')));
  await expect(heading(page, es('Email Confirmed'))).toBeVisible();
  await expectGoodSpanish(page);
  await page.waitForURL('**/account');
  await expectAccount(page);
}

/** The language outlives the session. */
async function logOutAndIn(page: Page, client: Person) {
  await logOut(page, es('Logout'));
  await page.waitForURL(/\/es\/?$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/account');
  await page.waitForURL('**/es/login');
  await expect(page.getByText(es('Please log in to access your account'))).toBeVisible();
  await field(page, es('Email')).fill(client.email);
  await field(page, es('Password')).fill('no es esta');
  await button(page, es('Log in')).click();
  const wrong = dialog(page, es('Incorrect Password'));
  await expect(wrong).toBeVisible();
  await expectGoodSpanish(page);
  await wrong.getByRole('button', { name: es('Close') }).click();
  await field(page, es('Password')).fill(client.password);
  await button(page, es('Log in')).click();
  await page.waitForURL('**/account');
  await expectAccount(page);
}

async function expectAccount(page: Page) {
  await expect(heading(page, es('Welcome, {name}', { name: 'Rosa' }))).toBeVisible();
  await expect(page.locator('[aria-busy=true], .animate-pulse').filter({ visible: true })).toHaveCount(0);
  await expectGoodSpanish(page);
}

/** The form of a new client; one answer is forgotten at first. */
async function fillTaxForm(page: Page, account: Account) {
  await link(page, es('Start my tax form')).click();
  await expect(page.getByText(es('Yearly Questions {year}', { year: YEAR }))).toBeVisible({
    timeout: 60_000,
  });
  const parts = answersBySection({ ...newClientForm, firstName: 'Rosa', lastName: 'Delgado Muñoz' }, spanish);
  for (const [place, { title, answers }] of parts.entries()) {
    await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
    for (const [path, value] of answers) {
      if (path === 'occupation') continue;
      const isSecond = /^dependents\.[1-9]\d*\.firstName$/.test(path);
      if (isSecond) await button(page, es('Add Another Dependent')).press('Enter');
      await answerField(page, path, value, spanish);
    }
    await expectGoodSpanish(page);
    if (place < parts.length - 1) await button(page, es('Next')).press('Enter');
  }
  await button(page, es('Submit')).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText(es('Please complete the following required fields:'));
  await expectGoodSpanish(page);
  await summary.getByRole('link').first().click();
  await expect(inputOf(page, 'occupation')).toBeFocused();
  await answerField(page, 'occupation', 'Enfermera');
  await expect.poll(async () => (await readDraft(account))?.occupation).toBe('Enfermera');
  await page.goto('/secured-files?step=finish');
  await button(page, es('Submit')).click();
  await expect(page.getByText(es('Completed'), { exact: true })).toBeVisible();
  await expectGoodSpanish(page);
}

/** A document from the phone, and one that the client does not have. */
async function answerList(page: Page) {
  await expect(heading(page, es('Documents we need'))).toBeVisible();
  await button(page, es('{action}: {title}', { action: es('Send it'), title: es('Photo ID') })).click();
  await expectGoodSpanish(page);
  const chooser = page.waitForEvent('filechooser');
  await button(page, es('Choose from this device')).click();
  await (await chooser).setFiles([pdf('Licencia de conducir.pdf')]);
  await expect(page.getByText(es('Sent, and we’re checking it')).first()).toBeVisible();
  await page.getByRole('button', { name: es('Might apply to you') }).click();
  await button(page, es('I don’t have it: {title}', { title: es('Your W-2 forms') })).click();
  await button(page, es('Save my answer')).click();
  await expect(
    page.getByText(es('Please write a few words so we know what to do next.')).first(),
  ).toBeVisible();
  await expectGoodSpanish(page);
  await field(page, es('Why don’t you have it?')).fill('Mi empleador todavía no me lo envía');
  await button(page, es('Save my answer')).click();
  await expect(page.getByText(es('You don’t have it')).first()).toBeVisible();
  await expectGoodSpanish(page);
}

/** The office's window, in English. */
async function openDesk(openBrowser: OpenBrowser, preparer: Person, client: Person, { id }: Account) {
  const { page: desk } = await openBrowser({ expectedErrors: [httpErrors] });
  await signIn(desk, preparer);
  await desk.goto('/manage');
  await desk.getByPlaceholder('Search by name or email...').fill(client.email);
  await expect(desk.getByText(/^Showing 1 of [\d,]+ users$/)).toBeVisible();
  await desk.getByRole('link', { name: 'Rosa Delgado Muñoz' }).click();
  await desk.waitForURL(`**/manage?*client=${id}*`);
  await expect(desk.locator('html')).toHaveAttribute('lang', 'en');
  await expect(heading(desk, 'Managing files for Rosa Delgado Muñoz')).toBeVisible();
  await expect(desk.getByText('Language: Español')).toBeVisible();
  return desk;
}

async function askAgain(page: Page, desk: Page, client: Person) {
  await expect(desk.getByText('Licencia de conducir.pdf').first()).toBeVisible();
  await button(desk, 'Ask again: Photo ID').click();
  await field(desk, 'Note to the client (optional)').fill('La foto está muy oscura.');
  await desk.locator('form').getByRole('button', { name: 'Ask again', exact: true }).click();
  const mail = await mailTo(client.email, ({ text = '' }) => text.includes('La foto está muy oscura.'));
  expect(mail.html).toContain('<html lang="es">');
  await expect(page.getByText(es('Please send again')).first()).toBeVisible();
  await expectGoodSpanish(page);
}

/** Questions and chosen answers are in English, typed answers as they were typed. */
async function readForm(desk: Page, { firstName, lastName }: Person) {
  const name = `${firstName} ${lastName}`;
  await panel(desk, 'Form Manager').getByRole('link', { name }).click();
  const sheet = panel(desk, `Tax form ${YEAR}: ${name}`);
  await expect(sheet.getByText('Married Filing Jointly')).toBeVisible();
  await expect(sheet.getByText('Enfermera')).toBeVisible();
  await button(desk, 'Back to files').click();
}

async function prepare(desk: Page, client: Person, account: Account, preparer: Person) {
  await openReturn(desk);
  await takeStep(desk, 'Start preparing');
  await expectSpanishMail(client, 'We’re preparing your return');
  const one = { client, account, preparer, office: await accountOf(preparer) };
  await storeReturn(one, `Return ${YEAR}.pdf`, 'Refund 2,345');
  await button(desk, 'Send for review').click();
  await part(desk, 'Returns')
    .getByRole('button', { name: /File to review/ })
    .click();
  await desk.getByRole('option', { name: new RegExp(`Return ${YEAR}\\.pdf`) }).click();
  await desk.locator('form').getByRole('button', { name: 'Send for review' }).click();
}

async function approve(page: Page, client: Person) {
  await expectSpanishMail(client, 'Your return is ready');
  await page.goto('/account');
  await expectAccount(page);
  await link(page, es('Review my return')).click();
  await button(page, es('Open my return')).click();
  await expect(dialog(page, `Return ${YEAR}.pdf`)).toBeVisible();
  await expectGoodSpanish(page);
  await button(page, es('Close')).click();
  await button(page, es('Approve my return')).click();
  await expect(page.getByText(es('Please type your first and last name.')).first()).toBeVisible();
  await expectGoodSpanish(page);
  await field(page, es('Type your full name')).fill('Rosa Delgado Muñoz');
  await button(page, es('Approve my return')).click();
  await expect(
    page.getByText(
      es(
        'Next, we’ll send you the bill. We’ll file the return once you’ve paid. You’ll get an email at each step.',
      ),
    ),
  ).toBeVisible();
  await expectGoodSpanish(page);
  await expectSpanishMail(client, 'Thank you for approving your return');
}

/** What staff type stays as it is; around it, the letter is in the client's language. */
async function writeToClient(desk: Page, client: Person) {
  await button(desk, 'Email client').first().click();
  const letter = desk.getByRole('dialog');
  await letter.getByRole('button', { name: /Letter/ }).click();
  await desk.getByRole('option', { name: 'Custom message' }).click();
  await letter.getByRole('textbox', { name: 'Your message' }).fill('Puede pagar por teléfono.');
  await expect(letter.getByText('We’ll send this email in Spanish, the client’s language.')).toBeVisible();
  await expect(letter.getByText(es('A message from our office'))).toBeVisible();
  await expect(letter.getByText(es('Hello {name},', { name: 'Rosa' }))).toBeVisible();
  await letter.getByRole('button', { name: 'Send email' }).click();
  const mail = await expectSpanishMail(client, 'A message from our office');
  expect(mail.text).toContain('Puede pagar por teléfono.');
}

async function bookAppointment(page: Page, client: Person) {
  await page.goto('/es');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: es('Appointments') })
    .first()
    .click();
  await page.waitForURL('**/es/booking');
  await expect(button(page, es('Choose a time'))).toBeEnabled();
  await button(page, es('Choose a time')).click();
  await expect(page.getByRole('alert')).toContainText(es('Full name is required'));
  await expectGoodSpanish(page);
  await page.getByLabel(es('Full name')).fill('Rosa Delgado Muñoz');
  await page.getByLabel(es('Phone')).pressSequentially(client.phone);
  await page.getByLabel(es('Email')).fill(client.email);
  await button(page, es('Choose a time')).click();
  await expect(daysIn(page).first()).toBeVisible();
  await clickRadio(daysIn(page).nth(2));
  // The day and its times are two groups, and the times come second.
  const groups = page.getByRole('radiogroup');
  await expect(groups).toHaveCount(2);
  await clickRadio(groups.nth(1).getByRole('radio').nth(2));
  await expectGoodSpanish(page);
  await button(page, es('Book this time')).click();
  await expect(heading(page, es('You’re booked'))).toBeVisible();
  await expectGoodSpanish(page);

  const download = page.waitForEvent('download');
  await link(page, es('Add to my calendar')).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(es('appointment.ics'));
  expectSpanishEvent(await readFile(await file.path(), 'utf8'));
  const mail = await expectSpanishMail(client, 'Your appointment: {when}');
  const attached = mail.attachments.find(({ mimeType }) => mimeType.includes('calendar'));
  expectSpanishEvent(new TextDecoder().decode(attached?.content as ArrayBuffer));
}

/** The days that can be chosen. */
const daysIn = (page: Page) =>
  page.getByRole('radiogroup', { name: es('Day'), exact: true }).getByRole('radio', { disabled: false });

/** Another phone, whose browser is in English: the profile knows better. */
async function useAnotherDevice(openBrowser: OpenBrowser, { email, password }: Person) {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(englishIn(await linesOf(page)), 'the search for English finds some').not.toEqual([]);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
  await page.waitForURL('**/account');
  await expectAccount(page);
  await page.goto('/secured-files');
  await expect(heading(page, es('File Management'))).toBeVisible();
  await expectGoodSpanish(page);
}

/** The newest mail with this subject, which is given in English. `when` is the only value that a subject may have. */
async function expectSpanishMail({ email }: Person, subject: string): Promise<Email> {
  const [start = ''] = es(subject, { when: '\n' }).split('\n');
  const mail = await mailTo(email, (one) => one.subject?.startsWith(start) ?? false);
  expect(mail.html).toContain('<html lang="es">');
  expect.soft(englishIn([mail.subject ?? '', ...(mail.text ?? '').split('\n')]), subject).toEqual([]);
  return mail;
}

function expectSpanishEvent(ics: string): void {
  // The parser of mails changes the ends of the lines.
  expect(ics).toMatch(/^BEGIN:VCALENDAR\r?\n[\s\S]*BEGIN:VEVENT\r?\n/);
  const lines = ics.replace(/\r?\n[ \t]/g, '').match(/^(?:SUMMARY|DESCRIPTION)[:;].*/gm) ?? [];
  expect(lines.length).toBeGreaterThan(0);
  expect(englishIn(lines.flatMap((line) => line.replace(/^\w+:/, '').split('\\n')))).toEqual([]);
}
