import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let clerk: Person;
let boss: Person;
let maria: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  [clerk, boss] = await Promise.all([
    createPerson(portal, { role: 'admin' }),
    createPerson(portal, { role: 'super' }),
  ]);
});
beforeEach(async () => {
  maria = await createPerson(portal);
});

describe('the feed of a person', () => {
  const read = (key: string) => fetch(`${portal.url}/functions/v1/task-feed?key=${encodeURIComponent(key)}`);
  const renew = async ({ client }: Person) =>
    (await client.rpc('renew_task_feed').throwOnError()).data as string;

  test('has their tasks and the dates of their clients, without names', async () => {
    const own = await createPerson(portal, { role: 'admin' });
    const key = await renew(own);
    const mine = { owner_id: own.id, client_id: maria.id };
    await own.client
      .from('tasks')
      .insert([
        { ...mine, title: 'With a day', due_on: `${year + 1}-03-31` },
        { ...mine, title: 'Without a day', due_on: null },
        { ...mine, title: 'Of another one', due_on: `${year + 1}-03-31`, owner_id: clerk.id },
      ])
      .throwOnError();
    await own.client
      .from('client_details')
      .insert({ client_id: maria.id, preparer_id: own.id })
      .throwOnError();
    await own.client
      .from('client_dates')
      .insert({ client_id: maria.id, kind: 'estimated_q1', year: year + 1, due_on: `${year + 1}-04-15` })
      .throwOnError();
    const answer = await read(key);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = await answer.text();
    expect(text.match(/SUMMARY:.*/g)?.map((line) => line.trim())).toEqual([
      'SUMMARY:With a day',
      `SUMMARY:Estimated tax\\, 1st quarter (${year + 1})`,
    ]);
    expect(text).toContain(`DTSTART;VALUE=DATE:${year + 1}0331`);
    for (const secret of [maria.id, maria.email]) expect(text).not.toContain(secret);
  });

  test('ends with a new address, with the person’s wish, and with the role', async () => {
    const own = await createPerson(portal, { role: 'admin' });
    const first = await renew(own);
    const second = await renew(own);
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    expect((await own.client.rpc('task_feed_since').throwOnError()).data).toEqual(expect.any(String));
    await boss.client.rpc('set_account_active', { target_user_id: own.id, active: false }).throwOnError();
    expect((await read(second)).status).toBe(404);
    await boss.client.rpc('set_account_active', { target_user_id: own.id, active: true }).throwOnError();
    // It stays withdrawn.
    expect((await read(second)).status).toBe(404);
    const other = await createPerson(portal, { role: 'admin' });
    const theirs = await renew(other);
    await boss.client.rpc('set_user_role', { target_user_id: other.id, new_role: 'client' }).throwOnError();
    expect((await read(theirs)).status).toBe(404);
    const third = await renew(clerk);
    await clerk.client.rpc('end_task_feed').throwOnError();
    expect((await read(third)).status).toBe(404);
  });

  test.each(['', 'x', '\0', "' or true --", 'ä'.repeat(2000)])(
    'is not found under another key (%#)',
    async (key) => {
      expect((await read(key)).status).toBe(404);
    },
  );
});
