import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noonZone } from '#tests/support/noon-zone.ts';
import { createPerson } from '#tests/support/people.ts';
import { eventually } from '#tests/support/waiting.ts';
import { expectAccessible } from '../support/browser.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { signInAs } from '../support/sign-in.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const SECRET = 'a secret of the gateway';
const NUMBER = '+12035550142';

// Another portal: a gateway posts to it.
let portal: OwnPortal;
test.beforeAll(async () => {
  portal = await startOwnPortal({ SMS_SECRET: SECRET });
});
test.afterAll(() => portal?.remove());

/** The texts in the outbox, oldest first. */
async function texts(): Promise<string[]> {
  const folder = join(portal.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
const textsUpTo = (count: number) =>
  eventually(async () => {
    const written = await texts();
    return written.length >= count && written;
  });
const answer = (body: string) =>
  fetch(`${portal.url}/texts/v1/inbound`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`gateway:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ From: NUMBER, Body: body, MessageSid: randomUUID() }),
  });

test('a text is sent to a person who agreed, is answered with STOP, and no further one is sent', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const rosa = await createPerson(portal, {
    data: { first_name: 'Rosa', last_name: 'Delgado', phone: NUMBER },
  });
  await portal.database.query('update public.user_profiles set phone = $2 where user_id = $1', [
    rosa.id,
    NUMBER,
  ]);
  const remind = () =>
    portal.database.query<{ id: string | null }>(
      `select nutmeg.write_text(nutmeg.consented_number($1), 'reminder', '{}', 'en') as id`,
      [rosa.id],
    );
  const { page } = await openBrowser({ screen: 'phone' });
  await signInAs(page, { api: rosa.client }, portal.url);
  await page.goto(`${portal.url}/account`);
  const card = part(page, 'Reminders');
  await card.locator('label').filter({ hasText: 'I agree to get automated texts' }).click();
  await expect(card.getByText(/^You agreed on /)).toBeVisible();
  await expectAccessible(page);

  await portal.database.query('update auth.sessions set time_zone = $2 where user_id = $1', [
    rosa.id,
    noonZone,
  ]);
  await remind();
  expect((await textsUpTo(1)).at(-1)).toContain('you have something to do in your account.');
  expect((await answer('Stop')).status).toBe(200);
  expect((await textsUpTo(2)).at(-1)).toContain('you get no more texts from us');
  expect(await remind()).toEqual([{ id: null }]);
  await page.reload();
  await expect(card.getByText(/^You sent STOP on /)).toBeVisible();

  await answer('START');
  await textsUpTo(3);
  expect(await remind()).toEqual([{ id: null }]);
  // The next day.
  await portal.database.query(`update nutmeg.texts set expires_at = expires_at - interval '1 day'`);
  await remind();
  const all = await textsUpTo(4);
  expect(all.map((text) => /something to do|no more texts|texts from us again/.exec(text)?.[0])).toEqual([
    'something to do',
    'no more texts',
    'texts from us again',
    'something to do',
  ]);
});
