import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, tabTo } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { accountOf } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { confirmedPerson } from '../support/people.ts';
import { fullName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const TILE = 'Undelivered emails';
const tile = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Work queues' }).getByRole('link', { name: TILE });
const rowOf = (page: Page, address: string): Locator =>
  page.getByRole('region', { name: TILE }).getByRole('listitem').filter({ hasText: address });
const press = (page: Page, label: string, about: string) =>
  page.getByRole('button', { name: `${label}: ${about}`, exact: true });

/** An email that could not be delivered. */
function failing(
  to: string,
  type: string,
  failure: string,
  answer: string | null,
  more = 'null',
): Promise<unknown> {
  return runSql(
    `insert into public.email_queue (to_email, subject, body, text_body, email_type, status, attempts, failure,
       last_error, failed_at, expires_at)
     values ($1, 'Late but here', '<p>Hello</p>', 'Hello', $2, 'failed', 8, $3, $4, now(), ${more})`,
    [to, type, failure, answer],
  );
}

/** Saves a screenshot if E2E_PICTURES is set. */
async function keepLook(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `failed-mails-${name}.png`), fullPage: true });
}

test('lists an undelivered email, and sends it again', async ({ openStaffPage }) => {
  const address = `server-${randomBytes(4).toString('hex')}@example.com`;
  await failing(address, 'appointment_booked', 'unreachable', 'connect ECONNREFUSED 192.0.2.1:587');
  const { page } = await openStaffPage('/manage');
  await tile(page).click();
  await expect(rowOf(page, address).getByText('We couldn’t reach the email server.')).toBeVisible();
  await press(page, 'Send again', `Appointment confirmed, ${address}`).click();
  expect((await mailTo(address)).subject).toBe('Late but here');
  await expect(rowOf(page, address)).toHaveCount(0);
});

test('lists failed emails, resends them, and dismisses them (phone)', {
  tag: '@looks',
}, async ({ openClientList }) => {
  // Another test may have left failed emails.
  await runSql('delete from public.email_queue where undelivered');
  const client = await confirmedPerson('Rosa');
  const { id } = await accountOf(client);
  const mark = randomBytes(4).toString('hex');
  const [server, gone, expired, late] = ['server', 'gone', 'expired', 'late'].map(
    (what) => `${what}-${mark}@example.com`,
  );
  const { page } = await openClientList('admin', { screen: 'phone' });
  await expect(page.getByRole('link', { name: 'Messages' }).first()).toBeVisible();
  await expect(tile(page)).toHaveCount(0);

  await failing(server ?? '', 'appointment_booked', 'unreachable', 'connect ECONNREFUSED 192.0.2.1:587');
  await failing(gone ?? '', 'contact_reply', 'bad_address', '550 5.1.1 no such user here');
  await failing(expired ?? '', 'recovery', 'expired', null, 'now()');
  await failing(late ?? '', 'confirmation', 'busy', '451 4.3.0 not now', 'now()');
  await failing(client.email, 'document_request', 'untrusted', 'self-signed certificate');
  await runSql(`insert into nutmeg.bad_addresses (address, reason) values ($1, '550 5.1.1 no such user')`, [
    client.email,
  ]);
  await page.reload();
  await tile(page).click();
  await expect(rowOf(page, server ?? '').getByText('We couldn’t reach the email server.')).toBeVisible();
  await expect(rowOf(page, gone ?? '').getByText('This email address doesn’t exist.')).toBeVisible();
  await expect(
    rowOf(page, gone ?? '').getByText('The server’s response: 550 5.1.1 no such user here'),
  ).toBeVisible();
  await expect(press(page, 'Send again', `Password reset, ${expired}`)).toHaveCount(0);
  await expect(rowOf(page, late ?? '').getByText('Its link has expired')).toBeVisible();
  await expect(press(page, 'Send again', `Email confirmation, ${late}`)).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await keepLook(page, 'phone');

  const again = press(page, 'Send again', `Appointment confirmed, ${server}`);
  await tabTo(page, again, 200);
  await page.keyboard.press('Enter');
  expect((await mailTo(server ?? '')).subject).toBe('Late but here');
  await expect(rowOf(page, server ?? '')).toHaveCount(0);
  await press(page, 'Dismiss', `Password reset, ${expired}`).click();
  await expect(rowOf(page, expired ?? '')).toHaveCount(0);
  await press(page, 'Dismiss', `Email confirmation, ${late}`).click();
  await expect(rowOf(page, late ?? '')).toHaveCount(0);

  await rowOf(page, client.email)
    .getByRole('link', { name: fullName(client) })
    .click();
  await page.waitForURL((url) => url.searchParams.get('client') === id);
  await expect(page.getByText('Emails to this address have bounced since')).toBeVisible();
  await expectAccessible(page);
  await keepLook(page, 'case-phone');
  await page.goBack();

  await press(page, 'Send again', `Document request, ${fullName(client)}`).click();
  await expect(rowOf(page, client.email)).toHaveCount(0);
  await press(page, 'Dismiss', `Reply to a message, ${gone}`).click();
  await expect(page.getByText('You’re all caught up.')).toBeVisible();
  await page.goto('/manage');
  await expect(tile(page)).toHaveCount(0);
});
