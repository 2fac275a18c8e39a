import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { download } from '../support/archives.ts';
import { put, type Seen } from '../support/document-edits.ts';
import { DOCUMENTS } from '../support/storage.ts';

const EVER = '1970-01-01';

const portal = portalForFile();
let dana: Person;
let sam: Person;
/** The client. */
let maria: Person;
/** Maria's spouse. */
let john: Person;
beforeAll(async () => {
  [dana, sam] = await Promise.all([
    createPerson(portal, { role: 'admin', data: { first_name: 'Dana', last_name: 'Reyes' } }),
    createPerson(portal, { role: 'super' }),
  ]);
});
beforeEach(async () => {
  [maria, john] = await Promise.all([createPerson(portal), createPerson(portal)]);
});

const files = ({ client }: Person) => client.storage.from(DOCUMENTS);
const key = (path: string) => `${maria.id}/${path}`;
const send = (path: string, by = maria) => put(by, maria, path, Buffer.from(path), 'text/plain');
const joins = (rights: string[]) =>
  sam.client
    .rpc('save_client_member', { client_id: maria.id, member_id: john.id, relation: 'spouse', rights })
    .throwOnError();
const get = async (by: Person, path: string) =>
  expect((await files(by).download(key(path))).error).toBeNull();
const preview = async (by: Person, path: string) => {
  const { data } = await files(by).createSignedUrl(key(path), 60);
  expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
};
const mark = (by: Person, documents: Seen[], is_seen = true) =>
  by.client.rpc('mark_documents_seen', { document_ids: documents.map(({ id }) => id), is_seen });

/** The files that no one at the office has seen, as staff count them: by row, in the list, and in the queue. */
async function waiting(): Promise<string[]> {
  const { data } = await dana.client
    .from('file_uploads')
    .select('file_name')
    .eq('user_id', maria.id)
    .is('by_client', true)
    .is('seen_at', null)
    .order('file_name')
    .throwOnError();
  const overview = await dana.client
    .rpc('client_overviews', { client_ids: [maria.id], list_year: 2026, new_files_since: EVER })
    .throwOnError();
  const listed = dana.client.rpc('list_clients', { new_files_since: EVER }).eq('user_id', maria.id);
  const { length } = data;
  expect([overview.data[0]?.new_files, (await listed.throwOnError()).data?.length]).toEqual([
    length,
    Math.min(1, length),
  ]);
  return data.map(({ file_name }: { file_name: string }) => file_name);
}

describe('a file that a client has sent', () => {
  test('waits until the office opens, downloads, or packs it, however old it is', async () => {
    await joins(['see', 'upload']);
    for (const path of ['kept.txt', 'opened.txt', 'packed/a.txt', 'saved.txt']) await send(path);
    await send('copy.txt', dana);
    await portal.database.query(
      `update public.file_uploads set uploaded_at = now() - interval '3 years' where user_id = $1`,
      [maria.id],
    );
    await get(maria, 'saved.txt');
    await preview(john, 'opened.txt');
    expect(await waiting()).toEqual(['a.txt', 'kept.txt', 'opened.txt', 'saved.txt']);
    await preview(dana, 'opened.txt');
    await get(dana, 'saved.txt');
    await download(portal, dana.client, maria.id, ['packed']);
    expect(await waiting()).toEqual(['kept.txt']);
    // A preview is no download.
    const { data } = await dana.client
      .from('file_uploads')
      .select('download_count')
      .eq('file_path', key('opened.txt'));
    expect(data).toEqual([{ download_count: 0 }]);
  });

  test('is not seen by staff who are members of the client', async () => {
    await joins(['see', 'upload']);
    await portal.database.query(`update public.user_profiles set role = 'admin' where user_id = $1`, [
      john.id,
    ]);
    await send('a.txt');
    await preview(john, 'a.txt');
    await get(john, 'a.txt');
    expect(await waiting()).toEqual(['a.txt']);
  });

  test('is seen if staff say so, until they take it back or a super user marks it as new', async () => {
    const [a, b, own] = [await send('a.txt'), await send('b.txt'), await send('own.txt', dana)];
    expect((await mark(dana, [a, b, own])).data).toBe(2);
    expect((await mark(sam, [a, b])).data).toBe(0);
    expect(await waiting()).toEqual([]);
    expect((await mark(sam, [b], false)).data).toBe(1);
    expect(await waiting()).toEqual(['b.txt']);

    await preview(dana, 'b.txt');
    expect(await waiting()).toEqual([]);
    const asNew = await sam.client.rpc('mark_documents_as_new', { document_ids: [b.id, own.id] });
    expect(asNew.data).toBe(1);
    expect(await waiting()).toEqual(['b.txt']);
    // Recorded a moment ago, so it is not recorded again, but it is seen again.
    await preview(dana, 'b.txt');
    expect(await waiting()).toEqual([]);

    const said = await portal.database.query<{ line: string }>(
      `select concat_ws(' ', actor_name, action, path) as line from public.document_events
       where owner_id = $1 and actor_id = $2 and action <> 'uploaded' order by id`,
      [maria.id, dana.id],
    );
    expect(said.map(({ line }) => line)).toEqual([
      'Dana Reyes marked_seen a.txt',
      'Dana Reyes marked_seen b.txt',
      'Dana Reyes opened b.txt',
    ]);
    const many = Array.from({ length: 1001 }, () => ({ id: crypto.randomUUID(), sha256: '' }));
    expect((await mark(dana, many)).error).toMatchObject({ code: '22023' });
  });

  test('is seen if it is used', async () => {
    const a = await send('a.txt');
    await dana.client.rpc('mark_documents_used', { document_ids: [a.id], is_used: true }).throwOnError();
    expect(await waiting()).toEqual([]);
  });

  test('is what it was when it comes back from the trash, and another one of its name is new', async () => {
    const [a, b] = [await send('a.txt'), await send('b.txt')];
    await preview(dana, 'a.txt');
    await files(dana).remove([key('a.txt'), key('b.txt')]);
    await dana.client.rpc('restore_documents', { document_ids: [a.id, b.id] }).throwOnError();
    expect(await waiting()).toEqual(['b.txt']);
    await files(dana).remove([key('a.txt')]);
    await send('a.txt');
    expect(await waiting()).toEqual(['a.txt', 'b.txt']);
  });
});
