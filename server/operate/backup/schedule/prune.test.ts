import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import {
  backupFiles,
  backupStart,
  documentLines,
  type Manifest,
  singleChunk,
  writeManifest,
} from '../manifest.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import { createSealedPlace, type SealedPlace } from '../place/sealed-place.ts';
import { recordEnd, recordStart, recordVerify } from '../records.ts';
import { prune } from './prune.ts';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let place: string;
let sealed: SealedPlace;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-prune-'));
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  place = await mkdtemp(join(folder, 'place-'));
  sealed = sealedWith(7);
});

const sealedWith = (byte: number) => createSealedPlace(createFolderPlace(place), Buffer.alloc(32, byte));
const nameOf = (day: string) => `${day}T07-30-00Z`;
const segment = (number: number) => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`;

interface Made {
  day: string;
  chain: string;
  first: number;
  documents: string[];
}

async function backup({ day, chain, first, documents }: Made, into = sealed) {
  const name = nameOf(day);
  const copied = documents.map((id) => ({ id, size: 1, sha256: 'x' }));
  await into.write(backupFiles.archive(name), singleChunk('the database'));
  await into.write(backupFiles.documents(name), documentLines(copied));
  const startedAt = backupStart(name).toISOString();
  const manifest: Manifest = {
    format: 1,
    name,
    version: '1.0.0',
    timeZone: 'UTC',
    kind: 'cluster',
    postgres: '18.4',
    fingerprint: into.fingerprint,
    startedAt,
    endedAt: startedAt,
    wal: { start: '0/1', stop: '0/2', first: segment(first), last: segment(first) },
    chain,
    files: [],
    folders: [],
    rows: {},
    documents: { count: documents.length, bytes: 0, sha256: 'x', missing: [] },
  };
  await writeManifest(into, manifest);
}

async function put(name: string, day: string) {
  await sealed.place.put(name, Readable.from(['x']));
  const at = new Date(`${day}T12:00:00Z`);
  await utimes(join(place, name), at, at);
}

const left = async (of: string) => (await readdir(join(place, of)).catch(() => [])).sort();
const run = (days: number, chain = 'new') =>
  prune({ sealed, database, keep: { days, weeks: 0, months: 0 }, timeZone: 'UTC', chain });

test('removes old backups, then the WAL and documents that no kept backup needs', async () => {
  await backup({ day: '2027-01-01', chain: 'old', first: 1, documents: ['gone', 'kept'] });
  await backup({ day: '2027-01-02', chain: 'new', first: 5, documents: ['kept'] });
  await backup({ day: '2027-01-03', chain: 'new', first: 9, documents: ['kept', 'late'] });
  await put(`wal/old/${segment(2)}`, '2027-01-01');
  for (const number of [4, 5, 6, 10]) await put(`wal/new/${segment(number)}`, '2027-01-02');
  for (const id of ['gone', 'kept', 'late']) await put(`documents/${id}`, '2026-12-30');
  // Shipped; no backup names it yet.
  await put('documents/shipped', '2027-01-03');

  await run(2);
  expect(await left('backups')).toEqual([nameOf('2027-01-02'), nameOf('2027-01-03')]);
  expect(await left('wal')).toEqual(['new']);
  expect(await left('wal/new')).toEqual([5, 6, 10].map(segment));
  expect(await left('documents')).toEqual(['kept', 'late', 'shipped']);
});

test('keeps the newest verified backup while newer ones have problems', async () => {
  for (const day of ['2027-02-01', '2027-02-02', '2027-02-03']) {
    await backup({ day, chain: 'new', first: 1, documents: [] });
    const record = { name: nameOf(day), place };
    await recordStart(database, { ...record, scheduled: true });
    const manifest = { name: record.name, endedAt: new Date().toISOString(), documents: { count: 0 } };
    await recordEnd(database, place, { manifest, bytes: 1, copied: { count: 0, bytes: 0 } });
    await recordVerify(database, { ...record, problem: day === '2027-02-01' ? undefined : 'It is broken.' });
  }
  await run(1);
  expect(await left('backups')).toEqual([nameOf('2027-02-01'), nameOf('2027-02-03')]);
});

test('keeps all documents and WAL while there are backups of a former key', async () => {
  await backup({ day: '2027-03-01', chain: 'old', first: 1, documents: ['theirs'] }, sealedWith(8));
  await backup({ day: '2027-03-02', chain: 'new', first: 5, documents: [] });
  await put('documents/theirs', '2026-12-30');
  await put(`wal/old/${segment(2)}`, '2027-03-01');
  await run(2);
  expect(await left('backups')).toEqual([nameOf('2027-03-01'), nameOf('2027-03-02')]);
  expect(await left('wal/old')).toEqual([segment(2)]);
  expect(await left('documents')).toEqual(['theirs']);
});
