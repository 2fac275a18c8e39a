import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createPerson } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS, freshBucket, refusal, service } from '../support/storage.ts';

const portal = portalForFile();
let storage: Client['storage'];
let bucket: string;

const keys = [
  'Beta.txt',
  'alpha.txt',
  'gamma.txt',
  'delta/one.txt',
  'delta/two.txt',
  'delta/deep/three.txt',
  'Epsilon/x.txt',
  'x',
  'x/inside.txt',
  'x.pdf',
  'under_score.txt',
  'underXscore.txt',
  'Ärger.txt',
  'äpfel.txt',
  '50%.txt',
  '50a.txt',
];

beforeAll(async () => {
  storage = service(portal).storage;
  bucket = await freshBucket(portal);
  // Sequentially, so that each is newer than the previous one.
  for (const key of keys) {
    const { error } = await storage.from(bucket).upload(key.replace('%', '%25'), key);
    if (error) throw error;
  }
});

type Options = Parameters<ReturnType<Client['storage']['from']>['list']>[1];

async function listed(path?: string, options?: Options): Promise<string[]> {
  const { data, error } = await storage.from(bucket).list(path, options);
  if (error) throw error;
  return data.map(({ name, id }) => (id === null ? `${name}/` : name));
}

describe('list', () => {
  test('sorts files and folders together by name, ignoring case', async () => {
    expect(await listed()).toEqual([
      '50%.txt',
      '50a.txt',
      'alpha.txt',
      'Beta.txt',
      'delta/',
      'Epsilon/',
      'gamma.txt',
      'under_score.txt',
      'underXscore.txt',
      'x/',
      'x',
      'x.pdf',
      'äpfel.txt',
      'Ärger.txt',
    ]);
    expect(await listed('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(
      (await listed()).reverse(),
    );
  });

  test('returns a folder with null columns', async () => {
    const { data } = await storage.from(bucket).list('', { search: 'delta' });
    expect(data).toEqual([
      { name: 'delta', id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null },
    ]);
  });

  test.each(['delta', 'delta/', '/delta', '/delta/'])('accepts %s as the folder', async (path) => {
    expect(await listed(path)).toEqual(['deep/', 'one.txt', 'two.txt']);
  });

  test('does not match a part of a folder name', async () => {
    expect(await listed('delt')).toEqual([]);
    expect(await listed('delta/on')).toEqual([]);
    expect(await listed('alpha.txt')).toEqual([]);
    expect(await listed('Delta')).toEqual([]);
  });

  test('pages by limit and offset, counting folders', async () => {
    const all = await listed();
    expect(await listed('', { limit: 4 })).toEqual(all.slice(0, 4));
    expect(await listed('', { limit: 4, offset: 4 })).toEqual(all.slice(4, 8));
    expect(await listed('', { limit: 100, offset: 1000 })).toEqual([]);
  });

  test('searches by prefix, without wildcards', async () => {
    expect(await listed('', { search: 'B' })).toEqual(['Beta.txt']);
    expect(await listed('', { search: 'e' })).toEqual(['Epsilon/']);
    expect(await listed('', { search: 'ä' })).toEqual(['äpfel.txt', 'Ärger.txt']);
    expect(await listed('', { search: 'A\u0308R' })).toEqual(['Ärger.txt']);
    expect(await listed('', { search: 'under_' })).toEqual(['under_score.txt']);
    expect(await listed('', { search: '50%' })).toEqual(['50%.txt']);
    expect(await listed('', { search: '%' })).toEqual([]);
    expect(await listed('', { search: 'eta' })).toEqual([]);
    expect(await listed('delta', { search: 'T' })).toEqual(['two.txt']);
    expect(await listed('delta', { search: 'one.txt' })).toEqual(['one.txt']);
  });

  test('sorted by another column has folders first', async () => {
    const byAge = await listed('', { sortBy: { column: 'created_at', order: 'asc' } });
    const files = keys.filter((key) => !key.includes('/'));
    expect(byAge).toEqual(['delta/', 'Epsilon/', 'x/', ...files]);
    const newest = await listed('', { sortBy: { column: 'updated_at', order: 'desc' }, limit: 5 });
    expect(newest).toEqual(['delta/', 'Epsilon/', 'x/', '50a.txt', '50%.txt']);
    expect(
      await listed('', { sortBy: { column: 'created_at', order: 'desc' }, offset: 5, limit: 1 }),
    ).toEqual(['äpfel.txt']);
    expect(await listed('', { sortBy: { column: 'last_accessed_at' }, search: 'x' })).toEqual([
      'x/',
      'x',
      'x.pdf',
    ]);
  });

  test('is empty for an unknown bucket, folder or name', async () => {
    expect((await storage.from('nowhere').list()).data).toEqual([]);
    for (const path of ['none', 'a//b', '../..', 'nul\0', 'lone \ud800'])
      expect(await listed(path)).toEqual([]);
    expect(await listed('', { search: '\0' })).toEqual([]);
    expect(await listed('', { search: 'delta/one' })).toEqual([]);
  });

  test('finds exactly one key with exactMatch', async () => {
    expect(await listed('delta/one.txt', { exactMatch: true })).toEqual(['one.txt']);
    expect(await listed('delta', { exactMatch: true })).toEqual([]);
    expect(await listed('', { noncurrentVersions: 'only' })).toEqual([]);
  });

  test('refuses invalid options', async () => {
    const files = storage.from(bucket);
    for (const options of [
      { limit: 0 },
      { limit: -1 },
      { offset: -1 },
      { limit: 1.5 },
      { sortBy: { column: 'name; drop table x' } },
      { sortBy: { column: 'size' } },
      { sortBy: { order: 'sideways' } },
    ]) {
      expect(refusal(await files.list('', options))).toMatchObject({
        statusCode: '400',
        code: 'InvalidRequest',
      });
    }
  });

  test('includes placeholders, and has 100 entries by default', async () => {
    const folder = await freshBucket(portal);
    const names = Array.from({ length: 105 }, (_, n) => `f/${String(n).padStart(3, '0')}.txt`);
    await Promise.all(names.map((name) => storage.from(folder).upload(name, '')));
    await storage.from(folder).upload('f/.emptyFolderPlaceholder', '');
    expect((await storage.from(folder).list('f')).data).toHaveLength(100);
    const all = (await storage.from(folder).list('f', { limit: 1000 })).data;
    expect(all).toHaveLength(106);
    expect(all?.[0]).toMatchObject({ name: '.emptyFolderPlaceholder', metadata: { size: 0 } });
  });

  test('shows each client only their own objects', async () => {
    const [a, b] = [await createPerson(portal), await createPerson(portal)];
    const staff = await createPerson(portal, { role: 'admin' });
    for (const { id, client } of [a, b]) await client.storage.from(DOCUMENTS).upload(`${id}/mine.txt`, 'x');
    const root = await a.client.storage.from(DOCUMENTS).list();
    expect(root.data?.map(({ name }) => name)).toEqual([a.id]);
    expect((await a.client.storage.from(DOCUMENTS).list(b.id)).data).toEqual([]);
    for (const { id } of [a, b]) {
      const { data } = await staff.client.storage.from(DOCUMENTS).list('', { search: id });
      expect(data?.map(({ name }) => name)).toEqual([id]);
    }
    expect((await staff.client.storage.from(DOCUMENTS).list(b.id)).data).toHaveLength(1);
  });
});

describe('listV2', () => {
  type V2 = Parameters<ReturnType<Client['storage']['from']>['listV2']>[0];

  async function pages(options: V2) {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await storage
        .from(bucket)
        .listV2({ ...options, ...(cursor ? { cursor } : {}) });
      if (error) throw error;
      names.push(...[...data.folders, ...data.objects].map(({ name }) => name));
      expect(data.hasNext).toBe(data.nextCursor !== undefined);
      cursor = data.nextCursor;
    } while (cursor);
    return names;
  }
  const bytewise = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

  test('returns all keys in byte order', async () => {
    const { data } = await storage.from(bucket).listV2();
    expect(data?.objects.map(({ name }) => name)).toEqual(bytewise);
    expect(data?.objects[0]).toMatchObject({
      key: data?.objects[0]?.name,
      metadata: { size: 7 },
      id: expect.any(String),
    });
    expect(data).toMatchObject({ hasNext: false, folders: [] });
  });

  test.each([1, 3, 5, 16, 100])('returns each entry once in pages of %i', async (limit) => {
    expect(await pages({ limit })).toEqual(bytewise);
  });

  test('accepts any prefix', async () => {
    expect(await pages({ prefix: 'delta/' })).toEqual([
      'delta/deep/three.txt',
      'delta/one.txt',
      'delta/two.txt',
    ]);
    expect(await pages({ prefix: 'delt' })).toHaveLength(3);
    expect(await pages({ prefix: 'delta/o', limit: 1 })).toEqual(['delta/one.txt']);
    expect(await pages({ prefix: 'nul\0' })).toEqual([]);
  });

  test('groups folders with a delimiter', async () => {
    const { data } = await storage.from(bucket).listV2({ with_delimiter: true });
    expect(data?.folders).toEqual(['Epsilon', 'delta', 'x'].map((key) => ({ name: `${key}/`, key })));
    const within = await storage.from(bucket).listV2({ with_delimiter: true, prefix: 'delta/' });
    expect(within.data?.folders).toEqual([{ name: 'delta/deep/', key: 'deep' }]);
    expect(data?.objects.map(({ name }) => name)).toEqual(bytewise.filter((key) => !key.includes('/')));
    expect((await pages({ with_delimiter: true, limit: 2 })).sort()).toEqual(
      [...(await pages({ with_delimiter: true }))].sort(),
    );
    expect(await pages({ with_delimiter: true, prefix: 'delta/' })).toEqual([
      'delta/deep/',
      'delta/one.txt',
      'delta/two.txt',
    ]);
  });

  test('pages in order of time', async () => {
    const oldest = await pages({ sortBy: { column: 'created_at', order: 'asc' }, limit: 3 });
    expect(oldest).toEqual(keys);
    expect(await pages({ sortBy: { column: 'created_at', order: 'desc' }, limit: 4 })).toEqual(
      [...keys].reverse(),
    );
    expect(await pages({ sortBy: { column: 'name', order: 'desc' }, limit: 4 })).toEqual(
      [...bytewise].reverse(),
    );
  });

  test('refuses an invalid cursor', async () => {
    for (const cursor of [
      'x',
      'bnVsbA',
      Buffer.from('["a"]').toString('base64url'),
      Buffer.from('["a","\\u0000"]').toString('base64url'),
    ]) {
      expect(refusal(await storage.from(bucket).listV2({ cursor }))).toMatchObject({
        code: 'InvalidRequest',
      });
    }
  });
});
