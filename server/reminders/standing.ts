import { isTimeZone } from '#domain/office-time/time-zone.ts';
import type { Standing } from '#domain/reminders/rules.ts';
import type { Transaction } from '#server/database/database.ts';
import { openRequests } from './open-requests.ts';
import { readSigners } from './signers.ts';

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
