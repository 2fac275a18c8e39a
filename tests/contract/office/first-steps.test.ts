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
  return data as { done: string[]; dismissed: string[] };
}

/** Without what the health checks of the running portal may find meanwhile. */
async function done() {
  const { done } = await firstSteps();
  return done.filter((step) => !['mail', 'backup', 'recovery'].includes(step)).sort();
}

test('a new office has no clients, no colleagues, and facts that no one has edited', async () => {
  expect(await firstSteps()).toMatchObject({ has_clients: false, facts_edited: false, colleagues: 0 });
  expect(await done()).toEqual([]);
});

test('counts colleagues who can log in', async () => {
  const colleague = await createPerson(portal, { role: 'admin' });
  expect(await firstSteps()).toMatchObject({ has_clients: false, colleagues: 1 });
  expect(await done()).toEqual(['people']);
  await portal.database.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    colleague.id,
  ]);
  expect(await firstSteps()).toMatchObject({ colleagues: 0 });
});

test('notices edited facts and the first client', async () => {
  await portal.database.query(
    `insert into public.office_settings (version, source, facts)
     select version + 1, 'page', facts || '{"name": "Elm Tax"}' from public.office_settings order by version desc limit 1`,
  );
  await createPerson(portal);
  expect(await firstSteps()).toMatchObject({ has_clients: true, facts_edited: true });
  expect(await done()).toEqual(['client', 'name']);
});

test('a light that was green once stays done', async () => {
  const look = (state: string, code: string) =>
    portal.database.query(
      `insert into nutmeg.health_states (light, state, code, looked_at, since) values ('staff_factor', $1, $2, now(), now())
       on conflict (light) do update set state = excluded.state, code = excluded.code`,
      [state, code],
    );
  await look('green', 'staff_factor_no_staff');
  expect(await done()).not.toContain('factor');
  await look('green', 'staff_factor_good');
  await look('red', 'staff_factor_optional');
  expect(await done()).toContain('factor');
});

test('a super user skips a step, and puts it back', async () => {
  const dismiss = (client: Person['client'], undo = false) =>
    client.rpc('dismiss_first_step', { step: 'reviews', undo });
  const clerk = await createPerson(portal, { role: 'admin' });
  expect((await dismiss(clerk.client)).error?.code).toBe('42501');
  await dismiss(owner.client).throwOnError();
  await dismiss(owner.client).throwOnError();
  expect((await firstSteps()).dismissed).toEqual(['reviews']);
  await dismiss(owner.client, true).throwOnError();
  expect((await firstSteps()).dismissed).toEqual([]);
  const unknown = await owner.client.rpc('dismiss_first_step', { step: 'coffee' });
  expect(unknown.error?.code).toBe('23514');
});
