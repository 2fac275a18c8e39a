import { describe, expect, test } from 'vitest';
import { addAuthenticator, showCode } from '#tests/support/authenticator.ts';
import { paper } from '#tests/support/papers.ts';
import { createPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
/** A user with an app and a document, and a session at aal1. */
async function passwordOnly(role: 'client' | 'admin' = 'client') {
  const person = await createPerson(portal, { role });
  const key = `${person.id}/w2.pdf`;
  await person.client.storage.from('user-documents').upload(key, new Blob([paper('w2.pdf')]));
  const app = await addAuthenticator(person.client);
  const client = visitor(portal);
  const { error } = await client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  if (error) throw error;
  return { ...person, app, key, client };
}

describe('a session at aal1 of a user with an app', () => {
  test('can’t access documents, lists, profile changes and sessions', async () => {
    const { client, id, key } = await passwordOnly();
    const documents = client.storage.from('user-documents');
    expect((await documents.download(key)).error).toMatchObject({ statusCode: '404' });
    expect((await documents.createSignedUrl(key, 60)).error).toMatchObject({ statusCode: '404' });
    expect((await documents.upload(`${id}/more.pdf`, new Blob(['x']))).error).toMatchObject({
      statusCode: '403',
    });
    expect((await documents.move(key, `${id}/old.pdf`)).error).toMatchObject({ statusCode: '404' });
    expect((await client.from('file_uploads').select()).data).toEqual([]);
    const change = client.from('user_profiles').update({ first_name: 'Eve' }).eq('user_id', id).select();
    expect((await change).data).toEqual([]);
    expect((await client.rpc('my_sessions')).data).toEqual([]);
  });

  test('can’t access appointments, except one that was just requested', async () => {
    const { client, app, email } = await passwordOnly();
    const add =
      "insert into public.appointments (name, email, phone, email_proven_at) values ('Ana', $1, '1', now())";
    await portal.database.query(add, [email]);
    const read = async () => (await client.from('appointments').select('name')).data;
    expect(await read()).toEqual([]);
    await showCode(client, app, 1);
    expect(await read()).toEqual([{ name: 'Ana' }]);
  });

  test('has access again after the code', async () => {
    const { client, app, key } = await passwordOnly();
    await showCode(client, app, 1);
    expect((await client.storage.from('user-documents').download(key)).error).toBeNull();
    expect((await client.from('file_uploads').select()).data).toHaveLength(1);
    expect((await client.rpc('my_sessions')).data).toHaveLength(2);
  });

  test('has no staff access, even if a second factor is optional', async () => {
    const other = await createPerson(portal);
    const { client, app } = await passwordOnly('admin');
    const find = () => client.from('user_profiles').select('user_id').eq('user_id', other.id);
    expect((await find()).data).toEqual([]);
    await showCode(client, app, 1);
    expect((await find()).data).toHaveLength(1);
  });
});
