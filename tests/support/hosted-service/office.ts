import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import type pg from 'pg';
import type { SavedForm } from '#domain/tax-form/answers.ts';
import { existingClientForm, newClientForm } from '../forms/tax-forms.ts';
import { openPool } from '../test-database.ts';

export const OLD_PASSWORD = 'The-old-password-1';
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const BUCKET = 'user-documents';
const FIRST_YEAR = 2021;
const CHUNK = 2000;

export interface HostedOffice {
  url: string;
  /** The folder with the objects: BUCKET/NAME/VERSION, as in the hosted service. */
  folder: string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Adds a document, with a row in `file_uploads` unless `listed` is false. */
  upload(document: {
    id: string;
    owner: string;
    path: string;
    bytes: Buffer;
    listed?: boolean;
  }): Promise<void>;
  close(): Promise<void>;
}

interface Size {
  users: number;
  documents: number;
  years: number;
  /** Average size of a document. */
  bytes: number;
}

/** The nth id of a kind, the same in each run. */
export const idOf = (kind: number, n: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
export const userId = (n: number): string => idOf(1, n);
export const emailOf = (n: number): string => `client${n}@mail.example`;
export const documentId = (n: number): string => idOf(2, n);

/** A client's form of a year, as older apps sent it: numbers with and without dashes, and a removed question. */
export function formOf(n: number, year: number): Record<string, unknown> {
  const ssn = `${100 + (n % 800)}${10 + (year % 80)}${String(1000 + (n % 9000))}`;
  const base: SavedForm = n % 2 === 0 ? newClientForm : existingClientForm;
  return { ...base, firstName: `Client${n}`, email: emailOf(n), ssn, howDidYouFindUs: 'an ad' };
}

export function bytesOf(n: number, size: number): Buffer {
  const length = 1 + ((n * 7919) % (2 * size));
  return Buffer.concat([Buffer.from(`%PDF-1.7\n% document ${n}\n`), Buffer.alloc(length, `line ${n}\n`)]);
}

const NAMES = ['W-2.pdf', 'Déclaration d’impôts.pdf', 'receipt 🧾.pdf', '1099-INT (2).pdf', 'scan.PDF'];
/** Its bytes came later than the document. */
export const REPLACED_DOCUMENT = 17;
export const REPLACED_AT = '2026-01-02T03:04:05.678+00:00';

export const pathOf = (n: number): string => `${FIRST_YEAR + (n % 5)}/papers/${n} ${NAMES[n % NAMES.length]}`;

/** Fills an empty database and a folder like an office of the hosted service. */
export async function fillHostedOffice(url: string, folder: string, size: Size): Promise<HostedOffice> {
  const pool = openPool(url);
  const query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;
  await query(await readFile(new URL('schema.sql', import.meta.url), 'utf8'));
  await query(
    `insert into storage.buckets (id, name) values ('${BUCKET}', '${BUCKET}'), ('avatars', 'avatars')`,
  );

  const insert = async (table: string, rows: Record<string, unknown>[]) => {
    for (let at = 0; at < rows.length; at += CHUNK) {
      const chunk = rows.slice(at, at + CHUNK);
      const columns = Object.keys(chunk[0] ?? {}).map((name) => `"${name}"`);
      await query(
        `insert into ${table} (${columns.join(', ')})
         select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(chunk)],
      );
    }
  };
  const store = async (bucket: string, name: string, version: string, bytes: Buffer) => {
    const path = join(folder, bucket, ...name.split('/'), version);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  };
  const objectOf = (id: string, owner: string, path: string, bytes: Buffer, at: string) => ({
    id,
    bucket_id: BUCKET,
    name: `${owner}/${path}`,
    owner,
    owner_id: owner,
    created_at: at,
    updated_at: at,
    version: createHash('md5').update(id).update(bytes).digest('hex'),
    metadata: {
      eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      size: bytes.length,
      mimetype: 'application/pdf',
      cacheControl: 'max-age=3600',
      lastModified: at,
      contentLength: bytes.length,
      httpStatusCode: 200,
    },
  });
  const entryOf = (owner: string, path: string, bytes: Buffer, at: string, downloads: number) => ({
    user_id: owner,
    id: crypto.randomUUID(),
    file_name: path.split('/').at(-1),
    file_path: `${owner}/${path}`,
    file_size: bytes.length,
    file_type: 'application/pdf',
    year: Number(path.slice(0, 4)) || FIRST_YEAR,
    parent_folder: path.split('/').slice(0, -1).join('/') || null,
    uploaded_at: at,
    download_count: downloads,
  });

  const people = Array.from({ length: size.users }, (_, n) => n);
  const password = await hash(OLD_PASSWORD, { cost: 10 });
  await insert(
    'auth.users',
    people.map((n) => ({
      id: userId(n),
      instance_id: idOf(0, 0),
      aud: 'authenticated',
      role: 'authenticated',
      // From before addresses were converted to lower case.
      email: n === 3 ? 'Client3@Mail.Example' : emailOf(n),
      encrypted_password: password,
      email_confirmed_at: `2021-02-0${1 + (n % 9)}T12:00:00.123456Z`,
      last_sign_in_at: '2025-04-01T10:00:00Z',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: { first_name: 'Typed at', last_name: 'sign-up', role: 'super' },
      created_at: `2021-02-0${1 + (n % 9)}T11:00:00Z`,
      updated_at: '2025-04-01T10:00:00Z',
    })),
  );
  await insert(
    'auth.identities',
    people.map((n) => ({
      id: idOf(9, n),
      user_id: userId(n),
      provider: n === 5 ? 'google' : 'email',
      provider_id: n === 5 ? '1234567890' : userId(n),
      identity_data: { sub: userId(n), email: emailOf(n), email_verified: true },
      created_at: '2021-02-01T11:00:00Z',
      updated_at: '2021-02-01T11:00:00Z',
    })),
  );
  await insert(
    'public.user_profiles',
    people.map((n) => ({
      id: idOf(3, n),
      user_id: userId(n),
      email: emailOf(n),
      first_name: `Client${n}`,
      last_name: n % 7 === 0 ? 'O’Neill-Núñez' : 'Lopez',
      phone: '203-555-0100',
      role: n === 0 ? 'super' : n === 1 ? 'admin' : 'client',
      confirmed: true,
      created_at: '2021-02-01T11:30:00Z',
    })),
  );
  await insert(
    'public.tax_forms',
    people.flatMap((n) =>
      Array.from({ length: size.years }, (_, back) => FIRST_YEAR + back).map((year) => ({
        id: idOf(4000 + year, n),
        user_id: userId(n),
        year,
        form_data: formOf(n, year),
        submitted_at: `${year}-03-15T14:30:00.654321Z`,
      })),
    ),
  );
  const objects: Record<string, unknown>[] = [];
  const entries: Record<string, unknown>[] = [];
  for (let n = 0; n < size.documents; n += 1) {
    const [owner, path, bytes] = [userId(n % size.users), pathOf(n), bytesOf(n, size.bytes)];
    const at = `2023-0${1 + (n % 9)}-11T08:09:10.5Z`;
    const object = objectOf(documentId(n), owner, path, bytes, at);
    if (n === REPLACED_DOCUMENT) object.metadata.lastModified = REPLACED_AT;
    await store(BUCKET, object.name, object.version, bytes);
    objects.push(object);
    entries.push(entryOf(owner, path, bytes, at, n % 3));
  }
  await insert('storage.objects', objects);
  await insert('public.file_uploads', entries);

  return {
    url,
    folder,
    query,
    async upload({ id, owner, path, bytes, listed = true }) {
      const at = '2025-11-20T09:00:00Z';
      const object = objectOf(id, owner, path, bytes, at);
      await store(BUCKET, object.name, object.version, bytes);
      await query('delete from storage.objects where id = $1 or name = $2', [id, object.name]);
      await query('delete from public.file_uploads where file_path = $1', [object.name]);
      await insert('storage.objects', [object]);
      if (listed) await insert('public.file_uploads', [entryOf(owner, path, bytes, at, 0)]);
    },
    close: () => pool.end(),
  };
}
