import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { type SharedPortal, sharedPortal } from '#tests/support/server/portal.ts';
import { mergeClients, upload } from '../support/merges.ts';

let portal: SharedPortal;
let boss: Person;
let second: Person;
let helper: Person;
let client: Person;
/** In everything that is written about the client, so that nothing of it can hide. */
let mark: string;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  portal = await sharedPortal();
  [boss, second, helper] = await Promise.all([
    createPerson(portal, { role: 'super', data: { first_name: 'Dana', last_name: 'Owner' } }),
    createPerson(portal, { role: 'super' }),
    createPerson(portal),
  ]);
});
beforeEach(async () => {
  mark = `zq${randomBytes(6).toString('hex')}`;
  client = await createPerson(portal, {
    email: `${mark}@example.com`,
    data: { first_name: 'Rosa', last_name: `Delgado ${mark}` },
  });
});

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  portal.database.query<Row & Record<string, unknown>>(sql, values);
const request = (by = boss, client_id = client.id, alone = false) =>
  by.client.rpc('request_client_deletion', { client_id, alone });
const confirm = (by = second, client_id = client.id) =>
  by.client.rpc('confirm_client_deletion', { client_id });
const withdraw = (by: Person) => by.client.rpc('withdraw_client_deletion', { client_id: client.id });
const stateOf = async (client_id = client.id) =>
  (await boss.client.rpc('deletion_of_client', { client_id }).throwOnError()).data;

async function deleteClient(): Promise<void> {
  await request().throwOnError();
  await confirm().throwOnError();
}

interface Preview {
  problems: string[];
  needs_second: boolean;
  logins: string[];
  merged: string[];
  credit_cents: number;
  deletes: Record<string, number>;
  kept: { kind: string; year: number | null; until: string; rows: number }[];
  people: string[];
  other_clients: string[];
}
const preview = async (by = boss, client_id = client.id): Promise<Preview> =>
  (await by.client.rpc('preview_client_deletion', { client_id }).throwOnError()).data as Preview;

/** The tables of the whole database with a row that has the text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'storage', 'nutmeg')`,
  );
  const found = await query<{ name: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name where exists (select from ${name} t where strpos(t::text, $1) > 0)`,
      )
      .join(' union all '),
    [text],
  );
  return found.map(({ name }) => name).toSorted();
}

/** Bills the client, and records that the bill was paid. */
async function bill(): Promise<void> {
  const invoice = randomUUID();
  await query(
    `insert into public.invoices (id, client_id, number, issued_at, issued_on, due_on, note, total_cents, balance_cents)
     select $1, $2, coalesce(max(number), 0) + 1000, now(), current_date, current_date, $3, 45000, 0
     from public.invoices`,
    [invoice, client.id, mark],
  );
  await query(
    `with issued as (
       insert into public.ledger_transactions (id, client_id, invoice_id, kind, amount_cents, on_day)
       values (gen_random_uuid(), $2, $1, 'issue', 45000, current_date) returning id
     )
     insert into public.ledger_entries (transaction_id, client_id, account, invoice_id, amount_cents)
     select id, $2::uuid, account, $1::uuid, cents
     from issued, (values ('receivable', 45000), ('income', -45000)) as e (account, cents)`,
    [invoice, client.id],
  );
}

/** A request for a signature, and a consent. */
async function sign(document: string, status: string, consent: string): Promise<void> {
  const [request, signer] = [randomUUID(), randomUUID()];
  const sha = 'a'.repeat(64);
  await query(
    `insert into public.signature_requests
       (id, client_id, title, year, status, document_id, document_name, document_sha256, pages, ended_at, sealed_sha256)
     values ($1, $2, $3, $4, $5, $6, $3, $7, 1, now(), case when $5 = 'completed' then $7 end)`,
    [request, client.id, `Letter ${mark}`, year, status, document, sha],
  );
  await query(
    `insert into public.signers (id, request_id, client_id, user_id, position, name) values ($1, $2, $3, $3, 1, $4)`,
    [signer, request, client.id, mark],
  );
  await query(`insert into nutmeg.signature_marks (signer_id, sealed) values ($1, '\\x00')`, [signer]);
  await query(
    `insert into public.signature_events
       (request_id, sequence, at, kind, actor_id, actor_name, address, device, details, previous, hash)
     values ($1, 1, now(), 'sent', $2, $3, '', '', '{}', '', '')`,
    [request, client.id, mark],
  );
  await query(
    `with asked as (
       insert into public.tax_consents
         (id, client_id, user_id, person_name, kind, purpose, data, years, is_offer, body, body_sha256, status,
           answered_at, signed_name, expires_at)
       select gen_random_uuid(), $1, $1, $2, 'use', 'Offers', array['contact'], array[$3::int], false, b,
         encode(sha256(convert_to(b, 'UTF8')), 'hex'), $4, now(), case when $4 = 'given' then $2 end,
         case when $4 = 'given' then now() end
       from (select repeat('x', 500) as b) as body returning id
     )
     insert into public.tax_consent_events
       (consent_id, sequence, at, kind, actor_name, act_id, address, device, details, previous, hash)
     select id, 1, now(), 'asked', $2, gen_random_uuid(), '', '', '{}', '', '' from asked`,
    [client.id, mark, year, consent],
  );
}

const documentAt = async (path: string) => {
  const [row] = await query<{ id: string }>(`select id from public.file_uploads where file_path = $1`, [
    `${client.id}/${path}`,
  ]);
  return row?.id ?? '';
};

/** Something of the client in every table that a client can be in. */
async function fillIn(): Promise<void> {
  const { id } = client;
  await upload(client, `${id}/${mark}/W-2 ${mark}.txt`);
  await upload(client, `${id}/gone ${mark}.txt`);
  await boss.client.storage.from('user-documents').remove([`${id}/gone ${mark}.txt`]);
  await client.client
    .from('tax_forms')
    .insert({ user_id: id, year, form_data: { ...newClientForm, comments: mark } })
    .throwOnError();
  await client.client
    .from('tax_form_drafts')
    .insert({ user_id: id, year, form_data: { comments: mark } })
    .throwOnError();
  await boss.client.rpc('start_return', { client_id: id, return_year: year, return_kind: 'personal' });
  await boss.client
    .from('client_tax_numbers')
    .insert({ user_id: id, kind: 'ssn', tax_number: '519-28-6174' })
    .throwOnError();
  // Its own number, for what has no address.
  await query('update public.user_profiles set phone = $2 where user_id = $1', [
    id,
    `203-2${String(Date.now()).slice(-2)}-${String(Date.now()).slice(-4)}`,
  ]);
  await boss.client
    .rpc('save_client_member', { client_id: id, member_id: helper.id, relation: 'helper', rights: ['see'] })
    .throwOnError();
  for (const sql of [
    `insert into public.client_notes (user_id, author_id, author_name, body) values ($1, $1, 'Dana', $2)`,
    `insert into public.client_letters (user_id, template, note) values ($1, 'message', $2)`,
    `insert into public.thread_messages (id, client_id, side, author_id, author_name, body, year)
     values (gen_random_uuid(), $1, 'client', $1, $2, $2, 2026)`,
    `insert into public.checklist_items (user_id, year, item, title) values ($1, 2026, 'asked:x', $2)`,
    `insert into public.client_details (client_id, tags) values ($1, array[$2::text])
     on conflict (client_id) do update set tags = excluded.tags`,
    `insert into public.client_dates (client_id, kind, year, due_on, label)
     values ($1, 'other', 2026, '2026-12-01', $2)`,
    `insert into public.tasks (client_id, title, owner_id) select $1, $2, '${boss.id}'`,
    `insert into public.appointments (user_id, name, email, phone) values ($1, $2, $2 || '@example.com', '1')`,
    `insert into public.contact_submissions (name, email, phone, subject, message)
     select $2, $2 || '@example.com', '', 'other', $1::text || $2`,
    `insert into public.email_queue (to_email, subject, body, email_type) select $2 || '@example.com', $2, $1::text, 'x'`,
    `insert into public.legacy_emails (email) select $2 || '@example.com' where $1::uuid is not null`,
    `insert into nutmeg.bad_addresses (address, reason) select $2 || '@example.com', $1::text`,
    `insert into nutmeg.findings (check_name, key, kind, what, client_id) values ('x', $2, 'x', $2, $1)`,
    `insert into public.checklist_items (user_id, year, item, title, state, reason)
     values ($1, 2026, 'asked:z', 'W-2', 'not_available', $2)`,
    `insert into public.appointments (name, phone) select $2, p.phone from public.user_profiles p where p.user_id = $1`,
    `insert into nutmeg.consented_helpers (client_id, user_id, email) values ($1, $1, $2)`,
    `insert into public.email_queue (to_email, subject, body, letter, facts, email_type)
     values ('else@example.com', $2, '', 'return_approved', jsonb_build_object('client_id', $1::uuid), 'x')`,
    `insert into nutmeg.imported_clients (source_key, client_id) values (convert_to($2, 'UTF8'), $1)`,
  ]) {
    await query(sql, [id, mark]);
  }
}

describe('a client of whom no law keeps anything', () => {
  test('is gone from the whole database, after a second super user agreed', async () => {
    await fillIn();
    await sign(await documentAt(`${mark}/W-2 ${mark}.txt`), 'sent', 'asked');
    const shown = await preview();
    expect(shown).toMatchObject({
      problems: [],
      needs_second: true,
      logins: [client.email],
      merged: [],
      deletes: {
        documents: 1,
        trashed: 1,
        forms: 1,
        drafts: 1,
        returns: 1,
        messages: 2,
        notes: 1,
        letters: 1,
        appointments: 2,
        signature_requests: 1,
        bills: 0,
      },
      kept: [],
      people: ['Maria Lopez'],
    });
    expect(await tablesWith(mark)).toContain('public.document_events');

    await request().throwOnError();
    expect((await request()).error).toMatchObject({ code: '23514', details: 'requested' });
    expect((await confirm(boss)).error).toMatchObject({ code: '42501', details: 'needs_second' });
    expect(await stateOf()).toMatchObject([{ requested_by: boss.id, requested_by_name: 'Dana Owner' }]);
    expect((await client.client.auth.getUser()).data.user?.id).toBe(client.id);

    await confirm().throwOnError();
    // The last letter, which goes by itself.
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
    expect(
      await query(`select letter from public.email_queue where strpos(to_email, $1) > 0`, [mark]),
    ).toEqual([{ letter: 'client_deleted' }]);
    expect(await tablesWith(client.id)).toEqual([
      'nutmeg.client_deletions',
      'public.audit_log',
      'public.document_events',
    ]);
    expect((await helper.client.auth.getUser()).data.user?.id).toBe(helper.id);
  });

  test('has no login anymore, and can sign up again', async () => {
    await deleteClient();
    expect((await client.client.from('user_profiles').select('*')).error).toMatchObject({ code: 'PGRST301' });
    const again = visitor(portal);
    const login = await again.auth.signInWithPassword({
      email: client.email,
      password: PASSWORD,
      options: { captchaToken: await signedPass('login') },
    });
    expect(login.error).toMatchObject({ code: 'invalid_credentials' });
    const newcomer = await createPerson(portal, { email: client.email });
    await upload(newcomer, `${newcomer.id}/new.txt`);
  });

  test('is recorded by ids only', async () => {
    await deleteClient();
    const entries = await query(
      `select action, actor_id, details from public.audit_log
       where subject_id = $1 and action like 'client.delet%' order by id`,
      [client.id],
    );
    expect(entries).toEqual([
      { action: 'client.deletion_requested', actor_id: boss.id, details: {} },
      { action: 'client.deleted', actor_id: second.id, details: {} },
    ]);
  });

  test('goes with the clients that were merged into it', async () => {
    const other = await createPerson(portal, { data: { first_name: 'R.', last_name: mark } });
    await upload(other, `${other.id}/old ${mark}.txt`);
    await mergeClients(portal.url, boss.client, { source: other.id, target: client.id });
    expect((await request(boss, other.id)).error).toMatchObject({ details: 'archived' });
    await deleteClient();
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
    expect((await tablesWith(other.id)).filter((table) => !table.startsWith('public.'))).toEqual([
      'nutmeg.client_deletions',
    ]);
  });

  test('and a client whose deletion fails doesn’t stop that of others', async () => {
    const poison = await createPerson(portal, { data: { first_name: 'P', last_name: mark } });
    const many = (id: string) =>
      query(
        `insert into public.document_events (owner_id, actor_role, action, path)
         select $1::uuid, 'client', 'uploaded', $1::text || '/' || n from generate_series(1, 1500) as n`,
        [id],
      );
    await Promise.all([many(poison.id), many(client.id)]);
    for (const id of [poison.id, client.id]) {
      await request(boss, id).throwOnError();
      await confirm(second, id).throwOnError();
    }
    // Something unforeseen refers to it.
    await query(
      `insert into public.tax_consents
         (id, client_id, user_id, person_name, kind, purpose, data, years, is_offer, body, body_sha256)
       select gen_random_uuid(), $1, $1, 'P', 'use', 'x', array['contact'], array[2026], false, b,
         encode(sha256(convert_to(b, 'UTF8')), 'hex') from (select repeat('x', 500) as b) as body`,
      [poison.id],
    );
    await query(
      `create or replace function nutmeg.planted_refusal() returns trigger language plpgsql as $$
       begin raise exception 'planted'; end $$`,
    );
    await query(`create trigger planted before delete on public.tax_consents
      for each row when (old.client_id = '${poison.id}') execute function nutmeg.planted_refusal()`);
    try {
      for (const id of [poison.id, client.id]) {
        await query('update nutmeg.client_deletions set tried_at = null where client_id = $1', [id]);
      }
      for (let times = 0; times < 20; times++) {
        const [due] = await query<{ id: string | null }>('select nutmeg.claim_client_deletion() as id');
        if (!due?.id) break;
        await query('select nutmeg.delete_part_of_client($1)', [due.id]).catch(() => undefined);
      }
      expect((await stateOf())[0]?.ended_at).not.toBeNull();
      expect((await stateOf(poison.id))[0]?.ended_at).toBeNull();
    } finally {
      await query('drop trigger planted on public.tax_consents');
      await query('drop function nutmeg.planted_refusal()');
      await query('update nutmeg.client_deletions set tried_at = null where client_id = $1', [poison.id]);
    }
  });

  test('goes in parts if there is much', async () => {
    await query(
      `insert into public.document_events (owner_id, actor_role, action, path)
       select $1::uuid, 'client', 'uploaded', $1::text || '/' || $2 || n from generate_series(1, 1500) as n`,
      [client.id, mark],
    );
    await deleteClient();
    // No one can log in meanwhile, or send more.
    expect((await client.client.from('user_profiles').select('*')).error ?? 'no row').toBeTruthy();
    await expect(upload(boss, `${client.id}/late.txt`)).rejects.toThrow();
    await goOn();
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
  });
});

/** What the server does every half minute. */
async function goOn(): Promise<void> {
  for (;;) {
    const [due] = await query<{ id: string | null }>('select nutmeg.claim_client_deletion() as id');
    if (!due?.id) return;
    await query('select nutmeg.delete_part_of_client($1)', [due.id]);
  }
}

describe('a client of whom the law keeps something', () => {
  const june = (from: Date) => {
    const day = officeDay(from, 'America/New_York');
    return `${day.year + (day.month > 6 ? 1 : 0) + 7}-06-30`;
  };

  test('loses everything else, and the rest when its time is over', async () => {
    await fillIn();
    const { id } = client;
    for (const name of ['return.txt', 'used.txt', 'listed.txt', 'letter.txt'])
      await upload(client, `${id}/${name}`);
    const [document, used, listed, letter] = await Promise.all(
      ['return.txt', 'used.txt', 'listed.txt', 'letter.txt'].map(documentAt),
    );
    await query(
      `with presented as (
         update public.tax_returns set status = 'ready_for_review', document_id = $2 where user_id = $1 returning id, year
       ), event as (
         insert into public.tax_return_events (return_id, user_id, kind, to_status)
         select id, $1, 'status', 'ready_for_review' from presented
       ), line as (
         insert into public.checklist_items (user_id, year, item, title)
         select $1, year, 'asked:y', 'W-2' from presented returning id
       )
       insert into public.checklist_documents (item_id, document_id, user_id) select id, $3, $1 from line`,
      [id, document, listed],
    );
    await query('insert into public.used_documents (id, user_id, used_by) values ($1, $2, $3)', [
      used,
      id,
      boss.id,
    ]);
    await sign(letter ?? '', 'completed', 'given');
    await bill();
    const until = june(new Date());
    const shown = await preview();
    expect(shown.kept.map(({ kind, rows, until: day }) => [kind, rows, day])).toEqual([
      ['return', 1, until],
      ['form', 1, until],
      ['document', 4, until],
      ['signature', 1, until],
      ['consent', 1, until],
      ['bills', 1, until],
    ]);
    expect(shown.deletes).toMatchObject({
      documents: 1,
      forms: 0,
      returns: 0,
      signature_requests: 0,
      bills: 0,
    });

    await deleteClient();
    expect(await tablesWith(mark)).toEqual([
      'public.clients',
      // What was done with the documents that stay.
      'public.document_events',
      'public.email_queue',
      'public.invoices',
      'public.signature_events',
      'public.signature_requests',
      'public.signers',
      'public.tax_consent_events',
      'public.tax_consents',
      'public.user_profiles',
    ]);
    expect(await tablesWith(client.email)).toEqual(['public.email_queue']);
    expect(await stateOf()).toMatchObject([{ kept_until: until }]);
    const { data: files } = await boss.client.from('file_uploads').select('file_name').eq('user_id', id);
    expect(files?.map(({ file_name }) => file_name).toSorted()).toEqual([
      'letter.txt',
      'listed.txt',
      'return.txt',
      'used.txt',
    ]);
    expect(
      await query(`select from public.user_profiles where user_id = $1 and email = '' and phone = ''`, [id]),
    ).toHaveLength(1);
    // It can be read, and nothing can be added.
    const name = { kind: 'person', first_name: 'R', last_name: 'D', email: client.email };
    for (const call of [
      boss.client.rpc('save_client', { client_id: id, ...name }),
      boss.client.rpc('archive_client', { client_id: id, archived: false }),
    ]) {
      expect((await call).error).toMatchObject({ code: '42501' });
    }
    await expect(upload(boss, `${id}/late.txt`)).rejects.toThrow();

    // Its last day is over.
    await query(`update public.tax_return_events set at = now() - interval '20 years' where user_id = $1`, [
      id,
    ]);
    await query(`update public.used_documents set used_at = now() - interval '20 years' where user_id = $1`, [
      id,
    ]);
    await query(
      `update public.signature_requests set created_at = now() - interval '20 years', ended_at = null where client_id = $1`,
      [id],
    );
    await query(`begin; set local nutmeg.deleting_client = 'on';
      update public.invoices set issued_at = now() - interval '20 years' where client_id = '${id}';
      update public.ledger_transactions set at = now() - interval '20 years' where client_id = '${id}';
      update public.tax_consents set answered_at = now() - interval '20 years', expires_at = now() - interval '20 years'
      where client_id = '${id}'; commit`);
    await query(`update nutmeg.client_deletions set next_look = current_date - 1 where client_id = $1`, [id]);
    await goOn();
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
    expect(await stateOf()).toMatchObject([{ kept_until: null }]);
  });

  test('keeps the form of a year whose return stayed with a merged client', async () => {
    const other = await createPerson(portal, { data: { first_name: 'R.', last_name: 'D.' } });
    await other.client
      .from('tax_forms')
      .insert({ user_id: other.id, year, form_data: newClientForm })
      .throwOnError();
    for (const [id, status] of [
      [other.id, 'e_filed'],
      [client.id, 'not_started'],
    ]) {
      await query(
        `insert into public.tax_returns (user_id, year, kind, status) values ($1, $2, 'personal', $3)`,
        [id, year, status],
      );
    }
    await mergeClients(portal.url, boss.client, { source: other.id, target: client.id });
    expect((await preview()).kept.map(({ kind }) => kind)).toEqual(['return', 'form']);
    await deleteClient();
    expect(
      await query('select user_id from public.tax_forms where user_id = any ($1)', [[client.id, other.id]]),
    ).toEqual([{ user_id: client.id }]);
  });

  test.each([
    ['2027-03-10T15:00:00Z', '2034-06-30'],
    ['2027-07-01T03:59:59Z', '2034-06-30'],
    ['2027-07-01T04:00:00Z', '2035-06-30'],
    ['2027-12-31T23:00:00Z', '2035-06-30'],
  ])('what is from %s is kept until %s', async (at, until) => {
    const [row] = await query<{ until: string }>(
      `select nutmeg.law_keeps_until($1, 7, 'America/New_York')::text as until`,
      [at],
    );
    expect(row?.until).toBe(until);
  });
});

/** Tables with a person or a client that a deletion doesn't name, and why. */
const NOT_NAMED = [
  // They go with a row of another table.
  'nutmeg.form_prints',
  'public.file_uploads',
  'public.tax_return_events',
  'public.thread_attachments',
  'public.used_documents',
  // Those of staff.
  'nutmeg.invitations',
  'nutmeg.task_feeds',
  'public.saved_views',
  'public.staff_preferences',
  'storage.buckets',
  // A number that asked for no texts gets none, whoever has it.
  'nutmeg.text_stops',
];

test('a deletion names each table that names a person or a client', async () => {
  const tables = await query<{ name: string }>(
    `select distinct format('%s.%s', c.table_schema, c.table_name) as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'auth', 'storage', 'nutmeg')
       and c.column_name in ('client_id', 'owner_id', 'user_id', 'recipient', 'to_email', 'email', 'number')`,
  );
  const [code] = await query<{ text: string }>(
    `select string_agg(p.prosrc, ' ') as text from pg_proc p
     where p.pronamespace = 'nutmeg'::regnamespace and p.proname in (
       'begin_client_deletion', 'end_login', 'delete_part_of_client', 'delete_signatures_and_books',
       'delete_documents_of_clients', 'delete_rows_of_clients'
     )`,
  );
  const names = new Set(code?.text.match(/\b(?:public|auth|storage|nutmeg)\.\w+/g));
  expect(
    tables
      .map(({ name }) => name)
      .filter((name) => !names.has(name))
      .toSorted(),
  ).toEqual(NOT_NAMED.toSorted());
});

describe('a request', () => {
  test('is for super users, and for clients', async () => {
    const clerk = await createPerson(portal, { role: 'admin' });
    for (const by of [clerk, client, helper]) {
      expect((await request(by)).error).toMatchObject({ code: '42501' });
      expect((await by.client.rpc('preview_client_deletion', { client_id: client.id })).error).toMatchObject({
        code: '42501',
      });
    }
    expect((await request(boss, clerk.id)).error).toMatchObject({ details: 'staff' });
    expect((await request(boss, randomUUID())).error).toMatchObject({ details: 'no_client' });
    expect((await confirm()).error).toMatchObject({ details: 'not_requested' });
  });

  test('is withdrawn or refused, and nothing is deleted', async () => {
    for (const by of [boss, second]) {
      await request().throwOnError();
      await withdraw(by).throwOnError();
      expect(await stateOf()).toEqual([]);
    }
  });

  test('is not the way around the second yes', async () => {
    const other = await createPerson(portal, { role: 'super' });
    await request(other).throwOnError();
    // A newcomer of the one who asked.
    const mate = await createPerson(portal, { role: 'admin' });
    await other.client.rpc('set_user_role', { target_user_id: mate.id, new_role: 'super' }).throwOnError();
    expect((await confirm(mate)).error).toMatchObject({ details: 'needs_second' });
    expect((await request(boss, helper.id, true)).error).toMatchObject({ details: 'supers_changed' });
    await confirm().throwOnError();
    expect((await withdraw(boss)).error).toMatchObject({ details: 'deleted' });
  });

  test('is refused while a file of someone else is in the client’s folder', async () => {
    const other = await createPerson(portal);
    await upload(client, `${client.id}/moved.txt`);
    await query(
      `insert into public.tax_returns (user_id, year, kind, status, document_id)
       values ($1, 2026, 'personal', 'e_filed', $2)`,
      [other.id, await documentAt('moved.txt')],
    );
    expect((await request()).error).toMatchObject({ details: 'foreign_file' });
  });

  test('leaves an open bill that can still be paid, and adds none', async () => {
    await bill();
    await deleteClient();
    const [invoice] = await query<{ id: string }>('select id from public.invoices where client_id = $1', [
      client.id,
    ]);
    const money = {
      transaction_id: randomUUID(),
      client_id: client.id,
      amount_cents: 45_000,
      method: 'cash',
    };
    expect((await boss.client.rpc('record_payment', { ...money, invoice_id: invoice?.id })).error).toBeNull();
    const another = { invoice_id: randomUUID(), client_id: client.id, due_on: '2027-01-01' };
    const lines = [{ kind: 'other', description: 'Copy', quantity: 1, unit_cents: 100 }];
    expect((await boss.client.rpc('save_invoice', { ...another, lines })).error).toMatchObject({
      code: '42501',
    });
  });

  test.each([
    ['demoted', (id: string) => query('select public.change_role($1, $2, null)', [id, 'admin'])],
    [
      'deactivated',
      (id: string) => query(`update auth.users set banned_until = 'infinity' where id = $1`, [id]),
    ],
  ])('ends if who asked is %s', async (_title, leave) => {
    const leaver = await createPerson(portal, { role: 'super' });
    await request(leaver).throwOnError();
    const waiting = await boss.client.rpc('waiting_client_deletions').throwOnError();
    expect(waiting.data).toContainEqual(expect.objectContaining({ client_id: client.id }));
    await leave(leaver.id);
    expect((await confirm()).error).toMatchObject({ details: 'not_requested' });
  });

  test('keeps messages and mails of an address that another client has, too', async () => {
    const walkIn = randomUUID();
    const name = { kind: 'person', first_name: 'Ana', last_name: 'Delgado', email: client.email };
    await boss.client.rpc('save_client', { client_id: walkIn, ...name }).throwOnError();
    await query(
      `insert into public.contact_submissions (name, email, phone, subject, message) values ('Ana', $1, '', 'other', 'Hi')`,
      [client.email],
    );
    await deleteClient();
    expect(
      await query('select from public.contact_submissions where email = $1', [client.email]),
    ).toHaveLength(1);
  });
});
