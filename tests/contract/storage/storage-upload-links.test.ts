import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createPerson, insertPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import {
  DOCUMENTS,
  denied,
  duplicate,
  freshBucket,
  refusal,
  service,
  storageError,
  storageFetch,
  tokenOf,
} from '../support/storage.ts';
import { begun, create, patch, refusedWith } from '../support/tus.ts';

const portal = portalForFile();
let storage: Client['storage'];
let bucket: string;
beforeAll(async () => {
  storage = service(portal).storage;
  bucket = await freshBucket(portal);
});

const files = () => storage.from(bucket);

describe('signed upload links', () => {
  test('let their holder upload one file', async () => {
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

  test('replace only if signed with upsert', async () => {
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

  test('are valid for nothing else', async () => {
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

describe('rights of the signer when the link is used', () => {
  const ended = storageError('403', 'AccessDenied', 'signature verification failed');
  const paper = new Blob(['paper'], { type: 'text/plain' });
  let client: Person;
  let someone: string;
  beforeAll(async () => {
    client = await createPerson(portal);
    someone = await insertPerson(portal, { email: 'someone@example.com' });
  });

  async function signedBy(person: Person, key: string) {
    const { data, error } = await person.client.storage.from(DOCUMENTS).createSignedUploadUrl(key);
    if (error) throw error;
    return {
      token: data.token,
      // By an anonymous client: the link is the only credential.
      use: () => service(portal).storage.from(DOCUMENTS).uploadToSignedUrl(key, data.token, paper),
      begin: () =>
        create(portal, {
          bucket: DOCUMENTS,
          key,
          length: 5,
          at: '/sign',
          bearer: null,
          headers: { 'x-signature': data.token },
          more: { contentType: 'text/plain' },
        }),
    };
  }

  test('works while the signer is signed in, who owns the document', async () => {
    const link = await signedBy(client, `${client.id}/linked.txt`);
    expect((await link.use()).error).toBeNull();
    const { data } = await client.client.from('file_uploads').select('uploaded_by').eq('user_id', client.id);
    expect(data).toEqual([{ uploaded_by: client.id }]);
  });

  test('fails after the signer signed out', async () => {
    const leaving = await createPerson(portal);
    const link = await signedBy(leaving, `${leaving.id}/late.txt`);
    const other = await signedBy(leaving, `${leaving.id}/half.txt`);
    const at = await begun(portal, {
      bucket: DOCUMENTS,
      key: `${leaving.id}/half.txt`,
      length: 10,
      at: '/sign',
      bearer: null,
      headers: { 'x-signature': other.token },
      more: { contentType: 'text/plain' },
    });
    await leaving.client.auth.signOut();
    expect(refusal(await link.use())).toEqual(ended);
    expect(await link.begin()).toMatchObject(refusedWith(403, 'AccessDenied'));
    const rest = await patch(portal, at, 0, Buffer.from('0123456789'), {
      bearer: null,
      headers: { 'x-signature': other.token },
    });
    expect(rest).toMatchObject(refusedWith(403, 'AccessDenied'));
    const { data } = await service(portal).storage.from(DOCUMENTS).list(leaving.id);
    expect(data).toEqual([]);
  });

  test('fails when the signer is no longer staff', async () => {
    const admin = await createPerson(portal, { role: 'admin' });
    const [before, after] = [
      await signedBy(admin, `${someone}/before.txt`),
      await signedBy(admin, `${someone}/after.txt`),
    ];
    expect((await before.use()).error).toBeNull();
    await portal.database.query(`select public.change_role($1, 'client', null)`, [admin.id]);
    expect(refusal(await after.use())).toEqual(denied);
    expect(await after.begin()).toMatchObject(refusedWith(403, 'AccessDenied'));
  });

  test('fails when the signer now needs a second factor', async () => {
    const careless = await createPerson(portal);
    const link = await signedBy(careless, `${careless.id}/late.txt`);
    await portal.database.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, sealed_secret) values ($1, 'totp', 'verified', '')`,
      [careless.id],
    );
    expect(refusal(await link.use())).toEqual(denied);
  });

  test('uses the rights of the signer, not of the caller', async () => {
    const link = await signedBy(client, `${client.id}/handed on.txt`);
    const sent = await storageFetch(
      portal,
      `object/upload/sign/${DOCUMENTS}/${client.id}/handed%20on.txt?token=${link.token}`,
      { method: 'PUT', bearer: await tokenOf((await createPerson(portal)).client), body: paper },
    );
    expect(sent.status).toBe(200);
    const { data } = await client.client
      .from('file_uploads')
      .select('uploaded_by')
      .eq('file_name', 'handed on.txt');
    expect(data).toEqual([{ uploaded_by: client.id }]);
  });
});
