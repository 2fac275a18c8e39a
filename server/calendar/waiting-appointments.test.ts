import { expect, test } from 'vitest';
import { databaseForFile } from '#tests/support/test-database.ts';

const database = databaseForFile();

test('counts appointments without a time until they are settled', async () => {
  const count = async () =>
    Number(
      (await database.query<{ count: string }>('select nutmeg.waiting_appointments() as count'))[0]?.count,
    );
  const insert = (status: string, isElsewhere: boolean) =>
    database.query(
      `insert into public.appointments (name, phone, preferred_date, status, calendly_completed)
       values ('Ana', '+12035550100', '2020-02-03', $1, $2)`,
      [status, isElsewhere],
    );
  await insert('confirmed', false);
  expect(await count()).toBe(0);
  await insert('pending', false);
  expect(await count()).toBe(1);
  await insert('confirmed', true);
  expect(await count()).toBe(2);
  await insert('done', true);
  await insert('cancelled', true);
  expect(await count()).toBe(2);
});
