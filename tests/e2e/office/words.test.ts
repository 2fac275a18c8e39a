import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createPerson, freshEmail, type Person } from '#tests/support/people.ts';
import { newestMailTo } from '#tests/support/services/outbox.ts';
import { eventually } from '#tests/support/waiting.ts';
import { expectAccessible, expectNoSidewaysScroll, type Screen, tabTo } from '../support/browser.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';
import { openSection, publish, published } from './facts-sections.ts';

// Another portal: the other tests need our words.
let portal: OwnPortal;
let dana: Person;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  portal = await startOwnPortal();
  dana = await createPerson(portal, { role: 'super', data: { first_name: 'Dana', last_name: 'Lee' } });
});
test.afterAll(() => portal?.remove());

/** The mail to a visitor who has just booked. */
async function bookedMail() {
  const email = freshEmail('visitor');
  await portal.database.query(`select nutmeg.write_letter($1, 'appointment_booked', $2)`, [
    email,
    JSON.stringify({
      appointment_id: randomUUID(),
      name: 'Rosa Delgado',
      starts_at: '2099-11-24T19:00:00Z',
      ends_at: '2099-11-24T19:30:00Z',
      sequence: 0,
    }),
  ]);
  return eventually(() => newestMailTo(join(portal.dataDir, 'outbox'), email, () => true));
}

const faq = '/frequently-asked-questions';
const choose = (within: Page | Locator, list: string, choice: string) =>
  within.getByRole('combobox', { name: list, exact: true }).selectOption({ label: choice });
const subjectLine = (page: Page): Locator => page.getByLabel('Subject line', { exact: true });
const textOf = async (path: string) =>
  (await fetch(portal.url + path, { headers: { accept: 'text/html' } })).text();
const undo = async (page: Page) => {
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Your site is as it was before.')).toBeVisible();
};

test('an owner finds an email by its name, changes it, reads it as a client, and takes it back', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const before = await bookedMail();
  expect(before.subject).toMatch(/^Your appointment: /);

  const page = await openSection(openBrowser, { portal, person: dana }, 'emails', {
    // The preview runs no scripts.
    expectedErrors: [/Blocked script execution in 'about:srcdoc'/],
  });
  // The preview shows emails only.
  await choose(page, 'Email or text message', 'Text: reminder about open items');
  await expect(page.getByText(/^\d+ of \d+ characters used/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Preview' })).toHaveCount(0);
  await choose(page, 'Email or text message', 'Appointment moved');
  await expect(subjectLine(page)).toHaveValue('Your appointment has moved to {when}');
  await choose(page, 'Email or text message', 'Appointment confirmed');
  await expect(subjectLine(page)).toHaveValue('Your appointment: {when}');
  await expect(page.getByText('{when} (Tuesday, November 24 at 2:00 PM)')).toBeVisible();

  await subjectLine(page).fill('See you soon');
  await expect(page.getByText('This text needs {when}.')).toBeVisible();
  await choose(page, 'Email or text message', 'Password reset');
  await publish(page);
  const summary = page.getByRole('alert').filter({ hasText: 'This can’t be published yet' });
  await expect(summary).toBeFocused();
  // Its field isn't rendered: another email is shown.
  await summary.getByRole('link', { name: '“Your appointment: {when}” in English needs {when}.' }).click();
  await expect(subjectLine(page)).toBeFocused();
  await expectAccessible(page);

  await subjectLine(page).fill('See you {when}');
  await page.getByLabel('Paragraph 1', { exact: true }).fill('The coffee is ready. Bring your W-2.');
  await choose(page, 'Language', 'Spanish');
  await expect(subjectLine(page)).toHaveValue(/^Su cita/);
  await expect(page.getByText('{when} (martes, 24 de noviembre')).toBeVisible();
  await subjectLine(page).fill('Nos vemos: {when}');
  await expect(part(page, 'Your 3 changes')).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  const frame = preview.frameLocator('iframe');
  await expect(preview.getByText('Nos vemos: martes')).toBeVisible();
  await choose(preview, 'Language', 'English');
  await expect(preview.getByText('See you Tuesday, November 24 at 2:00 PM')).toBeVisible();
  await expect(frame.getByText('The coffee is ready. Bring your W-2.')).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Your appointment is booked' })).toHaveCSS(
    'font-size',
    '27px',
  );
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Phone' }).click();
  await preview.getByRole('button', { name: 'Close the preview' }).click();
  expect((await bookedMail()).subject).toBe(before.subject);

  await publish(page);
  await expect(published(page)).toBeVisible();
  const after = await bookedMail();
  expect(after.subject).toMatch(/^See you .* at /);
  expect(after.text).toContain('The coffee is ready. Bring your W-2.');
  expect(after.html).toContain('The coffee is ready. Bring your W-2.');
  await undo(page);
  expect((await bookedMail()).subject).toBe(before.subject);
  await expect(subjectLine(page)).toHaveValue('Your appointment: {when}');
});

test('an owner changes an answer in both languages, on the page and after a click', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const page = await openSection(openBrowser, { portal, person: dana }, 'wording', {
    expectedErrors: [/Blocked script execution in 'about:srcdoc'/],
  });
  await choose(page, 'Page', 'Questions and answers');
  const find = page.getByLabel('Find a text on this page', { exact: true });
  const own = page.getByLabel('Your text', { exact: true });
  const change = page.getByRole('list', { name: 'Texts' }).getByRole('button', { name: 'Change' });
  const question = (says: string) => page.getByText(says, { exact: true });
  await expect(question('How do I send you my documents?')).toBeVisible();
  await find.fill('good light');
  await change.click();
  await expect(own).toBeFocused();
  await own.fill('Take a picture at the kitchen table, and send it to us.');
  await choose(page, 'Language', 'Spanish');
  await expect(question('¿Cómo les envío mis documentos?')).toBeVisible();
  await find.fill('buena luz');
  await change.click();
  await own.fill('Tome una foto en la mesa de la cocina y envíenosla.');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.frameLocator('iframe').getByText('Tome una foto en la mesa')).toBeAttached();
  await preview.getByRole('button', { name: 'Close the preview' }).click();
  await publish(page);
  await expect(published(page)).toBeVisible();
  await expect.poll(() => textOf(faq)).toContain('at the kitchen table');
  await expect.poll(() => textOf(`/es${faq}`)).toContain('en la mesa de la cocina');
  expect(await textOf(faq)).not.toContain('in good light');

  // Each window fails the test for an error in the console, such as one of hydration.
  for (const { home, address, search, says } of [
    { home: '/', address: faq, search: 'kitchen', says: 'Take a picture at the kitchen table' },
    { home: '/es', address: `/es${faq}`, search: 'cocina', says: 'Tome una foto en la mesa de la cocina' },
  ]) {
    const { page: direct } = await openBrowser();
    await direct.goto(portal.url + address);
    await expectOwnAnswer(direct, search, says);
    const { page: clicked } = await openBrowser();
    await clicked.goto(portal.url + home);
    await clicked.evaluate(() => Reflect.set(window, 'same', true));
    // Before hydration, a link loads a document.
    await expect.poll(() => clicked.evaluate(isHydrated)).toBe(true);
    await clicked.locator(`footer a[href="${address}"]`).click();
    await expectOwnAnswer(clicked, search, says);
    expect(await clicked.evaluate(() => Reflect.get(window, 'same'))).toBe(true);
  }

  await undo(page);
  await expect.poll(() => textOf(faq)).toContain('in good light');
});

/** Whether React has taken over the footer's links. */
const isHydrated = () =>
  Object.keys(document.querySelector('footer a') ?? {}).some((key) => key.startsWith('__react'));

/** Finds the answer by the office's words, which the search knows only in the browser. */
async function expectOwnAnswer(page: Page, search: string, says: string): Promise<void> {
  await page.getByRole('searchbox').fill(search);
  await expect(page.locator('details')).toHaveCount(1);
  await expect(page.locator('details')).toContainText(says);
}

test('a text for which ours has changed is listed, until it is deleted', { tag: '@details-staff' }, async ({
  openBrowser,
}) => {
  const [facts] = await portal.database.query<{ version: number; facts: object }>(
    'select version::int, facts from public.office_settings order by version desc limit 1',
  );
  const { data } = await dana.client.auth.getSession();
  const wording = { en: { 'What our page said last year': 'What we said in its place' } };
  const saved = await fetch(`${portal.url}/functions/v1/office`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ expectedVersion: facts?.version, facts: { ...facts?.facts, wording } }),
  });
  expect(saved.status, await saved.text()).toBe(200);
  const page = await openSection(openBrowser, { portal, person: dana }, 'wording');
  const list = part(page, 'Our text has changed');
  await expect(list.getByText('What we said in its place', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Delete' }).click();
  await expect(list).toHaveCount(0);
  await publish(page);
  await expect(published(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Find a text on this page')).toBeVisible();
  await expect(list).toHaveCount(0);
});

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`an email is changed and given back with the keyboard alone (${screen})`, {
    tag: '@details-staff',
  }, async ({ openBrowser }) => {
    const page = await openSection(openBrowser, { portal, person: dana }, 'emails', { screen });
    const heading = page.getByLabel('Heading', { exact: true });
    await tabTo(page, heading, 120);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Welcome');
    const ours = page.getByRole('button', { name: 'Use our text: Heading' });
    await tabTo(page, ours);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Enter');
    await expect(heading).toBeFocused();
    await expect(heading).toHaveValue('Your appointment is booked');
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  });
}
