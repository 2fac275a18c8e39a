import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { type Blobs, createBlobs } from './blobs.ts';
import type { BlobStore } from './stores/blob-store.ts';

const testDatabase = databaseForFile();
let database: Database;
let blobs: Blobs;
const sealer = createSealer(randomBytes(32));
const stored = new Map<string, Buffer>();
const store: BlobStore = {
  put: async (id, bytes) => void stored.set(id, await buffer(bytes)),
  get: async (id) => Readable.from([Buffer.from(stored.get(id) ?? '')]),
  read: async (id) => Buffer.from(stored.get(id) ?? ''),
  open: async () => undefined,
  remove: async (id) => void stored.delete(id),
  list: async function* () {},
  probe: async () => undefined,
};
beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  blobs = createBlobs({ database, store, sealer, log: pino({ enabled: false }) });
});
afterAll(async () => {
  await database?.close();
});

test('an object without the proof that it names this blob can’t be read', async () => {
  const blob = await blobs.receive(Readable.from([Buffer.from('secret')]));
  const at = (bucket: string, version: string) => ({
    bucket_id: bucket,
    name: 'name',
    version,
    blob_id: blob.id,
  });
  const { version } = blobs.binding;
  const own = at('b', version({ bucket_id: 'b', name: 'name', blob_id: blob.id, size: 6 }));
  const open = (object: typeof own) => blobs.open(object, 6, undefined, Promise.resolve(undefined));
  expect(await text(await blobs.read(own))).toBe('secret');
  expect((await open(own))?.bytes.toString()).toBe('secret');
  for (const stolen of [at('c', own.version), at('b', randomUUID())]) {
    await expect(blobs.read(stolen)).rejects.toThrow('not bound');
    await expect(open(stolen)).rejects.toThrow('not bound');
  }
});
