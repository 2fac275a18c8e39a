import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, looks, tabTo } from '../support/browser.ts';
import { fullName, openDesk } from '../support/desk.ts';
import { accountOf } from '../support/documents.ts';
import { inDatabase } from '../support/house-database.ts';
import { confirmedPerson } from '../support/people.ts';
import { mailTo } from '../support/started-portal.ts';

const TILE = 'Mails not delivered';
const tile = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Work queues' }).getByRole('link', { name: TILE });
const rowOf = (page: Page, address: string): Locator =>
  page.getByRole('region', { name: TILE }).getByRole('listitem').filter({ hasText: address });
const press = (page: Page, label: string, about: string) =>
  page.getByRole('button', { name: `${label}: ${about}`, exact: true });

/** A mail that nobody could deliver. */
function failing(
  to: string,
  type: string,
  failure: string,
  answer: string | null,
  more = 'null',
): Promise<number> {
  return inDatabase(
    `insert into public.email_queue (to_email, subject, body, text_body, email_type, status, attempts, failure,
       last_error, failed_at, expires_at)
     values ($1, 'Late but here', '<p>Hello</p>', 'Hello', $2, 'failed', 8, $3, $4, now(), ${more})`,
    [to, type, failure, answer],
  );
}

/** For whoever wants to look at the screens. */
async function keepLook(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `failed-mails-${name}.png`), fullPage: true });
}

test.each(looks)(
  'mails that did not arrive are listed, sent again and put aside (%s, %s)',
  async (screen, colorScheme) => {
    // What another test may have left.
    await inDatabase('delete from public.email_queue where undelivered');
    const client = await confirmedPerson('Rosa');
    const { id } = await accountOf(client);
    const mark = randomBytes(4).toString('hex');
    const [server, gone, expired, late] = ['server', 'gone', 'expired', 'late'].map(
      (what) => `${what}-${mark}@example.com`,
    );
    const { page } = await openDesk('admin', { screen, colorScheme });
    await expect.poll(() => page.getByRole('link', { name: 'Messages' }).count()).toBeGreaterThan(0);
    expect(await tile(page).count()).toBe(0);

    await failing(server ?? '', 'appointment_booked', 'unreachable', 'connect ECONNREFUSED 192.0.2.1:587');
    await failing(gone ?? '', 'contact_reply', 'bad_address', '550 5.1.1 no such user here');
    await failing(expired ?? '', 'recovery', 'expired', null, 'now()');
    await failing(late ?? '', 'confirmation', 'busy', '451 4.3.0 not now', 'now()');
    await failing(client.email, 'document_request', 'untrusted', 'self-signed certificate');
    await inDatabase(
      `insert into nutmeg.bad_addresses (address, reason) values ($1, '550 5.1.1 no such user')`,
      [client.email],
    );
    await page.reload();
    await tile(page).click();
    await rowOf(page, server ?? '')
      .getByText('The mail server could not be reached.')
      .waitFor();
    await rowOf(page, gone ?? '')
      .getByText('There is no such mailbox.')
      .waitFor();
    await rowOf(page, gone ?? '')
      .getByText('The answer was: 550 5.1.1 no such user here')
      .waitFor();
    expect(await press(page, 'Send again', `Password reset, ${expired}`).count()).toBe(0);
    await rowOf(page, late ?? '')
      .getByText('Its link has expired meanwhile')
      .waitFor();
    expect(await press(page, 'Send again', `Email confirmation, ${late}`).count()).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keepLook(page, `${screen}-${colorScheme}`);

    const again = press(page, 'Send again', `Appointment confirmed, ${server}`);
    await tabTo(page, again, 200);
    await page.keyboard.press('Enter');
    expect((await mailTo(server ?? '')).subject).toBe('Late but here');
    await rowOf(page, server ?? '').waitFor({ state: 'detached' });
    await press(page, 'Dismiss', `Password reset, ${expired}`).click();
    await rowOf(page, expired ?? '').waitFor({ state: 'detached' });
    await press(page, 'Dismiss', `Email confirmation, ${late}`).click();
    await rowOf(page, late ?? '').waitFor({ state: 'detached' });

    await rowOf(page, client.email)
      .getByRole('link', { name: fullName(client) })
      .click();
    await page.waitForURL((url) => url.searchParams.get('client') === id);
    await page.getByText('Mails to this address come back since').waitFor();
    await expectAccessible(page);
    await keepLook(page, `case-${screen}-${colorScheme}`);
    await page.goBack();

    await press(page, 'Send again', `Request for documents, ${fullName(client)}`).click();
    await rowOf(page, client.email).waitFor({ state: 'detached' });
    await press(page, 'Dismiss', `Answer to a message, ${gone}`).click();
    await page.getByText('Nothing waits here.').waitFor();
    await page.goto('/manage');
    await expect.poll(() => tile(page).count()).toBe(0);
  },
);
