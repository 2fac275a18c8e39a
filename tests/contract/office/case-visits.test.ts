import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let dana: Person;
let sam: Person;
let clientId: string;
beforeAll(async () => {
  dana = await createPerson(portal, { role: 'admin', data: { first_name: 'Dana', last_name: 'Lee' } });
  sam = await createPerson(portal, { role: 'admin', data: { first_name: 'Sam', last_name: 'Ortiz' } });
});
beforeEach(() => {
  clientId = randomUUID();
});

async function visit(person: Person, leave = false): Promise<string[]> {
  const { data, error } = await person.client.rpc('visit_case', { client_id: clientId, leave });
  expect(error).toBeNull();
  return (data as { name: string }[]).map(({ name }) => name);
}

const visitedAgo = (person: Person, seconds: number) =>
  portal.database.query(
    `update nutmeg.case_visits set seen_at = now() - make_interval(secs => $3) where client_id = $1 and user_id = $2`,
    [clientId, person.id, seconds],
  );

test('says which colleagues have the same case open', async () => {
  expect(await visit(dana)).toEqual([]);
  expect(await visit(sam)).toEqual(['Dana Lee']);
  expect(await visit(dana)).toEqual(['Sam Ortiz']);
  clientId = randomUUID();
  expect(await visit(dana)).toEqual([]);
});

test('a visit ends when the person leaves, or says nothing for over a minute', async () => {
  await visit(dana);
  await visit(dana, true);
  expect(await visit(sam)).toEqual([]);
  await visit(dana);
  await visitedAgo(dana, 60);
  expect(await visit(sam)).toEqual(['Dana Lee']);
  await visitedAgo(dana, 80);
  expect(await visit(sam)).toEqual([]);
  const rows = await portal.database.query('select from nutmeg.case_visits where client_id = $1', [clientId]);
  expect(rows).toHaveLength(1);
});

test('a colleague who left the staff is not named', async () => {
  const former = await createPerson(portal, { role: 'admin' });
  await visit(former);
  await portal.database.query(`update public.user_profiles set role = 'client' where user_id = $1`, [
    former.id,
  ]);
  expect(await visit(sam)).toEqual([]);
});

test('a client is refused', async () => {
  const client = await createPerson(portal);
  const { error } = await client.client.rpc('visit_case', { client_id: client.id });
  expect(error?.code).toBe('42501');
});
