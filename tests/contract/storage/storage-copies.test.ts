import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import {
  duplicate,
  filledBucket,
  freshBucket,
  invalidKey,
  noBucket,
  noObject,
  refusal,
  service,
  storageFetch,
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

describe('copying', () => {
  test('creates an independent object with the same bytes', async () => {
    await fill({ 'a.txt': 'a' });
    await files().upload('b.txt', 'b', { metadata: { by: 'me' }, cacheControl: '7' });
    expect((await files().copy('b.txt', 'copies/c.txt')).data).toEqual({ path: `${bucket}/copies/c.txt` });
    expect((await files().info('copies/c.txt')).data).toMatchObject({
      metadata: { by: 'me' },
      cacheControl: 'max-age=7',
    });
    await files().remove(['b.txt']);
    await files().move('copies/c.txt', 'd.txt');
    expect(await contents()).toEqual({ 'a.txt': 'a', 'd.txt': 'b' });
  });

  test('creates no blob', async () => {
    await fill({ 'a.txt': 'a' });
    await files().copy('a.txt', 'b.txt');
    const blobs = await portal.database.query(
      'select distinct blob_id from storage.objects where bucket_id = $1',
      [bucket],
    );
    expect(blobs).toHaveLength(1);
  });

  test('can set other metadata for the copy', async () => {
    await fill({});
    await files().upload('a.txt', 'a', { metadata: { by: 'me' } });
    await files().copy('a.txt', 'b.csv', {
      copyMetadata: false,
      metadata: { mimetype: 'text/csv', cacheControl: 'max-age=5' },
    });
    expect((await files().info('b.csv')).data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=5',
      metadata: {},
      size: 1,
    });
  });

  test('takes the metadata of the header x-metadata, unless it copies that of the source', async () => {
    await fill({});
    await files().upload('a.txt', 'a', { metadata: { by: 'me' } });
    const copy = (destinationKey: string, copyMetadata: boolean) =>
      storageFetch(portal, 'object/copy', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-metadata': Buffer.from('{"by":"you"}').toString('base64'),
        },
        body: JSON.stringify({ bucketId: bucket, sourceKey: 'a.txt', destinationKey, copyMetadata }),
      });
    expect((await copy('b.txt', false)).status).toBe(200);
    expect((await files().info('b.txt')).data?.metadata).toEqual({ by: 'you' });
    expect((await copy('c.txt', true)).status).toBe(200);
    expect((await files().info('c.txt')).data?.metadata).toEqual({ by: 'me' });
  });

  test('refuses an existing destination and a missing source', async () => {
    await fill({ 'a.txt': 'a', 'b.txt': 'b' });
    expect(refusal(await files().copy('a.txt', 'b.txt'))).toEqual(duplicate);
    expect(refusal(await files().copy('none.txt', 'c.txt'))).toEqual(noObject);
    expect(refusal(await files().copy('a.txt', '..'))).toEqual(invalidKey('..'));
    expect(refusal(await files().copy('a.txt', 'c.txt', { destinationBucket: 'nowhere' }))).toEqual(noBucket);
    expect(await contents()).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  });

  test('can copy to another bucket', async () => {
    await fill({ 'a.txt': 'a' });
    const other = await freshBucket(portal);
    expect((await files().copy('a.txt', 'x/a.txt', { destinationBucket: other })).data).toEqual({
      path: `${other}/x/a.txt`,
    });
    expect(await contents(other)).toEqual({ 'x/a.txt': 'a' });
  });
});

describe('removing', () => {
  test('returns the removed objects, and does not remove folders by name', async () => {
    await fill({ 'a.txt': 'a', 'b ä%3F.txt': 'b', 'f/c.txt': 'c' });
    const { data } = await files().remove(['a.txt', 'b ä?.txt', 'none.txt', 'f', 'f/', '', '\0', '../x']);
    expect(data?.map(({ name }) => name).sort()).toEqual(['a.txt', 'b ä?.txt']);
    expect(data?.[0]).toMatchObject({ bucket_id: bucket, id: expect.any(String), metadata: { size: 1 } });
    expect(data?.[0]).not.toHaveProperty('blob_id');
    expect(await contents()).toEqual({ 'f/c.txt': 'c' });
  });

  test('can select a version', async () => {
    await fill({ 'a.txt': 'a', 'b.txt': 'b' });
    const version = (await files().info('a.txt')).data?.version ?? '';
    const { data } = await files().remove([
      { path: 'a.txt', versionId: version },
      { path: 'b.txt', versionId: version },
    ]);
    expect(data?.map(({ name }) => name)).toEqual(['a.txt']);
  });

  test('accepts one to a thousand keys', async () => {
    await fill({});
    expect((await files().remove(Array(1000).fill('none'))).data).toEqual([]);
    expect(refusal(await files().remove([]))).toMatchObject({ code: 'InvalidRequest' });
    expect(refusal(await files().remove(Array(1001).fill('none')))).toMatchObject({ code: 'InvalidRequest' });
  });
});
