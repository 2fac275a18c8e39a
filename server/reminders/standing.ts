import { isTimeZone } from '#domain/office-time/time-zone.ts';
import type { OpenRequest, Standing } from '#domain/reminders/rules.ts';
import type { Transaction } from '#server/database/database.ts';
import { openRequests } from './open-requests.ts';

/** Someone whose signature is missing. */
interface Signer {
  id: string;
  email: string;
  firstName: string;
  language: string;
  /** The name that they sign with. */
  name: string;
  requests: OpenRequest[];
  /** When they last signed anything for the client. Milliseconds since 1970. */
  lastSign: number | null;
  /** The day of their last reminder. */
  lastDay: string | null;
}

interface SignerRow {
  id: string;
  email: string;
  first_name: string;
  language: string;
  name: string;
  requests: { year: number; since: number }[];
  last_sign: Date | null;
  last_day: string | null;
}

// Those whose turn has come. `since` is the time of the request, or of the last signature before.
const SIGNERS = `
  select p.user_id as id, p.email, p.first_name, p.language, min(s.name) as name,
    jsonb_agg(jsonb_build_object('year', r.year, 'since', extract(epoch from greatest(r.created_at, (
      select max(n.signed_at) from public.signers n where n.request_id = r.id
    ))) * 1000) order by r.created_at) as requests,
    (select max(n.signed_at) from public.signers n where n.client_id = $1 and n.user_id = p.user_id) as last_sign,
    (
      select max(m.day)::text from nutmeg.reminders m where m.client_id = $1 and m.signer_id = p.user_id
    ) as last_day
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

/** The people whose signature is missing, besides the one who gets the client's reminders. */
async function readSigners(tx: Transaction, clientId: string): Promise<Signer[]> {
  const { rows } = await tx.query<SignerRow>(SIGNERS, [clientId]);
  return rows.map(({ first_name: firstName, last_sign, last_day: lastDay, requests, ...person }) => ({
    ...person,
    firstName,
    lastDay,
    lastSign: last_sign?.getTime() ?? null,
    requests: requests.map((request) => ({ source: 'signature' as const, ...request })),
  }));
}

/** Who gets a reminder. */
export interface Reminded {
  id: string;
  email: string;
  firstName: string;
  language: string;
}

/** A client's reminders: who gets them, and all that decides when. */
export interface ClientReminders {
  /** Null: no one with a login and an address. */
  person: Reminded | null;
  standing: Standing;
  /** The others whose signature is missing. */
  signers: { person: Reminded; name: string; standing: Standing }[];
}

/** The client's own row of `nutmeg.reminders`. */
export const NO_SIGNER = '00000000-0000-0000-0000-000000000000';

interface Row {
  id: string | null;
  email: string;
  first_name: string;
  language: string;
  time_zone: string | null;
  last_day: string | null;
  paused_until: number | null;
  is_off: boolean;
  last_sign: Date | null;
  dates: { year: number; dueOn: string }[];
}

const CLIENT = `
  select p.user_id as id, p.email, p.first_name, p.language,
    (
      select s.time_zone from auth.sessions s
      where s.user_id = p.user_id and s.time_zone is not null order by s.refreshed_at desc limit 1
    ) as time_zone,
    (
      select max(r.day)::text from nutmeg.reminders r where r.client_id = $1 and r.signer_id = $2
    ) as last_day,
    extract(epoch from c.paused_until)::float8 as paused_until,
    c.off_at is not null as is_off,
    greatest(
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
    ) as last_sign,
    coalesce((
      select jsonb_agg(jsonb_build_object('year', d.year, 'dueOn', d.due_on))
      from public.client_dates d
      where d.client_id = $1 and d.done_at is null and d.kind in ('extension', 'other')
    ), '[]') as dates
  from (select nutmeg.reminded_person($1) as id) one
  left join public.user_profiles p on p.user_id = one.id
  left join nutmeg.reminder_choices c on c.client_id = $1`;

/** Reads everything in one transaction, so that what has come is seen before a mail is queued. */
export async function readReminders(
  tx: Transaction,
  clientId: string,
  officeZone: string,
): Promise<ClientReminders> {
  const { rows } = await tx.query<Row>(CLIENT, [clientId, NO_SIGNER]);
  const row = rows[0];
  const standing: Standing = {
    timeZone: row?.time_zone && isTimeZone(row.time_zone) ? row.time_zone : officeZone,
    requests: await openRequests(tx, clientId),
    lastSign: row?.last_sign?.getTime() ?? null,
    dates: row?.dates ?? [],
    lastDay: row?.last_day ?? null,
    pausedUntil: row?.paused_until == null ? null : row.paused_until * 1000,
    isOff: row?.is_off ?? false,
  };
  const signers = await readSigners(tx, clientId);
  return {
    person: row?.id
      ? { id: row.id, email: row.email, firstName: row.first_name, language: row.language }
      : null,
    standing,
    // The choices are those of the client, and what the client does is no sign of life of the signer.
    signers: signers.map(({ requests, lastSign, lastDay, name, ...person }) => ({
      person,
      name,
      standing: { ...standing, requests, lastSign, lastDay },
    })),
  };
}
