import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { settingsFor, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { eventually } from '#tests/support/waiting.ts';
import { type Listening, listen } from '../support/listening.ts';
import { files, openWire } from '../support/phoenix.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

async function send({ client, id }: Person, name: string): Promise<void> {
  const { error } = await client.storage.from('user-documents').upload(`${id}/${name}`, new Blob(['w2']));
  if (error) throw error;
}

const subscriptions = ({ states }: Listening) => states.filter((state) => state === 'SUBSCRIBED').length;

test('after a restart of the server the client listens again, and knows that it was away', async () => {
  const person = await createPerson(portal);
  const ear = await listen(person.client);
  await portal.killAndRestart();
  await eventually(async () => subscriptions(ear) === 2);
  expect(ear.states.some((state) => state.startsWith('CHANNEL_ERROR'))).toBe(true);
  await send(person, 'after.txt');
  await ear.hears(({ new: row }) => row.file_name === 'after.txt');
});

test('when the server has lost the database for a moment, its listeners join anew', async () => {
  const person = await createPerson(portal);
  const ear = await listen(person.client);
  await portal.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'nutmeg listener' and datname = current_database()`,
  );
  await eventually(async () => subscriptions(ear) === 2);
  expect(ear.states.some((state) => state.startsWith('CHANNEL_ERROR'))).toBe(true);
  await send(person, 'after.txt');
  await ear.hears(({ new: row }) => row.file_name === 'after.txt');
});

test('open connections do not keep the server from stopping; it says goodbye', async () => {
  const own = await startPortal();
  try {
    const wire = await openWire(own);
    await wire.ask('phx_join', { config: files });
    expect(await own.stopServer()).toBe(0);
    expect(await wire.ended()).toBe(1012);
  } finally {
    await own.close();
  }
});

test('what is changed through one server is heard through the other', async () => {
  const shared = inject('sharedStorageUrl');
  const env = { ...settingsFor(portal.database), ...(shared ? { STORAGE_URL: shared } : {}) };
  const servers: ServerProcess[] = [];
  try {
    for (const _ of [1, 2]) servers.push(await prepareServer({ env, siteFolder: undefined }));
    await Promise.all(servers.map((server) => server.start()));
    const [one, two] = servers.map(({ url }) => ({ url, database: portal.database }));
    if (!one || !two) throw new Error('not two servers');
    const clerk = await createPerson(one, { role: 'admin' });
    const person = await createPerson(two);
    const ear = await listen(clerk.client);
    await send(person, 'from the other.txt');
    await ear.hears(({ new: row }) => row.file_name === 'from the other.txt');
    await clerk.client.removeAllChannels();
  } finally {
    await Promise.all(servers.map((server) => server.remove()));
  }
});
