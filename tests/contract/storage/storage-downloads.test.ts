/** @module-tag property */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createPerson, visitor } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import {
  bytesOf,
  freshBucket,
  noBucket,
  noObject,
  refusal,
  service,
  storageFetch,
  tokenOf,
} from '../support/storage.ts';

const portal = portalForFile();
let storage: Client['storage'];
let bucket: string;
let shown: string;
// The answer's type comes from the bytes, so each file begins with the bytes of its type.
const big = Buffer.concat([Buffer.from('%PDF-1.7\n'), bytesOf('big', 999_991)]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n logo', 'latin1');
beforeAll(async () => {
  storage = service(portal).storage;
  bucket = await freshBucket(portal);
  shown = await freshBucket(portal, { public: true });
  await storage.from(bucket).upload('big.pdf', big, { contentType: 'application/pdf' });
  await storage.from(shown).upload('logo.png', PNG, { contentType: 'image/png', cacheControl: '99' });
});

const files = () => storage.from(bucket);
const get = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
  storageFetch(portal, `object/${bucket}/${key}`, { headers, method });

describe('downloading', () => {
  test('returns a blob or a stream', async () => {
    const { data: blob } = await files().download('big.pdf');
    expect(blob?.type).toBe('application/pdf');
    expect(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(big)).toBe(true);
    const { data: stream } = await files().download('big.pdf').asStream();
    expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(big)).toBe(true);
  });

  test('names the missing object or bucket', async () => {
    expect(refusal(await files().download('none.pdf'))).toEqual(noObject);
    expect(refusal(await files().download('not%00allowed'))).toEqual(noObject);
    expect(refusal(await storage.from('nowhere').download('a'))).toEqual(noBucket);
    const raw = await get('none.pdf');
    expect(raw.status).toBe(400);
    expect(await raw.json()).toEqual({
      statusCode: '404',
      error: 'not_found',
      message: 'Object not found',
      code: 'NoSuchKey',
    });
  });

  test('can select the current version', async () => {
    const { data: info } = await files().info('big.pdf');
    expect((await files().download('big.pdf', { versionId: info?.version ?? '' })).error).toBeNull();
    expect(refusal(await files().download('big.pdf', { versionId: 'older' }))).toEqual(noObject);
  });

  test('sends the metadata in headers, also for HEAD', async () => {
    const whole = await get('big.pdf');
    const head = await get('big.pdf', {}, 'HEAD');
    for (const { status, headers } of [whole, head]) {
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(big.length),
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        'last-modified': expect.stringMatching(/ GMT$/),
        'cache-control': 'private, no-cache',
        'content-disposition': `attachment; filename="big.pdf"; filename*=UTF-8''big.pdf`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
    await whole.arrayBuffer();
    expect(await head.text()).toBe('');
  });

  test('sends ranges around segment borders', async () => {
    const edge = 256 * 1024;
    const number = fc.oneof(fc.nat(big.length - 1), fc.integer({ min: edge - 2, max: edge + 2 }));
    await fc.assert(
      fc.asyncProperty(number, number, async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const part = await get('big.pdf', { range: `bytes=${start}-${end}` });
        expect(part.status).toBe(206);
        expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${big.length}`);
        expect(part.headers.get('content-length')).toBe(String(end - start + 1));
        expect(Buffer.from(await part.arrayBuffer()).equals(big.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: inputs(40) },
    );
  });

  test('sends suffix ranges, and resumes with If-Range', async () => {
    const tail = await get('big.pdf', { range: 'bytes=-10' });
    expect(Buffer.from(await tail.arrayBuffer()).equals(big.subarray(-10))).toBe(true);
    const etag = tail.headers.get('etag') ?? '';
    const resumed = await get('big.pdf', { range: 'bytes=999990-', 'if-range': etag });
    expect(resumed.status).toBe(206);
    expect(Buffer.from(await resumed.arrayBuffer()).equals(big.subarray(999_990))).toBe(true);
    const changed = await get('big.pdf', { range: 'bytes=999990-', 'if-range': '"other"' });
    expect(changed.status).toBe(200);
    expect(await changed.arrayBuffer()).toHaveProperty('byteLength', big.length);
  });

  test('refuses a range beyond the end, and ignores an invalid one', async () => {
    const beyond = await get('big.pdf', { range: `bytes=${big.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${big.length}`);
    expect(await beyond.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' });
    for (const range of ['bytes=5-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=x']) {
      const all = await get('big.pdf', { range });
      expect(all.status).toBe(200);
      expect((await all.arrayBuffer()).byteLength).toBe(big.length);
    }
  });

  test('answers 304 to a matching condition', async () => {
    const { headers } = await get('big.pdf', {}, 'HEAD');
    const etag = headers.get('etag') ?? '';
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': headers.get('last-modified') ?? '' },
    ]) {
      const unchanged = await get('big.pdf', condition);
      expect(unchanged.status).toBe(304);
      expect(unchanged.headers.get('etag')).toBe(etag);
      expect(await unchanged.text()).toBe('');
    }
    const stale = { 'if-none-match': '"other"', 'if-modified-since': headers.get('last-modified') ?? '' };
    expect((await get('big.pdf', stale, 'HEAD')).status).toBe(200);
    expect((await get('big.pdf', { 'if-modified-since': 'no date' }, 'HEAD')).status).toBe(200);
  });

  test('is not affected by other clients that disconnect', async () => {
    // More than the sockets of both sides hold.
    await files().upload('huge.bin', bytesOf('huge', 20_000_000));
    for (let n = 0; n < 5; n++) {
      const leaving = new AbortController();
      const answer = await storageFetch(portal, `object/${bucket}/huge.bin`, { signal: leaving.signal });
      const reader = answer.body?.getReader();
      await reader?.read();
      leaving.abort();
    }
    expect((await files().download('huge.bin')).data?.size).toBe(20_000_000);
    expect(await portal.output()).not.toContain('could not be sent');
  });

  test('uses the requested download name', async () => {
    const named = await storageFetch(
      portal,
      `object/${bucket}/big.pdf?download=${encodeURIComponent('Müller "1".pdf')}`,
      {
        method: 'HEAD',
      },
    );
    expect(named.headers.get('content-disposition')).toBe(
      `attachment; filename="Muller _1_.pdf"; filename*=UTF-8''M%C3%BCller%20%221%22.pdf`,
    );
    const own = await storageFetch(portal, `object/${bucket}/big.pdf?download`, { method: 'HEAD' });
    expect(own.headers.get('content-disposition')).toMatch(/^attachment; filename="big.pdf"/);
  });
});

describe('info and exists', () => {
  test('return the metadata of an object', async () => {
    const { data } = await files().info('big.pdf');
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'big.pdf',
      version: expect.any(String),
      bucketId: bucket,
      size: big.length,
      contentType: 'application/pdf',
      contentEncoding: null,
      cacheControl: 'max-age=3600',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: {},
      lastModified: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await files().exists('big.pdf')).toEqual({ data: true, error: null });
    expect(await files().exists('none.pdf')).toEqual({ data: false, error: noObject });
    expect(refusal(await files().info('none.pdf'))).toEqual(noObject);
  });

  test('carry the etag of a download', async () => {
    const { headers } = await get('big.pdf', {}, 'HEAD');
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['info', 'info/authenticated']) {
        const info = await storageFetch(portal, `object/${path}/${bucket}/big.pdf`, { method });
        expect(info.status).toBe(200);
        expect(info.headers.get('etag')).toBe(headers.get('etag'));
        expect(info.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
      }
    }
  });

  test('answer HEAD for a missing object', async () => {
    expect((await get('none.pdf', {}, 'HEAD')).status).toBe(400);
    expect((await get('big.pdf', {}, 'HEAD')).status).toBe(200);
  });
});

describe('a public bucket', () => {
  test('is readable by all under its public URL', async () => {
    const { data } = storage.from(shown).getPublicUrl('logo.png');
    const seen = await fetch(data.publicUrl);
    expect(Buffer.from(await seen.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'cache-control': 'public, max-age=99',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'image/png',
    });
    expect((await visitor(portal).storage.from(shown).download('logo.png')).error).toBeNull();
    expect((await storageFetch(portal, `object/${shown}/logo.png`, { bearer: null })).status).toBe(200);
    expect(
      (await storageFetch(portal, `object/info/public/${shown}/logo.png`, { bearer: null })).status,
    ).toBe(200);
  });

  test('has public URLs for every name', async () => {
    const name = 'a b%20c?d#e&f+é’📄.png';
    await storageFetch(portal, `object/${shown}/${encodeURIComponent(name)}`, {
      method: 'POST',
      body: 'odd',
    });
    const encoded = name.replace(/[%?#]/g, encodeURIComponent);
    const answer = await fetch(
      `${portal.url}/storage/v1/object/public/${shown}/${encoded}?download=x%20y.png`,
    );
    expect(await answer.text()).toBe('odd');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="x y.png"; filename*=UTF-8''x%20y.png`,
    );
  });

  test('is not writable by all', async () => {
    const { client } = await createPerson(portal);
    for (const someone of [client, visitor(portal)]) {
      expect(refusal(await someone.storage.from(shown).upload('x.png', 'x'))).toMatchObject({
        code: 'AccessDenied',
      });
      expect((await someone.storage.from(shown).remove(['logo.png'])).data).toEqual([]);
    }
  });

  test('differs from a private one, which looks missing', async () => {
    for (const path of [
      `object/public/${bucket}/big.pdf`,
      `object/${bucket}/big.pdf`,
      `object/public/nowhere/a`,
    ]) {
      const closed = await storageFetch(portal, path, { bearer: null });
      expect(closed.status).toBe(400);
      expect(await closed.json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
    }
    const { client } = await createPerson(portal);
    const asked = await storageFetch(portal, `object/authenticated/${bucket}/big.pdf`, {
      bearer: await tokenOf(client),
    });
    expect(await asked.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });
});
