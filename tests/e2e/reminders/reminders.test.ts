import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, httpErrors, signIn } from '../support/sign-in.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const SUBJECTS = { en: 'A reminder from our office', es: 'Un recordatorio de nuestra oficina' };

/** Queues a reminder as the worker does. */
async function remind(id: string, email: string): Promise<void> {
  await runSql('select nutmeg.write_letter($1, $2, $3)', [
    email,
    'reminder',
    JSON.stringify({ client_id: id, groups: [{ source: 'documents', year: 2026, count: 2 }] }),
  ]);
}
const card = (page: Page) => part(page, 'Reminders');

for (const screen of ['desktop', 'phone'] as const) {
  test(`on a ${screen}, the link of a reminder pauses them without a login`, {
    tag: screen === 'phone' ? [] : '@looks',
  }, async ({ openBrowser }) => {
    const person = await confirmedPerson('Rosa');
    const { id } = await accountOf(person);
    await remind(id, person.email);
    const { text = '' } = await mailTo(person.email, ({ subject }) => subject === SUBJECTS.en);
    const link = /http\S+\/pause-reminders#\S+/.exec(text)?.[0] ?? '';
    const { page } = await openBrowser({ screen });
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Pause reminders' })).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Pause for 1 week').click();
    await expect(page.getByRole('status')).toHaveText('You get no reminders for 1 week.');
    await signIn(page, person);
    await page.goto('/account');
    await expect(card(page).getByText(/^Reminders are paused until /)).toBeVisible();
    await button(page, 'Turn on reminders').click();
    await expect(card(page).getByText('Reminders are on.')).toBeVisible();
    await expectAccessible(page);
  });
}

test('a reminder and its page are in Spanish for a reader of Spanish', { tag: '@looks' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson('Rosa');
  const { id } = await accountOf(person);
  await runSql(`update public.user_profiles set language = 'es' where user_id = $1`, [id]);
  await remind(id, person.email);
  const { text = '' } = await mailTo(person.email, ({ subject }) => subject === SUBJECTS.es);
  expect(text).toContain('Documentos que aún necesitamos para 2026: 2');
  const { page } = await openBrowser();
  await page.goto(/http\S+\/pause-reminders#\S+/.exec(text)?.[0] ?? '');
  await button(page, 'Pausar por 1 semana').click();
  await expect(page.getByRole('status')).toHaveText('No recibirá recordatorios durante 1 semana.');
});

test('staff send a reminder of what is open, once a day, and turn off the others', {
  tag: '@details-staff',
}, async ({ openCase }) => {
  const { page, client } = await openCase('admin', { expectedErrors: [httpErrors] });
  const panel = part(page, 'Reminders');
  await expect(panel.getByText('Nothing to remind of.')).toBeVisible();
  await expect(button(page, 'Send a reminder now')).toHaveCount(0);
  await runSql(
    `insert into public.checklist_items (user_id, year, item, title) values ($1, 2026, 'asked:w-2', 'W-2')`,
    [(await accountOf(client)).id],
  );
  await page.reload();
  await expect(panel.getByText(/^Next: .+ 1 document for 2026$/)).toBeVisible();
  await button(page, 'Send a reminder now').click();
  await expectAccessible(page);
  await button(page, 'Send now').click();
  await expect(panel.getByRole('list', { name: 'Reminders sent' }).getByRole('listitem')).toHaveText(
    /1 document for 2026/,
  );
  await mailTo(client.email, ({ subject }) => subject === SUBJECTS.en);
  await button(page, 'Send a reminder now').click();
  await button(page, 'Send now').click();
  await expect(page.getByText('A reminder was already sent today. Wait until tomorrow.')).toBeVisible();
  await button(page, 'Cancel').click();
  await panel.getByRole('button', { name: 'Turn off reminders' }).click();
  await expect(panel.getByText(/^Turned off by /)).toBeVisible();
  await expectAccessible(page);
});
