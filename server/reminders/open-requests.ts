import { checklistFor } from '#domain/checklist/checklist.ts';
import { listOf, missingByName, type StoredItem } from '#domain/checklist/state.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import type { OpenRequest, ReminderSource } from '#domain/reminders/rules.ts';
import type { Transaction } from '#server/database/database.ts';

/** Everything that a client was asked for and hasn't done, as it is in this transaction. */
export async function openRequests(tx: Transaction, clientId: string): Promise<OpenRequest[]> {
  const found = await missingDocuments(tx, clientId);
  for (const [source, text] of Object.entries(OTHERS)) {
    const { rows } = await tx.query<Asked>(text, [clientId]);
    found.push(
      ...rows.map(({ since, year = null, due_on }) => ({
        source: source as keyof typeof OTHERS,
        year,
        since: since.getTime(),
        ...(due_on != null && { dueOn: due_on }),
      })),
    );
  }
  return found;
}

interface Asked {
  since: Date;
  year?: number;
  due_on?: string | null;
}

interface Item extends Omit<StoredItem, 'documentIds'> {
  year: number;
  updated_at: Date;
}

interface OfYears {
  forms: { year: number; form_data: unknown }[];
  finished_years: number[];
}

const ITEMS = `
  select year, item, title, state, reason, note, updated_at from public.checklist_items where user_id = $1`;
// The answers are masked, which doesn't change a list.
const YEARS = `
  select
    coalesce((
      select jsonb_agg(jsonb_build_object('year', f.year, 'form_data', f.form_data))
      from public.tax_forms f where f.user_id = $1 and f.submitted_at is not null
    ), '[]') as forms,
    array(
      select r.year from public.tax_returns r where r.user_id = $1
      group by r.year having bool_and(r.status in ('e_filed', 'accepted'))
    ) as finished_years`;

/** The lines of the list that the office asked for by name, until they are answered. Those of a letter are among them. */
async function missingDocuments(tx: Transaction, clientId: string): Promise<OpenRequest[]> {
  const { rows: items } = await tx.query<Item>(ITEMS, [clientId]);
  const { rows } = await tx.query<OfYears>(YEARS, [clientId]);
  const { forms = [], finished_years: finished = [] } = rows[0] ?? {};
  return [...groupBy(items, ({ year }) => year)].flatMap(([year, stored]) => {
    if (finished.includes(year)) return [];
    const form = forms.find((one) => one.year === year);
    const list = listOf(
      form ? checklistFor(form.form_data) : [],
      stored.map((row) => ({ ...row, documentIds: [] })),
    );
    const asked = new Set(missingByName(list).map(({ item }) => item));
    return stored
      .filter(({ item }) => asked.has(item))
      .map(({ updated_at: since }) => ({ source: 'documents' as const, year, since: since.getTime() }));
  });
}

/** The SQL of what else can be open: the request's time, and its year or date if it has one. */
const OTHERS = {
  /** This year's form, if it was begun or asked for this year. Without a login for it, they fill it out at the desk. */
  form: `
    select greatest(d.updated_at, l.sent_at) as since, nutmeg.office_year() as year
    from (select 1) one
    left join public.tax_form_drafts d on d.user_id = $1 and d.year = nutmeg.office_year()
    left join lateral (
      select l.sent_at from public.client_letters l
      where l.user_id = $1 and l.template = 'form_reminder' and l.sent_at > now() - interval '60 days'
        and extract(year from l.sent_at at time zone nutmeg.office_zone()) = nutmeg.office_year()
      order by l.sent_at desc limit 1
    ) l on true
    where coalesce(d.updated_at, l.sent_at) is not null and nutmeg.has_member($1, 'answer')
      and not exists (select from public.tax_forms f where f.user_id = $1 and f.year = nutmeg.office_year())`,
  /** Returns that the client has to approve. */
  approval: `
    select r.year, greatest(
      coalesce((
        select max(e.at) from public.tax_return_events e where e.return_id = r.id and e.to_status = 'ready_for_review'
      ), r.updated_at),
      (
        select max(l.sent_at) from public.client_letters l
        where l.user_id = $1 and l.template = 'return_ready' and l.sent_at > now() - interval '60 days'
      )
    ) as since
    from public.tax_returns r where r.user_id = $1 and r.status = 'ready_for_review'`,
  /** Documents that wait for the signature of the person who gets the reminders, once their turn has come. */
  signature: `
    select r.year, greatest(r.created_at, (
      select max(n.signed_at) from public.signers n where n.request_id = r.id
    )) as since
    from public.signers s join public.signature_requests r on r.id = s.request_id
    where s.client_id = $1 and s.user_id = nutmeg.reminded_person($1) and s.status = 'waiting'
      and r.status in ('sent', 'partly_signed')
      and not exists (
        select from public.signers n where n.request_id = r.id and n.position < s.position and n.status = 'waiting'
      )
    order by r.created_at limit 100`,
  /** Questions in the conversation. While the client's own message waits for the office, it may be the answer. */
  question: `
    select q.created_at as since from public.thread_messages q
    where q.client_id = $1 and q.is_question and q.settled_at is null
      and not exists (
        select from public.thread_messages m
        where m.client_id = q.client_id and m.side = 'client' and m.settled_at is null and m.sequence > q.sequence
      )
    order by q.sequence limit 100`,
  /** Bills, and fees of returns, that aren't paid. A return can wait for its fee without a bill of ours. */
  payment: `
    select i.issued_at as since, nutmeg.next_due(i)::text as due_on
    from public.invoices i where i.client_id = $1 and i.status in ('open', 'partly_paid')
    union all
    select coalesce((
      select max(e.at) from public.tax_return_events e where e.return_id = r.id and e.to_status = 'payment_due'
    ), r.updated_at), null
    from public.tax_returns r
    where r.user_id = $1 and r.status = 'payment_due' and r.paid_at is null
      and not exists (
        select from public.invoices i where i.return_id = r.id and i.status not in ('draft', 'void')
      )
    limit 100`,
} as const satisfies Record<Exclude<ReminderSource, 'documents'>, string>;
