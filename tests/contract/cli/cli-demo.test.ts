/** @module-tag faults-operate */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { type Client, visitor } from '#tests/support/people.ts';
import { ENCRYPTION_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { type CommandRun, runCommand } from '#tests/support/server/portal-command.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

function demo(env: Record<string, string>): Promise<CommandRun> {
  const storage = inject('sharedStorageUrl');
  return runCommand(['demo'], {
    ENCRYPTION_KEY,
    ...(storage === undefined ? {} : { STORAGE_URL: storage }),
    ...env,
  });
}

const { year } = officeDay(new Date(), 'America/New_York');
const SSN = '900-04-1207';
let portal: TestPortal;
let first: CommandRun;
let password: string;

beforeAll(async () => {
  portal = await startPortal();
  first = await demo({ DATA_DIR: portal.dataDir, DATABASE_URL: portal.database.url });
  password = /shown only once: {2}(\S+)/.exec(first.stdout)?.[1] ?? '';
  // Takes seconds, longer on a busy machine.
}, 180_000);
afterAll(() => portal?.close());

/** The part before the at sign. */
async function signedIn(name: string): Promise<{ id: string; client: Client }> {
  const client = visitor(portal);
  const { data, error } = await client.auth.signInWithPassword({ email: `${name}@mail.example`, password });
  if (error) throw error;
  return { id: data.user.id, client };
}

/** The content of a database dump, byte columns in hex. */
async function everything(): Promise<string> {
  const tables = await portal.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'storage', 'nutmeg')`,
  );
  const parts = await Promise.all(
    tables.map(({ name }) =>
      portal.database.query<{ all: string | null }>(`select string_agg(t::text, ' ') as all from ${name} t`),
    ),
  );
  return parts.map(([row]) => row?.all ?? '').join('\n');
}

test('prints accounts that can sign in', async () => {
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const printed = [...first.stdout.matchAll(/^ {2}(\S.*?) {2,}(\S+@\S+) +(client|admin|super)$/gm)];
  expect(printed).toHaveLength(15);
  for (const [, name, email = '', role] of printed) {
    expect(email).toMatch(/\.example$/);
    const client = visitor(portal);
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    const { data: own } = await client
      .from('user_profiles')
      .select('*')
      .eq('user_id', data.user?.id)
      .single();
    expect({ name: `${own.first_name} ${own.last_name}`, role: own.role }).toEqual({ name, role });
  }
});

test('clients see their cases', async () => {
  const rosa = await signedIn('rosa.nunez');
  const forms = await rosa.client.from('tax_forms').select('year, form_data');
  expect(forms.data).toMatchObject([{ year, form_data: { ssn: SSN, spouseName: 'Luis' } }]);
  const files = await rosa.client.from('file_uploads').select('file_name, sha256').order('uploaded_at');
  expect(files.data?.map(({ file_name }) => file_name)).toEqual([
    'Rosa license.jpg',
    'W-2 Fair Haven Schools.pdf',
    'Birth certificate Lucía.jpg',
    'Daycare receipts.pdf',
  ]);
  expect((await rosa.client.from('tax_returns').select('id')).data).toEqual([]);
  const list = await rosa.client.from('checklist_items').select('item, state').order('item');
  expect(list.data).toEqual([
    { item: 'photo-id', state: 'sent' },
    { item: 'w-2', state: 'sent' },
  ]);

  const david = await signedIn('david.kim');
  const returns = await david.client.from('tax_returns').select('*').order('year');
  expect(returns.data).toMatchObject([
    { year: year - 1, status: 'accepted' },
    { year, status: 'approved', approved_name: 'David Kim' },
  ]);
  expect(returns.data?.[1].approved_sha256).toBe(returns.data?.[1].document_sha256);
  const events = await david.client.from('tax_return_events').select('at').order('id');
  const times = events.data?.map(({ at }) => Date.parse(at)) ?? [];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Date.now() - (times[0] ?? 0)).toBeGreaterThan(300 * 86_400_000);

  const emily = await signedIn('emily.carter');
  const drafts = await emily.client.from('tax_form_drafts').select('form_data');
  expect(drafts.data).toMatchObject([{ form_data: { firstName: 'Emily' } }]);
});

test('the files are valid and of the right type', async () => {
  const { client } = await signedIn('priya.patel');
  const { data: files } = await client.from('file_uploads').select('file_path, file_size, file_type');
  expect(files).toHaveLength(6);
  for (const { file_path, file_size, file_type } of files ?? []) {
    const { data, error } = await client.storage.from('user-documents').download(file_path);
    expect(error).toBeNull();
    const bytes = Buffer.from(await (data ?? new Blob()).arrayBuffer());
    expect(bytes.length).toBe(file_size);
    expect(bytes.toString('latin1', 0, 2)).toBe(file_type === 'application/pdf' ? '%P' : '\xff\xd8');
  }
});

test('every queue has entries, numbers are masked, and there are logs', async () => {
  const { client } = await signedIn('dana.reyes');
  const queues = await client.rpc('office_queues', {
    new_files_since: new Date(Date.now() - 14 * 86_400_000).toISOString(),
  });
  for (const { queue, waiting } of queues.data ?? []) {
    // Failed mails: nothing was sent, so nothing has failed.
    if (queue === 'mails') expect(waiting).toBe(0);
    else expect(waiting, queue).toBeGreaterThan(0);
  }
  expect(queues.data).toHaveLength(7);
  const forms = await client.from('tax_forms').select('form_data');
  expect(forms.data?.length).toBeGreaterThan(10);
  expect(JSON.stringify(forms.data)).not.toMatch(/900-?\d\d-?\d{4}/);
  const trash = await client.from('trashed_documents').select('deleted_by_name').order('deleted_at');
  expect(trash.data).toEqual([{ deleted_by_name: 'Dana Reyes' }, { deleted_by_name: 'Tom Whitfield' }]);
  const acts = await client.from('document_events').select('action, actor_name, at').order('id');
  expect(new Set((acts.data ?? []).map(({ action }) => action))).toEqual(
    new Set(['uploaded', 'renamed', 'opened', 'downloaded', 'deleted']),
  );
  expect(acts.data?.every(({ actor_name }) => actor_name !== null)).toBe(true);
  const notes = await client.from('client_notes').select('author_name');
  expect(notes.data?.length).toBeGreaterThan(5);
});

test('stores no number in clear, sends no mail, and restores the append-only triggers', async () => {
  const dump = await everything();
  expect(dump).toContain('Fair Haven Schools');
  for (const secret of [SSN, SSN.replaceAll('-', ''), '000412070001', '00-1934402']) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect(dump).not.toContain(password);
  expect(await portal.mails()).toEqual([]);
  expect(await portal.database.query(`select from public.email_queue where status <> 'sent'`)).toEqual([]);
  for (const table of ['document_events', 'audit_log']) {
    await expect(portal.database.query(`update public.${table} set at = now()`)).rejects.toThrow(
      'append only',
    );
  }
  const resting = await portal.database.query(`select tgname from pg_trigger where tgenabled = 'D'`);
  expect(resting).toEqual([]);
});

describe('refuses', () => {
  test('a second run', async () => {
    const again = await demo({ DATA_DIR: portal.dataDir, DATABASE_URL: portal.database.url });
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^The demo is here already\./);
  });

  test.each([
    [
      'registered',
      `insert into auth.users (email) values ('somebody@nutmeg-cli.example')`,
      /^Real people are registered/,
    ],
    [
      'written to the office',
      `insert into public.contact_submissions (name, email, subject, message) values ('A', 'a@b.example', 'other', 'M')`,
      /^Someone has already used this portal/,
    ],
  ])('to run where someone has %s', async (_what, sql, complaint) => {
    const database = await createTestDatabase();
    try {
      await database.query(sql);
      const refused = await demo({ DATA_DIR: portal.dataDir, DATABASE_URL: database.url });
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(complaint);
      expect(await database.query(`select from auth.users where email like '%mail.example'`)).toEqual([]);
      expect(await database.query('select from storage.blobs')).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});
