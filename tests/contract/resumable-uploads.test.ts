import { createHash } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET_KEY, startPortal, type TestPortal } from '#tests/support/portal.ts';
import { bytesOf, freshBucket, service, storageFetch } from './support/storage.ts';
import { begun, create, offsetOf, patch, refusedWith, tus } from './support/tus.ts';

let portal: TestPortal;
let bucket: string;
beforeAll(async () => {
  portal = await startPortal();
  bucket = await freshBucket(portal);
});
afterAll(() => portal?.close());

async function fetched(key: string): Promise<Buffer> {
  const { data, error } = await service(portal).storage.from(bucket).download(key);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

const sha256Of = async (key: string) =>
  (
    await portal.database.query<{ sha256: string; pieces: number }>(
      `select encode(b.sha256, 'hex') as sha256, (select count(*)::int from storage.blob_pieces p where p.blob_id = b.id) as pieces
       from storage.objects o join storage.blobs b on b.id = o.blob_id where o.bucket_id = $1 and o.name = $2`,
      [bucket, key],
    )
  )[0];

describe('an upload', () => {
  test('comes in pieces, and is one file with one hash in the end', async () => {
    const bytes = bytesOf('pieces', 1_000_000);
    const at = await begun(portal, {
      bucket,
      key: 'a/pieces.bin',
      length: bytes.length,
      more: { contentType: 'image/png', cacheControl: '77', metadata: JSON.stringify({ by: 'María' }) },
    });
    const cuts = [0, 1, 64, 300_000, 999_999, 1_000_000];
    for (const [n, from] of cuts.slice(0, -1).entries()) {
      expect(await offsetOf(portal, at)).toBe(from);
      expect(await fetched('a/pieces.bin').catch(() => undefined)).toBeUndefined();
      const answer = await patch(portal, at, from, bytes.subarray(from, cuts[n + 1]));
      expect(answer.status).toBe(204);
      expect(answer.headers.get('upload-offset')).toBe(String(cuts[n + 1]));
    }
    expect((await fetched('a/pieces.bin')).equals(bytes)).toBe(true);
    expect(await sha256Of('a/pieces.bin')).toEqual({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pieces: 5,
    });
    const { data } = await service(portal).storage.from(bucket).info('a/pieces.bin');
    expect(data).toMatchObject({
      size: bytes.length,
      contentType: 'image/png',
      cacheControl: 'max-age=77',
      metadata: { by: 'María' },
    });
    // Whoever missed the last answer asks, and is done.
    expect(await offsetOf(portal, at)).toBe(bytes.length);
  });

  test('through tus-js-client', async () => {
    const bytes = bytesOf('library', 3_000_000);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${portal.url}/storage/v1/upload/resumable`,
        headers: { authorization: `Bearer ${SECRET_KEY}` },
        metadata: { bucketName: bucket, objectName: 'library.bin' },
        chunkSize: 1_000_000,
        uploadDataDuringCreation: true,
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect((await fetched('library.bin')).equals(bytes)).toBe(true);
  });
});
