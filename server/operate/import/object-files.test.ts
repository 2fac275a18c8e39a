import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3Place } from '#server/storage/blobs/stores/open-store.ts';
import { missingServicesReason } from '#tests/support/missing-services.ts';
import { type ObjectStore, startObjectStore } from '#tests/support/services/object-store.ts';
import { openObjectFiles } from './object-files.ts';

const object = { bucket: 'user-documents', name: 'someone/2024/W-2 (ü).pdf', version: 'v1' };
const { bucket, name, version } = object;

async function found(place: string, wanted = object) {
  const file = await (await openObjectFiles(place)).find(wanted);
  return file && { size: file.size, text: await text(await file.open()) };
}

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nutmeg-objects-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['as the hosted service keeps it', `${bucket}/${name}/${version}`],
    ['as it is downloaded', `${bucket}/${name}`],
  ])('%s', async (what, path) => {
    const own = join(folder, what);
    await mkdir(join(own, dirname(path)), { recursive: true });
    await writeFile(join(own, path), 'a page');
    expect(await found(own)).toEqual({ size: 6, text: 'a page' });
    expect(await found(own, { ...object, name: 'someone/other.pdf' })).toBeUndefined();
  });

  test('ignores names that lead out of it', async () => {
    await writeFile(join(folder, 'secret'), 'x');
    await mkdir(join(folder, 'inner'));
    const way = { ...object, bucket: '..', name: 'secret', version: '' };
    expect(await found(join(folder, 'inner'), way)).toBeUndefined();
  });

  test('must exist', async () => {
    await expect(openObjectFiles(join(folder, 'nowhere'))).rejects.toThrow('is not a folder');
  });
});

describe.skipIf(missingServicesReason() !== undefined)('an S3 bucket', { tags: ['faults-operate'] }, () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await startObjectStore();
  }, 60_000);
  afterAll(() => store?.stop());

  test.each([
    ['the hosted service’s own, below the tenant', 'tenant', `tenant/${bucket}/${name}/${version}`],
    ['a copy without versions', 'copy', `copy/${bucket}/${name}`],
    ['the S3 protocol of one bucket', 'protocol', `protocol/${name}`],
  ])('%s', async (_what, prefix, key) => {
    const url = new URL(store.url);
    url.pathname = `/${prefix}`;
    const { credentials, endpoint, bucket: own, ...place } = s3Place(url);
    const client = new S3Client({
      region: place.region,
      forcePathStyle: place.forcePathStyle,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
    });
    await client.send(new PutObjectCommand({ Bucket: own, Key: key, Body: 'a page' }));
    const wanted = prefix === 'protocol' ? { ...object, bucket: own } : object;
    expect(await found(url.href, wanted)).toEqual({ size: 6, text: 'a page' });
    expect(await found(url.href, { ...wanted, name: 'someone/other.pdf' })).toBeUndefined();
  });
});
