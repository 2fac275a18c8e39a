import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DANA, type DocumentRoom, MARIA, openDocumentRoom, PROGRAM, SAM } from '../support/documents.ts';
import { DOCUMENTS, freshBucket, service, storageFetch, tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let room: DocumentRoom;
beforeAll(async () => {
  room = await openDocumentRoom(portal);
});

let number = 0;
/** A document for one test. */
let id: string;
let path: string;
beforeEach(async () => {
  number += 1;
  path = `2025/letter ${number}.txt`;
  id = await room.put(path, 'Dear Maria');
  await room.news();
});

const get = async (person: Person, init: RequestInit & { route?: string } = {}) =>
  storageFetch(portal, `${init.route ?? 'object'}/${DOCUMENTS}/${room.maria.id}/${encodeURI(path)}`, {
    ...init,
    bearer: await tokenOf(person.client),
  });
const part = (range: string) => ({ headers: { range: `bytes=${range}` } });
const downloaded = (by: object, more: object = {}) => ({
  ...by,
  action: 'downloaded',
  document_id: id,
  path,
  ...more,
});
const opened = (by: object) => ({ ...downloaded(by), action: 'opened', via: 'link' });
/** Moves the record into the past. */
const later = (interval: string) =>
  portal.database.query(`
    begin;
    alter table public.document_events disable trigger document_events_append_only;
    update public.document_events set at = at - interval '${interval}' where document_id = '${id}';
    alter table public.document_events enable trigger document_events_append_only;
    commit`);

describe('downloading as a person', () => {
  test('is recorded each time, for both URLs', async () => {
    expect(await (await get(room.dana)).text()).toBe('Dear Maria');
    expect((await get(room.maria, { route: 'object/authenticated' })).status).toBe(200);
    expect((await get(room.dana)).status).toBe(200);
    expect(await room.news()).toEqual([downloaded(DANA), downloaded(MARIA), downloaded(DANA)]);
    expect(await room.countOf(id)).toBe(3);
  });

  test('is counted for each of several concurrent requests', async () => {
    await Promise.all(Array.from({ length: 12 }, async () => (await get(room.dana)).text()));
    expect(await room.countOf(id)).toBe(12);
    expect(await room.news()).toHaveLength(12);
  });

  test('is not recorded for HEAD, 304 and refused requests', async () => {
    const head = await get(room.dana, { method: 'HEAD' });
    expect(head.status).toBe(200);
    const etag = head.headers.get('etag') ?? '';
    expect((await get(room.dana, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await get(room.dana, part('99-'))).status).toBe(416);
    expect((await get(room.dana, { route: 'object/info' })).status).toBe(200);
    await room.maria.client.storage.from(DOCUMENTS).list(`${room.maria.id}/2025`);
    expect(await room.news()).toEqual([]);
    expect(await room.countOf(id)).toBe(0);
  });

  test('is recorded once if it is resumed', async () => {
    expect(await (await get(room.dana, part('0-3'))).text()).toBe('Dear');
    expect(await (await get(room.dana, part('4-6'))).text()).toBe(' Ma');
    expect(await (await get(room.dana, part('7-'))).text()).toBe('ria');
    expect(await room.news()).toEqual([downloaded(DANA)]);
    expect(await room.countOf(id)).toBe(1);
  });

  test('is recorded for a range without the first byte or without an earlier request', async () => {
    await get(room.sam, part('0-'));
    expect(await (await get(room.dana, part('1-'))).text()).toBe('ear Maria');
    expect((await get(room.dana, part('-3'))).status).toBe(206);
    expect(await room.news()).toEqual([downloaded(SAM), downloaded(DANA)]);
    await later('25 hours');
    await get(room.dana, part('1-'));
    expect(await room.news()).toEqual([downloaded(DANA)]);
    expect(await room.countOf(id)).toBe(3);
  });

  test('is recorded for the rest of a file that was replaced in between', async () => {
    await get(room.sam, part('0-'));
    const key = `${room.maria.id}/${path}`;
    const replaced = await room.dana.client.storage
      .from(DOCUMENTS)
      .upload(key, new Blob(['Dear Ana'], { type: 'text/plain' }), { upsert: true });
    expect(replaced.error).toBeNull();
    await room.news();
    expect(await (await get(room.sam, part('1-'))).text()).toBe('ear Ana');
    await get(room.sam, part('2-'));
    expect(await room.news()).toEqual([downloaded(SAM)]);
  });

  test('is recorded but not counted for the service key', async () => {
    const { data } = await service(portal).storage.from(DOCUMENTS).download(`${room.maria.id}/${path}`);
    expect(await data?.text()).toBe('Dear Maria');
    expect(await room.news()).toEqual([downloaded(PROGRAM)]);
    expect(await room.countOf(id)).toBe(0);
  });

  test('is not recorded for other buckets', async () => {
    const bucket = await freshBucket(portal);
    const { storage } = service(portal);
    await storage.from(bucket).upload('a.txt', 'x');
    await storage.from(bucket).download('a.txt');
    const { data } = await storage.from(bucket).createSignedUrl('a.txt', 60);
    await fetch(data?.signedUrl ?? '');
    const rows = await portal.database.query(
      'select from public.document_events e join storage.objects o on o.id = e.document_id where o.bucket_id = $1',
      [bucket],
    );
    expect(rows).toEqual([]);
  });
});

describe('downloading by a signed link', () => {
  test('is recorded as opened, once in ten minutes for each person, and not counted', async () => {
    const danas = await room.link(room.dana, path);
    expect(await (await fetch(danas)).text()).toBe('Dear Maria');
    await fetch(danas);
    await fetch(await room.link(room.dana, path));
    await fetch(await room.link(room.sam, path));
    expect(await room.news()).toEqual([opened(DANA), opened(SAM)]);
    await later('11 minutes');
    await fetch(danas);
    expect(await room.news()).toEqual([opened(DANA)]);
    expect(await room.countOf(id)).toBe(0);
  });

  test('is recorded once for concurrent requests', async () => {
    const danas = await room.link(room.dana, path);
    await Promise.all(Array.from({ length: 8 }, async () => (await fetch(danas)).text()));
    expect(await room.news()).toEqual([opened(DANA)]);
  });

  test('with ?download is recorded as a download of the signer', async () => {
    const link = await room.link(room.dana, path, { download: 'Letter.txt' });
    expect((await fetch(link)).headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await fetch(link, part('3-'))).status).toBe(206);
    await fetch(link, { method: 'HEAD' });
    expect(await room.news()).toEqual([downloaded(DANA, { via: 'link' })]);
    // Opened first, because a download is recorded separately.
    await fetch(await room.link(room.maria, path));
    await fetch(await room.link(room.maria, path, { download: true }));
    expect(await room.news()).toEqual([opened(MARIA), downloaded(MARIA, { via: 'link' })]);
    expect(await room.countOf(id)).toBe(2);
  });

  test('records the signer for each of several concurrent links', async () => {
    const { data } = await room.dana.client.storage
      .from(DOCUMENTS)
      .createSignedUrls([`${room.maria.id}/${path}`], 60, { download: true });
    await fetch(data?.[0]?.signedUrl ?? '');
    expect(await room.news()).toEqual([downloaded(DANA, { via: 'link' })]);
  });

  test('has no name and is not counted if the service key signed', async () => {
    const { data } = await service(portal)
      .storage.from(DOCUMENTS)
      .createSignedUrl(`${room.maria.id}/${path}`, 60, { download: true });
    await fetch(data?.signedUrl ?? '');
    expect(await room.news()).toEqual([downloaded(PROGRAM, { via: 'link' })]);
    expect(await room.countOf(id)).toBe(0);
  });
});

test('a document is not sent if the access can’t be recorded', async () => {
  await portal.database.query('alter table public.document_events rename column path to path_away');
  try {
    const answer = await get(room.dana);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('Dear');
  } finally {
    await portal.database.query('alter table public.document_events rename column path_away to path');
  }
  expect(await room.news()).toEqual([]);
  expect(await room.countOf(id)).toBe(0);
});

describe('nutmeg.record_document_access', () => {
  const record = (ids: string[], actor: string | null) =>
    portal.database.query<{ known: number }>(
      `select nutmeg.record_document_access($1::uuid[], 'downloaded', $2::uuid, 'archive') as known`,
      [ids, actor],
    );

  test('records and counts thousands at once, concurrently with others', async () => {
    const ids = [id, await room.put(`2025/second ${number}.txt`)];
    await room.news();
    const stranger = '00000000-0000-4000-8000-000000000000';
    await Promise.all([record([...ids, stranger], room.dana.id), record(ids.toReversed(), room.sam.id)]);
    expect(await room.countOf(ids[0] ?? '')).toBe(2);
    expect(await room.countOf(ids[1] ?? '')).toBe(2);
    const rows = await room.news();
    expect(rows).toHaveLength(4);
    expect(rows).toContainEqual(downloaded(SAM, { via: 'archive' }));
    expect((await record([stranger], room.dana.id))[0]?.known).toBe(0);
  });
});

test('moving a folder and downloading its files at the same time both succeed', async () => {
  const folder = `${room.maria.id}/busy ${number}`;
  await room.put(`busy ${number}/first.txt`);
  await portal.database.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
     select bucket_id, $1 || '/' || n || '.txt', owner, owner_id, metadata, blob_id
     from storage.objects, generate_series(1, 400) n where name = $1 || '/first.txt'`,
    [folder],
  );
  const ids = await portal.database.query<{ id: string }>(
    'select id from public.file_uploads where starts_with(file_path, $1) order by random()',
    [`${folder}/`],
  );
  const rounds = 6;
  const moving = async () => {
    for (let round = 0; round < rounds; round++) {
      const [from, to] = round % 2 === 0 ? ['', ' moved'] : [' moved', ''];
      const { error } = await room.maria.client.storage.from(DOCUMENTS).move(folder + from, folder + to);
      expect(error).toBeNull();
    }
  };
  const downloading = async () => {
    for (let round = 0; round < rounds; round++) {
      const [row] = await portal.database.query<{ known: number }>(
        `select nutmeg.record_document_access($1::uuid[], 'downloaded', $2::uuid, 'archive') as known`,
        [ids.map((one) => one.id), room.dana.id],
      );
      expect(row?.known).toBe(ids.length);
    }
  };
  await Promise.all([moving(), downloading()]);
  for (const one of ids.slice(0, 3)) expect(await room.countOf(one.id)).toBe(rounds);
});

describe('“Mark as new”', () => {
  const mark = (person: Person, ids: string[]) =>
    person.client.rpc('mark_documents_as_new', { document_ids: ids });

  test('sets the count to 0, and records who did it', async () => {
    const untouched = await room.put(`2025/untouched ${number}.txt`);
    await get(room.dana);
    await room.news();
    expect((await mark(room.sam, [id, untouched, id])).data).toBe(1);
    expect(await room.countOf(id)).toBe(0);
    expect(await room.news()).toEqual([{ ...SAM, action: 'marked_new', document_id: id, path }]);
    expect((await mark(room.sam, [id])).data).toBe(0);
    expect(await room.news()).toEqual([]);
  });

  test('is for super users only', async () => {
    await get(room.dana);
    await room.news();
    for (const person of [room.dana, room.maria]) {
      expect((await mark(person, [id])).error).toMatchObject({ code: '42501' });
    }
    expect(await room.countOf(id)).toBe(1);
    expect(await room.news()).toEqual([]);
  });
});
