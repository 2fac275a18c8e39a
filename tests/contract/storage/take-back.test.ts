import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile, SECRET_KEY } from '#tests/support/server/portal.ts';
import { download } from '../support/archives.ts';
import { put, type Seen } from '../support/document-edits.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let dana: Person;
let sam: Person;
/** The client. */
let maria: Person;
/** Maria's spouse. */
let john: Person;
beforeAll(async () => {
  [dana, sam] = await Promise.all([
    createPerson(portal, { role: 'admin' }),
    createPerson(portal, { role: 'super' }),
  ]);
});
beforeEach(async () => {
  [maria, john] = await Promise.all([
    createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } }),
    createPerson(portal),
  ]);
});

const key = (path: string) => `${maria.id}/${path}`;
const files = ({ client }: Person) => client.storage.from(DOCUMENTS);
const send = (path: string, by = maria) => put(by, maria, path, Buffer.from(path), 'text/plain');
const takeBack = ({ id }: Seen, by = maria) => by.client.rpc('take_back_document', { document_id: id });
const refusal = async ({ id }: Seen, by = maria) => {
  const { error } = await takeBack({ id, sha256: '' }, by);
  return error && [error.code, error.details];
};
const here = async () =>
  (
    await maria.client
      .from('file_uploads')
      .select('file_name')
      .eq('user_id', maria.id)
      .order('file_name')
      .throwOnError()
  ).data.map(({ file_name }: { file_name: string }) => file_name);
const joins = (rights: string[]) =>
  sam.client
    .rpc('save_client_member', { client_id: maria.id, member_id: john.id, relation: 'spouse', rights })
    .throwOnError();
const answer = (item: string, ...documents: Seen[]) =>
  maria.client
    .rpc('answer_checklist_item', {
      list_year: 2026,
      list_item: item,
      new_state: 'sent',
      document_ids: documents.map(({ id }) => id),
    })
    .throwOnError();

test('who has just sent a file takes it back: it is in the trash, and its line is open again', async () => {
  await joins(['see', 'upload']);
  const [wrong, right] = [await send('wrong.txt'), await send('right.txt')];
  await answer('w-2', wrong);
  await answer('1099', wrong, right);
  // Neither the client's own reading nor the spouse's is the office's.
  await files(maria).download(key('wrong.txt'));
  await files(john).download(key('wrong.txt'));
  expect(await refusal(wrong)).toBeNull();
  expect(await here()).toEqual(['right.txt']);
  const { data: lines } = await maria.client.from('checklist_items').select('item, state').order('item');
  expect(lines).toEqual([
    { item: '1099', state: 'sent' },
    { item: 'w-2', state: 'open' },
  ]);
  const trash = await dana.client
    .from('trashed_documents')
    .select('path, deleted_by, deleted_by_name')
    .eq('id', wrong.id);
  expect(trash.data).toEqual([{ path: 'wrong.txt', deleted_by: maria.id, deleted_by_name: 'Maria Lopez' }]);
  expect(await refusal(wrong)).toEqual(['42501', 'gone']);
  // Once staff have taken it out of the trash, it stays.
  await dana.client.rpc('restore_documents', { document_ids: [wrong.id] }).throwOnError();
  expect(await refusal(wrong)).toEqual(['23514', 'opened']);
});

describe('a file stays', () => {
  const by = {
    opens: async () => {
      const { data } = await files(dana).createSignedUrl(key('a.txt'), 60);
      await fetch(data?.signedUrl ?? '');
    },
    downloads: () => files(dana).download(key('a.txt')),
    packs: () => download(portal, dana.client, maria.id, ['a.txt']),
    renames: () => files(dana).move(key('a.txt'), key('b.txt')),
    'marks as seen': ({ id }: Seen) => dana.client.rpc('mark_documents_seen', { document_ids: [id] }),
    'opens and then marks as new': async ({ id }: Seen) => {
      await files(dana).download(key('a.txt'));
      await sam.client.rpc('mark_documents_as_new', { document_ids: [id] }).throwOnError();
    },
    'fetches by a program': () =>
      fetch(`${portal.url}/storage/v1/object/authenticated/${DOCUMENTS}/${key('a.txt')}`, {
        headers: { authorization: `Bearer ${SECRET_KEY}`, apikey: SECRET_KEY },
      }),
  };

  test.each(Object.entries(by))('that the office %s', async (_, act) => {
    const a = await send('a.txt');
    await act(a);
    expect(await refusal(a)).toEqual(['23514', 'opened']);
    expect(await here()).toHaveLength(1);
  });

  test('after 10 minutes, if the office uses it, and if others sent it', async () => {
    await joins(['see', 'upload']);
    const [old, used, theirs, office] = [
      await send('old.txt'),
      await send('used.txt'),
      await send('theirs.txt', john),
      await send('office.txt', dana),
    ];
    await portal.database.query(
      `update public.file_uploads set uploaded_at = now() - interval '10 minutes' where id = $1`,
      [old.id],
    );
    await portal.database.query(
      `with line as (
         insert into public.checklist_items (user_id, year, item, state) values ($1, 2026, 'w-2', 'confirmed') returning id
       ) insert into public.checklist_documents (item_id, document_id, user_id) select id, $2, $1 from line`,
      [maria.id, used.id],
    );
    expect(await refusal(old)).toEqual(['23514', 'too_late']);
    expect(await refusal(used)).toEqual(['23514', 'in_use']);
    expect(await refusal(theirs)).toEqual(['42501', 'not_yours']);
    expect(await refusal(office)).toEqual(['42501', 'not_yours']);
    expect(await refusal(theirs, dana)).toEqual(['42501', 'gone']);
    // The right to send has ended.
    await joins(['see']);
    expect(await refusal(theirs, john)).toEqual(['42501', 'gone']);
    // No one deletes as a client.
    const removed = await files(maria).remove(['old.txt', 'used.txt'].map(key));
    expect(removed.data).toEqual([]);
    expect(await here()).toEqual(['office.txt', 'old.txt', 'theirs.txt', 'used.txt']);
  });
});
