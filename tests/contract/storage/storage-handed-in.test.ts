import { beforeAll, expect, test } from 'vitest';
import { paper } from '#tests/support/papers.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { service } from '../support/storage.ts';

const portal = portalForFile();
let client: Person;
let admin: Person;
beforeAll(async () => {
  client = await createPerson(portal);
  admin = await createPerson(portal, { role: 'admin' });
});

const documents = (person: Person) => person.client.storage.from('user-documents');

async function handIn(name: string): Promise<string> {
  const key = `${client.id}/${name}`;
  const { error } = await documents(client).upload(key, new Blob([paper(name)], { type: 'application/pdf' }));
  if (error) throw error;
  return key;
}

const listed = (name: string) =>
  admin.client.from('file_uploads').select('file_type').eq('user_id', client.id).eq('file_name', name);

test('a client can’t hide a document as a folder placeholder', async () => {
  const key = await handIn('w2.pdf');
  for (const mark of ['.emptyFolderPlaceholder', '.placeholder']) {
    const { error } = await documents(client).move(key, `${client.id}/2025/${mark}`);
    expect(error).toMatchObject({ statusCode: '403' });
  }
  expect((await listed('w2.pdf')).data).toHaveLength(1);
});

test('a folder placeholder is always empty, for every caller and kind of upload', async () => {
  const key = await handIn('full.pdf');
  const program = service(portal).storage.from('user-documents');
  for (const [who, bucket] of [
    ['client', documents(client)],
    ['admin', documents(admin)],
    ['program', program],
  ] as const) {
    for (const mark of [
      '.placeholder',
      '.placeholder.pdf',
      '.emptyFolderPlaceholder',
      '.emptyFolderPlaceholder2',
    ]) {
      const to = `${client.id}/${who}/${mark}`;
      expect((await bucket.move(key, to)).error, `${who} ${mark}`).toMatchObject({ statusCode: '403' });
      const copied = await bucket.copy(key, to, { copyMetadata: false, metadata: { mimetype: 'text/html' } });
      expect(copied.error, `${who} ${mark}`).toMatchObject({ statusCode: '403' });
      expect((await bucket.upload(to, new Blob([paper('full.pdf')]))).error).toBeNull();
      expect((await program.info(to)).data?.size).toBe(0);
    }
  }
  expect((await listed('full.pdf')).data).toHaveLength(1);
});

test('a copy of a document keeps the detected type', async () => {
  const key = await handIn('typed.pdf');
  for (const [n, bucket] of [
    documents(client),
    documents(admin),
    service(portal).storage.from('user-documents'),
  ].entries()) {
    const copy = `${client.id}/typed ${n}.pdf`;
    const { error } = await bucket.copy(key, copy, {
      copyMetadata: false,
      metadata: { mimetype: 'text/javascript' },
    });
    expect(error).toBeNull();
    expect((await bucket.info(copy)).data?.contentType).toBe('application/pdf');
  }
});

test('a client can’t give a document another type', async () => {
  const key = await handIn('1099.pdf');
  const response = await fetch(`${portal.url}/storage/v1/object/copy`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${(await client.client.auth.getSession()).data.session?.access_token}`,
      'content-type': 'application/json',
      'x-upsert': 'true',
    },
    body: JSON.stringify({
      bucketId: 'user-documents',
      sourceKey: key,
      destinationKey: key,
      copyMetadata: false,
      metadata: { mimetype: 'text/html' },
    }),
  });
  expect(await response.json()).toMatchObject({ statusCode: '403' });
  expect((await listed('1099.pdf')).data).toEqual([{ file_type: 'application/pdf' }]);
});

test('a document can’t get the name of an executable', async () => {
  const key = await handIn('harmless.pdf');
  const to = (name: string) => `${client.id}/${name}`;
  for (const person of [client, admin]) {
    for (const name of ['w2.html', 'w2.exe', 'w2.hta.', 'w2.bat . ', 'w2.settingcontent-ms', 'deep/w2.js']) {
      const refusal = {
        statusCode: '415',
        message: expect.stringContaining('We can’t take files that end in'),
      };
      expect((await documents(person).move(key, to(name))).error, name).toMatchObject(refusal);
      expect((await documents(person).copy(key, to(name))).error, name).toMatchObject(refusal);
      const text = new Blob(['Hello <script>alert(1)</script>'], { type: 'text/plain' });
      expect((await documents(person).upload(to(name), text)).error, name).toMatchObject(refusal);
    }
  }
  expect((await documents(client).move(key, to('No. 5 of Dr. Lopez.pdf'))).error).toBeNull();
});

test('a document uploaded with the service key keeps its name when moved', async () => {
  const key = `${client.id}/old.html`;
  const program = service(portal).storage.from('user-documents');
  expect((await program.upload(key, new Blob(['old'], { type: 'text/html' }))).error).toBeNull();
  expect((await documents(client).move(key, `${client.id}/2020/old.html`)).error).toBeNull();
});

test('a person’s link is valid for an hour at most', async () => {
  const key = await handIn('id.pdf');
  const { data } = await documents(client).createSignedUrl(key, 3_000_000_000);
  const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(exp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600);
});

test('an upload link writes to the signed key', async () => {
  const { data } = await documents(client).createSignedUploadUrl(`${client.id}/a b.pdf`);
  // Encoded twice.
  const path = `user-documents/${client.id}/a%2520b.pdf`;
  const response = await fetch(`${portal.url}/storage/v1/object/upload/sign/${path}?token=${data?.token}`, {
    method: 'PUT',
    body: paper('a b.pdf'),
  });
  expect(response.status).toBe(200);
  expect((await listed('a b.pdf')).data).toHaveLength(1);
});
