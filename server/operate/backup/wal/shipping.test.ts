import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import { createSealedPlace } from '../place/sealed-place.ts';
import { readBackupState, recordShipping } from '../records.ts';
import { shipOnce } from './shipping.ts';
import { breakChain, currentChain, openChain } from './wal-chain.ts';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let dataDir: string;
let place: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-shipping-'));
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, 'data-'));
  place = await mkdtemp(join(folder, 'place-'));
  await mkdir(spool(), { recursive: true });
});

const spool = () => join(dataDir, 'postgres', 'wal-spool');
const spoolFiles = (...names: string[]) =>
  Promise.all(names.map((name) => writeFile(join(spool(), name), Buffer.alloc(100_000, 1))));
const shipped = async () =>
  (await readdir(place, { recursive: true })).filter((name) => /[0-9A-F]{24}$/.test(name));

const KEY = Buffer.alloc(32, 1);
const sealedAt = (path: string, key = KEY) => createSealedPlace(createFolderPlace(path), key);
const blobs = new Map<string, Buffer>();
const deps = (more: { maxBytes?: number; at?: string } = {}) => ({
  dataDir,
  database,
  store: {
    get: async (id: string) => Readable.from([blobs.get(id) ?? Buffer.alloc(0)]),
    probe: async () => undefined,
  },
  place: createFolderPlace(more.at ?? place),
  masterKey: async () => KEY,
  log: { warn: () => undefined, info: () => undefined },
  ...(more.maxBytes === undefined ? {} : { maxBytes: more.maxBytes }),
});

const [FIRST, SECOND] = ['000000010000000000000001', '000000010000000000000002'];

describe('shipOnce', () => {
  test('ships documents and complete WAL files, and empties the spool', async () => {
    const id = randomUUID();
    blobs.set(id, Buffer.from('encrypted'));
    await database.query(`insert into storage.blobs (id, wrapped_key) values ($1, 'k')`, [id]);
    const chain = await openChain(dataDir, sealedAt(place));
    await spoolFiles(FIRST, SECOND, `archtemp.${SECOND}.17.1`);
    await shipOnce(deps());
    expect((await shipped()).sort()).toEqual([`wal/${chain}/${FIRST}`, `wal/${chain}/${SECOND}`]);
    expect(await readdir(join(place, 'documents'))).toEqual([id]);
    // PostgreSQL is still writing this one.
    expect(await readdir(spool())).toEqual([`archtemp.${SECOND}.17.1`]);
  });

  test('drops WAL without a chain, of another place, or of a former key', async () => {
    await spoolFiles(FIRST);
    await shipOnce(deps());
    await openChain(dataDir, sealedAt('/another/place'));
    await spoolFiles(SECOND);
    await shipOnce(deps());
    await breakChain(dataDir);
    await openChain(dataDir, sealedAt(place, Buffer.alloc(32, 2)));
    await spoolFiles(SECOND);
    await shipOnce(deps());
    expect(await readdir(spool())).toEqual([]);
    expect(await shipped()).toEqual([]);
  });

  test('keeps WAL while the place is unreachable, up to a limit, then ends the chain', async () => {
    const chain = await openChain(dataDir, sealedAt('/gone'));
    await spoolFiles(FIRST);
    await expect(shipOnce(deps({ at: '/gone' }))).rejects.toThrow('There is no folder /gone for the backups');
    expect(await readdir(spool())).toEqual([FIRST]);
    expect(await currentChain(dataDir, sealedAt('/gone'))).toBe(chain);

    await spoolFiles(SECOND);
    await expect(shipOnce(deps({ at: '/gone', maxBytes: 150_000 }))).rejects.toThrow(
      'Too much waited to be shipped to /gone, so it was dropped',
    );
    expect(await readdir(spool())).toEqual([]);
    expect(await currentChain(dataDir, sealedAt('/gone'))).toBeUndefined();
    expect(await openChain(dataDir, sealedAt('/gone'))).not.toBe(chain);
  });
});

test('records since when shipping fails, and that it works again', async () => {
  const stuckSince = async () => (await readBackupState(database)).stuckSince;
  await recordShipping(database, '/gone', undefined);
  expect(await stuckSince()).toBeNull();
  await recordShipping(database, '/gone', 'It is gone.');
  const first = await stuckSince();
  expect(first).toBeInstanceOf(Date);
  await recordShipping(database, '/gone', 'It is full.');
  expect(await stuckSince()).toEqual(first);
  // Writing a row in each round would create WAL, and so more shipping.
  const version = () => database.query('select xmin::text from nutmeg.wal_shipping').then(({ rows }) => rows);
  const before = await version();
  await recordShipping(database, '/gone', 'It is full.');
  expect(await version()).toEqual(before);
  await recordShipping(database, '/gone', undefined);
  expect(await stuckSince()).toBeNull();
});
