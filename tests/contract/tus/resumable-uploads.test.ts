import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Upload } from 'tus-js-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, portalForFile, SECRET_KEY } from '#tests/support/server/portal.ts';
import { bytesOf, freshBucket, service } from '../support/storage.ts';
import { begun, create, offsetOf, patch, sendRest, tus } from '../support/tus.ts';

const portal = portalForFile();
let bucket: string;
beforeAll(async () => {
  bucket = await freshBucket(portal);
});

const files = () => service(portal).storage.from(bucket);

async function fetched(key: string): Promise<Buffer> {
  const { data, error } = await files().download(key);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

async function storedAs(key: string) {
  const [row] = await portal.database.query<{ sha256: string; pieces: number }>(
    `select encode(b.sha256, 'hex') as sha256,
       (select count(*)::int from storage.blob_pieces p where p.blob_id = b.id) as pieces
     from storage.objects o join storage.blobs b on b.id = o.blob_id where o.bucket_id = $1 and o.name = $2`,
    [bucket, key],
  );
  return row;
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a resumable upload', () => {
  test('of several pieces becomes one file with one hash', async () => {
    const bytes = bytesOf('pieces', 1_000_000);
    const key = 'a/pieces.bin';
    const at = await begun(portal, {
      bucket,
      key,
      length: bytes.length,
      more: { contentType: 'image/png', cacheControl: '77', metadata: JSON.stringify({ by: 'María' }) },
    });
    const cuts = [0, 4096, 8300, 300_000, 999_999, 1_000_000];
    for (const [n, from] of cuts.slice(0, -1).entries()) {
      expect(await offsetOf(portal, at)).toBe(from);
      expect((await files().exists(key)).data).toBe(false);
      const answer = await patch(portal, at, from, bytes.subarray(from, cuts[n + 1]));
      expect(answer.status).toBe(204);
      expect(answer.headers.get('upload-offset')).toBe(String(cuts[n + 1]));
    }
    expect((await fetched(key)).equals(bytes)).toBe(true);
    expect(await storedAs(key)).toEqual({ sha256: sha256Of(bytes), pieces: 5 });
    expect((await files().info(key)).data).toMatchObject({
      size: bytes.length,
      contentType: 'image/png',
      cacheControl: 'max-age=77',
      metadata: { by: 'María' },
    });
    // A client that missed the last response asks for the offset, and is done.
    expect(await offsetOf(portal, at)).toBe(bytes.length);
  });

  test('of one piece equals a standard upload of the same bytes', async () => {
    const bytes = bytesOf('small', 5000);
    await files().upload('plain.bin', bytes, { contentType: 'application/octet-stream' });
    const at = await begun(portal, { bucket, key: 'one.bin', length: bytes.length });
    await patch(portal, at, 0, bytes);
    expect(await storedAs('one.bin')).toEqual({ sha256: sha256Of(bytes), pieces: 0 });
    expect(await storedAs('plain.bin')).toEqual(await storedAs('one.bin'));
    const [one, plain] = [(await files().info('one.bin')).data, (await files().info('plain.bin')).data];
    expect(one?.etag).toBe(plain?.etag);
    expect(one?.size).toBe(5000);
  });

  test('returns a relative Location for every host', async () => {
    const { headers, status } = await create(portal, { bucket, key: 'where.bin', length: 3 });
    expect(status).toBe(201);
    expect(headers.get('location')).toMatch(/^\/storage\/v1\/upload\/resumable\/[0-9a-f-]{36}$/);
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    const days = (Date.parse(headers.get('upload-expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
  });

  test('returns its offset and metadata', async () => {
    const at = await begun(portal, {
      bucket,
      key: 'told é.bin',
      length: 10_000,
      more: { fingerprint: 'ab12' },
    });
    await patch(portal, at, 0, bytesOf('told', 4500));
    const { status, headers } = await tus(portal, { method: 'HEAD', at });
    expect(status).toBe(200);
    expect(headers.get('upload-length')).toBe('10000');
    expect(headers.get('upload-offset')).toBe('4500');
    expect(headers.get('cache-control')).toBe('no-store');
    const said = (headers.get('upload-metadata') ?? '').split(',').map((pair) => {
      const [name, value = ''] = pair.split(' ');
      return [name, Buffer.from(value, 'base64').toString()];
    });
    expect(Object.fromEntries(said)).toMatchObject({ objectName: 'told é.bin', fingerprint: 'ab12' });
  });

  test('may include bytes with its creation', async () => {
    const bytes = bytesOf('with', 9000);
    const all = await create(portal, { bucket, key: 'with/all.bin', length: 9000, body: bytes });
    expect([all.status, all.headers.get('upload-offset')]).toEqual([201, '9000']);
    expect((await fetched('with/all.bin')).equals(bytes)).toBe(true);
    const half = await create(portal, {
      bucket,
      key: 'with/half.bin',
      length: 9000,
      body: bytes.subarray(0, 5000),
    });
    expect(half.headers.get('upload-offset')).toBe('5000');
    await patch(portal, half.headers.get('location') ?? '', 5000, bytes.subarray(5000));
    expect((await fetched('with/half.bin')).equals(bytes)).toBe(true);
  });

  test('may declare its length later', async () => {
    const bytes = bytesOf('later', 7000);
    const at = await begun(portal, { bucket, key: 'later.bin' });
    await patch(portal, at, 0, bytes.subarray(0, 5000));
    const { headers } = await tus(portal, { method: 'HEAD', at });
    expect([headers.get('upload-defer-length'), headers.get('upload-length')]).toEqual(['1', null]);
    const last = await patch(portal, at, 5000, bytes.subarray(5000), {
      headers: { 'upload-length': '7000' },
    });
    expect(last.status).toBe(204);
    expect((await fetched('later.bin')).equals(bytes)).toBe(true);

    const known = await begun(portal, { bucket, key: 'just then.bin' });
    await patch(portal, known, 0, bytes);
    expect((await files().exists('just then.bin')).data).toBe(false);
    await patch(portal, known, 7000, Buffer.alloc(0), { headers: { 'upload-length': '7000' } });
    expect((await fetched('just then.bin')).equals(bytes)).toBe(true);
  });

  test('of zero bytes is complete at once', async () => {
    const at = await begun(portal, { bucket, key: 'nothing.bin', length: 0 });
    expect(await fetched('nothing.bin')).toHaveLength(0);
    expect(await offsetOf(portal, at)).toBe(0);
    await begun(portal, { bucket, key: 'folder/.emptyFolderPlaceholder', length: 0 });
    expect((await files().exists('folder/.emptyFolderPlaceholder')).data).toBe(true);
  });

  test('replaces an object with upsert', async () => {
    await files().upload('again.bin', 'old');
    const first = (await files().info('again.bin')).data;
    const at = await begun(portal, { bucket, key: 'again.bin', length: 6, headers: { 'x-upsert': 'true' } });
    await sendRest(portal, at, Buffer.from('newer!'), 6);
    expect((await fetched('again.bin')).toString()).toBe('newer!');
    expect((await files().info('again.bin')).data?.id).toBe(first?.id);
  });

  test('can be deleted', async () => {
    const at = await begun(portal, { bucket, key: 'back.bin', length: 15_000 });
    await patch(portal, at, 0, bytesOf('back', 5000));
    await patch(portal, at, 5000, bytesOf('back', 5000));
    expect((await tus(portal, { method: 'DELETE', at })).status).toBe(204);
    expect((await tus(portal, { method: 'HEAD', at })).status).toBe(404);
    expect((await patch(portal, at, 10_000, bytesOf('back', 5000))).status).toBe(404);
    const left = await portal.database.query(
      `select from storage.uploads where key = 'back.bin'
       union all select from storage.blob_pieces where blob_id = $1`,
      [at.split('/').at(-1)],
    );
    expect(left).toEqual([]);
    // After completion, only the upload's record is deleted.
    const whole = await begun(portal, { bucket, key: 'whole.bin', length: 3 });
    await patch(portal, whole, 0, Buffer.from('abc'));
    expect((await tus(portal, { method: 'DELETE', at: whole })).status).toBe(204);
    expect((await fetched('whole.bin')).toString()).toBe('abc');
  });

  test('OPTIONS lists the supported extensions', async () => {
    const { status, headers } = await tus(portal, { method: 'OPTIONS', bearer: null });
    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')?.split(',').sort()).toEqual([
      'creation',
      'creation-defer-length',
      'creation-with-upload',
      'expiration',
      'termination',
    ]);
  });

  test.each([
    ['with its first bytes at once', true],
    ['by and by', false],
  ])('through tus-js-client, %s', async (kind, uploadDataDuringCreation) => {
    const bytes = bytesOf(kind, 3_000_000);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${portal.url}/storage/v1/upload/resumable`,
        headers: { authorization: `Bearer ${SECRET_KEY}`, 'x-upsert': 'false' },
        metadata: { bucketName: bucket, objectName: `library ${kind}.bin` },
        chunkSize: 1_000_000,
        uploadDataDuringCreation,
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect((await fetched(`library ${kind}.bin`)).equals(bytes)).toBe(true);
  });
});

describe('a resumable upload by a signed link', () => {
  test('writes to the signed key only', async () => {
    const { data } = await files().createSignedUploadUrl('linked.bin');
    const headers = { 'x-signature': data?.token ?? '' };
    const linked = { bearer: null, headers };
    const at = await begun(portal, { bucket, key: 'linked.bin', length: 4099, at: '/sign', ...linked });
    expect(at).toMatch(/^\/storage\/v1\/upload\/resumable\/sign\//);
    await patch(portal, at, 0, Buffer.alloc(4096, 'l'), linked);
    const elsewhere = await create(portal, {
      bucket,
      key: 'other.bin',
      length: 4099,
      at: '/sign',
      ...linked,
    });
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'InvalidSignature' } });
    const without = await tus(portal, { method: 'HEAD', at, bearer: null });
    expect(without.status).toBe(400);
    // The service key did not create it.
    expect((await tus(portal, { method: 'HEAD', at: at.replace('/sign', '') })).status).toBe(404);
    expect((await patch(portal, at, 4096, Buffer.from('ked'), linked)).status).toBe(204);
    expect((await fetched('linked.bin')).toString()).toBe(`${'l'.repeat(4096)}ked`);
  });
});

describe('a lost connection', () => {
  test('keeps the received bytes, and the client sends the rest', async () => {
    const bytes = bytesOf('cut', 4_000_000);
    const at = await begun(portal, { bucket, key: 'cut.bin', length: bytes.length });
    const { hostname, port } = new URL(portal.url);
    const sending = request({
      hostname,
      port,
      method: 'PATCH',
      path: at,
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        // Without a length, a load balancer does not buffer it.
        'transfer-encoding': 'chunked',
      },
    });
    const announced = async () =>
      (await portal.database.query<{ n: number }>('select count(*)::int as n from storage.blobs'))[0]?.n;
    const before = await announced();
    const failed = once(sending, 'error');
    sending.write(bytes.subarray(0, 2_000_000));
    // Its first bytes have arrived.
    await eventually(async () => (await announced()) !== before);
    sending.destroy(new Error('the phone lost its network'));
    await failed;
    await eventually(async () => (await offsetOf(portal, at)) > 0);
    await sendRest(portal, at, bytes, 1_500_000);
    expect((await fetched('cut.bin')).equals(bytes)).toBe(true);
  });
});
