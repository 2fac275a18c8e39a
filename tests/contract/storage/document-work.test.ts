import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { put, type Seen, undo } from '../support/document-edits.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let dana: Person;
let lee: Person;
let maria: Person;
beforeAll(async () => {
  [dana, lee] = await Promise.all([
    createPerson(portal, { role: 'admin', data: { first_name: 'Dana', last_name: 'Reyes' } }),
    createPerson(portal, { role: 'admin', data: { first_name: 'Lee', last_name: 'Park' } }),
  ]);
});
beforeEach(async () => {
  maria = await createPerson(portal);
});

const text = (path: string, words = path) => put(maria, maria, path, Buffer.from(words), 'text/plain');
const lines = async <Row extends object>(sql: string) =>
  (await portal.database.query<Row & { line: string }>(sql, [maria.id])).map(({ line }) => line);

describe('a document that is used', () => {
  const mark = (by: Person, documents: Seen[], is_used = true) =>
    by.client.rpc('mark_documents_used', {
      document_ids: documents.map(({ id }) => id),
      is_used,
      seen: documents.map(({ sha256 }) => sha256),
    });
  const marks = () =>
    lines(`select f.file_name || ' by ' || u.used_by_name as line from public.used_documents u
      join public.file_uploads f on f.id = u.id where u.user_id = $1 order by 1`);

  test('is marked with who and when, once, and recorded', async () => {
    const [a, b] = [await text('a.txt'), await text('b.txt')];
    expect((await mark(dana, [a, b])).data).toHaveLength(2);
    // The second one sees who was first.
    expect((await mark(lee, [a])).data).toEqual([
      { id: a.id, used_by_name: 'Dana Reyes', used_at: expect.any(String) },
    ]);
    expect(await marks()).toEqual(['a.txt by Dana Reyes', 'b.txt by Dana Reyes']);
    await mark(lee, [b], false).then(({ error }) => expect(error).toBeNull());
    expect(await marks()).toEqual(['a.txt by Dana Reyes']);
    expect(
      await lines(`select actor_name || ' ' || action || ' ' || path as line from public.document_events
        where owner_id = $1 and action like 'marked_%' order by id`),
    ).toEqual([
      'Dana Reyes marked_used a.txt',
      'Dana Reyes marked_used b.txt',
      'Lee Park marked_unused b.txt',
    ]);
  });

  test('is not used anymore when it is replaced, and one that was replaced meanwhile is not marked', async () => {
    const a = await text('a.txt');
    await mark(dana, [a]);
    await lee.client.storage
      .from(DOCUMENTS)
      .update(`${maria.id}/a.txt`, new Blob(['new'], { type: 'text/plain' }), { upsert: true });
    expect(await marks()).toEqual([]);
    expect(await mark(dana, [a])).toMatchObject({ error: null, data: [] });
    expect(await marks()).toEqual([]);
  });

  test('stays used when it is renamed, and is bounded', async () => {
    const a = await text('a.txt');
    await mark(dana, [a]);
    await dana.client.storage.from(DOCUMENTS).move(`${maria.id}/a.txt`, `${maria.id}/W-2.txt`);
    expect(await marks()).toEqual(['W-2.txt by Dana Reyes']);
    const many = Array.from({ length: 1001 }, () => crypto.randomUUID());
    const { error } = await dana.client.rpc('mark_documents_used', { document_ids: many, is_used: true });
    expect(error).toMatchObject({ code: '22023' });
  });
});

describe('moving a document to a line of the checklist', () => {
  const file = (
    by: Person,
    { id }: Seen,
    list_item: string | null,
    seen_items?: string[],
    from_items?: string[],
  ) =>
    by.client.rpc('file_document', {
      document_id: id,
      list_year: 2026,
      ...(list_item === null ? {} : { list_item }),
      ...(seen_items && { seen_items }),
      ...(from_items && { from_items }),
    });
  const send = (item: string, ...documents: Seen[]) =>
    maria.client
      .rpc('answer_checklist_item', {
        list_year: 2026,
        list_item: item,
        new_state: 'sent',
        document_ids: documents.map(({ id }) => id),
      })
      .throwOnError();
  const list = () =>
    lines(`select concat_ws(' ', i.item, i.state, (
        select string_agg(f.file_name, ',' order by f.file_name) from public.checklist_documents d
        join public.file_uploads f on f.id = d.document_id where d.item_id = i.id)) as line
      from public.checklist_items i where i.user_id = $1 order by 1`);

  test('opens the line it leaves, if nothing is left there, and can be undone', async () => {
    const [a, b] = [await text('a.txt'), await text('b.txt')];
    await send('w-2', a);
    await send('1099', b);
    const moved = await file(dana, a, '1099', ['w-2']);
    expect(await list()).toEqual(['1099 sent a.txt,b.txt', 'w-2 open']);
    expect((await undo(dana, moved.data)).error).toBeNull();
    expect(await list()).toEqual(['1099 sent b.txt', 'w-2 sent a.txt']);
  });

  test('can put it on several lines, and take it off one of them', async () => {
    const [a, office] = [
      await text('a.txt'),
      await put(dana, maria, 'b.txt', Buffer.from('b'), 'text/plain'),
    ];
    await send('w-2', a);
    await file(dana, a, '1099', undefined, []);
    await file(dana, office, '1099', undefined, []);
    expect(await list()).toEqual(['1099 sent a.txt,b.txt', 'w-2 sent a.txt']);
    const off = await file(dana, a, null, undefined, ['w-2']);
    expect(await list()).toEqual(['1099 sent a.txt,b.txt', 'w-2 open']);
    expect((await undo(dana, off.data)).error).toBeNull();
    expect(await list()).toEqual(['1099 sent a.txt,b.txt', 'w-2 sent a.txt']);
  });

  test('answers a line that was asked for again, and gives back what it said when it is undone', async () => {
    const a = await text('a.txt');
    await dana.client
      .rpc('review_checklist_item', {
        client_id: maria.id,
        list_year: 2026,
        list_item: 'photo-id',
        new_state: 'asked_again',
        staff_note: 'too dark',
      })
      .throwOnError();
    const moved = await file(dana, a, 'photo-id', []);
    expect(await list()).toEqual(['photo-id sent a.txt']);
    await undo(lee, moved.data);
    expect(await list()).toEqual(['photo-id asked_again']);
    const first = await file(dana, a, 'w-2');
    await undo(dana, first.data);
    expect(await list()).toEqual(['photo-id asked_again', 'w-2 open']);
  });

  test('tells the second of two who move the same one', async () => {
    const a = await text('a.txt');
    await send('w-2', a);
    await file(dana, a, '1099', ['w-2']);
    expect((await file(lee, a, 'photo-id', ['w-2'])).error).toMatchObject({
      code: '23514',
      details: 'changed',
    });
    expect(await list()).toEqual(['1099 sent a.txt', 'w-2 open']);
  });

  test('takes it off the list, and leaves confirmed lines confirmed', async () => {
    const [a, b] = [await text('a.txt'), await text('b.txt')];
    await send('w-2', a);
    await dana.client
      .rpc('review_checklist_item', {
        client_id: maria.id,
        list_year: 2026,
        list_item: 'w-2',
        new_state: 'confirmed',
      })
      .throwOnError();
    await file(dana, b, 'w-2');
    await file(dana, a, null);
    expect(await list()).toEqual(['w-2 confirmed b.txt']);
    expect((await file(dana, a, 'asked:none')).error).toMatchObject({ details: 'changed' });
    expect((await file(maria, a, 'w-2')).error).toMatchObject({ code: '42501' });
  });
});
