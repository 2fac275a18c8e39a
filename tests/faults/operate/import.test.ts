/** @module-tag faults-operate */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { savedForm } from '#domain/tax-form/normalize.ts';
import type { ImportReport } from '#server/operate/import/report.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { addOddities } from '#tests/support/hosted-service/oddities.ts';
import {
  BUCKET,
  bytesOf,
  documentId,
  emailOf,
  fillHostedOffice,
  formOf,
  type HostedOffice,
  idOf,
  OLD_PASSWORD,
  pathOf,
  REPLACED_AT,
  REPLACED_DOCUMENT,
  TOTP_SECRET,
  userId,
} from '#tests/support/hosted-service/office.ts';
import { externalPostgresPrograms } from '#tests/support/missing-services.ts';
import { visitor } from '#tests/support/people.ts';
import { ENCRYPTION_KEY, eventually, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { type CommandRun, runCommand, startCommand } from '#tests/support/server/portal-command.ts';
import { type ExternalPostgres, startExternalPostgres } from '#tests/support/services/external-postgres.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const run = promisify(execFile);
const programs = externalPostgresPrograms();
const SIZE = { users: 100, documents: 400, years: 5, bytes: 1500 };
const MINUTE = 60_000;

let hostedServer: ExternalPostgres;
let hosted: HostedOffice;
let folder: string;
let dump: string;
let target: TestDatabase;
let dataDir: string;

interface ImportRun extends CommandRun {
  report: ImportReport | undefined;
}

const settings = () => ({
  ENCRYPTION_KEY,
  DATA_DIR: dataDir,
  DATABASE_URL: target.url,
});
const commandLine = (database: string, ...more: string[]) => [
  ...['import', 'supabase', '--database', database, '--storage', join(folder, 'objects')],
  ...more,
];

async function importFrom(database: string, ...more: string[]): Promise<ImportRun> {
  const path = join(folder, 'report.json');
  await rm(path, { force: true });
  const ended = await runCommand(commandLine(database, '--report', path, ...more), settings());
  const report = await readFile(path, 'utf8').then(JSON.parse, () => undefined);
  return { ...ended, report };
}

/** Everything in the portal: the rows of every table, and the names of stored files. */
async function everything(): Promise<Record<string, string>> {
  const tables = await target.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'storage', 'nutmeg') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await target.query<{ all: string }>(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as all from ${name} t`,
    );
    found[name] = row?.all ?? '';
  }
  const files = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => []);
  return { ...found, files: files.sort().join('\n') };
}

const leftOut = ({ leftOut: list }: ImportReport) => list.map(({ kind, id, why }) => `${kind} ${id} ${why}`);

describe.skipIf(programs === undefined)('an office that moves in from the hosted service', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nutmeg-import-'));
    dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-import-data-'));
    target = await createTestDatabase();
    hostedServer = await startExternalPostgres();
    hosted = await fillHostedOffice(hostedServer.administratorUrl, join(folder, 'objects'), SIZE);
    await addOddities(hosted);
    dump = join(folder, 'dump.sql');
    await run(join(programs ?? '', 'pg_dump'), ['--file', dump, hosted.url]);
  }, 5 * MINUTE);
  afterAll(async () => {
    await hosted?.close();
    await hostedServer?.stop();
    await target?.drop();
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
  });

  test('a dry run reports the import and writes nothing', async () => {
    const before = await everything();
    const { code, stdout, report } = await importFrom(dump, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('A dry run: nothing was written.');
    expect(report?.kinds).toMatchObject({
      users: { seen: 104, added: 101, leftOut: 3 },
      documents: { added: 402, leftOut: 2 },
      'tax forms': { added: 500 },
    });
    expect(await everything()).toEqual(before);
  });

  test.each([
    [
      'cut off in the rows of a table',
      async (sql: string) => sql.slice(0, sql.indexOf('COPY public.tax_forms') + 5000),
    ],
    ['cut off between two tables', async (sql: string) => sql.slice(0, sql.indexOf('COPY storage.objects'))],
    ['with a row that is none', async (sql: string) => sql.replace(emailOf(9), `${emailOf(9)}\tmore`)],
  ])('a damaged dump is refused before anything is written: %s', async (_what, damage) => {
    const before = await everything();
    const broken = join(folder, 'broken.sql');
    await writeFile(broken, await damage(await readFile(dump, 'utf8')));
    const { code, stderr } = await importFrom(broken);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The dump is (cut off|damaged).*Nothing was written\.\n$/);
    expect(await everything()).toEqual(before);
  });

  test('rejects other kinds of dumps and explains how to convert them', async () => {
    const path = join(folder, 'other');
    await writeFile(path, gzipSync(await readFile(dump)));
    await truncate(path, 20_000);
    expect((await importFrom(path)).stderr).toMatch(/^The dump is cut off or damaged/);
    await run(join(programs ?? '', 'pg_dump'), ['--format=custom', '--file', path, hosted.url]);
    expect((await importFrom(path)).stderr).toBe(
      `${path} is a dump in custom format. Convert it first: pg_restore --file=dump.sql DUMP\n`,
    );
    await run(join(programs ?? '', 'pg_dump'), ['--inserts', '--data-only', '--file', path, hosted.url]);
    expect((await importFrom(path)).stderr).toMatch(/INSERT statements/);
    expect((await importFrom(join(folder, 'nothing'))).stderr).toMatch(/can't be read \(ENOENT\)/);
  });

  test('a killed import continues where it stopped', async () => {
    // Someone signed up here with the address of an earlier client.
    await target.query(`insert into auth.users (id, email) values ('${idOf(8, 1)}', '${emailOf(7)}')`);
    const documents = async () =>
      Number((await target.query('select count(*) from storage.objects'))[0]?.count);
    const { child, ended } = startCommand(commandLine(dump), settings());
    await eventually(async () => (await documents()) >= 100, 2 * MINUTE);
    child.kill('SIGKILL');
    await ended;
    const already = await documents();
    expect(already).toBeLessThan(402);

    const { code, stdout, stderr, report } = await importFrom(dump);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('@');
    expect(report).toMatchObject({
      source: 'dump',
      dryRun: false,
      kinds: {
        users: { seen: 104, unchanged: 100, leftOut: 4 },
        passwords: { unchanged: 99, leftOut: 1 },
        factors: { unchanged: 1, leftOut: 1 },
        'tax forms': { unchanged: 495, leftOut: 7 },
        'legacy addresses': { added: 2 },
        appointments: { added: 1, leftOut: 1 },
        messages: { added: 1 },
      },
    });
    const kept = report?.documents;
    expect(kept?.count).toBe(398);
    expect((report?.kinds.documents?.added ?? 0) + already).toBe(398);
  });

  test('the report lists what was skipped, and why', async () => {
    const { report } = await importFrom(dump, '--dry-run');
    if (report === undefined) throw new Error('no report');
    const list = leftOut(report);
    expect(list).toContain(`users ${userId(7)} The e-mail address belongs to another account here.`);
    expect(list).toContain(`users ${idOf(5, 1)} It has no e-mail address.`);
    expect(list).toContain(`users ${idOf(5, 2)} It was deleted there.`);
    expect(list).toContain(`documents ${idOf(6, 1)} Its bytes are not in the storage.`);
    expect(list.some((line) => line.startsWith(`documents ${idOf(6, 2)} It has`))).toBe(true);
    expect(list).toContain(`tax forms ${userId(0)}/2025 A newer form of the same year was brought.`);
    expect(list.filter((line) => line.startsWith('documents') && line.endsWith('not brought.'))).toHaveLength(
      4,
    );
    expect(report.remarks).toContainEqual({
      kind: 'documents',
      id: idOf(6, 3),
      why: 'It was not in the list of uploads. It is now.',
    });
    expect(report.notBrought).toContainEqual({ name: 'bucket avatars', rows: 1, why: expect.any(String) });
    expect(report.notBrought.map(({ name }) => name)).toContain('public.email_queue');
  });

  describe('afterwards', () => {
    let portal: TestPortal;
    beforeAll(async () => {
      portal = await startPortal({
        ownProcess: true,
        database: target,
        env: { STORAGE_URL: `file://${join(dataDir, 'files')}` },
      });
    }, MINUTE);
    afterAll(() => portal?.close());

    const signedIn = async (n: number) => {
      const client = visitor(portal);
      const { data, error } = await client.auth.signInWithPassword({
        email: emailOf(n),
        password: OLD_PASSWORD,
      });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(userId(n));
      return client;
    };

    test('people sign in with the old password and see their data', async () => {
      const client = await signedIn(12);
      const { data: profile } = await client.from('user_profiles').select('*').single();
      expect(profile).toMatchObject({ first_name: 'Client12', last_name: 'Lopez', role: 'client' });
      const { data: forms } = await client
        .from('tax_forms')
        .select('year, form_data, submitted_at')
        .order('year');
      expect(forms?.map(({ year }) => year)).toEqual([2021, 2022, 2023, 2024, 2025]);
      expect(forms?.[2]).toEqual({
        year: 2023,
        form_data: savedForm(readAnswers(formOf(12, 2023))),
        submitted_at: '2023-03-15T14:30:00.654321+00:00',
      });
      const { data: bytes } = await client.storage.from(BUCKET).download(`${userId(12)}/${pathOf(12)}`);
      expect(Buffer.from((await bytes?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytesOf(12, SIZE.bytes));
      const { data: files } = await client.from('file_uploads').select('*').eq('id', documentId(12)).single();
      expect(files).toMatchObject({
        file_name: '12 receipt 🧾.pdf',
        year: 2023,
        uploaded_at: '2023-04-11T08:09:10.5+00:00',
        download_count: 1,
      });
      // What came from another system long ago is no work for the office.
      expect(
        await target.query('select from public.file_uploads where by_client and seen_at is null'),
      ).toEqual([]);
    });

    test('a document keeps when its bytes were replaced: who sees the past only does not see them', async () => {
      const replaced = await target.query<{ id: string; at: Date }>(
        'select id, replaced_at as at from storage.objects where replaced_at is not null',
      );
      expect(replaced).toEqual([{ id: documentId(REPLACED_DOCUMENT), at: new Date(REPLACED_AT) }]);
    });

    test('the authenticator app still works', async () => {
      const client = await signedIn(0);
      const { data } = await client.auth.mfa.listFactors();
      const factorId = data?.totp[0]?.id ?? '';
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(TOTP_SECRET) });
      expect(error).toBeNull();
      const { data: clients } = await client.from('user_profiles').select('role').neq('role', 'client');
      expect(clients?.map(({ role }) => role).sort()).toEqual(['admin', 'super']);
    });

    test('sends no mail, and stores no sensitive number in clear', async () => {
      expect(await target.query('select from public.email_queue')).toEqual([]);
      const all = Object.entries(await everything())
        .map(([name, text]) => `${name} ${text}`)
        .join('\n');
      for (const open of ['112-33-1012', '112331012', '987-65-4321', '7788990011'])
        expect(all).not.toContain(open);
    });
  });

  test('a second run changes nothing, and database and dump give the same result', async () => {
    const before = await everything();
    const { code, report } = await importFrom(hosted.url);
    expect(code).toBe(0);
    expect(report?.source).toBe('database');
    for (const counts of Object.values(report?.kinds ?? {}))
      expect(counts).toMatchObject({ added: 0, changed: 0 });
    expect(report?.bytesRead).toBe(0);
    expect(await everything()).toEqual(before);
  });

  test('a second run imports only what has changed', async () => {
    await hosted.query(
      `update public.user_profiles set phone = '860-555-0199' where user_id = '${userId(20)}'`,
    );
    await hosted.query(`update public.tax_forms set form_data = form_data || '{"occupation": "Baker"}',
      submitted_at = '2025-11-19 10:00+00' where user_id = '${userId(20)}' and year = 2025`);
    await hosted.upload({
      id: documentId(21),
      owner: userId(21),
      path: pathOf(21),
      bytes: Buffer.from('%PDF-1.7 anew'),
    });
    await hosted.upload({
      id: idOf(6, 9),
      owner: userId(22),
      path: '2025/new.pdf',
      bytes: Buffer.from('%PDF-1.7 new'),
    });
    // Deleted there, and uploaded again with the same name.
    const again = { id: idOf(6, 8), owner: userId(24), path: pathOf(24) };
    await hosted.upload({ ...again, bytes: Buffer.from('%PDF-1.7 again') });
    await hosted.query(`delete from storage.objects where id = '${documentId(23)}'`);
    const { code, report } = await importFrom(hosted.url);
    expect(code).toBe(0);
    expect(report?.kinds).toMatchObject({
      users: { added: 0, changed: 0 },
      profiles: { added: 0, changed: 1 },
      'tax forms': { added: 0, changed: 1 },
      documents: { added: 2, changed: 1 },
    });
    expect(report?.bytesRead).toBe(39);
    expect(report?.gone).toEqual([
      { kind: 'documents', id: documentId(23), why: 'It was brought earlier and is no longer there.' },
    ]);
    const [profile] = await target.query('select phone from public.user_profiles where user_id = $1', [
      userId(20),
    ]);
    expect(profile).toEqual({ phone: '860-555-0199' });
    const [anew] = await target.query('select file_size from public.file_uploads where id = $1', [
      documentId(21),
    ]);
    expect(Number(anew?.file_size)).toBe(13);
    const trashed = await target.query('select id from public.trashed_documents where owner_id = $1', [
      userId(24),
    ]);
    expect(trashed).toEqual([{ id: documentId(24) }]);
    expect(await target.query('select from public.email_queue')).toEqual([]);
  });

  test('rejects a second import at the same time', async () => {
    const { child, ended } = startCommand(commandLine(dump), settings());
    await eventually(async () => {
      const holders = await target.query(`select from pg_stat_activity where datname = current_database()
        and state = 'idle in transaction' and query like '%nutmeg.import%'`);
      return holders.length > 0;
    }, MINUTE);
    child.kill('SIGSTOP');
    expect((await importFrom(dump)).stderr).toBe('Another import is running.\n');
    child.kill('SIGCONT');
    expect(await ended).toMatchObject({ code: 0 });
  });
});
