import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';
import { DANA, type DocumentRoom, openDocumentRoom } from '../support/documents.ts';
import { bytesOf, DOCUMENTS, service } from '../support/storage.ts';

const portal = portalForFile();
let room: DocumentRoom;
beforeAll(async () => {
  room = await openDocumentRoom(portal);
});

let number = 0;
/** A folder for one test. */
let place: string;
beforeEach(async () => {
  number += 1;
  place = `trash ${number}`;
});

const key = (path: string) => `${room.maria.id}/${path}`;
const mark = (folder: string) => `${folder}/.emptyFolderPlaceholder`;
const staff = () => room.dana.client.storage.from(DOCUMENTS);

async function remove(...paths: string[]): Promise<void> {
  const { data, error } = await staff().remove(paths.map(key));
  expect(error).toBeNull();
  expect(data?.map(({ name }) => name).sort()).toEqual(paths.map(key).sort());
}

interface Trashed {
  id: string;
  path: string;
}

const trash = async (person: Person = room.dana) => {
  const { data, error } = await person.client
    .from('trashed_documents')
    .select('*')
    .eq('owner_id', room.maria.id)
    .like('path', `${place}/%`)
    .order('path')
    .overrideTypes<(Trashed & Record<string, unknown>)[], { merge: false }>();
  if (error) throw error;
  return data;
};

const restore = (person: Person, ids: string[]) =>
  person.client.rpc('restore_documents', { document_ids: ids });

async function restored(ids: string[]): Promise<Trashed[]> {
  const { data, error } = await restore(room.dana, ids);
  expect(error).toBeNull();
  return data as Trashed[];
}

async function putMark(folder: string): Promise<void> {
  const { error } = await room.maria.client.storage.from(DOCUMENTS).upload(key(mark(folder)), new Blob([]));
  expect(error).toBeNull();
}

const keysHere = async () =>
  (
    await portal.database.query<{ path: string }>(
      `select nutmeg.path_of(name) as path from storage.objects where starts_with(name, $1) order by 1`,
      [key(`${place}/`)],
    )
  ).map(({ path }) => path);

describe('a deleted document', () => {
  test('goes to the trash and is restored with its id, bytes, count, date and metadata', async () => {
    const bytes = bytesOf('trashed', 300_000).toString('hex');
    const path = `${place}/W-2 é 📄.txt`;
    const mine = room.maria.client.storage.from(DOCUMENTS);
    const uploaded = await mine.upload(key(path), new Blob([bytes], { type: 'text/plain' }), {
      metadata: { from: 'phone' },
    });
    expect(uploaded.error).toBeNull();
    await mine.download(key(path));
    const object = 'select to_jsonb(o) - $2::text as row from storage.objects o where name = $1';
    const entry = 'select to_jsonb(f) as row from public.file_uploads f where file_path = $1';
    const before = {
      object: await portal.database.query(object, [key(path), 'updated_at']),
      entry: await portal.database.query(entry, [key(path)]),
    };
    await room.news();

    await remove(path);
    expect((await mine.exists(key(path))).data).toBe(false);
    const [row] = await trash();
    expect(row).toMatchObject({
      owner_id: room.maria.id,
      path,
      file_name: 'W-2 é 📄.txt',
      file_size: 600_000,
      file_type: 'text/plain',
      is_folder_mark: false,
      deleted_by: room.dana.id,
      deleted_by_name: 'Dana Reyes',
      download_count: 1,
      uploaded_by: room.maria.id,
    });
    const days = (Date.parse(`${row?.expires_at}`) - Date.parse(`${row?.deleted_at}`)) / 86_400_000;
    expect(days).toBe(30);

    expect(await restored([row?.id ?? ''])).toEqual([{ id: row?.id, path }]);
    expect(await trash()).toEqual([]);
    const ignoringAccess = ([found]: { row?: object }[]) => ({ ...found?.row, last_accessed_at: null });
    expect(ignoringAccess(await portal.database.query(object, [key(path), 'updated_at']))).toEqual(
      ignoringAccess(before.object as { row?: object }[]),
    );
    expect(await portal.database.query(entry, [key(path)])).toEqual(before.entry);
    const { data } = await mine.download(key(path));
    const hash = (of: string | undefined) =>
      createHash('sha256')
        .update(of ?? '')
        .digest('hex');
    expect(hash(await data?.text())).toBe(hash(bytes));
    expect((await room.news()).slice(0, 2)).toEqual([
      { ...DANA, action: 'deleted', document_id: row?.id, path },
      { ...DANA, action: 'restored', document_id: row?.id, path },
    ]);
  });

  test('can’t be seen in the trash or restored by clients', async () => {
    const id = await room.put(`${place}/a.txt`);
    await remove(`${place}/a.txt`);
    expect(await trash(room.maria)).toEqual([]);
    expect((await restore(room.maria, [id])).error).toMatchObject({ code: '42501' });
    expect(await trash(room.sam)).toHaveLength(1);
    expect(await keysHere()).toEqual([]);
  });

  test('goes to the trash also if the service key deletes it', async () => {
    const id = await room.put(`${place}/a.txt`);
    await service(portal)
      .storage.from(DOCUMENTS)
      .remove([key(`${place}/a.txt`)]);
    expect(await trash()).toMatchObject([{ id, deleted_by: null, deleted_by_name: null }]);
    expect(await restored([id])).toEqual([{ id, path: `${place}/a.txt` }]);
  });
});

describe('restoring', () => {
  test('chooses another name if the old one is taken, and overwrites nothing', async () => {
    const name = `${place}/W2.2024.pdf.txt`;
    const first = await room.put(name, 'first');
    await remove(name);
    const second = await room.put(name, 'second');
    await remove(name);
    const third = await room.put(name, 'third');
    await room.news();
    const back = await restored([first, second]);
    expect(back.map(({ id }) => id).sort()).toEqual([first, second].sort());
    for (const { id, path } of back) {
      expect(path).toMatch(/^trash \d+\/W2\.2024\.pdf_[a-z0-9]{4}\.txt$/);
      const { data } = await staff().download(key(path));
      expect(await data?.text()).toBe(id === first ? 'first' : 'second');
    }
    const told = back.map(({ id, path }) => ({
      ...DANA,
      action: 'restored',
      document_id: id,
      path: name,
      new_path: path,
    }));
    expect(await room.news()).toEqual(expect.arrayContaining(told));
    expect((await staff().info(key(name))).data?.id).toBe(third);
  });

  test('gives the name to the last deleted of two with the same name', async () => {
    const older = await room.put(`${place}/a.txt`);
    await remove(`${place}/a.txt`);
    const newer = await room.put(`${place}/a.txt`);
    await remove(`${place}/a.txt`);
    const back = new Map((await restored([older, newer])).map(({ id, path }) => [id, path]));
    expect(back.get(newer)).toBe(`${place}/a.txt`);
    expect(back.get(older)).toMatch(/a_[a-z0-9]{4}\.txt$/);
  });

  test.each([
    [`${'a'.repeat(251)}.txt`, /^a{246}_[a-z0-9]{4}\.txt$/],
    ['é'.repeat(127), /^é{125}_[a-z0-9]{4}$/],
    ['.2025', /^\.2025_[a-z0-9]{4}$/],
    ['W2.2023', /^W2\.2023_[a-z0-9]{4}$/],
  ])('chooses a valid other name: %s', async (name, expected) => {
    const old = await room.put(`${place}/${name}`);
    await remove(`${place}/${name}`);
    await room.put(`${place}/${name}`);
    const [back] = await restored([old]);
    expect(back?.path.slice(place.length + 1)).toMatch(expected);
  });

  test('restores a folder with its empty subfolders only', async () => {
    await putMark(`${place}/2024`);
    await putMark(`${place}/2024/W2s`);
    await putMark(`${place}/2024/empty`);
    await putMark(`${place}/elsewhere`);
    const inside = await room.put(`${place}/2024/W2s/a.txt`);
    await room.put(`${place}/2024/b.txt`);
    await remove(mark(`${place}/elsewhere`));
    await remove(
      `${place}/2024/b.txt`,
      `${place}/2024/W2s/a.txt`,
      ...['2024', '2024/W2s', '2024/empty'].map((folder) => mark(`${place}/${folder}`)),
    );
    expect((await trash()).filter((row) => row.is_folder_mark === true)).toHaveLength(4);
    expect(await restored([inside])).toEqual([{ id: inside, path: `${place}/2024/W2s/a.txt` }]);
    expect(await keysHere()).toEqual(
      [
        mark(`${place}/2024`),
        mark(`${place}/2024/W2s`),
        `${place}/2024/W2s/a.txt`,
        mark(`${place}/2024/empty`),
      ].sort(),
    );
    // The other file can still be restored, although its folder exists again.
    const left = (await trash()).filter((row) => row.is_folder_mark === false);
    expect(await restored(left.map(({ id }) => id))).toHaveLength(1);
  });

  test('returns only what it restored, and repeats nothing', async () => {
    const id = await room.put(`${place}/a.txt`);
    await remove(`${place}/a.txt`);
    const twice = await Promise.all([restored([id]), restored([id])]);
    expect(twice.flat()).toEqual([{ id, path: `${place}/a.txt` }]);
    expect(await restored([id, '00000000-0000-4000-8000-000000000000'])).toEqual([]);
    expect(await restored([])).toEqual([]);
  });
});

test('a document that staff replaced can be restored beside its replacement', async () => {
  const id = await room.put(`${place}/w2.txt`, 'the true one');
  const replaced = await staff().upload(key(`${place}/w2.txt`), new Blob(['another']), { upsert: true });
  expect(replaced.error).toBeNull();
  const [former, ...others] = await trash();
  expect(others).toEqual([]);
  expect(former).toMatchObject({ path: `${place}/w2.txt`, deleted_by_name: 'Dana Reyes', file_size: 12 });
  expect(former?.id).not.toBe(id);
  const [back] = await restored([former?.id ?? '']);
  const { data } = await staff().download(key(back?.path ?? ''));
  expect(await data?.text()).toBe('the true one');
  expect(await (await staff().download(key(`${place}/w2.txt`))).data?.text()).toBe('another');
  expect(await trash()).toEqual([]);
});

describe('a document in the trash for thirty days', () => {
  const blobsOf = (id: string) =>
    portal.database.query<{ blob_id: string }>(
      'select blob_id from public.trashed_documents where id = $1 union select blob_id from storage.objects where id = $1',
      [id],
    );
  const blobExists = async (blob: string) =>
    (await portal.database.query('select from storage.blobs where id = $1', [blob])).length === 1;

  test('can’t be restored, and its bytes are kept until then', { tags: ['faults-operate'] }, async () => {
    const [kept, gone] = [await room.put(`${place}/kept.txt`), await room.put(`${place}/gone.txt`)];
    await remove(`${place}/kept.txt`, `${place}/gone.txt`);
    const [keptBlob] = await blobsOf(kept);
    const [goneBlob] = await blobsOf(gone);
    await portal.database.query(`update storage.blobs set created_at = created_at - interval '40 days'`);
    await portal.database.query(`update public.trashed_documents set expires_at = now() where id = $1`, [
      gone,
    ]);
    expect(await restored([gone])).toEqual([]);

    await portal.database.query('delete from public.trashed_documents where expires_at <= now()');
    // The sweeper runs when the server starts.
    await portal.killAndRestart();
    await eventually(async () => !(await blobExists(goneBlob?.blob_id ?? '')));
    expect(await blobExists(keptBlob?.blob_id ?? '')).toBe(true);
    expect(await restored([kept])).toHaveLength(1);
    const { data } = await staff().download(key(`${place}/kept.txt`));
    expect(await data?.text()).toBe(`${place}/kept.txt`);
  });
});
