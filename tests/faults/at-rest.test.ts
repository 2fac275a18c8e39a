/** @module-tag faults-backup */
import { mkdir, open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';

const BUCKET = 'papers';
const TEXT = 'The taxpayer Maria Lopez, 123-45-6789, earned 54321 dollars.';

let portal: TestPortal;
const files = () =>
  createClient(portal.url, SECRET_KEY, { auth: { persistSession: false } }).storage.from(BUCKET);

beforeAll(async () => {
  // The complete portal, with its database in the data folder.
  portal = await startPortal({ ownProcess: true, env: { DATABASE_URL: '', LOG_LEVEL: 'silent' } });
  const { error } = await createClient(portal.url, SECRET_KEY).storage.createBucket(BUCKET, {
    public: false,
  });
  if (error) throw error;
});
afterAll(() => portal?.close());

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The file on the disk that an upload created. */
async function uploaded(key: string, bytes: Buffer): Promise<string> {
  const folder = join(portal.dataDir, 'files');
  await mkdir(folder, { recursive: true });
  const before = await filesBelow(folder);
  const { error } = await files().upload(key, bytes);
  if (error) throw error;
  const made = (await filesBelow(folder)).filter((path) => !before.includes(path));
  expect(made).toHaveLength(1);
  return made[0] ?? '';
}

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await file.write(byte, 0, 1, at);
  await file.close();
}

describe('stored files', () => {
  test('are encrypted everywhere in the data folder', async () => {
    const page = Buffer.from(`${TEXT}\n`.repeat(20_000));
    await uploaded('letter.txt', page);
    await uploaded('short.txt', Buffer.from(TEXT));
    const { data } = await files().download('letter.txt');
    expect(await data?.text()).toBe(page.toString());
    await portal.stopServer();
    const needles = ['Maria Lopez', '123-45-6789', 'TWFyaWEgTG9wZX'].flatMap((text) => [
      Buffer.from(text),
      Buffer.from(text, 'utf16le'),
    ]);
    const paths = await filesBelow(portal.dataDir);
    // The search covers the documents and PostgreSQL's files.
    expect(paths.filter((path) => path.startsWith(join(portal.dataDir, 'files'))).length).toBeGreaterThan(2);
    expect(paths.some((path) => path.endsWith('pg_control'))).toBe(true);
    for (const path of paths) {
      const bytes = await readFile(path);
      for (const needle of needles) expect([path, bytes.includes(needle)]).toEqual([path, false]);
    }
    await portal.killAndRestart();
  });

  test('never return a changed byte', async () => {
    const bytes = Buffer.alloc(600_000, TEXT);
    const path = await uploaded('changed.txt', bytes);
    await flip(path, 300_000);
    const { data, error } = await files().download('changed.txt').asStream();
    expect(error).toBeNull();
    const got: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of data ?? []) got.push(chunk);
    })();
    await expect(reading).rejects.toThrow();
    expect(bytes.subarray(0, 256 * 1024).includes(Buffer.concat(got))).toBe(true);
    // Segments before and after it are still verified separately.
    const { data: link } = await files().createSignedUrl('changed.txt', 60);
    const part = await fetch(link?.signedUrl ?? '', { headers: { range: 'bytes=0-99' } });
    expect(await part.text()).toBe(bytes.subarray(0, 100).toString());
  });

  test('return an error if the file is changed, truncated or missing', async () => {
    const ways: [string, (path: string) => Promise<void>][] = [
      ['first.txt', (path) => flip(path, 10)],
      ['cut.txt', (path) => truncate(path, 40)],
      ['empty.txt', (path) => truncate(path, 0)],
      ['gone.txt', (path) => rm(path)],
    ];
    for (const [key, damage] of ways) {
      await damage(await uploaded(key, Buffer.from(TEXT)));
      const { data, error } = await files().download(key);
      expect([key, data]).toEqual([key, null]);
      expect(error).toMatchObject({ statusCode: '500', code: 'InternalError' });
    }
  });
});
