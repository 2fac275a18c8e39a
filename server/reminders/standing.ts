import { isTimeZone } from '#domain/office-time/time-zone.ts';
import type { Standing } from '#domain/reminders/rules.ts';
import type { Transaction } from '#server/database/database.ts';
import { openRequests } from './open-requests.ts';

/** Who gets a reminder. */
export interface Reminded {
  id: string;
  email: string;
  firstName: string;
  language: string;
}

/** Someone whose signature is missing. */
interface Signer extends Reminded, Pick<Standing, 'lastSign' | 'lastDay'> {
  /** The name that they sign with. */
  name: string;
  requests: { year: number; since: number }[];
}

// Those whose turn has come. `since` is the time of the request, or of the last signature before.
const SIGNERS = `
  select p.user_id as id, p.email, p.first_name as "firstName", p.language, min(s.name) as name,
    jsonb_agg(jsonb_build_object('year', r.year, 'since', extract(epoch from greatest(r.created_at, (
      select max(n.signed_at) from public.signers n where n.request_id = r.id
    ))) * 1000) order by r.created_at) as requests,
    (
      select extract(epoch from max(n.signed_at))::float8 * 1000 from public.signers n
      where n.client_id = $1 and n.user_id = p.user_id
    ) as "lastSign",
    (
      select max(m.day)::text from nutmeg.reminders m where m.client_id = $1 and m.signer_id = p.user_id
    ) as "lastDay"
  from public.signers s
  join public.signature_requests r on r.id = s.request_id
  join public.user_profiles p on p.user_id = s.user_id
  join auth.users u on u.id = s.user_id
  where s.client_id = $1 and s.user_id is distinct from nutmeg.reminded_person($1) and s.status = 'waiting'
    and r.status in ('sent', 'partly_signed')
    and not exists (
      select from public.signers n where n.request_id = r.id and n.position < s.position and n.status = 'waiting'
    )
    and nutmeg.may_sign($1, s.user_id) and p.email <> '' and p.confirmed and not auth.is_banned(u)
    and not exists (select from public.client_details d where d.client_id = $1 and d.archived_at is not null)
  group by p.user_id, p.email, p.first_name, p.language
  order by min(r.created_at), p.user_id
  limit 20`;

/** The client's own row of `nutmeg.reminders`. */
export const NO_SIGNER = '00000000-0000-0000-0000-000000000000';

interface Row extends Omit<Standing, 'timeZone' | 'requests'> {
  /** Null: no one with a login and an address. */
  person: Reminded | null;
  /** The member of staff who turned them off. */
  off_by_name: string | null;
  time_zone: string | null;
}

const CLIENT = `
  select case when p.user_id is not null then jsonb_build_object(
      'id', p.user_id, 'email', p.email, 'firstName', p.first_name, 'language', p.language
    ) end as person,
    (
      select s.time_zone from auth.sessions s
      where s.user_id = p.user_id and s.time_zone is not null order by s.refreshed_at desc limit 1
    ) as time_zone,
    (
      select max(r.day)::text from nutmeg.reminders r where r.client_id = $1 and r.signer_id = $2
    ) as "lastDay",
    extract(epoch from c.paused_until)::float8 * 1000 as "pausedUntil",
    c.off_at is not null as "isOff", c.off_by_name,
    extract(epoch from greatest(
      (select u.at from nutmeg.last_uploads u where u.client_id = $1),
      (
        select max(m.created_at) from public.thread_messages m
        where m.client_id = $1 and m.side = 'client' and not m.staff_only
      ),
      (select max(d.updated_at) from public.tax_form_drafts d where d.user_id = $1),
      (select max(f.submitted_at) from public.tax_forms f where f.user_id = $1),
      (
        select max(i.updated_at) from public.checklist_items i join public.client_members m on m.user_id = i.updated_by
        where i.user_id = $1 and m.client_id = $1
      ),
      (select max(s.signed_at) from public.signers s where s.client_id = $1),
      (select max(r.approved_at) from public.tax_returns r where r.user_id = $1),
      (select max(t.at) from public.ledger_transactions t where t.client_id = $1 and t.kind = 'payment')
    ))::float8 * 1000 as "lastSign",
    coalesce((
      select jsonb_agg(jsonb_build_object('year', nutmeg.year_of_work(d), 'dueOn', d.due_on))
      from public.client_dates d
      where d.client_id = $1 and d.done_at is null and d.kind in ('extension', 'other')
    ), '[]') as dates
  from (select nutmeg.reminded_person($1) as id) one
  left join public.user_profiles p on p.user_id = one.id
  left join nutmeg.reminder_choices c on c.client_id = $1`;

/**
 * Who gets a client's reminders, and all that decides when. Reads everything in one transaction, so that what has come is
 * seen before a mail is queued.
 */
export async function readReminders(tx: Transaction, clientId: string, officeZone: string) {
  const { rows } = await tx.query<Row>(CLIENT, [clientId, NO_SIGNER]);
  const [row] = rows;
  if (!row) throw new Error('no standing');
  const { person, off_by_name: offByName, time_zone, ...own } = row;
  const standing: Standing = {
    ...own,
    timeZone: time_zone && isTimeZone(time_zone) ? time_zone : officeZone,
    requests: await openRequests(tx, clientId),
  };
  // Besides the one who gets the client's reminders.
  const { rows: signers } = await tx.query<Signer>(SIGNERS, [clientId]);
  return {
    person,
    offByName,
    standing,
    // The choices are those of the client, and what the client does is no sign of life of the signer.
    signers: signers.map(({ requests, lastSign, lastDay, name, ...signer }) => ({
      person: signer,
      name,
      standing: {
        ...standing,
        lastSign,
        lastDay,
        requests: requests.map((request) => ({ source: 'signature' as const, ...request })),
      },
    })),
  };
}
