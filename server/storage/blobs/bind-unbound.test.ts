import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { bindUnboundObjects } from './bind-unbound.ts';
import { type Blobs, createBlobs } from './blobs.ts';
import { encryptSegments } from './segments.ts';
import type { BlobStore } from './stores/blob-store.ts';

let testDatabase: TestDatabase;
let database: Database;
let blobs: Blobs;
const sealer = createSealer(randomBytes(32));
const stored = new Map<string, Buffer>();
const store: BlobStore = {
  put: async (id, bytes) => void stored.set(id, Buffer.isBuffer(bytes) ? bytes : await buffer(bytes)),
  putSegments: async () => undefined,
  get: async (id) => Readable.from([Buffer.from(stored.get(id) ?? '')]),
  read: async (id) => Buffer.from(stored.get(id) ?? ''),
  open: async () => undefined,
  remove: async (id) => void stored.delete(id),
  list: async function* () {},
  probe: async () => undefined,
};
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  blobs = createBlobs({ database, store, sealer, log: pino({ enabled: false }) });
  await testDatabase.query(`insert into storage.buckets (id, name) values ('b', 'b'), ('c', 'c')`);
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

/** As releases before bindings stored it. */
async function oldBlob(words: string): Promise<string> {
  const id = randomUUID();
  const key = randomBytes(32);
  stored.set(
    id,
    await buffer(Readable.from([Buffer.from(words)]).pipe(encryptSegments({ key, blobId: id }))),
  );
  await testDatabase.query('insert into storage.blobs (id, wrapped_key, size) values ($1, $2, $3)', [
    id,
    sealer.seal(key, `blob:${id}`),
    words.length,
  ]);
  return id;
}

const name = (bucket: string, key: string, blob: string) =>
  testDatabase.query('insert into storage.objects (bucket_id, name, blob_id) values ($1, $2, $3)', [
    bucket,
    key,
    blob,
  ]);
const read = async (bucket: string, key: string) => {
  const [row] = await testDatabase.query<{
    bucket_id: string;
    name: string;
    version: string;
    blob_id: string;
  }>('select bucket_id, name, version, blob_id from storage.objects where bucket_id = $1 and name = $2', [
    bucket,
    key,
  ]);
  if (!row) throw new Error('no such object');
  return text(await blobs.read(row));
};

test('reads unbound blobs and binds them over time', async () => {
  const [plain, first, second, whole] = [
    await oldBlob('plain'),
    await oldBlob('in '),
    await oldBlob('pieces'),
    randomUUID(),
  ];
  await testDatabase.query('insert into storage.blobs (id, size) values ($1, 9)', [whole]);
  await testDatabase.query(
    `insert into storage.blob_pieces (blob_id, position, starts_at, piece_id) values ($1, 0, 0, $2), ($1, 1, 3, $3)`,
    [whole, first, second],
  );
  await name('b', 'plain', plain);
  await name('c', 'copy', plain);
  await name('b', 'whole', whole);
  const contents = async () => [await read('b', 'plain'), await read('c', 'copy'), await read('b', 'whole')];
  expect(await contents()).toEqual(['plain', 'plain', 'in pieces']);

  expect(await bindUnboundObjects({ database, sealer })).toBe(2);
  expect(await contents()).toEqual(['plain', 'plain', 'in pieces']);
  expect(await bindUnboundObjects({ database, sealer })).toBe(0);

  // From now on, an object without a proof is invalid.
  for (const [key, blob] of [
    ['stolen', plain],
    ['stolen whole', whole],
    ['stolen piece', second],
  ] as const) {
    await name('c', key, blob);
    await expect(read('c', key)).rejects.toThrow();
  }
  expect(await bindUnboundObjects({ database, sealer })).toBe(0);
  await expect(read('c', 'stolen')).rejects.toThrow('not bound');
});
