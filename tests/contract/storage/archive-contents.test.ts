import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { paper } from '#tests/support/papers.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { download, lay } from '../support/archives.ts';
import { bytesOf, DOCUMENTS } from '../support/storage.ts';

const SEGMENT = 256 * 1024;
const NOTE = 'not-included.txt';

const portal = portalForFile();
let staff: Person;
beforeAll(async () => {
  staff = await createPerson(portal, { role: 'admin' });
});

const person = () => createPerson(portal);
const textOf = (entries: Awaited<ReturnType<typeof download>>['entries'], name: string) =>
  entries.get(name)?.bytes.toString();
const blobOf = async (owner: Person, path: string) => {
  const [row] = await portal.database.query<{ blob_id: string }>(
    'select blob_id from storage.objects where name = $1',
    [`${owner.id}/${path}`],
  );
  return row?.blob_id ?? '';
};

describe('what leaves as a file', () => {
  test('has the ending that its bytes call for, in a zip and alone', async () => {
    const anna = await person();
    const [photo, iphone, form] = [paper('a.jpg'), paper('a.heic'), paper('a.pdf')];
    await lay(portal, anna, { 'ID.HEIC': photo, 'ID.jpg': iphone, 'W2.2026': form });
    const { entries } = await download(portal, anna.client, anna.id, ['ID.HEIC', 'ID.jpg', 'W2.2026']);
    expect([...entries.keys()].sort()).toEqual(['ID.heic', 'ID.jpg', 'W2.2026.pdf']);
    expect(entries.get('ID.jpg')?.bytes).toEqual(photo);
    const link = await anna.client.storage
      .from(DOCUMENTS)
      .createSignedUrl(`${anna.id}/ID.HEIC`, 60, { download: true });
    const { headers } = await fetch(link.data?.signedUrl ?? '');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="ID.jpg"/);
  });

  test('has the office’s local time in a zip', async () => {
    const anna = await person();
    await lay(portal, anna, { 'a.pdf': paper('a.pdf') });
    const [row] = await portal.database.query<{ at: string }>(
      `select to_char(created_at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as at
       from storage.objects where name = $1`,
      [`${anna.id}/a.pdf`],
    );
    const { entries } = await download(portal, anna.client, anna.id, ['a.pdf']);
    expect(entries.get('a.pdf')?.shown).toBe(row?.at);
  });
});

describe('archive of a folder', () => {
  test('contains all files and subfolders, and is named folder.zip', async () => {
    const anna = await person();
    const papers = {
      'a.pdf': bytesOf('a', 10),
      '2026/b.pdf': bytesOf('b', 3 * SEGMENT + 77),
      '2026/empty.pdf': Buffer.alloc(0),
      '2026/W2s/deep/c.pdf': bytesOf('c', SEGMENT),
      '2026 too/d.pdf': bytesOf('d', 5),
    };
    await lay(portal, anna, papers);
    await lay(portal, anna, {
      '2026/nothing yet/.emptyFolderPlaceholder': '',
      '2026/W2s/.emptyFolderPlaceholder': '',
    });
    const { ordered, response, entries } = await download(portal, anna.client, anna.id, ['2026']);
    expect(ordered).toMatchObject({ name: 'folder.zip', files: 3, bytes: 4 * SEGMENT + 77 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="folder.zip"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect([...entries.keys()].sort()).toEqual([
      '2026/W2s/',
      '2026/W2s/deep/c.pdf',
      '2026/b.pdf',
      '2026/empty.pdf',
      '2026/nothing yet/',
    ]);
    for (const name of ['2026/b.pdf', '2026/empty.pdf', '2026/W2s/deep/c.pdf'] as const) {
      expect(entries.get(name)?.bytes.equals(papers[name])).toBe(true);
      expect(entries.get(name)?.method).toBe(0);
    }
  });

  test('contains an empty folder', async () => {
    const anna = await person();
    await lay(portal, anna, { '2025/.emptyFolderPlaceholder': '' });
    const { ordered, entries } = await download(portal, anna.client, anna.id, ['2025']);
    expect([...entries.keys()]).toEqual(['2025/']);
    expect(ordered.files).toBe(0);
  });
});

describe('archive of everything', () => {
  test('is an archive of the root folder', async () => {
    const anna = await person();
    await lay(portal, anna, { 'a.pdf': 'a', '2026/b.pdf': 'b' });
    const { ordered, entries } = await download(portal, anna.client, anna.id, ['']);
    expect(ordered.name).toBe('folder.zip');
    expect([...entries.keys()].sort()).toEqual(['2026/b.pdf', 'a.pdf']);
  });
});

describe('download record', () => {
  test('counts and records each file separately', async () => {
    const anna = await person();
    await lay(portal, anna, { 'x/a.pdf': 'a', 'x/b.pdf': 'b', 'c.pdf': 'c' });
    await download(portal, staff.client, anna.id, ['x']);
    const { data } = await anna.client
      .from('file_uploads')
      .select('file_path, download_count')
      .order('file_path');
    expect(data?.map(({ download_count }) => download_count)).toEqual([0, 1, 1]);
    const events = await portal.database.query(
      `select path, actor_id, action, via from public.document_events
       where owner_id = $1 and action <> 'uploaded' and via = 'archive' order by path`,
      [anna.id],
    );
    expect(events).toEqual(
      ['x/a.pdf', 'x/b.pdf'].map((path) => ({
        path,
        actor_id: staff.id,
        action: 'downloaded',
        via: 'archive',
      })),
    );
  });
});

describe('archive of a selection', () => {
  test('has the office date in its name, and paths relative to the current folder', async () => {
    const anna = await person();
    await lay(portal, anna, { '2026/W2s/a.pdf': 'a', '2026/b.pdf': 'b', '2026/c.pdf': 'c' });
    const { ordered, entries } = await download(portal, anna.client, anna.id, ['2026/b.pdf', '2026/W2s']);
    const [row] = await portal.database.query<{ today: string }>(
      `select to_char(now() at time zone 'America/New_York', 'YYYY-MM-DD') as today`,
    );
    expect(ordered.name).toBe(`selected-files-${row?.today}.zip`);
    expect([...entries.keys()].sort()).toEqual(['W2s/a.pdf', 'b.pdf']);
  });

  test('treats one file as a selection, and includes duplicates once', async () => {
    const anna = await person();
    await lay(portal, anna, { '2026/a.pdf': 'a' });
    const one = await download(portal, anna.client, anna.id, ['2026/a.pdf']);
    expect(one.ordered.name).toMatch(/^selected-files-\d{4}-\d\d-\d\d\.zip$/);
    expect([...one.entries.keys()]).toEqual(['a.pdf']);
    const twice = await download(portal, anna.client, anna.id, ['2026', '2026/a.pdf', '2026']);
    expect([...twice.entries.keys()]).toEqual(['2026/a.pdf']);
    expect(twice.ordered.files).toBe(1);
  });
});

describe('entry names', () => {
  test('are unchanged if every system can store them', async () => {
    const anna = await person();
    const names = [
      'Steuer – größer.pdf',
      '👨‍👩‍👧 Família.jpg',
      '.profile.csv',
      `${'ä'.repeat(125)}.pdf`,
      '报税.pdf',
      'scan 1.pdf',
    ];
    await lay(portal, anna, Object.fromEntries(names.map((name) => [`x/${name}`, name])));
    const { entries } = await download(portal, anna.client, anna.id, ['x']);
    expect([...entries.keys()].sort()).toEqual(names.map((name) => `x/${name}`).sort());
    for (const name of names) expect(textOf(entries, `x/${name}`)).toBe(name);
  });

  test('are safe to unpack on every system', async () => {
    const anna = await person();
    await lay(portal, anna, {
      'x/..\\..\\evil.exe': '1',
      'x/C:\\evil': '2',
      'x/nul.txt': '3',
      'x/...': '4',
      'x/a ': '5',
    });
    const { entries } = await download(portal, anna.client, anna.id, ['x']);
    expect([...entries.keys()].sort()).toEqual([
      'x/.._.._evil.exe',
      'x/C__evil.txt',
      'x/_.txt',
      'x/a.txt',
      'x/nul_.txt',
    ]);
  });

  test('stay distinct if they differ only in case', async () => {
    const anna = await person();
    await lay(portal, anna, {
      'x/W2.pdf': '1',
      'x/w2.PDF': '2',
      'x/Docs/a': '3',
      'x/docs/a': '4',
      'x/not-included.txt': '5',
    });
    const { entries } = await download(portal, anna.client, anna.id, ['x']);
    expect([...entries].map(([name, { bytes }]) => `${name} ${bytes}`).sort()).toEqual([
      'x/Docs/a.txt 3',
      'x/W2.pdf 1',
      'x/docs_2/a.txt 4',
      'x/not-included.txt 5',
      'x/w2_2.PDF 2',
    ]);
  });
});

describe('missing files', () => {
  test('are listed, and the rest is included', async () => {
    const anna = await person();
    await lay(portal, anna, {
      'x/a.pdf': 'a',
      'x/b.pdf': 'b',
      'x/lost.pdf': bytesOf('lost', SEGMENT * 2),
      'x/not-included.txt': 'n',
    });
    // Sealed for another place, so it can't be opened.
    await portal.database.query(`update storage.blobs set wrapped_key = '\\x00' where id = $1`, [
      await blobOf(anna, 'x/lost.pdf'),
    ]);
    const paths = ['x/a.pdf', 'x/b.pdf', 'x/lost.pdf', 'x/none.pdf', 'x/../x/a.pdf', 'x/not-included.txt'];
    const { entries } = await download(portal, anna.client, anna.id, paths);
    expect([...entries.keys()]).toEqual(['a.pdf', 'b.pdf', 'not-included.txt', 'not-included_2.txt']);
    const note = textOf(entries, 'not-included_2.txt') ?? '';
    expect(note).toMatch(/couldn’t be read:\r\n {2}- lost\.pdf\r\n/);
    expect(note).toMatch(/moved or deleted in the meantime:\r\n {2}- none\.pdf\r\n/);
  });

  test('are listed if their bytes are missing in the store', async (context) => {
    if (inject('sharedStorageUrl') !== undefined) context.skip('the store is no folder');
    const anna = await person();
    await lay(portal, anna, { 'x/a.pdf': 'a', 'x/lost.pdf': 'lost', 'x/z.pdf': 'z' });
    const blob = await blobOf(anna, 'x/lost.pdf');
    await rm(join(portal.dataDir, 'files', blob.slice(0, 3), blob));
    const { entries } = await download(portal, anna.client, anna.id, ['x']);
    expect([...entries.keys()]).toEqual(['x/a.pdf', 'x/z.pdf', NOTE]);
    expect(textOf(entries, NOTE)).toMatch(/couldn’t be read:\r\n {2}- x\/lost\.pdf\r\n/);
  });

  test('are listed as damaged and included in part if their second half is broken', async (context) => {
    if (inject('sharedStorageUrl') !== undefined) context.skip('the store is no folder');
    const anna = await person();
    const bytes = bytesOf('broken', 2 * SEGMENT);
    await lay(portal, anna, { 'x/broken.pdf': bytes, 'x/z.pdf': 'z' });
    const blob = await blobOf(anna, 'x/broken.pdf');
    const path = join(portal.dataDir, 'files', blob.slice(0, 3), blob);
    const stored = await readFile(path);
    stored.writeUInt8(stored.readUInt8(stored.length - 1) ^ 1, stored.length - 1);
    await writeFile(path, stored);
    const { entries } = await download(portal, anna.client, anna.id, ['x']);
    expect([...entries.keys()]).toEqual(['x/broken.pdf', 'x/z.pdf', NOTE]);
    expect(entries.get('x/broken.pdf')?.bytes.equals(bytes.subarray(0, SEGMENT))).toBe(true);
    expect(textOf(entries, 'x/z.pdf')).toBe('z');
    expect(textOf(entries, NOTE)).toMatch(/Only partly included.*:\r\n {2}- x\/broken\.pdf\r\n/);
  });

  test('are named up to a hundred, and counted above that', async () => {
    const anna = await person();
    await lay(portal, anna, { 'x/a.pdf': 'a' });
    const hostile = ['x/a line\r\n  - end', `x/${'long'.repeat(1000)}`, 'x/a\0', 'x/\ud800'];
    const paths = ['x/a.pdf', ...hostile, ...Array.from({ length: 5000 }, (_, i) => `x/none-${i}.pdf`)];
    const { entries } = await download(portal, anna.client, anna.id, paths);
    const note = textOf(entries, NOTE) ?? '';
    expect(note.split('\r\n').filter((line) => line.startsWith('  - '))).toHaveLength(101);
    expect(note).toContain('\r\n  - a line??  - end\r\n');
    expect(note).toContain('\r\n  - a?\r\n  - \ufffd\r\n');
    expect(note).toContain('\r\n  - and 4904 more\r\n');
    // The first 1,024 characters, of which "x/" is the folder of the selection.
    expect(/(?:long)+\w*/.exec(note)?.[0]).toHaveLength(1022);
  });

  test('are listed if they were deleted before the link was opened', async () => {
    const anna = await person();
    await lay(portal, anna, { 'x/a.pdf': 'a', 'x/b.pdf': 'b' });
    const { entries } = await download(portal, anna.client, anna.id, ['x/a.pdf', 'x/b.pdf'], async () => {
      const { error } = await staff.client.storage.from(DOCUMENTS).remove([`${anna.id}/x/a.pdf`]);
      expect(error).toBeNull();
    });
    expect([...entries.keys()]).toEqual(['b.pdf', NOTE]);
    expect(textOf(entries, NOTE)).toContain('\r\n  - a.pdf\r\n');
  });
});
