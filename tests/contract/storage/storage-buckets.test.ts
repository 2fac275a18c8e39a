import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createPerson, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import {
  denied,
  freshBucket,
  noBucket,
  refusal,
  service,
  storageError,
  storageFetch,
} from '../support/storage.ts';

const portal = portalForFile();
let storage: Client['storage'];
beforeAll(async () => {
  storage = service(portal).storage;
});

describe('buckets', () => {
  test('can be created, read, updated and deleted', async () => {
    expect(await storage.createBucket('papers', { public: false })).toEqual({
      data: { name: 'papers' },
      error: null,
    });
    const { data } = await storage.getBucket('papers');
    expect(data).toEqual({
      id: 'papers',
      name: 'papers',
      owner: null,
      public: false,
      type: 'STANDARD',
      file_size_limit: null,
      allowed_mime_types: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const changed = await storage.updateBucket('papers', {
      public: true,
      fileSizeLimit: '20mb',
      allowedMimeTypes: ['image/*', 'application/pdf'],
    });
    expect(changed).toEqual({ data: { message: 'Successfully updated' }, error: null });
    expect((await storage.getBucket('papers')).data).toMatchObject({
      public: true,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/*', 'application/pdf'],
    });
    expect(await storage.deleteBucket('papers')).toEqual({
      data: { message: 'Successfully deleted' },
      error: null,
    });
    expect(refusal(await storage.getBucket('papers'))).toEqual(noBucket);
  });

  test.each([
    'application/json',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'x/y',
  ])('take calls of type %s without a body', async (type) => {
    const id = await freshBucket(portal);
    const headers = { 'content-type': type };
    const link = await storageFetch(portal, `object/upload/sign/${id}/a.txt`, { method: 'POST', headers });
    expect(link.status).toBe(200);
    const { url } = (await link.json()) as { url: string };
    await storageFetch(portal, url.slice(1), { method: 'PUT', body: 'a', bearer: null });
    expect((await storage.from(id).exists('a.txt')).data).toBe(true);
    const emptied = await storageFetch(portal, `bucket/${id}/empty`, { method: 'POST', headers });
    expect(emptied.status).toBe(200);
    expect((await storage.from(id).exists('a.txt')).data).toBe(false);
    const body = await storageFetch(portal, `bucket/${id}/empty`, { method: 'POST', headers, body: '{' });
    expect(body.status).toBe(400);
  });

  test('keep omitted settings on update, and lose a limit that is null', async () => {
    const id = await freshBucket(portal, {
      public: true,
      fileSizeLimit: 1000,
      allowedMimeTypes: ['text/plain'],
    });
    await storage.updateBucket(id, { public: false });
    expect((await storage.getBucket(id)).data).toMatchObject({
      public: false,
      file_size_limit: 1000,
      allowed_mime_types: ['text/plain'],
    });
    await storage.updateBucket(id, { public: false, fileSizeLimit: null, allowedMimeTypes: null });
    expect((await storage.getBucket(id)).data).toMatchObject({
      file_size_limit: null,
      allowed_mime_types: null,
    });
  });

  test('can be listed, searched, sorted and paged', async () => {
    for (const name of ['list-b', 'list-a', 'list-c']) await storage.createBucket(name, { public: false });
    const names = async (options?: Parameters<typeof storage.listBuckets>[0]) =>
      (await storage.listBuckets(options)).data?.map(({ name }) => name);
    expect(await names()).toEqual(expect.arrayContaining(['list-a', 'list-b', 'list-c', 'user-documents']));
    expect(await names({ search: 'LIST-' })).toEqual(['list-a', 'list-b', 'list-c']);
    expect(await names({ search: 'list-', sortColumn: 'name', sortOrder: 'desc', limit: 2 })).toEqual([
      'list-c',
      'list-b',
    ]);
    expect(await names({ search: 'list-', limit: 2, offset: 2 })).toEqual(['list-c']);
    expect(await names({ search: 'list_' })).toEqual([]);
  });

  test('can be emptied, and deleted only when empty', async () => {
    const id = await freshBucket(portal);
    for (const key of ['a.txt', 'deep/b.txt']) await storage.from(id).upload(key, 'x');
    expect(refusal(await storage.deleteBucket(id))).toEqual(
      storageError('409', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
    );
    expect(await storage.emptyBucket(id)).toEqual({ data: { message: 'Successfully emptied' }, error: null });
    expect((await storage.from(id).list()).data).toEqual([]);
    expect((await storage.deleteBucket(id)).error).toBeNull();
  });

  test('have unique names', async () => {
    const id = await freshBucket(portal);
    expect(refusal(await storage.createBucket(id, { public: false }))).toEqual(
      storageError('409', 'BucketAlreadyExists', 'The resource already exists'),
    );
  });

  test.each(['', ' a', 'a/b', 'a\\b', 'é', 'a\u0000', 'x'.repeat(101)])(
    'refuse the name %j',
    async (name) => {
      expect(refusal(await storage.createBucket(name, { public: false }))).toEqual(
        storageError('400', 'InvalidBucketName', 'Bucket name invalid'),
      );
    },
  );

  test.each(['20 apples', '', '-1', 'MB', '1e400', '99999999999999999999TB'])(
    'do not take %j for a size',
    async (size) => {
      expect(
        refusal(await storage.createBucket('sized', { public: false, fileSizeLimit: size })),
      ).toMatchObject({
        statusCode: '400',
        code: 'InvalidRequest',
      });
    },
  );

  test('refuse invalid media types', async () => {
    const made = await storage.createBucket('typed', {
      public: false,
      allowedMimeTypes: ['image/png', 'nonsense'],
    });
    expect(refusal(made)).toEqual(
      storageError('415', 'InvalidMimeType', 'mime type nonsense is not supported'),
    );
  });

  test('answer 404 to every call if missing', async () => {
    expect(refusal(await storage.getBucket('nowhere'))).toEqual(noBucket);
    expect(refusal(await storage.updateBucket('nowhere', { public: true }))).toEqual(noBucket);
    expect(refusal(await storage.emptyBucket('nowhere'))).toEqual(noBucket);
    expect(refusal(await storage.deleteBucket('nowhere'))).toEqual(noBucket);
    const raw = await storageFetch(portal, 'bucket/nowhere');
    expect(raw.status).toBe(400);
    expect(await raw.json()).toEqual({
      statusCode: '404',
      error: 'Bucket not found',
      message: 'Bucket not found',
      code: 'NoSuchBucket',
    });
  });

  test('refuse versioning as not supported', async () => {
    const unsupported = storageError(
      '400',
      'FeatureNotEnabled',
      'The feature is not enabled for this resource',
    );
    const id = await freshBucket(portal);
    expect(refusal(await storage.getBucketLifecycle(id))).toEqual(unsupported);
    expect(refusal(await storage.updateBucketLifecycle(id, { rules: [] }))).toEqual(unsupported);
    expect(refusal(await storage.deleteBucketLifecycle(id))).toEqual(unsupported);
    expect(
      refusal(await storage.createBucket('versioned', { public: false, versioningStatus: 'ENABLED' })),
    ).toEqual(unsupported);
    expect(refusal(await storage.createBucket('lake', { public: false, type: 'ANALYTICS' }))).toEqual(
      unsupported,
    );
  });

  test('accept cache purges, which do nothing', async () => {
    const id = await freshBucket(portal);
    expect((await storage.purgeBucketCache(id)).data).toEqual({ message: 'success' });
    expect((await storage.from(id).purgeCache('a b?.pdf')).data).toEqual({ message: 'success' });
  });
});

describe('callers other than the service key', () => {
  test('can’t see, create or change buckets', async () => {
    const id = await freshBucket(portal);
    const { client: staff } = await createPerson(portal, { role: 'super' });
    const { client } = await createPerson(portal);
    for (const someone of [staff, client, visitor(portal)]) {
      expect((await someone.storage.listBuckets()).data).toEqual([]);
      expect(refusal(await someone.storage.getBucket(id))).toEqual(noBucket);
      expect(refusal(await someone.storage.createBucket('mine', { public: true }))).toEqual(denied);
      expect(refusal(await someone.storage.updateBucket(id, { public: true }))).toEqual(denied);
      expect(refusal(await someone.storage.deleteBucket(id))).toEqual(denied);
      expect(refusal(await someone.storage.emptyBucket(id))).toEqual(noBucket);
      expect(refusal(await someone.storage.purgeBucketCache(id))).toEqual(denied);
    }
    expect((await storage.getBucket(id)).data).toMatchObject({ public: false });
  });
});
