import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createFileStore } from '#server/storage/blobs/stores/file-store.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { runCommandLine } from '../command-line.ts';

const database = databaseForFile();

test('the end of a move removes only what it copied and a server then deleted, and nothing with another database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-move-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [old, next, dataDir] = ['old', 'new', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [from, to] = [createFileStore(old, 0), createFileStore(next, 0)];
  const idsIn = async (store: typeof to) => (await Array.fromAsync(store.list())).map(({ id }) => id).sort();
  const portal = async (args: string[], settings: Record<string, string>) => {
    const complaints: string[] = [];
    const code = await runCommandLine(args, {
      env: { DATA_DIR: dataDir, DATABASE_URL: database.url, ...settings },
      print: () => undefined,
      complain: (line) => void complaints.push(line),
    });
    return { code, complaints };
  };
  const [kept, deleted, late, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await database.query('insert into storage.blobs (id) values ($1), ($2)', [kept, deleted]);
  for (const id of [kept, deleted]) await from.put(id, Readable.from([Buffer.from('x')]));
  const [oldUrl, nextUrl] = [pathToFileURL(old).href, pathToFileURL(next).href];
  expect(await portal(['move-store', nextUrl], { STORAGE_URL: oldUrl })).toEqual({ code: 0, complaints: [] });

  await database.query('delete from storage.blobs where id = $1', [deleted]);
  await from.remove(deleted);
  // Of another portal with the same store.
  await to.put(other, Readable.from([Buffer.from('x')]));
  const finish = () => portal(['move-store'], { STORAGE_URL: nextUrl, STORAGE_URL_PREVIOUS: oldUrl });
  expect(await finish()).toEqual({ code: 0, complaints: [] });
  expect(await idsIn(to)).toEqual([kept, other].sort());
  expect(await readdir(dataDir)).toEqual([]);

  // The database of another portal: it knows none of the documents.
  await database.query('delete from storage.blobs');
  await to.put(late, Readable.from([Buffer.from('x')]));
  const { code, complaints } = await finish();
  expect({ code, complaint: complaints.join() }).toEqual({
    code: 1,
    complaint: expect.stringContaining('has 0 documents and pieces of this database, and 3 that it does not'),
  });
  expect(await idsIn(to)).toEqual([kept, late, other].sort());
});
