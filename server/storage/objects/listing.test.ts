/** @module-tag property */
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { listBody, listFolder } from './listing.ts';
import type { Query } from './objects.ts';

const BUCKET = 'wild';
const BLOB = crypto.randomUUID();

const database = databaseForFile();
beforeAll(async () => {
  await database.query('insert into storage.buckets (id, name) values ($1, $1)', [BUCKET]);
  await database.query('insert into storage.blobs (id) values ($1)', [BLOB]);
});
beforeEach(() => database.query('delete from storage.objects'));

const query: Query = async <Row>({ text, values }: { text: string; values?: readonly unknown[] }) => {
  const rows = (await database.query(text, values as unknown[])) as Row[];
  return { rows, rowCount: rows.length };
};

interface Entry {
  name: string;
  times: readonly string[];
  metadata: unknown;
}

const insert = ({ name, times, metadata }: Entry) =>
  database.query(
    `insert into storage.objects (bucket_id, name, updated_at, created_at, last_accessed_at, metadata, blob_id)
     values ($1, 'folder/' || $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [BUCKET, name, ...times, JSON.stringify(metadata), BLOB],
  );

/** The rows as the driver parses them and `JSON.stringify` writes them. */
const serializedHere = async () =>
  JSON.stringify(
    await database.query(
      `select substr(name, 8) as name, id, updated_at, created_at, last_accessed_at, metadata from storage.objects
       order by lower(name collate "default") collate "C", name collate "C"`,
    ),
  );

/** Text that PostgreSQL can store; with quotes, controls, and characters beyond the first plane. */
const text = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((wild) => wild.replaceAll('\0', '').toWellFormed());
const special = fc.constantFrom(
  '"',
  '\\',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ufeff',
  '😀',
  '</',
);
const name = fc
  .array(fc.oneof(text, special), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('').replaceAll('/', ''))
  .filter((joined) => joined !== '');
/** Of every year that an ISO date writes with four digits, to the microsecond. */
const time = fc
  .tuple(
    fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    }),
    fc.nat(999),
  )
  .map(([date, micros]) => date.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
const metadata = fc
  .dictionary(
    text,
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
  )
  .filter((made) => Object.keys(made).every((key) => key !== '__proto__'));
const entry = fc.record({ name, times: fc.tuple(time, time, time), metadata });

test('PostgreSQL writes the list as JSON.stringify does, for wild names, dates and metadata', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async (entries) => {
      await database.query('delete from storage.objects');
      for (const one of entries) await insert(one);
      const list = await listFolder(query, BUCKET, listBody.parse({ prefix: 'folder' }));
      expect(JSON.stringify(JSON.parse(list))).toBe(await serializedHere());
    }),
    { numRuns: inputs(60) },
  );
});

test('differs from JSON.stringify only in the blanks inside the metadata', async () => {
  await insert({
    name: 'Ärger "1"\u0001😀.pdf',
    times: ['2026-11-23T05:12:22.120Z', '2026-11-23T05:12:22.999999Z', '0099-01-01T00:00:00Z'],
    metadata: { eTag: '"x"', size: 7 },
  });
  const list = await listFolder(query, BUCKET, listBody.parse({ prefix: 'folder' }));
  expect(list.replace('{"eTag": "\\"x\\"", "size": 7}', '{"eTag":"\\"x\\"","size":7}')).toBe(
    await serializedHere(),
  );
});

test.each([{}, { sortBy: { column: 'created_at' } }, { exactMatch: true }, { search: 'x' }])(
  'an empty list is []: %o',
  async (options) => {
    expect(await listFolder(query, BUCKET, listBody.parse({ prefix: 'folder', ...options }))).toBe('[]');
  },
);
