import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/portal.ts';
import { duplicate, freshBucket, refusal, service, storageError, storageFetch } from './support/storage.ts';

let portal: TestPortal;
let storage: Client['storage'];
let bucket: string;
beforeAll(async () => {
  portal = await startPortal();
  storage = service(portal).storage;
  bucket = await freshBucket(portal);
});
afterAll(() => portal?.close());

const files = () => storage.from(bucket);

describe('signed upload links', () => {
  test('let anybody upload that one file', async () => {
    const { data: link, error } = await files().createSignedUploadUrl('by link/W2 %231 100%25%3F.pdf');
    expect(error).toBeNull();
    expect(link).toEqual({
      path: 'by link/W2 %231 100%25%3F.pdf',
      token: expect.any(String),
      signedUrl: expect.stringContaining(
        `/object/upload/sign/${bucket}/by%20link/W2%20%231%20100%25%3F.pdf?token=`,
      ),
    });
    const sent = await fetch(link?.signedUrl ?? '', { method: 'PUT', body: 'by link' });
    expect(await sent.json()).toMatchObject({ Key: `${bucket}/by link/W2 #1 100%?.pdf` });
    expect((await storageFetch(portal, `object/${bucket}/by%20link/W2%20%231%20100%25%3F.pdf`)).status).toBe(
      200,
    );
  });

  test('work with uploadToSignedUrl, raw and as a form', async () => {
    for (const [key, body] of [
      ['link/raw.txt', 'raw'],
      ['link/form.txt', new Blob(['form'])],
    ] as const) {
      const { data: link } = await files().createSignedUploadUrl(key);
      const { data } = await files().uploadToSignedUrl(key, link?.token ?? '', body);
      expect(data).toEqual({ path: key, fullPath: `${bucket}/${key}` });
      expect((await files().exists(key)).data).toBe(true);
    }
  });

  test('replace only if that was asked for when they were signed', async () => {
    await files().upload('link/there.txt', 'old');
    expect(refusal(await files().createSignedUploadUrl('link/there.txt'))).toEqual(duplicate);
    const { data: plain } = await files().createSignedUploadUrl('link/later.txt');
    await files().upload('link/later.txt', 'old');
    const refused = await files().uploadToSignedUrl('link/later.txt', plain?.token ?? '', 'new', {
      upsert: true,
    });
    expect(refusal(refused)).toEqual(duplicate);
    const { data: replacing } = await files().createSignedUploadUrl('link/there.txt', { upsert: true });
    expect(
      (await files().uploadToSignedUrl('link/there.txt', replacing?.token ?? '', 'new')).error,
    ).toBeNull();
    expect(await (await files().download('link/there.txt')).data?.text()).toBe('new');
  });

  test('are good for nothing else', async () => {
    const { data: link } = await files().createSignedUploadUrl('link/one.txt');
    const token = link?.token ?? '';
    expect(refusal(await files().uploadToSignedUrl('link/two.txt', token, 'x'))).toEqual(
      storageError('400', 'InvalidSignature', 'Invalid signature'),
    );
    expect(refusal(await files().uploadToSignedUrl('link/one.txt', 'nonsense', 'x'))).toEqual(
      storageError('400', 'InvalidJWT', 'Invalid Compact JWS'),
    );
    await files().upload('link/one.txt', 'x');
    const reading = await storageFetch(portal, `object/sign/${bucket}/link/one.txt?token=${token}`, {
      bearer: null,
    });
    expect(await reading.json()).toMatchObject({ code: 'InvalidJWT' });
    const { data: read } = await files().createSignedUrl('link/one.txt', 60);
    const readToken = new URL(read?.signedUrl ?? '').searchParams.get('token') ?? '';
    expect(refusal(await files().uploadToSignedUrl('link/one.txt', readToken, 'x'))).toMatchObject({
      code: 'InvalidJWT',
    });
  });
});
