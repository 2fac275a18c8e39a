import { beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { officeOf, threadPage } from '../support/conversation.ts';
import { startSubscribing, subscribe } from '../support/realtime.ts';
import { tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
let maria: Person;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin' });
  maria = await createPerson(portal);
});

test('internal notes, and messages that are not confirmed, reach no client live or in an export', async () => {
  const ofThread = { table: 'thread_messages', filter: `client_id=eq.${maria.id}` };
  const notes = startSubscribing(maria.client, { table: 'client_notes' });
  const [client, staff] = await Promise.all([
    subscribe(maria.client, ofThread),
    subscribe(clerk.client, ofThread),
  ]);
  await clerk.client
    .from('client_notes')
    .insert({ user_id: maria.id, body: 'Hides a second job' })
    .throwOnError();
  await portal.database.query(
    `insert into public.thread_messages (id, client_id, side, author_id, body, origin, staff_only, year)
     values (gen_random_uuid(), $1, 'client', $1, 'I am Maria, really', 'form', true, 2026)`,
    [maria.id],
  );
  await officeOf(clerk).toClient(maria, 'Hello').throwOnError();
  await staff.waitForEvent((event) => event.new.body === 'I am Maria, really');
  await client.waitForEvent((event) => event.new.body === 'Hello');
  expect(client.events.map(({ new: row }) => row.body)).toEqual(['Hello']);
  expect(notes.events).toEqual([]);
  expect(await threadPage(maria, maria.id)).toMatchObject([{ body: 'Hello' }]);

  const logs = await fetch(`${portal.url}/functions/v1/log-export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(maria.client)}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(logs.status).toBe(403);
});
