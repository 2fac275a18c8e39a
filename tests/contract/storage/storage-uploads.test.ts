import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#tests/support/people.ts';
import { eventually, portalForFile, SECRET_KEY } from '#tests/support/server/portal.ts';
import {
  bytesOf,
  duplicate,
  freshBucket,
  invalidKey,
  noBucket,
  refusal,
  service,
  storageError,
  storageFetch,
  tooLarge,
} from '../support/storage.ts';

const portal = portalForFile();
let storage: Client['storage'];
let bucket: string;
beforeAll(async () => {
  storage = service(portal).storage;
  bucket = await freshBucket(portal);
});

const files = () => storage.from(bucket);

async function fetched(key: string): Promise<Buffer> {
  const { data, error } = await files().download(key);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

describe('upload', () => {
  const big = bytesOf('big', 3_000_000);

  test.each([
    ['a Buffer', () => big],
    ['an ArrayBuffer', () => Uint8Array.from(big).buffer],
    ['a Blob, as a form', () => new Blob([Uint8Array.from(big)], { type: 'application/pdf' })],
    ['a Node stream', () => Readable.from([big.subarray(0, 1_000_000), big.subarray(1_000_000)])],
    ['a web stream', () => new Blob([Uint8Array.from(big)]).stream()],
  ])('accepts %s', async (kind, body) => {
    const key = `kinds/${kind}.pdf`;
    const { data, error } = await files().upload(key, body());
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      path: key,
      fullPath: `${bucket}/${key}`,
    });
    expect((await fetched(key)).equals(big)).toBe(true);
  });

  test('stores type, cache time and metadata, raw and as a form', async () => {
    const said = { cacheControl: '120', contentType: 'image/png', metadata: { scannedBy: 'María', page: 2 } };
    await files().upload('raw.png', bytesOf('png', 100), said);
    await files().upload('form.png', new Blob(['x'], { type: 'image/png' }), said);
    for (const key of ['raw.png', 'form.png']) {
      const { data } = await files().info(key);
      expect(data).toMatchObject({
        name: key,
        bucketId: bucket,
        contentType: 'image/png',
        cacheControl: 'max-age=120',
        metadata: { scannedBy: 'María', page: 2 },
      });
    }
  });

  test('stores the same metadata as the hosted service', async () => {
    await files().upload('listed/described.txt', 'hello');
    const { data } = await files().list('listed');
    expect(data).toEqual([
      {
        name: 'described.txt',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: expect.stringMatching(/T.*Z$/),
        updated_at: expect.stringMatching(/T.*Z$/),
        last_accessed_at: expect.stringMatching(/T.*Z$/),
        metadata: {
          eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
          size: 5,
          mimetype: 'text/plain;charset=UTF-8',
          cacheControl: 'max-age=3600',
          lastModified: expect.stringMatching(/T.*Z$/),
          contentLength: 5,
          httpStatusCode: 200,
        },
      },
    ]);
  });

  test('accepts form fields before and after the file', async () => {
    const form = new FormData();
    form.append('cacheControl', '60');
    form.append('', new Blob(['after'], { type: 'text/csv' }), 'x.csv');
    form.append('metadata', JSON.stringify({ late: true }));
    const sent = await storageFetch(portal, `object/${bucket}/fields.csv`, { method: 'POST', body: form });
    expect(sent.status).toBe(200);
    expect((await files().info('fields.csv')).data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=60',
      metadata: { late: true },
    });
  });

  test('does not replace a file without upsert', async () => {
    await files().upload('once.txt', 'first');
    expect(refusal(await files().upload('once.txt', 'second'))).toEqual(duplicate);
    expect(refusal(await files().upload('once.txt', new Blob(['second'])))).toEqual(duplicate);
    expect((await fetched('once.txt')).toString()).toBe('first');
  });

  test('replaces the bytes of the same object with upsert and update', async () => {
    const first = await files().upload('again.txt', 'first', { metadata: { n: 1 } });
    const second = await files().upload('again.txt', 'second', { upsert: true, contentType: 'text/csv' });
    expect(second.data?.id).toBe(first.data?.id);
    expect((await fetched('again.txt')).toString()).toBe('second');
    const third = await files().update('again.txt', 'third!');
    expect(third.data).toEqual({ ...first.data, fullPath: `${bucket}/again.txt` });
    expect((await fetched('again.txt')).toString()).toBe('third!');
    expect((await files().info('again.txt')).data).toMatchObject({ size: 6, metadata: {} });
    expect((await files().update('fresh.txt', 'new')).error).toBeNull();
  });

  test('accepts an empty file', async () => {
    await files().upload('empty.txt', '');
    await files().upload('empty-form.txt', new Blob([]));
    for (const key of ['empty.txt', 'empty-form.txt']) {
      expect(await fetched(key)).toHaveLength(0);
      expect((await files().info(key)).data?.size).toBe(0);
    }
  });

  test('keeps a folder placeholder empty, and drops its bytes', async () => {
    for (const body of ['', ' ', new Blob(['placeholder']), new Blob([])]) {
      const { error } = await files().upload('folder/.emptyFolderPlaceholder', body, { upsert: true });
      // storage-js sends upsert in the header, not in the form.
      expect(error).toBeNull();
      expect((await files().info('folder/.emptyFolderPlaceholder')).data?.size).toBe(0);
    }
  });

  test.each(['', 'a/../../b', 'x'.repeat(256), 'a\u0007b', '\u202egpj.exe', `${'d/'.repeat(600)}x`])(
    'refuses the key %j',
    async (key) => {
      const sent = await storageFetch(portal, `object/${bucket}/${encodeURIComponent(key)}`, {
        method: 'POST',
        body: 'x',
      });
      expect(sent.status).toBe(400);
      expect(await sent.json()).toEqual({
        statusCode: '400',
        error: 'InvalidKey',
        message: `Invalid key: ${key}`,
        code: 'InvalidKey',
        key,
      });
    },
  );

  test('refuses them through storage-js too', async () => {
    const key = 'x'.repeat(256);
    expect(refusal(await files().upload(key, 'x'))).toEqual(invalidKey(key));
  });

  test('requires an existing bucket', async () => {
    expect(refusal(await storage.from('nowhere').upload('a.txt', 'x'))).toEqual(noBucket);
  });

  test.each([
    ['x-metadata', { 'x-metadata': Buffer.from('[1]').toString('base64') }],
    ['x-metadata', { 'x-metadata': 'not base64 of JSON' }],
  ])('refuses metadata that is not an object (%s)', async (_name, headers) => {
    const sent = await storageFetch(portal, `object/${bucket}/meta.txt`, {
      method: 'POST',
      body: 'x',
      headers,
    });
    expect(await sent.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  });

  test('refuses a form without a file, and one that is cut off', async () => {
    const form = new FormData();
    form.append('cacheControl', '60');
    const without = await storageFetch(portal, `object/${bucket}/form.txt`, { method: 'POST', body: form });
    expect(await without.json()).toMatchObject({ code: 'InvalidRequest', message: 'The form has no file' });
    const cut = await storageFetch(portal, `object/${bucket}/form.txt`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
    });
    expect(await cut.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
    expect((await files().exists('form.txt')).data).toBe(false);
  });
});

describe('limits of a bucket', () => {
  let limited: string;
  beforeAll(async () => {
    limited = await freshBucket(portal, {
      public: false,
      fileSizeLimit: 200_000,
      allowedMimeTypes: ['image/*', 'application/pdf'],
    });
  });
  const pdf = { contentType: 'application/pdf' };

  test('apply to raw bytes and forms, exact to the byte', async () => {
    const { from } = { from: () => storage.from(limited) };
    expect((await from().upload('fits.pdf', bytesOf('fits', 200_000), pdf)).error).toBeNull();
    expect(refusal(await from().upload('a.pdf', bytesOf('a', 200_001), pdf))).toEqual(tooLarge);
    const blob = (length: number) =>
      new Blob([Uint8Array.from(bytesOf('b', length))], { type: 'application/pdf' });
    expect((await from().upload('fits-form.pdf', blob(200_000))).error).toBeNull();
    expect(refusal(await from().upload('b.pdf', blob(200_001)))).toEqual(tooLarge);
    expect((await from().list()).data?.map(({ name }) => name)).toEqual(['fits-form.pdf', 'fits.pdf']);
  });

  test('apply without Content-Length', async () => {
    // Less than the 2 MiB that the server still reads after a refusal. Above that it cuts the connection, which the client
    // may already use for its next request.
    const stream = Readable.from(
      (function* () {
        for (let n = 0; n < 20; n++) yield bytesOf(`chunk ${n}`, 65_536);
      })(),
    );
    expect(refusal(await storage.from(limited).upload('stream.pdf', stream, pdf))).toEqual(tooLarge);
    expect((await storage.from(limited).exists('stream.pdf')).data).toBe(false);
  });

  test('apply to media types', async () => {
    expect(refusal(await storage.from(limited).upload('a.html', 'x', { contentType: 'text/html' }))).toEqual(
      storageError('415', 'InvalidMimeType', 'mime type text/html is not supported'),
    );
    expect(
      refusal(await storage.from(limited).upload('a.txt', new Blob(['x'], { type: 'text/plain' }))),
    ).toEqual(storageError('415', 'InvalidMimeType', 'mime type text/plain is not supported'));
    expect((await storage.from(limited).upload('a.png', 'x', { contentType: 'image/png' })).error).toBeNull();
    expect((await storage.from(limited).upload('f/.emptyFolderPlaceholder', '')).error).toBeNull();
  });
});

describe('an interrupted upload', () => {
  test('leaves no object, no row and no blob', async () => {
    const blobs = async () =>
      (await portal.database.query<{ n: string }>('select count(*) as n from storage.blobs'))[0]?.n;
    const before = await blobs();
    const { hostname, port } = new URL(portal.url);
    const sending = request({
      hostname,
      port,
      method: 'POST',
      path: `/storage/v1/object/${bucket}/broken.bin`,
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-length': '5000000' },
    });
    const failed = once(sending, 'error');
    sending.write(bytesOf('broken', 1_000_000));
    await eventually(async () => (await blobs()) !== before);
    sending.destroy(new Error('the phone lost its network'));
    await failed;
    await eventually(async () => (await blobs()) === before);
    expect((await files().exists('broken.bin')).data).toBe(false);
  });

  test('frees the name at once', async () => {
    expect((await files().upload('broken.bin', 'whole')).error).toBeNull();
  });
});
