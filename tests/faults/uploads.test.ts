import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, startPortal, type TestPortal } from '#tests/support/server/portal.ts';

const ROUNDS = 20;
const WORKERS = 4;
const BUCKET = 'user-documents';

let portal: TestPortal;
let person: Person;
beforeAll(async () => {
  portal = await startPortal({ ownProcess: true, env: { LOG_LEVEL: 'silent' } });
  person = await createPerson(portal);
});
afterAll(() => portal?.close());

const files = () => person.client.storage.from(BUCKET);
/** Text, because the server checks the content of documents. */
const textOf = (name: string, length: number) =>
  Buffer.from(
    createHash('shake256', { outputLength: length / 2 })
      .update(name)
      .digest('hex'),
  );
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
let seed = 20_261;
/** A linear congruential generator, so that every run makes the same choices. */
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

/** A folder of one worker. While a move is unanswered, it may be at either of two paths. */
interface Folder {
  paths: string[];
  files: File[];
}

/** A file in the folder, by its possible names. If its upload is unanswered, it may not exist. */
interface File {
  names: string[];
  answered: boolean;
  hash: string;
}

const folders: Folder[] = [];
let count = 0;

async function uploadInto(folder: Folder): Promise<boolean> {
  count += 1;
  const name = `file ${count} é.txt`;
  const bytes = textOf(name, pick([10, 3_000, 50_000, 50_000, 300_000, 2_000_000]));
  const file: File = { names: [name], answered: false, hash: hashOf(bytes) };
  folder.files.push(file);
  const { error } = await files().upload(`${folder.paths[0]}/${name}`, pick([bytes, new Blob([bytes])]));
  file.answered = error === null;
  return file.answered;
}

async function renameIn(folder: Folder): Promise<boolean> {
  const settled = folder.files.filter(({ answered, names }) => answered && names.length === 1);
  const file = settled.at(-1);
  const [path] = folder.paths;
  if (!file) return uploadInto(folder);
  count += 1;
  const from = file.names[0] ?? '';
  const to = `renamed ${count}.txt`;
  file.names = [from, to];
  const { error } = await files().move(`${path}/${from}`, `${path}/${to}`);
  if (error === null) file.names = [to];
  return error === null;
}

async function moveFolder(folder: Folder): Promise<boolean> {
  if (!folder.files.some(({ answered }) => answered)) return uploadInto(folder);
  count += 1;
  const from = folder.paths[0] ?? '';
  const to = `${person.id}/moved/folder ${count}`;
  folder.paths = [from, to];
  const { error } = await files().move(from, to);
  if (error === null) folder.paths = [to];
  return error === null;
}

/** Uploads, renames and moves until the server is killed. */
async function work(answered: () => void): Promise<void> {
  count += 1;
  const folder: Folder = { paths: [`${person.id}/folder ${count}`], files: [] };
  folders.push(folder);
  while (await pick([uploadInto, uploadInto, renameIn, moveFolder])(folder)) answered();
}

/** Downloads all files and returns their hashes. Files in `known` are not read again. */
async function everything(known: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const { data, error } = await files().listV2({ prefix: person.id, ...(cursor ? { cursor } : {}) });
    if (error) throw error;
    for (const { name, metadata } of data.objects) {
      const hash = known.get(name);
      if (hash !== undefined) {
        found.set(name, hash);
        continue;
      }
      const { data: blob, error: lost } = await files().download(name);
      if (lost) throw new Error(`${name} is listed and can't be read`, { cause: lost });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      expect(bytes.length).toBe(metadata?.size);
      found.set(name, hashOf(bytes));
    }
    cursor = data.nextCursor;
  } while (cursor);
  return found;
}

/**
 * Checks that no answered write was lost, and finds out what happened to unanswered ones. Returns the files, so that
 * the next round need not read them again.
 */
async function expectNothingLost(known: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const found = await everything(known);
  const all = new Map(found);
  for (const folder of folders) {
    const present = folder.paths.filter((path) =>
      [...found.keys()].some((key) => key.startsWith(`${path}/`)),
    );
    // A move is all or nothing.
    expect(present.length).toBeLessThanOrEqual(1);
    const path = present[0] ?? folder.paths[0] ?? '';
    folder.paths = [path];
    folder.files = folder.files.filter((file) => {
      const names = file.names.filter((name) => found.has(`${path}/${name}`));
      if (file.answered) expect([path, file.names, names.length]).toEqual([path, file.names, 1]);
      for (const name of names) {
        expect(found.get(`${path}/${name}`)).toBe(file.hash);
        found.delete(`${path}/${name}`);
      }
      file.names = names;
      file.answered = names.length === 1;
      return file.answered;
    });
  }
  // Lists no unknown files.
  expect([...found.keys()]).toEqual([]);
  const rows = await portal.database.query(
    `select o.name from storage.objects o left join storage.blobs b on b.id = o.blob_id
     left join public.file_uploads f on f.id = o.id and f.file_path = o.name and f.file_size = b.size
     where b.wrapped_key is null or b.sha256 is null or f.id is null`,
  );
  expect(rows).toEqual([]);
  // What the client's room is measured by.
  const [use] = await portal.database.query<{ kept: string; real: string }>(
    `select coalesce(max(u.bytes), 0) as kept, coalesce(sum(o.bytes), 0)::bigint as real from (
       select sum(4096 + (metadata ->> 'size')::bigint + coalesce(octet_length(user_metadata::text), 0)) as bytes
       from storage.objects where bucket_id = $2 and name like $1 || '/%'
     ) o left join nutmeg.storage_use u on u.owner_id = $1::uuid`,
    [person.id, BUCKET],
  );
  expect(use?.kept).toBe(use?.real);
  return all;
}

let known: ReadonlyMap<string, string> = new Map();

// A test for each round, so that a slow machine has its time for each and a second try repeats one round only.
for (let round = 1; round <= ROUNDS; round++) {
  test(`kill -9 in the middle of uploads and moves: answered writes are intact, round ${round}`, {
    tags: round === 1 ? [] : ['faults-kills'],
  }, async () => {
    let answers = 0;
    const enough = WORKERS + random(20);
    const workers = Array.from({ length: WORKERS }, () => work(() => (answers += 1)));
    await eventually(async () => answers >= enough);
    await portal.killAndRestart();
    await Promise.all(workers);
    known = await expectNothingLost(known);
  });
}

test('a day later, the remains of interrupted uploads are gone from the disk', async () => {
  await portal.database.query(`update storage.blobs set created_at = created_at - interval '2 days'`);
  await portal.killAndRestart();
  const kept = (await portal.database.query<{ blob_id: string }>('select blob_id from storage.objects')).map(
    ({ blob_id }) => blob_id,
  );
  await eventually(async () => {
    const [blobs] = await portal.database.query<{ n: number }>(
      'select count(*)::int as n from storage.blobs',
    );
    return blobs?.n === kept.length;
  });
  const onDisk = await readdir(join(portal.dataDir, 'files'), { recursive: true, withFileTypes: true });
  const names = onDisk.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(names.sort()).toEqual(['.nutmeg', ...kept].sort());
  await expectNothingLost(new Map());
});
