/** @module-tag faults-operate */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '#domain/text/csv.ts';
import { visitor } from '#tests/support/people.ts';
import { ENCRYPTION_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { type CommandRun, runCommand } from '#tests/support/server/portal-command.ts';

const ODD_NAMES = ['CON.pdf', 'what: now*.pdf', 'Scan.pdf', 'scan.pdf', 'Steuer — Übersicht 🧾.pdf'];
const SSN = '900-04-1207';

let portal: TestPortal;
let folder: string;
let client: string;

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
type Row = Record<string, any>;

function command(...args: string[]): Promise<CommandRun> {
  return runCommand(args, {
    ENCRYPTION_KEY,
    DATA_DIR: portal.dataDir,
    DATABASE_URL: portal.database.url,
  });
}

const csv = async (...path: string[]) => {
  const [head, ...rows] = parseCsv(await readFile(join(folder, ...path), 'utf8')).map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries((head ?? []).map((name, at) => [name, cells[at] ?? ''])));
};
const json = async (name: string): Promise<Row[]> =>
  JSON.parse(await readFile(join(folder, 'tables', name), 'utf8'));

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'nutmeg-export-')), 'office');
  portal = await startPortal();
  const { stdout } = await command('demo');
  const password = /shown only once: {2}(\S+)/.exec(stdout)?.[1] ?? '';
  const rosa = visitor(portal);
  const { data } = await rosa.auth.signInWithPassword({ email: 'rosa.nunez@mail.example', password });
  for (const name of ODD_NAMES) {
    const path = `${data.user?.id}/Odd names/${name}`;
    const { error } = await rosa.storage
      .from('user-documents')
      .upload(path, Buffer.from(`%PDF-1.7\n% ${name}\n%%EOF\n`), {
        contentType: 'application/pdf',
      });
    expect(error).toBeNull();
  }
  // One who has access, and one who had it.
  await portal.database.query(
    `insert into public.client_members (client_id, user_id, relation, rights, ends_at)
     select $1, p.user_id, 'helper', '{see}', case when p.email like 'grace%' then now() end
     from public.user_profiles p where p.email in ('carmen.diaz@mail.example', 'grace.okafor@mail.example')`,
    [data.user?.id],
  );
  const ended = await command('export', folder);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('CAREFUL: This folder has Social Security numbers');
  const rows = await csv('clients.csv');
  client = rows.find(({ email }) => email === 'rosa.nunez@mail.example')?.folder ?? '';
}, 180_000);
afterAll(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
  await portal?.close();
});

test('exports every document to the folder of its client', async () => {
  const stored = await portal.database.query<{ sha256: string; file_path: string }>(
    'select sha256, file_path from public.file_uploads',
  );
  const found: string[] = [];
  for (const { folder: own } of await csv('clients.csv')) {
    const listed = await csv(own ?? '', 'documents.csv').catch(() => []);
    for (const { path = '', sha256 = '', bytes } of listed) {
      const content = await readFile(join(folder, own ?? '', path));
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      expect(String(content.length)).toBe(bytes);
      found.push(sha256);
    }
  }
  expect(found.sort()).toEqual(stored.map(({ sha256 }) => sha256).sort());
  expect(client).toMatch(/^clients\/N[uú][nñ]ez, Rosa [0-9a-f]{8}$/);
});

test('lists each client with its kind, and who else has access', async () => {
  const rows = await csv('clients.csv');
  expect(rows.find(({ email }) => email === 'rosa.nunez@mail.example')).toMatchObject({
    kind: 'person',
    members: 'Carmen Díaz (helper)',
  });
});

test('uses safe file names, and has the original names in the index', async () => {
  const listed = (await csv(client, 'documents.csv')).filter(({ path_in_the_portal: path }) =>
    path?.startsWith('Odd names/'),
  );
  expect(listed.map(({ path_in_the_portal: path }) => path?.slice('Odd names/'.length)).sort()).toEqual(
    [...ODD_NAMES].sort(),
  );
  const names = (await readdir(join(folder, client, 'documents', 'Odd names'))).sort();
  expect(names).toHaveLength(ODD_NAMES.length);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names).toContain('CON_.pdf');
  expect(names).toContain('what_ now_.pdf');
});

test('exports tax forms in clear, as text and as JSON', async () => {
  const [form = ''] = (await readdir(join(folder, client, 'tax-forms'))).filter((name) =>
    name.endsWith('.json'),
  );
  const path = join(folder, client, 'tax-forms', form);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ ssn: SSN, spouseName: 'Luis' });
  expect(await readFile(path.replace('.json', '.txt'), 'utf8')).toContain(`SSN or ITIN\n  ${SSN}\n`);
  const forms = await json('tax_forms.json');
  expect(forms.map(({ form_data: { ssn } }) => ssn)).toContain(SSN);
});

test('exports every table as CSV and JSON, without credentials', async () => {
  const tables = await portal.database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const files = await readdir(join(folder, 'tables'));
  for (const { name } of tables.filter((table) => table.name !== 'tax_form_drafts')) {
    expect(files).toContain(`${name}.csv`);
    expect(files).toContain(`${name}.json`);
  }
  const notes = await portal.database.query('select id from public.client_notes order by id');
  expect(notes.length).toBeGreaterThan(0);
  for (const rows of [await csv('tables', 'client_notes.csv'), await json('client_notes.json')]) {
    expect(rows.map(({ id }) => ({ id })).sort((a, b) => a.id.localeCompare(b.id))).toEqual(notes);
  }
  expect(Object.keys((await json('email_queue.json'))[0] ?? {})).not.toContain('body');
  for (const secret of ['sessions', 'one_time_tokens', 'signing_keys', 'mfa_factors', 'refresh_tokens']) {
    expect(files.join(' ')).not.toContain(secret);
  }
});

test('is only readable by its owner', async () => {
  for (const path of await readdir(folder, { recursive: true })) {
    const { mode } = await stat(join(folder, path));
    expect([path, mode & 0o077]).toEqual([path, 0]);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('is recorded', async () => {
  const entries = await portal.database.query(
    `select action, details ->> 'clients' as clients from public.audit_log where action like 'export.%' order by id`,
  );
  expect(entries).toEqual([
    { action: 'export.started', clients: null },
    { action: 'export.finished', clients: '15' },
  ]);
});

test('rejects a folder that is not empty', async () => {
  const { code, stderr } = await command('export', folder);
  expect(code).toBe(1);
  expect(stderr).toContain('is not empty');
});

test('reports an unreadable document and exports the others', async () => {
  const [lost] = await portal.database.query<{ blob_id: string; name: string }>(
    `select blob_id, name from storage.objects where name like '%/CON.pdf'`,
  );
  const [file] = (await readdir(join(portal.dataDir, 'files'), { recursive: true })).filter((name) =>
    name.endsWith(lost?.blob_id ?? '?'),
  );
  await writeFile(join(portal.dataDir, 'files', file ?? ''), 'broken');
  const second = join(folder, '..', 'second');
  const { code, stderr } = await command('export', second);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: '1 documents could not be read. They are listed in not-exported.csv in that folder.\n',
  });
  expect(await readFile(join(second, 'not-exported.csv'), 'utf8')).toContain(lost?.name);
  const before = await csv(client, 'documents.csv');
  const after = parseCsv(await readFile(join(second, client, 'documents.csv'), 'utf8'));
  expect(after).toHaveLength(before.length);
});
