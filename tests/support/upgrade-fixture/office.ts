import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createClient } from '@supabase/supabase-js';
import { root } from '../server/server-process.ts';

interface Packed {
  path: string;
  content: Buffer;
}

export const { tar, untar } = (await import(pathToFileURL(join(root, 'scripts/tar.mjs')).href)) as {
  tar(files: Packed[], seconds: number): Buffer;
  untar(archive: Buffer): Packed[];
};

export const PUBLISHABLE_KEY = 'sb_publishable_nutmeg';

/** The expected content of the stored office after an upgrade. */
export interface Expected {
  version: string;
  /** The password of all accounts. */
  password: string;
  /** An account whose authenticator app has this secret. */
  totp: { email: string; secret: string };
  /** Rows by table. */
  counts: Record<string, number>;
  /** SHA-256 of the clear bytes, in hex. */
  documents: { path: string; sha256: string }[];
  /** SHA-256 of each client's forms as they read them, with the sensitive answers. */
  forms: { email: string; sha256: string }[];
}

interface Queryable {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] } | Record<string, unknown>[]>;
}

export const fixtureFolder = (version: string) => join(root, 'tests/fixtures', version);

export async function readExpected(version: string): Promise<Expected> {
  return JSON.parse(await readFile(join(fixtureFolder(version), 'expected.json'), 'utf8'));
}

/** Writes keys and documents into a data folder, and returns the SQL of the database. */
export async function unpackOffice(version: string, dataDir: string): Promise<string> {
  const files = untar(gunzipSync(await readFile(join(fixtureFolder(version), 'office.tar.gz'))));
  for (const { path, content } of files.filter(({ path }) => path !== 'database.sql')) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, path), content, { mode: 0o600 });
  }
  return String(files.find(({ path }) => path === 'database.sql')?.content);
}

export async function rowCounts(database: Queryable): Promise<Record<string, number>> {
  const answer = await database.query(`
    select format('%I.%I', schemaname, tablename) as name,
      (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from %I.%I', schemaname, tablename), false, true, ''
      )))[1]::text::int as count
    from pg_tables where schemaname in ('auth', 'public', 'storage', 'nutmeg') order by 1`);
  const rows = Array.isArray(answer) ? answer : answer.rows;
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}

/** Signs in as a client and reads their forms. Returns the SHA-256 in hex. */
export async function formsOf(url: string, email: string, password: string): Promise<string> {
  const client = createClient(url, PUBLISHABLE_KEY, { auth: { persistSession: false } });
  const signedIn = await client.auth.signInWithPassword({ email, password });
  if (signedIn.error) throw signedIn.error;
  const { data, error } = await client.from('tax_forms').select('year, form_data').order('year');
  if (error) throw error;
  return createHash('sha256').update(stableJson(data)).digest('hex');
}

function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
