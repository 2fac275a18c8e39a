import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';

let portal: TestPortal;
let owner: Person;
beforeAll(async () => {
  portal = await startPortal();
  owner = await createPerson(portal, { role: 'super' });
});
afterAll(() => portal?.close());

async function firstSteps() {
  const { data, error } = await owner.client.rpc('first_steps').single();
  expect(error).toBeNull();
  return data;
}

test('a new office has no clients, no colleagues, and facts that no one has edited', async () => {
  expect(await firstSteps()).toEqual({ has_clients: false, facts_edited: false, colleagues: 0 });
});

test('counts colleagues who can log in', async () => {
  const colleague = await createPerson(portal, { role: 'admin' });
  expect(await firstSteps()).toMatchObject({ has_clients: false, colleagues: 1 });
  await portal.database.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    colleague.id,
  ]);
  expect(await firstSteps()).toMatchObject({ colleagues: 0 });
});

test('notices edited facts and the first client', async () => {
  await portal.database.query(
    `insert into public.office_settings (version, source, facts)
     select max(version) + 1, 'page', (array_agg(facts order by version desc))[1] from public.office_settings`,
  );
  await createPerson(portal);
  expect(await firstSteps()).toMatchObject({ has_clients: true, facts_edited: true });
});
