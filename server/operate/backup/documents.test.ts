import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createFileStore } from '#server/storage/blobs/stores/file-store.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { BackupError } from './backup-error.ts';
import { copyDocuments, listCopiedDocuments, restoreDocuments } from './documents.ts';
import { backupFiles, documentLines, type Manifest, writeManifest } from './manifest.ts';
import { createFolderPlace } from './place/folder-place.ts';
import { createSealedPlace } from './place/sealed-place.ts';

const testDatabase = databaseForFile();
let database: Database;
let folder: string;
beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-documents-'));
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

let files: string;
let place: string;
let ids: string[];
beforeEach(async () => {
  files = await mkdtemp(join(folder, 'files-'));
  place = await mkdtemp(join(folder, 'place-'));
  ids = [randomUUID(), randomUUID(), randomUUID()].sort();
  await database.query('delete from storage.blobs');
  for (const id of ids) {
    await store().put(id, Readable.from([Buffer.from(`the W-2 ${id}`)]));
    await database.query(`insert into storage.blobs (id, wrapped_key) values ($1, 'k')`, [id]);
  }
});
const store = (path = files) => createFileStore(path, 0);
const inStore = (id: string, path = files) => join(path, id.slice(0, 3), id);
const sealed = () => createSealedPlace(createFolderPlace(place), Buffer.alloc(32, 7));
const copy = (from = store()) => copyDocuments({ database, store: from, place: sealed().place });

/** Its first read fails, like that of a bad sector. */
async function spoil(path: string): Promise<void> {
  await rm(path);
  await mkdir(path);
}

test('a document that the store can’t read is listed, and all others are copied', async () => {
  const [first = '', bad = '', last = ''] = ids;
  await spoil(inStore(bad));
  expect(await copy()).toMatchObject({ count: 2, missing: [bad] });
  expect((await listCopiedDocuments(database, sealed().place)).map(({ id }) => id)).toEqual([first, last]);
  expect((await readdir(join(place, 'documents'))).sort()).toEqual([first, last]);
});

test('a store that doesn’t answer ends the backup', async () => {
  const down = {
    ...store(),
    get: () => Promise.reject(new Error('down')),
    probe: () => Promise.reject(new Error('down')),
  };
  await expect(copy(down)).rejects.toThrow("The store of the documents can't be read.");
});

/** A backup of the documents that were copied. */
async function backup(): Promise<Manifest> {
  const name = '2027-01-14T07-30-00Z';
  const at = '2027-01-14T07:30:00Z';
  const copied = await listCopiedDocuments(database, sealed().place);
  await sealed().write(backupFiles.documents(name), documentLines(copied));
  const manifest: Manifest = {
    format: 1,
    name,
    version: '1.0.0',
    timeZone: 'UTC',
    kind: 'logical',
    postgres: '18.4',
    fingerprint: sealed().fingerprint,
    startedAt: at,
    endedAt: at,
    files: [],
    folders: [],
    rows: {},
    documents: { count: copied.length, bytes: 0, sha256: '', missing: [] },
  };
  await writeManifest(sealed(), manifest);
  return manifest;
}

const restore = async (manifest: Manifest, into: string) =>
  restoreDocuments({ sealed: sealed(), manifest, database, store: store(into), isStoreOurs: true });

test('a restore lists what the place can’t read, and brings all other documents', async () => {
  await copy();
  const manifest = await backup();
  const [first = '', bad = '', changed = ''] = ids;
  await spoil(join(place, 'documents', bad));
  await writeFile(join(place, 'documents', changed), 'another W-2');
  const into = join(place, 'restored');
  const { restored, broken } = await restore(manifest, into);
  expect({ restored, broken: broken.sort() }).toEqual({ restored: 1, broken: [bad, changed] });
  expect(await readFile(inStore(first, into), 'utf8')).toBe(`the W-2 ${first}`);
});

test('a restore goes on after one that was interrupted, and removes what is not of this portal', async () => {
  await copy();
  const manifest = await backup();
  const into = join(place, 'restored');
  const [arrived = '', changed = '', partial = ''] = ids;
  await restore(manifest, into);
  await writeFile(inStore(changed, into), 'cut o');
  await rm(inStore(partial, into));
  await writeFile(`${inStore(partial, into)}.part`, 'cut o');
  const stranger = randomUUID();
  await store(into).put(stranger, Readable.from([Buffer.from('of another backup')]));
  // Can't be copied again.
  await rm(join(place, 'documents', arrived));
  expect(await restore(manifest, into)).toEqual({ restored: 3, broken: [] });
  for (const id of ids) expect(await readFile(inStore(id, into), 'utf8')).toBe(`the W-2 ${id}`);
  expect(await readdir(dirname(inStore(stranger, into)))).not.toContain(stranger);
});

test('a place that goes away ends the restore, and no document counts as damaged', async () => {
  await copy();
  const manifest = await backup();
  const whole = sealed().place;
  let isGone = false;
  const place = createSealedPlace(
    {
      ...whole,
      get: (name) => {
        isGone ||= name.startsWith('documents/');
        return isGone ? Promise.reject(new BackupError('It is gone.')) : whole.get(name);
      },
    },
    Buffer.alloc(32, 7),
  );
  const into = store(join(folder, 'gone'));
  await expect(
    restoreDocuments({ sealed: place, manifest, database, store: into, isStoreOurs: true }),
  ).rejects.toThrow('It is gone.');
});
