import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { type SharedPortal, sharedPortal } from '#tests/support/server/portal.ts';
import { upload } from '../support/merges.ts';

// Of the file that runs: `setUpDeletions` sets them.
export let portal: SharedPortal;
export let boss: Person;
export let second: Person;
export let helper: Person;
export let client: Person;
/** In everything that is written about the client, so that nothing of it can hide. */
export let mark: string;
export const { year } = officeDay(new Date(), 'America/New_York');

/** To be called by each file: the people, and a new client for each test. */
export function setUpDeletions(): void {
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
}

export const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  portal.database.query<Row & Record<string, unknown>>(sql, values);
export const request = (by = boss, client_id = client.id, alone = false) =>
  by.client.rpc('request_client_deletion', { client_id, alone });
export const confirm = (by = second, client_id = client.id) =>
  by.client.rpc('confirm_client_deletion', { client_id });
export const withdraw = (by: Person) => by.client.rpc('withdraw_client_deletion', { client_id: client.id });
export const stateOf = async (client_id = client.id) =>
  (await boss.client.rpc('deletion_of_client', { client_id }).throwOnError()).data;

export async function deleteClient(): Promise<void> {
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
export const preview = async (by = boss, client_id = client.id): Promise<Preview> =>
  (await by.client.rpc('preview_client_deletion', { client_id }).throwOnError()).data as Preview;

/** The tables of the whole database with a row that has the text anywhere. */
export async function tablesWith(text: string): Promise<string[]> {
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
export async function bill(): Promise<void> {
  const invoice = randomUUID();
  await query(
    `insert into public.invoices (id, client_id, number, issued_at, issued_on, due_on, note, total_cents, balance_cents)
     values ($1, $2, nutmeg.next_billing_number('invoice'), now(), current_date, current_date, $3, 45000, 0)`,
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
export async function sign(document: string, status: string, consent: string): Promise<void> {
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

export const documentAt = async (path: string) => {
  const [row] = await query<{ id: string }>(`select id from public.file_uploads where file_path = $1`, [
    `${client.id}/${path}`,
  ]);
  return row?.id ?? '';
};

/** Something of the client in every table that a client can be in. */
export async function fillIn(): Promise<void> {
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
    String(randomInt(1_000_000))
      .padStart(6, '0')
      .replace(/^(..)(....)$/, '203-2$1-$2'),
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

/** What the server does every half minute. */
export async function goOn(): Promise<void> {
  for (;;) {
    const [due] = await query<{ id: string | null }>('select nutmeg.claim_client_deletion() as id');
    if (!due?.id) return;
    await query('select nutmeg.delete_part_of_client($1)', [due.id]);
  }
}
