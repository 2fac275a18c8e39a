import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import {
  DOCUMENTS,
  denied,
  duplicate,
  filledBucket,
  freshBucket,
  invalidKey,
  noBucket,
  noObject,
  refusal,
  service,
  textsIn,
} from '../support/storage.ts';

const portal = portalForFile();
let storage: Client['storage'];
let bucket: string;
beforeAll(async () => {
  storage = service(portal).storage;
});

const files = () => storage.from(bucket);

const fill = async (texts: Record<string, string>) => {
  bucket = await filledBucket(portal, texts);
};
const contents = (of = bucket) => textsIn(portal, of);

describe('moving a file', () => {
  test('changes the name, and keeps the bytes and the id', async () => {
    await fill({ 'a.txt': 'a' });
    const before = (await files().info('a.txt')).data;
    const { data, error } = await files().move('a.txt', 'new folder/b ä?#%.txt');
    expect(error).toBeNull();
    expect(data).toMatchObject({ message: 'Successfully moved' });
    expect((await files().list('new folder')).data?.[0]).toMatchObject({
      name: 'b ä?#%.txt',
      id: before?.id,
    });
    expect((await files().exists('a.txt')).data).toBe(false);
    const blobs = await portal.database.query('select 1 from storage.objects where bucket_id = $1', [bucket]);
    expect(blobs).toHaveLength(1);
  });

  test('refuses an existing destination', async () => {
    await fill({ 'a.txt': 'a', 'b.txt': 'b' });
    expect(refusal(await files().move('a.txt', 'b.txt'))).toEqual(duplicate);
    expect(await contents()).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  });

  test('to its own name does nothing', async () => {
    await fill({ 'café.txt': 'a' });
    expect((await files().move('café.txt', 'cafe\u0301.txt')).error).toBeNull();
    expect(await contents()).toEqual({ 'café.txt': 'a' });
  });

  test('requires an existing source, a bucket, and a valid name', async () => {
    await fill({ 'a.txt': 'a' });
    expect(refusal(await files().move('none.txt', 'b.txt'))).toEqual(noObject);
    expect(refusal(await files().move('no\0ne', 'b.txt'))).toEqual(noObject);
    expect(refusal(await files().move('a.txt', 'a/../b.txt'))).toEqual(invalidKey('a/../b.txt'));
    expect(refusal(await files().move('a.txt', 'b.txt', { destinationBucket: 'nowhere' }))).toEqual(noBucket);
    expect(refusal(await storage.from('nowhere').move('a.txt', 'b.txt'))).toEqual(noBucket);
    expect(refusal(await files().move('a.txt', 'b.txt', { sourceVersionId: 'old' }))).toEqual(noObject);
    expect(refusal(await files().move('', 'b.txt'))).toMatchObject({ code: 'InvalidRequest' });
    expect(await contents()).toEqual({ 'a.txt': 'a' });
  });

  test('can move to another bucket', async () => {
    await fill({ 'a.txt': 'a' });
    const other = await freshBucket(portal);
    expect((await files().move('a.txt', 'moved.txt', { destinationBucket: other })).error).toBeNull();
    expect(await contents()).toEqual({});
    expect(await contents(other)).toEqual({ 'moved.txt': 'a' });
  });
});

describe('moving a folder', () => {
  test('moves all of its content, and nothing else', async () => {
    const beside = {
      dir: 'file of the same name',
      'dir.txt': '1',
      dir0: '2',
      'dir2/a.txt': '3',
      'Dir/a.txt': '4',
    };
    await fill({ ...beside, 'old/a.txt': 'a', 'old/.emptyFolderPlaceholder': '', 'old/deep/er/b.txt': 'b' });
    const { data, error } = await files().move('old', 'years/new');
    expect(error).toBeNull();
    expect(data).toMatchObject({ message: 'Successfully moved' });
    expect(await contents()).toEqual({
      ...beside,
      'years/new/a.txt': 'a',
      'years/new/.emptyFolderPlaceholder': '',
      'years/new/deep/er/b.txt': 'b',
    });
  });

  test('prefers a file of the same name', async () => {
    await fill({ dir: 'file', 'dir/a.txt': 'a' });
    await files().move('dir', 'moved');
    expect(await contents()).toEqual({ moved: 'file', 'dir/a.txt': 'a' });
  });

  test('refuses an existing destination, and moves nothing', async () => {
    const all = { 'a/1.txt': '1', 'a/2.txt': '2', 'b/2.txt': 'other', 'c/9.txt': '9', file: 'x' };
    await fill(all);
    expect(refusal(await files().move('a', 'b'))).toEqual(duplicate);
    expect(refusal(await files().move('a', 'c'))).toEqual(duplicate);
    expect(refusal(await files().move('a', 'file'))).toEqual(duplicate);
    expect(await contents()).toEqual(all);
  });

  test('refuses to move into itself', async () => {
    await fill({ 'a/1.txt': '1', 'a/b/2.txt': '2' });
    for (const inside of ['a/b', 'a/new', 'a/b/c']) {
      expect(refusal(await files().move('a', inside))).toMatchObject({
        statusCode: '400',
        code: 'InvalidRequest',
      });
    }
    expect(refusal(await files().move('a/b', 'a'))).toEqual(duplicate);
    expect((await files().move('a', 'a')).error).toBeNull();
    expect((await files().move('a', 'ab')).error).toBeNull();
    expect(await contents()).toEqual({ 'ab/1.txt': '1', 'ab/b/2.txt': '2' });
  });

  test('refuses a destination that makes a key too long', async () => {
    await fill({ [`a/${'x'.repeat(200)}/${'y'.repeat(200)}.txt`]: '1' });
    const deep = Array(4).fill('z'.repeat(200)).join('/');
    expect(refusal(await files().move('a', deep))).toEqual(invalidKey(deep));
    expect(Object.keys(await contents())).toHaveLength(1);
  });

  test('succeeds for exactly one of several concurrent moves', async () => {
    await fill({ 'a/1.txt': '1', 'a/2.txt': '2', 'b/1.txt': 'b' });
    const moves = [
      ...Array.from({ length: 6 }, (_, n) => files().move('a', `to-${n}`)),
      ...Array.from({ length: 6 }, () => files().move('b', 'to-0')),
    ];
    const results = await Promise.all(moves);
    for (const { error } of results) if (error) expect([noObject, duplicate]).toContainEqual(error);
    const moved = await contents();
    expect(Object.keys(moved)).toHaveLength(3);
    const folders = Object.keys(moved).map((key) => key.split('/')[0]);
    expect(new Set(folders).size).toBe(2);
    expect(Object.values(moved).sort()).toEqual(['1', '2', 'b']);
  });

  test('does not deadlock with the opposite move', async () => {
    await fill({ 'a/1.txt': '1', 'b/2.txt': '2' });
    for (let round = 0; round < 5; round++) {
      const results = await Promise.all([files().move('a', 'b/in'), files().move('b', 'a/in')]);
      for (const { error } of results) if (error) expect(error).toMatchObject({ status: 400 });
      expect(Object.values(await contents()).sort()).toEqual(['1', '2']);
      await fill({ 'a/1.txt': '1', 'b/2.txt': '2' });
    }
  });
});

describe('concurrent changes', () => {
  test('of the same files all complete, and each file is in one place or removed', async () => {
    await fill({});
    const names = Array.from({ length: 60 }, (_, n) => `${n}.txt`);
    await Promise.all(names.map((name) => files().upload(`a/${name}`, name)));
    const inBoth = (list: string[]) => list.flatMap((name) => [`a/${name}`, `b/${name}`]);
    for (let round = 0; round < 8; round++) {
      const some = names.slice(round * 5, round * 5 + 20);
      const results = await Promise.all([
        files().move('a', 'b'),
        files().remove(inBoth(some).reverse()),
        files().move('b', 'a'),
        files().remove(inBoth([...some].sort())),
      ]);
      for (const { error } of results) if (error) expect([noObject, duplicate]).toContainEqual(error);
    }
    const left = Object.entries(await contents());
    expect(new Set(left.map(([key]) => key.split('/')[1])).size).toBe(left.length);
    for (const [key, text] of left) expect(key.split('/')[1]).toBe(text);
  });
});

describe('clients and staff', () => {
  let owner: Person;
  let stranger: Person;
  let staff: Person;
  const in_ = ({ client }: Person) => client.storage.from(DOCUMENTS);

  beforeAll(async () => {
    owner = await createPerson(portal);
    stranger = await createPerson(portal);
    staff = await createPerson(portal, { role: 'admin' });
  });

  test('a client can move and rename in their own folder, staff everywhere', async () => {
    await in_(owner).upload(`${owner.id}/2024/a.txt`, 'a');
    expect((await in_(owner).move(`${owner.id}/2024`, `${owner.id}/2025`)).error).toBeNull();
    expect(refusal(await in_(stranger).move(`${owner.id}/2025`, `${stranger.id}/mine`))).toEqual(noObject);
    expect(refusal(await in_(owner).move(`${owner.id}/2025`, `${stranger.id}/2025`))).toEqual(denied);
    expect(refusal(await in_(owner).move(`${owner.id}/2025/a.txt`, `${stranger.id}/a.txt`))).toEqual(denied);
    expect(refusal(await in_(owner).copy(`${owner.id}/2025/a.txt`, `${stranger.id}/a.txt`))).toEqual(denied);
    expect((await in_(staff).move(`${owner.id}/2025`, `${stranger.id}/misfiled`)).error).toBeNull();
    expect((await in_(stranger).exists(`${stranger.id}/misfiled/a.txt`)).data).toBe(true);
    expect((await in_(staff).move(`${stranger.id}/misfiled`, `${owner.id}/2025`)).error).toBeNull();
  });

  test('a client can’t remove or replace, staff can', async () => {
    const key = `${owner.id}/final.txt`;
    await in_(owner).upload(key, 'handed in');
    expect((await in_(owner).remove([key])).data).toEqual([]);
    expect(refusal(await in_(owner).upload(key, 'other', { upsert: true }))).toEqual(denied);
    expect(refusal(await in_(owner).update(key, 'other'))).toEqual(denied);
    expect(await (await in_(owner).download(key)).data?.text()).toBe('handed in');
    expect((await in_(staff).update(key, 'corrected')).error).toBeNull();
    expect((await in_(staff).remove([key])).data).toHaveLength(1);
  });

  test('a folder at the root or without an owner is refused', async () => {
    for (const person of [owner, staff]) {
      expect(refusal(await in_(person).upload('root.txt', 'x'))).toEqual(denied);
      expect(refusal(await in_(person).upload('00000000-0000-0000-0000-000000000000/x.txt', 'x'))).toEqual(
        denied,
      );
      expect(refusal(await in_(person).upload(owner.id, 'x'))).toEqual(denied);
    }
    expect(refusal(await in_(staff).move(`${owner.id}/2025/a.txt`, 'root.txt'))).toEqual(denied);
  });
});
