/** @module-tag faults-kills */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { settingsFor, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { eventually } from '#tests/support/waiting.ts';
import { connectPhoenix, files } from '../support/phoenix.ts';
import { subscribe, type TestSubscription } from '../support/realtime.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

async function send({ client, id }: Person, name: string): Promise<void> {
  const { error } = await client.storage.from('user-documents').upload(`${id}/${name}`, new Blob(['w2']));
  if (error) throw error;
}

const subscriptions = ({ statuses }: TestSubscription) =>
  statuses.filter((state) => state === 'SUBSCRIBED').length;

test('resubscribes after a restart of the server', async () => {
  const person = await createPerson(portal);
  const subscription = await subscribe(person.client);
  await portal.killAndRestart();
  await eventually(async () => subscriptions(subscription) === 2);
  expect(subscription.statuses.some((state) => state.startsWith('CHANNEL_ERROR'))).toBe(true);
  await send(person, 'after.txt');
  await subscription.waitForEvent(({ new: row }) => row.file_name === 'after.txt');
});

test('rejoins after the server has lost the database', async () => {
  const person = await createPerson(portal);
  const subscription = await subscribe(person.client);
  await portal.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'nutmeg listener' and datname = current_database()`,
  );
  await eventually(async () => subscriptions(subscription) === 2);
  expect(subscription.statuses.some((state) => state.startsWith('CHANNEL_ERROR'))).toBe(true);
  await send(person, 'after.txt');
  await subscription.waitForEvent(({ new: row }) => row.file_name === 'after.txt');
});

test('closes open connections when the server stops', async () => {
  const own = await startPortal({ ownProcess: true });
  try {
    const phoenix = await connectPhoenix(own);
    await phoenix.request('phx_join', { config: files });
    expect(await own.stopServer()).toBe(0);
    expect(await phoenix.closeCode()).toBe(1012);
  } finally {
    await own.close();
  }
});

test('delivers changes made through another server', async () => {
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
    const subscription = await subscribe(clerk.client);
    await send(person, 'from the other.txt');
    await subscription.waitForEvent(({ new: row }) => row.file_name === 'from the other.txt');
    await clerk.client.removeAllChannels();
  } finally {
    await Promise.all(servers.map((server) => server.remove()));
  }
});
