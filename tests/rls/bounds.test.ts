import { describe, expect, test } from 'vitest';
import { databaseForFile } from '#tests/support/test-database.ts';

/** What callers may write has a bound that the table itself knows, whichever way it comes. Found in the catalog. */

const database = databaseForFile();

/** Columns whose bound is elsewhere, and where. */
const ELSEWHERE: Record<string, string> = {
  'email_queue.to_email': 'the insert policy allows one address',
  'email_queue.subject': 'the insert policy',
  'email_queue.body': 'the trigger moves it into the facts, which the insert policy bounds',
  'email_queue.email_type': 'the insert policy allows one kind',
  'legacy_emails.created_at': 'for super users only, and shown nowhere',
  'tax_consents.last_day': 'nutmeg.act_on_tax_consent allows ten years',
  'tax_forms.form_data': 'server/rest/tables/tax-forms.ts, for each caller',
  'tax_forms.submitted_at': 'the trigger sets it to now, for each caller',
};

/** By type: values that no caller may store. */
const BEYOND: Record<string, string[]> = {
  text: [`to_jsonb(repeat('x', 100001))`],
  'text[]': [
    `(select jsonb_agg('see'::text) from generate_series(1, 30000))`,
    `jsonb_build_array(repeat('x', 100001))`,
    `'[null]'`,
  ],
  jsonb: [
    `jsonb_build_object('x', repeat('x', 100001))`,
    `(select jsonb_agg('{}'::jsonb) from generate_series(1, 30000))`,
  ],
  date: [`'"infinity"'`, `'"-infinity"'`, `'"9999-12-31"'`, `'"0001-01-01"'`],
  'timestamp with time zone': [`'"infinity"'`, `'"-infinity"'`, `'"9999-12-31Z"'`, `'"0001-01-01Z"'`],
};

/** Types whose values all have few bytes. */
const SMALL = ['boolean', 'integer', 'uuid'];

interface Column {
  table: string;
  column: string;
  type: string;
  checks: string[] | null;
  indexed: boolean;
}

const columns = () =>
  database.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       (select array_agg(pg_get_expr(k.conbin, k.conrelid)) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)) as checks,
       -- An entry of an index has at most 2,704 bytes.
       exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum and i.indisprimary) as indexed
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and (
         a.atttypid = 'date'::regtype
         or has_column_privilege('anon', c.oid, a.attnum, 'insert')
         or has_column_privilege('anon', c.oid, a.attnum, 'update')
         or has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
         or has_column_privilege('authenticated', c.oid, a.attnum, 'update')
       )
     order by 1, 2`,
  );

/** The values that no constraint of the table refuses. Other columns are null, and null refuses nothing. */
async function kept({ table, column, checks }: Column, values: string[]): Promise<string[]> {
  const rows = await database.query<{ place: number }>(
    `select v.place
     from (values ${values.map((value, place) => `(${place}, (${value})::jsonb)`).join(', ')}) as v (place, value),
       jsonb_populate_record(null::public.${table}, jsonb_build_object('${column}', v.value))
     where ${(checks ?? []).map((check) => `(${check}) is not false`).join(' and ') || 'true'}`,
  );
  return rows.map(({ place }) => values[place] ?? '');
}

describe('columns', () => {
  test('that callers may write, and all days, have a bound', async () => {
    const open: string[] = [];
    const seen = await columns();
    for (const found of seen) {
      const name = `${found.table}.${found.column}`;
      if (name in ELSEWHERE) continue;
      if (SMALL.includes(found.type)) continue;
      if (found.type === 'text' && found.indexed) continue;
      const beyond = BEYOND[found.type];
      if (!beyond) open.push(`${name}: no bound is known of ${found.type}`);
      for (const value of beyond ? await kept(found, beyond) : []) open.push(`${name}: ${value}`);
    }
    expect(open).toEqual([]);
    expect(seen.length).toBeGreaterThan(60);
    expect(
      Object.keys(ELSEWHERE).filter((name) => !seen.some((c) => `${c.table}.${c.column}` === name)),
    ).toEqual([]);
  });
});

/** Arguments that can be long or endless, and what bounds them. "Compared" is never stored, and costs one pass at most. */
const ARGUMENTS: Record<string, string> = {
  'add_appointment.new_start': 'reject_far_time',
  'answer_checklist_item.document_ids': '200',
  'client_overviews.client_ids': 'the first 200',
  'client_overviews.new_files_since': 'compared',
  'client_statement.since': 'compared',
  'client_statement.until': 'compared; 20,000 lines',
  'file_document.from_items': 'compared',
  'file_document.seen_items': 'compared',
  'find_people.before_created_at': 'compared',
  'import_clients.clients': '200',
  'invite_to_client.ends_at': 'tests/contract/clients',
  'invite_to_client.rights': 'tests/contract/clients',
  'ledger_export.since': 'compared',
  'ledger_export.until': 'compared',
  'list_client_ids.new_files_since': 'compared',
  'list_clients.new_files_since': 'compared',
  'list_clients_count.new_files_since': 'compared',
  'mark_documents_as_new.document_ids': 'only documents that exist',
  'mark_documents_seen.document_ids': '1,000',
  'mark_documents_used.document_ids': '1,000',
  'mark_documents_used.seen': 'as many as documents',
  'note_billing_export.since': 'two days in a line of the log, by staff',
  'note_billing_export.until': 'two days in a line of the log, by staff',
  'note_log_export.filters': '4,000 bytes',
  'office_log.actions': 'compared',
  'office_log.before_at': 'compared',
  'office_log.since': 'compared',
  'office_log.until': 'compared',
  'office_queues.new_files_since': 'compared',
  'open_tasks.after_due': 'compared',
  'people_found.client_ids': 'the first 200',
  'profiles_of_addresses.addresses': 'the first 200',
  'record_form_print.seen': 'compared',
  'record_payment.paid_on': 'require_past_day, and the table',
  'record_return_payment.paid_on': 'require_past_day, and the table',
  'restore_documents.document_ids': 'only documents that exist',
  'save_client_member.ends_at': 'tests/contract/clients',
  'save_client_member.rights': 'tests/contract/clients',
  'save_invoice.due_on': 'the table',
  'save_invoice.lines': '50; the table for each',
  'schedule_appointment.new_start': 'reject_far_time',
  'send_client_letter.letter_items': '40, in the table',
  'send_client_letter.list_items': 'no more than letter_items',
  'set_installments.plan': '24; the table for each',
  'signed_in_people.before_used_at': 'compared',
  'start_bulk_job.client_ids': '10,000',
  'start_bulk_job.job_options': 'are_bulk_options',
  'thread_states.client_ids': 'the first 500',
  'upcoming_dates.until_day': 'compared',
  'waiting_returns.statuses': 'compared',
  'write_to_client.document_ids': '20',
  'write_to_office.document_ids': '20',
};

test('each argument of a function that can be long or endless was looked at', async () => {
  const given = await database.query<{ name: string }>(
    `select distinct p.proname || '.' || a.name as name
     from pg_proc p cross join lateral
       rows from (unnest(p.proargnames), unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])), unnest(p.proargmodes))
       as a (name, type, mode)
     join pg_type t on t.oid = a.type
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       and coalesce(a.mode, 'i') = 'i'
       and (t.typcategory = 'A' or t.typname in ('jsonb', 'json', 'date', 'timestamptz', 'timestamp', 'interval', 'numeric'))
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
     order by 1`,
  );
  expect(given.map(({ name }) => name)).toEqual(Object.keys(ARGUMENTS).toSorted());
});
