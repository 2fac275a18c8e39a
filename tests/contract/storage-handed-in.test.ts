import { afterAll, beforeAll, expect, test } from 'vitest';
import { paper } from '#tests/support/papers.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let client: Person;
let admin: Person;
beforeAll(async () => {
  portal = await startPortal();
  client = await createPerson(portal);
  admin = await createPerson(portal, { role: 'admin' });
});
afterAll(() => portal?.close());

const documents = (person: Person) => person.client.storage.from('user-documents');

async function handIn(name: string): Promise<string> {
  const key = `${client.id}/${name}`;
  const { error } = await documents(client).upload(key, new Blob([paper(name)], { type: 'application/pdf' }));
  if (error) throw error;
  return key;
}

const listed = (name: string) =>
  admin.client.from('file_uploads').select('file_type').eq('user_id', client.id).eq('file_name', name);

test('a client can’t hide a document as the mark of a folder', async () => {
  const key = await handIn('w2.pdf');
  for (const mark of ['.emptyFolderPlaceholder', '.placeholder']) {
    const { error } = await documents(client).move(key, `${client.id}/2025/${mark}`);
    expect(error).toMatchObject({ statusCode: '403' });
  }
  expect((await listed('w2.pdf')).data).toHaveLength(1);
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

test('a person’s link lives an hour at most', async () => {
  const key = await handIn('id.pdf');
  const { data } = await documents(client).createSignedUrl(key, 3_000_000_000);
  const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(exp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600);
});

test('an upload link writes under the key that was signed', async () => {
  const { data } = await documents(client).createSignedUploadUrl(`${client.id}/a b.pdf`);
  // Encoded once more than it was signed.
  const path = `user-documents/${client.id}/a%2520b.pdf`;
  const response = await fetch(`${portal.url}/storage/v1/object/upload/sign/${path}?token=${data?.token}`, {
    method: 'PUT',
    body: paper('a b.pdf'),
  });
  expect(response.status).toBe(200);
  expect((await listed('a b.pdf')).data).toHaveLength(1);
});
