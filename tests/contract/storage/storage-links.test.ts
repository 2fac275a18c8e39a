import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createPerson } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { DOCUMENTS, freshBucket, noObject, refusal, service, storageFetch } from '../support/storage.ts';

const portal = portalForFile();
let storage: Client['storage'];
let bucket: string;
beforeAll(async () => {
  storage = service(portal).storage;
  bucket = await freshBucket(portal);
  await storage.from(bucket).upload('a.txt', 'signed');
  await storage.from(bucket).upload('b.txt', 'other');
});

const files = () => storage.from(bucket);

async function errorOf(url: string) {
  const answer = await fetch(url);
  return { status: answer.status, ...(await answer.json()) };
}

describe('signed links', () => {
  test('open one object for their holder', async () => {
    const { data } = await files().createSignedUrl('a.txt', 60);
    const answer = await fetch(data?.signedUrl ?? '');
    expect(await answer.text()).toBe('signed');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const part = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'ign']);
    expect((await fetch(data?.signedUrl ?? '', { method: 'HEAD' })).headers.get('content-length')).toBe('6');
  });

  test('use the download name in both encodings of storage-js', async () => {
    for (const name of [
      'W2 (2024) Müller.pdf',
      'a+b.pdf',
      '100%.pdf',
      '50%25.pdf',
      'Steuer 📄.pdf',
      'a&b=c.pdf',
    ]) {
      const { data } = await files().createSignedUrl('a.txt', 60, { download: name });
      const answer = await fetch(data?.signedUrl ?? '', { method: 'HEAD' });
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^attachment;/);
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(name);
    }
    const { data } = await files().createSignedUrl('a.txt', 60, { download: true });
    const answer = await fetch(data?.signedUrl ?? '', { method: 'HEAD' });
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
    );
  });

  test('can be signed in bulk', async () => {
    const { data } = await files().createSignedUrls(['a.txt', 'none.txt', 'b.txt', 'not/../allowed'], 60);
    const missing = 'Either the object does not exist or you do not have access to it';
    expect(data).toEqual([
      { error: null, path: 'a.txt', signedURL: expect.any(String), signedUrl: expect.any(String) },
      { error: missing, path: 'none.txt', signedURL: null, signedUrl: null },
      { error: null, path: 'b.txt', signedURL: expect.any(String), signedUrl: expect.any(String) },
      { error: missing, path: 'not/../allowed', signedURL: null, signedUrl: null },
    ]);
    expect(await (await fetch(data?.[2]?.signedUrl ?? '')).text()).toBe('other');
  });

  test.each([
    'a b.txt',
    '100%.txt',
    '%41.txt',
    'a?b.txt',
    'a#b%3F?.txt',
    'a+b&c=d.txt',
    'é’📄/ü.txt',
    "it's (1)!.txt",
  ])('work for %j', async (key) => {
    const path = key.split('/').map(encodeURIComponent).join('/');
    await storageFetch(portal, `object/${bucket}/names/${path}`, { method: 'POST', body: key });
    const { data } = await files().createSignedUrls([`names/${key}`], 60);
    expect(data?.[0]?.error).toBeNull();
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe(key);
  });

  test('are refused if invalid, expired, or for another object', async () => {
    const { data } = await files().createSignedUrl('a.txt', 60);
    const url = data?.signedUrl ?? '';
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(await errorOf(url.replace(token, 'nonsense'))).toEqual({
      status: 400,
      statusCode: '400',
      error: 'InvalidJWT',
      message: 'Invalid Compact JWS',
      code: 'InvalidJWT',
    });
    expect(await errorOf(url.replace('a.txt', 'b.txt'))).toEqual({
      status: 400,
      statusCode: '400',
      error: 'InvalidSignature',
      message: 'Invalid signature',
      code: 'InvalidSignature',
    });
    expect(await errorOf(url.split('?')[0] ?? '')).toMatchObject({ code: 'InvalidRequest' });
    const other = `${token.slice(0, -8)}AAAAAAAA`;
    expect(await errorOf(url.replace(token, other))).toMatchObject({ code: 'InvalidJWT' });
  });

  test('expire', async () => {
    const { data } = await files().createSignedUrl('a.txt', 1);
    const expired = await eventually(async () => {
      const answer = await fetch(data?.signedUrl ?? '');
      return answer.status !== 200 && answer.json();
    });
    expect(expired).toEqual({
      statusCode: '400',
      error: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
      code: 'InvalidJWT',
    });
  });

  test('stop working when the object is deleted', async () => {
    await files().upload('gone.txt', 'x');
    const { data } = await files().createSignedUrl('gone.txt', 60);
    await files().remove(['gone.txt']);
    expect(await errorOf(data?.signedUrl ?? '')).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });

  test.each([0, -1, 1.5, Number.NaN])('can’t be valid for %s seconds', async (seconds) => {
    expect(refusal(await files().createSignedUrl('a.txt', seconds))).toMatchObject({
      code: 'InvalidRequest',
    });
  });

  test('can be signed only with the right to read', async () => {
    const owner = await createPerson(portal);
    const stranger = await createPerson(portal);
    const key = `${owner.id}/letter.txt`;
    await owner.client.storage.from(DOCUMENTS).upload(key, 'private');
    const theirs = stranger.client.storage.from(DOCUMENTS);
    expect(refusal(await theirs.createSignedUrl(key, 60))).toEqual(noObject);
    expect((await theirs.createSignedUrls([key], 60)).data?.[0]).toMatchObject({ signedUrl: null });
    expect(refusal(await theirs.createSignedUploadUrl(`${owner.id}/planted.txt`))).toMatchObject({
      code: 'AccessDenied',
    });
    const { data } = await owner.client.storage.from(DOCUMENTS).createSignedUrl(key, 60);
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('private');
  });
});

describe('an upload link of a client', () => {
  test('stores the file for the client', async () => {
    const { id, client } = await createPerson(portal);
    const documents = client.storage.from(DOCUMENTS);
    const { data: link } = await documents.createSignedUploadUrl(`${id}/from phone.txt`);
    expect((await fetch(link?.signedUrl ?? '', { method: 'PUT', body: 'photo' })).status).toBe(200);
    const [row] = await portal.database.query(
      'select owner_id, metadata from storage.objects where name = $1',
      [`${id}/from phone.txt`],
    );
    expect(row).toMatchObject({ owner_id: id, metadata: { size: 5 } });
  });

  test('does not replace a document uploaded in between, even if signed for that', async () => {
    const { id, client } = await createPerson(portal);
    const documents = client.storage.from(DOCUMENTS);
    const key = `${id}/w2.txt`;
    const { data: link } = await documents.createSignedUploadUrl(key, { upsert: true });
    await documents.upload(key, 'handed in');
    const sent = await fetch(link?.signedUrl ?? '', { method: 'PUT', body: 'other' });
    expect(await sent.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    expect(await (await documents.download(key)).data?.text()).toBe('handed in');
  });
});

test('a person’s link works until it expires, also after sign-out, and is recorded as theirs', async () => {
  const { id, client } = await createPerson(portal);
  const key = `${id}/kept.txt`;
  await client.storage.from(DOCUMENTS).upload(key, 'mine');
  const { data } = await client.storage.from(DOCUMENTS).createSignedUrl(key, 3_000_000);
  await client.auth.signOut();
  expect(await (await fetch(`${data?.signedUrl}&download`)).text()).toBe('mine');
  const events = await portal.database.query(
    `select action, actor_id, via from public.document_events where owner_id = $1 and action = 'downloaded'`,
    [id],
  );
  expect(events).toEqual([{ action: 'downloaded', actor_id: id, via: 'link' }]);
  const { exp } = JSON.parse(
    Buffer.from(
      new URL(data?.signedUrl ?? '').searchParams.get('token')?.split('.')[1] ?? '',
      'base64url',
    ).toString(),
  );
  expect(exp).toBeLessThanOrEqual(Date.now() / 1000 + 3600);
});
