import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import type { BlobStore } from '../blobs/stores/blob-store.ts';
import { sweepBlobs } from '../blobs/sweep.ts';
import { TRASH_SWEEPS } from './removing.ts';

const testDatabase = databaseForFile();
let database: Database;
beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
});
afterAll(async () => {
  await database?.close();
});

const destroyed: string[] = [];
const store: BlobStore = {
  put: async () => undefined,
  get: async () => Readable.from([]),
  read: async () => Buffer.alloc(0),
  open: async () => undefined,
  remove: async (id) => void destroyed.push(id),
  list: async function* () {},
  probe: async () => undefined,
};

test('keeps a deleted document’s bytes for thirty days, and longer if another object references them', async () => {
  const [owner] = await testDatabase.query<{ id: string }>(
    `insert into auth.users (email, encrypted_password, email_confirmed_at) values ('a@example.com', 'x', now()) returning id`,
  );
  const [only, shared] = [randomUUID(), randomUUID()];
  for (const blob of [only, shared]) {
    await testDatabase.query(
      `insert into storage.blobs (id, created_at) values ($1, now() - interval '3 years')`,
      [blob],
    );
  }
  const object = (name: string, blob: string) =>
    testDatabase.query(
      `insert into storage.objects (bucket_id, name, blob_id) values ('user-documents', $1, $2)`,
      [`${owner?.id}/${name}`, blob],
    );
  await object('only.txt', only);
  await object('original.txt', shared);
  await object('copy.txt', shared);
  await testDatabase.query(`delete from storage.objects where name !~ 'copy'`);

  const sweep = async (age: string) => {
    await testDatabase.query(
      `update public.trashed_documents set expires_at = deleted_at + interval '30 days' - $1::interval`,
      [age],
    );
    for (const statement of TRASH_SWEEPS) await database.query(statement);
    await sweepBlobs({ database, store });
  };
  await sweep('29 days 23 hours');
  expect(destroyed).toEqual([]);
  expect(await testDatabase.query('select from public.trashed_documents')).toHaveLength(2);
  await sweep('30 days');
  expect(destroyed).toEqual([only]);
  expect(await testDatabase.query('select from public.trashed_documents')).toEqual([]);
});
