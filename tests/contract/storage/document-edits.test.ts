import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { lockedPdf, pagesIn, pagesPdf, signedPdf, textsIn } from '#tests/support/page-pdfs.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { photo } from '#tests/support/sample-documents.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { edit, put, read, type Seen, undo } from '../support/document-edits.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let dana: Person;
let lee: Person;
let maria: Person;
let rosa: Person;
beforeAll(async () => {
  [dana, lee] = await Promise.all([
    createPerson(portal, { role: 'admin', data: { first_name: 'Dana', last_name: 'Reyes' } }),
    createPerson(portal, { role: 'admin', data: { first_name: 'Lee', last_name: 'Park' } }),
  ]);
});
beforeEach(async () => {
  [maria, rosa] = await Promise.all([createPerson(portal), createPerson(portal)]);
});

const shown = async (owner = maria) =>
  (
    await portal.database.query<{ path: string }>(
      'select nutmeg.path_of(name) as path from storage.objects where starts_with(name, $1) order by 1',
      [`${owner.id}/`],
    )
  ).map(({ path }) => path);
const trash = async () =>
  (
    await portal.database.query<{ path: string }>(
      'select path from public.trashed_documents where owner_id = $1 order by 1',
      [maria.id],
    )
  ).map(({ path }) => path);
const row = async (id: string) =>
  (
    await portal.database.query<Record<string, unknown>>('select * from public.file_uploads where id = $1', [
      id,
    ])
  )[0];
const events = async () =>
  (
    await portal.database.query<{ line: string }>(
      `select concat_ws(' ', actor_name, action, path, via) as line from public.document_events
       where owner_id = $1 and actor_id = $2 order by id`,
      [maria.id, dana.id],
    )
  ).map(({ line }) => line);
const rotate = (document: Seen, by = dana) => edit(portal, by, { act: 'rotate', document, turns: 1 });
const split = (document: Seen, parts: [number, number][], by: Person | null = dana) =>
  edit(portal, by, { act: 'split', document, parts: parts.map(([from, to]) => ({ from, to })) });
const join = (documents: Seen[], name = 'All.pdf', by = dana) =>
  edit(portal, by, { act: 'join', documents, name });
const line = async (item: string, documents: Seen[]) =>
  maria.client
    .rpc('answer_checklist_item', {
      list_year: 2026,
      list_item: item,
      new_state: 'sent',
      document_ids: documents.map(({ id }) => id),
    })
    .throwOnError();
const filed = async () =>
  (
    await portal.database.query<{ line: string }>(
      `select i.item || ': ' || f.file_name as line from public.checklist_documents d
       join public.checklist_items i on i.id = d.item_id join public.file_uploads f on f.id = d.document_id
       where i.user_id = $1 order by 1`,
      [maria.id],
    )
  ).map((one) => one.line);

describe('rotating', () => {
  test('turns each page, keeps the document, and can be undone', async () => {
    const bytes = await pagesPdf('A', 3);
    const scan = await put(maria, maria, '2026/scan.pdf', bytes);
    await line('w-2', [scan]);
    await dana.client.rpc('mark_documents_used', { document_ids: [scan.id], is_used: true }).throwOnError();
    const before = await row(scan.id);
    const done = await rotate(scan);
    expect(done).toMatchObject({ status: 200, documents: [{ id: scan.id, name: 'scan.pdf' }] });
    expect(await pagesIn(await read(dana, maria, '2026/scan.pdf'))).toEqual(
      [1, 2, 3].map((page) => ({ text: `A ${page}`, rotation: 90 })),
    );
    const after = await row(scan.id);
    expect(after).toMatchObject({ uploaded_by: maria.id, uploaded_at: before?.uploaded_at });
    expect(after?.sha256).not.toBe(scan.sha256);
    expect(await filed()).toEqual(['w-2: scan.pdf']);
    // Its content is the same, so it stays used.
    expect((await dana.client.from('used_documents').select('id').eq('id', scan.id)).data).toHaveLength(1);
    expect(await trash()).toEqual(['2026/scan.pdf']);
    expect((await events()).slice(0, 2)).toEqual([
      'Dana Reyes marked_used 2026/scan.pdf',
      'Dana Reyes uploaded 2026/scan.pdf rotation',
    ]);

    expect((await undo(dana, done.editId)).error).toBeNull();
    expect(await row(scan.id)).toMatchObject({ sha256: scan.sha256 });
    expect((await read(maria, maria, '2026/scan.pdf')).equals(bytes)).toBe(true);
    // Both are kept: the rotated one is in the trash now.
    expect(await trash()).toEqual(['2026/scan.pdf']);
    expect((await undo(dana, done.editId)).error).toMatchObject({ code: '23514', details: 'undone' });
  });

  test('turns a photo too', async () => {
    const picture = photo('license.jpg', 20_000).buffer;
    const license = await put(maria, maria, 'license.jpg', picture, 'image/jpeg');
    expect(await rotate(license)).toMatchObject({ status: 200 });
    const turned = await read(dana, maria, 'license.jpg');
    expect(turned.subarray(0, 3).toString('latin1')).toBe('\xff\xd8\xff');
    expect(await row(license.id)).toMatchObject({
      file_type: 'image/jpeg',
      file_size: String(turned.length),
    });
  });

  test('does one of two at once, and tells the other', async () => {
    const scan = await put(maria, maria, 'scan.pdf', await pagesPdf('A', 2));
    const answers = await Promise.all([rotate(scan), rotate(scan, lee)]);
    expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'changed']);
    expect((await pagesIn(await read(dana, maria, 'scan.pdf'))).map(({ rotation }) => rotation)).toEqual([
      90, 90,
    ]);
    expect(await trash()).toEqual(['scan.pdf']);
  });

  test('is not undone over a later change', async () => {
    const scan = await put(maria, maria, 'scan.pdf', await pagesPdf('A', 1));
    const first = await rotate(scan);
    const again = { id: scan.id, sha256: String((await row(scan.id))?.sha256) };
    await rotate(again, lee);
    expect((await undo(dana, first.editId)).error).toMatchObject({ details: 'changed' });
    expect((await pagesIn(await read(dana, maria, 'scan.pdf')))[0]).toMatchObject({ rotation: 180 });
  });
});

describe('splitting', () => {
  test('makes a document of each part, where the original was, and can be undone', async () => {
    const bytes = await pagesPdf('A', 4);
    const scan = await put(maria, maria, '2026/scan.pdf', bytes);
    await line('w-2', [scan]);
    await dana.client.storage.from(DOCUMENTS).download(`${maria.id}/2026/scan.pdf`);
    const done = await split(scan, [
      [1, 1],
      [2, 4],
    ]);
    expect(done).toMatchObject({
      status: 200,
      documents: [{ name: 'scan p1.pdf' }, { name: 'scan p2-4.pdf' }],
    });
    expect(await shown()).toEqual(['2026/scan p1.pdf', '2026/scan p2-4.pdf']);
    expect(await textsIn(await read(maria, maria, '2026/scan p1.pdf'))).toEqual(['A 1']);
    expect(await textsIn(await read(maria, maria, '2026/scan p2-4.pdf'))).toEqual(['A 2', 'A 3', 'A 4']);
    expect(await filed()).toEqual(['w-2: scan p1.pdf', 'w-2: scan p2-4.pdf']);
    // They are Maria's, and the office has seen them.
    for (const { id } of done.documents) {
      // The year of the upload, which isn't the folder's.
      const { year } = officeDay(new Date(), 'America/New_York');
      expect(await row(id)).toMatchObject({ uploaded_by: maria.id, year, seen_at: expect.any(Date) });
      expect(Number((await row(id))?.download_count)).toBeGreaterThan(0);
    }

    expect((await undo(lee, done.editId)).data).toEqual([{ id: scan.id, path: '2026/scan.pdf' }]);
    expect(await shown()).toEqual(['2026/scan.pdf']);
    expect((await read(maria, maria, '2026/scan.pdf')).equals(bytes)).toBe(true);
    expect(await filed()).toEqual(['w-2: scan.pdf']);
    expect(await trash()).toEqual(['2026/scan p1.pdf', '2026/scan p2-4.pdf']);
  });

  test.each<[string, [number, number][]]>([
    [
      'loses a page',
      [
        [1, 1],
        [3, 4],
      ],
    ],
    [
      'repeats a page',
      [
        [1, 2],
        [2, 4],
      ],
    ],
    [
      'ends early',
      [
        [1, 1],
        [2, 3],
      ],
    ],
    [
      'goes beyond the end',
      [
        [1, 1],
        [2, 5],
      ],
    ],
  ])('refuses what %s', async (_, parts) => {
    const scan = await put(maria, maria, 'scan.pdf', await pagesPdf('A', 4));
    expect(await split(scan, parts)).toMatchObject({ status: 422, code: 'wrong_pages' });
    expect(await shown()).toEqual(['scan.pdf']);
  });

  test('leaves a document that a return names', async () => {
    const scan = await put(dana, maria, 'return.pdf', await pagesPdf('A', 2));
    await portal.database.query(
      `insert into public.tax_returns (user_id, year, kind, status, document_id)
       values ($1, 2026, 'personal', 'in_preparation', $2)`,
      [maria.id, scan.id],
    );
    expect(
      await split(scan, [
        [1, 1],
        [2, 2],
      ]),
    ).toMatchObject({ status: 409, code: 'of_a_return' });
    expect(await shown()).toEqual(['return.pdf']);
  });

  test('of two at once one is done, and no page is there twice', async () => {
    const scan = await put(maria, maria, 'scan.pdf', await pagesPdf('A', 2));
    const parts: [number, number][] = [
      [1, 1],
      [2, 2],
    ];
    const answers = await Promise.all([split(scan, parts), split(scan, parts, lee)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([404, 409])]);
    expect(await shown()).toEqual(['scan p1.pdf', 'scan p2.pdf']);
  });
});

describe('joining', () => {
  test('puts PDFs and photos into one, in order, and can be undone', async () => {
    const [a, b, c] = [
      await put(maria, maria, '2026/a.pdf', await pagesPdf('A', 2)),
      await put(maria, maria, '2026/b.pdf', await pagesPdf('B', 1)),
      await put(maria, maria, '2026/c.jpg', photo('c.jpg', 5000).buffer, 'image/jpeg'),
    ];
    await line('w-2', [a]);
    await line('photo-id', [b]);
    const done = await join([b, c, a], 'a.pdf');
    expect(done).toMatchObject({ status: 200, documents: [{ name: 'a.pdf' }] });
    expect(await shown()).toEqual(['2026/a.pdf']);
    expect(await textsIn(await read(maria, maria, '2026/a.pdf'))).toEqual(['B 1', '', 'A 1', 'A 2']);
    expect(await filed()).toEqual(['photo-id: a.pdf', 'w-2: a.pdf']);
    expect((await undo(dana, done.editId)).error).toBeNull();
    expect(await shown()).toEqual(['2026/a.pdf', '2026/b.pdf', '2026/c.jpg']);
    expect(await textsIn(await read(maria, maria, '2026/a.pdf'))).toEqual(['A 1', 'A 2']);
    expect(await filed()).toEqual(['photo-id: b.pdf', 'w-2: a.pdf']);
  });

  test('takes another name if this one is there', async () => {
    await put(maria, maria, 'All.pdf', await pagesPdf('X', 1));
    const [a, b] = [
      await put(maria, maria, 'a.pdf', await pagesPdf('A', 1)),
      await put(maria, maria, 'b.pdf', await pagesPdf('B', 1)),
    ];
    expect(await join([a, b])).toMatchObject({ documents: [{ name: 'All (2).pdf' }] });
  });

  test('refuses the documents of two clients, and the same one twice', async () => {
    const a = await put(maria, maria, 'a.pdf', await pagesPdf('A', 1));
    const b = await put(rosa, rosa, 'b.pdf', await pagesPdf('B', 1));
    expect(await join([a, b])).toMatchObject({ status: 422, code: 'several_owners' });
    expect(await join([a, a])).toMatchObject({ status: 400 });
  });
});

describe('who may not', () => {
  test('are clients, visitors, and others', async () => {
    const scan = await put(maria, maria, 'scan.pdf', await pagesPdf('A', 2));
    const parts: [number, number][] = [
      [1, 1],
      [2, 2],
    ];
    expect(await rotate(scan, maria)).toMatchObject({ status: 403, code: 'not_allowed' });
    expect(await split(scan, parts, maria)).toMatchObject({ status: 403, code: 'not_allowed' });
    expect(await rotate(scan, rosa)).toMatchObject({ status: 403, code: 'not_allowed' });
    expect(await split(scan, parts, null)).toMatchObject({ status: 401 });
    const done = await rotate(scan);
    expect((await undo(maria, done.editId)).error).toMatchObject({ code: '42501' });
    expect(await pagesIn(await read(maria, maria, 'scan.pdf'))).toMatchObject([
      { rotation: 90 },
      { rotation: 90 },
    ]);
  });

  test('names what is not there, or is not what was seen', async () => {
    const scan = await put(maria, maria, 'scan.pdf', await pagesPdf('A', 2));
    expect(await rotate({ ...scan, sha256: '0'.repeat(64) })).toMatchObject({ status: 409, code: 'changed' });
    expect(await rotate({ ...scan, id: crypto.randomUUID() })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await edit(portal, dana, { act: 'rotate', document: scan, turns: 4 })).toMatchObject({
      status: 400,
    });
    expect(await edit(portal, dana, { act: 'shred', document: scan })).toMatchObject({ status: 400 });
  });
});

describe('hostile files', () => {
  test.each<[string, () => Promise<Buffer>, string]>([
    ['a PDF with a password', lockedPdf, 'locked'],
    ['a signed PDF', signedPdf, 'signed'],
    ['900 pages', () => pagesPdf('A', 900), 'too_many_pages'],
    [
      'a PDF without its second half',
      async () => {
        const whole = await pagesPdf('A', 20);
        return Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from('\n%%EOF\n')]);
      },
      'broken',
    ],
    [
      'a PDF of rubbish',
      async () => Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}\nstartxref\n9\n%%EOF\n`),
      'broken',
    ],
  ])('%s is refused, and stays as it was', async (_, make, code) => {
    const bytes = await make();
    const file = await put(maria, maria, 'file.pdf', bytes);
    const answers = [
      await rotate(file),
      await split(file, [
        [1, 1],
        [2, 2],
      ]),
      await join([file, await put(maria, maria, 'other.pdf', await pagesPdf('B', 1))]),
    ];
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ status: 422, code })));
    expect(await shown()).toEqual(['file.pdf', 'other.pdf']);
    expect((await read(maria, maria, 'file.pdf')).equals(bytes)).toBe(true);
    expect(await trash()).toEqual([]);
  });

  test('a text is refused', async () => {
    const file = await put(maria, maria, 'note.txt', Buffer.from('a note'), 'text/plain');
    expect(await rotate(file)).toMatchObject({ status: 422, code: 'wrong_type' });
  });
});
