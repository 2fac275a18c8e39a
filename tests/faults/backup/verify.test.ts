/** @module-tag faults-backup */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import type { Finding, VerifyDeps } from '#server/operate/verify/check.ts';
import { lastScrub } from '#server/operate/verify/record.ts';
import { startScrub } from '#server/operate/verify/scrub.ts';
import { type Cursor, verifyPortal } from '#server/operate/verify/verify-portal.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import { createFileStore } from '#server/storage/blobs/stores/file-store.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { ENCRYPTION_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { runPortalCommand } from '#tests/support/server/portal-command.ts';
import { eventually } from '#tests/support/waiting.ts';
import { DOCUMENTS, tokenOf } from '../../contract/support/storage.ts';
import { begun, patch, sendRest } from '../../contract/support/tus.ts';

// One portal with every kind of stored data; each test damages one thing and repairs it.
let portal: TestPortal;
let database: Database;
let deps: VerifyDeps;
let maria: Person;

const { year } = officeDay(new Date(), 'America/New_York');
const TEXT = 'wages, tips: 54321 '.repeat(30_000);
const sql = (text: string, values: unknown[] = []) => portal.database.query(text, values);

beforeAll(async () => {
  portal = await startPortal({ ownProcess: true, env: { LOG_LEVEL: 'silent' } });
  database = openDatabase({ url: portal.database.url, onIdleError: () => undefined });
  const key = Buffer.from(ENCRYPTION_KEY, 'base64');
  deps = { database, sealer: createSealer(key), store: createFileStore(join(portal.dataDir, 'files'), 0) };
  maria = await createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } });
  const dana = await createPerson(portal, { role: 'super' });
  const files = maria.client.storage.from(DOCUMENTS);
  for (const name of ['w2.txt', 'same-size.txt', 'thrown-away.txt']) {
    expect((await files.upload(`${maria.id}/${year}/${name}`, `${name.padEnd(20)}${TEXT}`)).error).toBeNull();
  }
  const removed = await dana.client.storage.from(DOCUMENTS).remove([`${maria.id}/${year}/thrown-away.txt`]);
  expect(removed.error).toBeNull();
  const bearer = await tokenOf(maria.client);
  const bytes = Buffer.from(TEXT);
  const upload = { bucket: DOCUMENTS, length: bytes.length, bearer };
  const whole = await begun(portal, { ...upload, key: `${maria.id}/${year}/in-pieces.txt` });
  await sendRest(portal, whole, bytes, 200_000, { bearer });
  const unfinished = await begun(portal, { ...upload, key: `${maria.id}/${year}/unfinished.txt` });
  await patch(portal, unfinished, 0, bytes.subarray(0, 50_000), { bearer });
  const row = { user_id: maria.id, year };
  const form = await maria.client
    .from('tax_forms')
    .upsert({ ...row, form_data: newClientForm })
    .select('id, submitted_at')
    .single();
  expect(form.error).toBeNull();
  const printed = { form_id: form.data?.id, seen: form.data?.submitted_at, with_numbers: false };
  expect((await dana.client.rpc('record_form_print', printed)).error).toBeNull();
  const draft = await maria.client
    .from('tax_form_drafts')
    .insert({ ...row, form_data: { city: 'Hartford' } });
  expect(draft.error).toBeNull();
  const enrolled = await maria.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  expect(enrolled.error).toBeNull();
  expect((await maria.client.auth.refreshSession()).error).toBeNull();
});
afterAll(async () => {
  await database?.close();
  await portal?.close();
});

async function found(store = deps.store): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = await verifyPortal({ ...deps, store, onFinding: (one) => void findings.push(one) });
  expect(report.finished).toBe(true);
  return findings;
}

const blobOf = async (name: string): Promise<string> => {
  const [row] = await sql('select blob_id from storage.objects where name = $1', [
    `${maria.id}/${year}/${name}`,
  ]);
  return String(row?.blob_id);
};
const backupFiles = (id: string) => join(portal.dataDir, 'files', id.slice(0, 3), id);
const path = (name: string) => `${DOCUMENTS}/${maria.id}/${year}/${name}`;
const mariasOwn = () => ({ id: maria.id, name: 'Maria Lopez', email: maria.email });

async function flip(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await handle.write(byte, 0, 1, at);
  await handle.close();
}

test('an intact portal has no findings, and everything was read', async () => {
  const report = await verifyPortal({
    ...deps,
    onFinding: (finding) => expect.fail(JSON.stringify(finding)),
  });
  // Three documents, one of them in pieces; one in the trash; one unfinished.
  expect(report).toMatchObject({ finished: true, documents: 5, findings: 0 });
  expect(report.bytes).toBe(4 * TEXT.length + 60 + 50_000);
  const [stored] = await sql(
    'select count(*)::int as blobs from storage.blobs where wrapped_key is not null',
  );
  expect(report.listed).toBe(stored?.blobs);
  const [sealed] =
    await sql(`select (select count(*) from nutmeg.seals) + (select count(*) from nutmeg.form_prints) + (select count(*) from auth.signing_keys)
    + (select count(*) from auth.mfa_factors) + (select count(*) from auth.one_time_tokens)
    + (select count(*) from auth.refresh_tokens where sealed_token is not null) + 4 + 5 as rows`);
  expect(report.rows).toBe(Number(sealed?.rows));
});

describe('reports a damaged file with document and client', () => {
  test('one flipped byte', async () => {
    const file = backupFiles(await blobOf('w2.txt'));
    await flip(file, 300_000);
    expect(await found()).toEqual([
      expect.objectContaining({ kind: 'broken', path: path('w2.txt'), client: mariasOwn() }),
    ]);
    await flip(file, 300_000);
    expect(await found()).toEqual([]);
  });

  test('one missing blob, also of a document in the trash and in a piece', async () => {
    const [trashed] = await sql('select blob_id from public.trashed_documents');
    const [piece] = await sql(
      'select piece_id from storage.blob_pieces where blob_id = $1 and position = 1',
      [await blobOf('in-pieces.txt')],
    );
    const files = [await blobOf('w2.txt'), String(trashed?.blob_id), String(piece?.piece_id)].map(
      backupFiles,
    );
    for (const file of files) await rename(file, `${file}.aside`);
    const findings = await found();
    expect(findings.map(({ kind }) => kind)).toEqual(['missing', 'missing', 'missing']);
    expect(new Set(findings.map((one) => one.path))).toEqual(
      new Set([path('w2.txt'), `trash/${year}/thrown-away.txt`, path('in-pieces.txt')]),
    );
    expect(findings.every(({ client }) => client?.id === maria.id)).toBe(true);
    for (const file of files) await rename(`${file}.aside`, file);
  });

  test('a piece without its key', async () => {
    const [piece] = await sql(
      `select b.id, b.wrapped_key from storage.blob_pieces p join storage.blobs b on b.id = p.piece_id
       where p.blob_id = $1 and p.position = 1`,
      [await blobOf('in-pieces.txt')],
    );
    await sql('update storage.blobs set wrapped_key = null where id = $1', [piece?.id]);
    const findings = await found();
    await sql('update storage.blobs set wrapped_key = $2 where id = $1', [piece?.id, piece?.wrapped_key]);
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'broken', path: path('in-pieces.txt') }));
  });

  test('two swapped blobs', async () => {
    const [one, other] = [backupFiles(await blobOf('w2.txt')), backupFiles(await blobOf('same-size.txt'))];
    const swap = async () => {
      await rename(one, `${one}.aside`);
      await rename(other, one);
      await rename(`${one}.aside`, other);
    };
    await swap();
    const findings = await found();
    expect(findings.map(({ kind }) => kind)).toEqual(['broken', 'broken']);
    expect(new Set(findings.map((finding) => finding.path))).toEqual(
      new Set([path('w2.txt'), path('same-size.txt')]),
    );
    await swap();
  });

  test('one truncated file, at every kind of place', async () => {
    const file = backupFiles(await blobOf('w2.txt'));
    const { size } = await stat(file);
    const copy = await (await deps.store.get(await blobOf('w2.txt'))).toArray();
    for (const length of [0, 10, 256 * 1024 + 16, size - 1]) {
      await truncate(file, length);
      expect(await found(), String(length)).toEqual([
        expect.objectContaining({ kind: 'broken', path: path('w2.txt') }),
      ]);
      await writeFile(file, Buffer.concat(copy));
    }
    expect(await found()).toEqual([]);
  });

  test('a piece of an unfinished upload', async () => {
    const [piece] = await sql(
      'select p.piece_id from storage.blob_pieces p join storage.uploads u on u.id = p.blob_id where u.finished_at is null',
    );
    await flip(backupFiles(String(piece?.piece_id)), 100);
    expect(await found()).toEqual([
      expect.objectContaining({ kind: 'broken', path: path('unfinished.txt') }),
    ]);
    await flip(backupFiles(String(piece?.piece_id)), 100);
  });
});

describe('reports a damaged row', () => {
  test('a row that names another document’s bytes', async () => {
    const [own, wanted] = [await blobOf('same-size.txt'), await blobOf('w2.txt')];
    const point = (blob: string) =>
      sql('update storage.objects set blob_id = $2 where name = $1', [
        `${maria.id}/${year}/same-size.txt`,
        blob,
      ]);
    await point(wanted);
    expect(await found()).toContainEqual(
      expect.objectContaining({ kind: 'binding', path: path('same-size.txt'), client: mariasOwn() }),
    );
    await point(own);
    await sql('delete from public.trashed_documents where file_name = $1', ['same-size.txt']);
  });

  test('a row without a seal, and a seal without a row', async () => {
    const [kept] = await sql(`delete from nutmeg.seals where table_name = 'tax_forms' returning *`);
    expect(await found()).toEqual([
      expect.objectContaining({ kind: 'no seal', path: `tax_forms ${year}`, client: mariasOwn() }),
    ]);
    const insert = (id: unknown) =>
      sql('insert into nutmeg.seals values ($1, $2, $3, $4)', [
        'tax_forms',
        id,
        kept?.wrapped_key,
        kept?.sealed,
      ]);
    await insert(kept?.row_id);
    const stray = randomUUID();
    await insert(stray);
    expect(await found()).toEqual([
      expect.objectContaining({ kind: 'no row', path: `nutmeg.seals tax_forms ${stray}` }),
    ]);
    await sql('delete from nutmeg.seals where row_id = $1', [stray]);
  });

  test.each([
    ['nutmeg.seals', 'wrapped_key', true],
    ['nutmeg.seals', 'sealed', true],
    ['nutmeg.form_prints', 'wrapped_key', true],
    ['nutmeg.form_prints', 'sealed', true],
    ['auth.mfa_factors', 'sealed_secret', true],
    ['auth.refresh_tokens', 'sealed_token', true],
    ['auth.signing_keys', 'sealed_private_key', false],
  ])('a sealed value that was changed: %s.%s', async (table, column, hasOwner) => {
    const change = () =>
      sql(`update ${table} set ${column} = set_byte(${column}, 20, get_byte(${column}, 20) # 1)
        where ctid = (select min(ctid) from ${table} where ${column} is not null)
        returning 1`);
    const [before] = await sql(`select ${column} as value from ${table} where ctid =
      (select min(ctid) from ${table} where ${column} is not null)`);
    expect(await change()).toHaveLength(1);
    const findings = await found();
    expect(findings).toEqual([
      expect.objectContaining({ kind: 'seal', path: expect.stringContaining(table) }),
    ]);
    expect(findings[0]?.client?.id !== undefined).toBe(hasOwner);
    await sql(`update ${table} set ${column} = $1 where ${column} = set_byte($1, 20, get_byte($1, 20) # 1)`, [
      before?.value,
    ]);
    expect(await found()).toEqual([]);
  });

  test('a list entry that disagrees or is missing', async () => {
    const of = `${maria.id}/${year}/w2.txt`;
    await sql(`update public.file_uploads set sha256 = repeat('0', 64) where file_path = $1`, [of]);
    expect(await found()).toEqual([expect.objectContaining({ kind: 'row', path: path('w2.txt') })]);
    await sql('delete from public.file_uploads where file_path = $1', [of]);
    expect(await found()).toEqual([expect.objectContaining({ kind: 'no row', path: path('w2.txt') })]);
    await sql('update storage.objects set name = name where name = $1', [of]);
    expect(await found()).toEqual([]);
  });
});

test('finds blobs without a row, and ignores other files', async () => {
  const id = randomUUID();
  await mkdir(join(portal.dataDir, 'files', id.slice(0, 3)), { recursive: true });
  await writeFile(backupFiles(id), 'left behind');
  await writeFile(`${backupFiles(id)}.part`, 'not whole yet');
  expect(await found()).toEqual([expect.objectContaining({ kind: 'orphan', key: id })]);
  await rm(backupFiles(id));
  await rm(`${backupFiles(id)}.part`);
});

test('an unavailable store is not a finding', async () => {
  const away = createFileStore(join(portal.dataDir, 'keys', 'encryption.key', 'nowhere'), 0);
  await expect(found(away)).rejects.toThrow();
});

test('a stopped run continues from its cursor', async () => {
  let cursor: Cursor | null = null;
  let rows = 0;
  for (let finished = false; !finished; ) {
    const report = await verifyPortal({
      ...deps,
      from: cursor,
      onFinding: (finding) => expect.fail(JSON.stringify(finding)),
      onProgress: (_report, at) => {
        cursor = at;
      },
      shouldPause: () => true,
    });
    expect(report.rows).toBeLessThanOrEqual(1);
    rows += report.rows;
    finished = report.finished;
  }
  expect(rows).toBe((await verifyPortal({ ...deps, onFinding: () => undefined })).rows);
});

describe('portal verify', () => {
  test('exits with 0 and a summary when everything is intact', async () => {
    const { code, stdout, stderr } = await runPortalCommand(portal, ['verify']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^No damage found: 5 documents \(2\.3 MB\), \d+ rows, and \d+ stored blobs were checked\./m,
    );
    expect(await lastScrub(database)).toMatchObject({ findings: 0, unreadable: 0 });
    const [last] = await sql('select last_documents as documents from nutmeg.scrub');
    expect(Number(last?.documents)).toBe(5);
  });

  test('exits with 1, names document and client on the terminal only, and records the finding', async () => {
    const file = backupFiles(await blobOf('w2.txt'));
    await flip(file, 5);
    const { code, stdout, stderr } = await runPortalCommand(portal, ['verify']);
    expect(code).toBe(1);
    expect(stdout).toContain(`${path('w2.txt')} of Maria Lopez <${maria.email}>: Its bytes were changed`);
    expect(stderr).toMatch(/^1 problem was found/);
    expect(await lastScrub(database)).toMatchObject({ findings: 1, unreadable: 1 });
    await flip(file, 5);
    expect((await runPortalCommand(portal, ['verify'])).code).toBe(0);
    expect(await lastScrub(database)).toMatchObject({ findings: 0, unreadable: 0 });
    expect(portal.output()).not.toContain('w2.txt');
  });
});

describe('the background', () => {
  const quiet = { warn: () => undefined };
  const due = () =>
    sql(
      'update nutmeg.scrub set started_at = null, last_started_at = null, last_finished_at = null, check_name = null',
    );
  const background = (rhythm: Parameters<typeof startScrub>[1]) =>
    startScrub({ ...deps, database, log: quiet }, { checkMs: 10, bytesPerSecond: 1e9, ...rhythm });
  beforeEach(due);

  test('finds damage, records when it finished, and drops findings that are intact again', async () => {
    const file = backupFiles(await blobOf('w2.txt'));
    await flip(file, 5);
    const scrub = background({});
    await eventually(async () => (await lastScrub(database)).finishedAt);
    expect(await lastScrub(database)).toMatchObject({ findings: 1, unreadable: 1, startedAt: null });
    await flip(file, 5);
    // Checked again long before the next round.
    await eventually(async () => (await lastScrub(database)).findings === 0);
    await scrub.stop();
  });

  test('continues after a restart, one server at a time', async () => {
    let rounds = 0;
    // Each slice checks one row. Then another server may take over.
    for (; (await lastScrub(database)).finishedAt === null; rounds++) {
      const progress = async () =>
        JSON.stringify(await sql('select check_name, after_key, last_finished_at from nutmeg.scrub'));
      const before = await progress();
      const servers = [
        background({ sliceMs: -1, checkMs: 60_000 }),
        background({ sliceMs: -1, checkMs: 60_000 }),
      ];
      await eventually(async () => (await progress()) !== before);
      await Promise.all(servers.map((server) => server.stop()));
    }
    expect(rounds).toBeGreaterThan(5);
    const [last] = await sql('select last_documents as documents from nutmeg.scrub');
    expect(Number(last?.documents)).toBe(5);
  });

  test('leaves the work to the server that holds the lock', async () => {
    let tries = 0;
    const counted: Database = {
      ...database,
      asOwner: (work) => {
        tries += 1;
        return database.asOwner(work);
      },
    };
    await database.asOwner(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('nutmeg scrub', 0))`);
      const scrub = startScrub({ ...deps, database: counted, log: quiet }, { checkMs: 10 });
      await eventually(async () => tries > 3);
      await scrub.stop();
      expect(await lastScrub(database)).toMatchObject({ startedAt: null, finishedAt: null });
    });
  });
});
