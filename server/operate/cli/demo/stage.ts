import type { Transaction } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';

/** One action in the history of the demo office. */
export interface Act {
  at: Date;
  /** The user id of the person, or null for the program. */
  by: string | null;
  run(tx: Transaction): Promise<unknown>;
}

/** An action that is one statement. */
export function querying(at: Date, by: string, text: string, values: readonly unknown[]): Act {
  return {
    at,
    by,
    async run(tx) {
      const { rowCount } = await tx.query(text, values);
      if (rowCount === 0) throw new Error(`nothing was done: ${text}`);
    },
  };
}

/** Triggers that set the current time or protect the record: disabled within the demo's single transaction. */
const DISABLED_TRIGGERS: readonly (readonly [table: string, trigger: string])[] = [
  ['document_events', 'document_events_append_only'],
  ['audit_log', 'audit_log_append_only'],
  ['tax_forms', 'tax_forms_stamped'],
  ['tax_returns', 'tax_returns_touched'],
  ['checklist_items', 'checklist_items_touched'],
  ['client_notes', 'client_notes_touched'],
  ['contact_submissions', 'contact_submissions_touched'],
  ['appointments', 'appointments_touched'],
  ['user_profiles', 'user_profiles_touched'],
];

async function setTriggers(tx: Transaction, to: 'enable' | 'disable'): Promise<void> {
  for (const [table, trigger] of DISABLED_TRIGGERS)
    await tx.query(`alter table public.${table} ${to} trigger ${trigger}`);
}

/** The timestamp columns. */
const TIMESTAMPS: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['auth.users', 'created_at', 'updated_at', 'email_confirmed_at'],
  ['auth.identities', 'created_at', 'updated_at'],
  ['public.user_profiles', 'created_at', 'updated_at'],
  ['public.audit_log', 'at'],
  ['public.document_events', 'at'],
  ['storage.objects', 'created_at', 'updated_at', 'last_accessed_at'],
  ['public.file_uploads', 'uploaded_at', 'seen_at'],
  ['public.trashed_documents', 'deleted_at'],
  ['public.tax_returns', 'created_at', 'updated_at', 'approved_at', 'paid_at'],
  ['public.tax_return_events', 'at'],
  ['public.checklist_items', 'updated_at'],
  ['public.client_notes', 'created_at', 'updated_at'],
  ['public.client_letters', 'sent_at'],
  ['public.email_queue', 'created_at'],
  ['public.legacy_emails', 'created_at'],
];

/** Values with the transaction's time were written by the last act, because earlier acts are dated already. */
const DATING = `
  create function pg_temp.date_last_act(moment timestamptz) returns void language plpgsql as $$
  begin
    ${TIMESTAMPS.flatMap(([table, ...columns]) =>
      columns.map((column) => `update ${table} set ${column} = moment where ${column} = now();`),
    ).join('\n    ')}
    update public.trashed_documents set expires_at = moment + interval '30 days'
    where expires_at = now() + interval '30 days';
  end
  $$`;

/** Runs the acts in order of time, each on behalf of its person, as the product would record it. */
export async function play(tx: Transaction, acts: readonly Act[]): Promise<void> {
  await setTriggers(tx, 'disable');
  await tx.query(DATING);
  for (const { at, by, run } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await tx.run(
      setLocal('request.jwt.claims', by === null ? undefined : { sub: by, role: 'authenticated' }),
    );
    await tx.run(setLocal('request.address', by === null ? undefined : addressOf(by)));
    await run(tx);
    await tx.run(setLocal('request.jwt.claims', undefined));
    await tx.query('select pg_temp.date_last_act($1)', [at]);
  }
  await tx.query(FINISHING);
  await setTriggers(tx, 'enable');
}

/** Final corrections: a return changed with its last event, only recent files are unseen, and no mail is sent. */
const FINISHING = `
  update public.tax_returns r set updated_at = (
    select max(e.at) from public.tax_return_events e where e.return_id = r.id
  );
  update public.file_uploads set year = extract(year from uploaded_at at time zone nutmeg.office_zone()),
    seen_at = case when uploaded_at < now() - interval '14 days' then coalesce(seen_at, uploaded_at + interval '1 day') else seen_at end;
  update public.email_queue set status = 'sent', sent_at = created_at, attempts = 1, facts = '{}', body = '',
    text_body = '' where status = 'pending'`;

/** An address reserved for documentation, the same for a person in every run. */
function addressOf(id: string): string {
  return `203.0.113.${(Number.parseInt(id.slice(0, 4), 16) % 250) + 1}`;
}
