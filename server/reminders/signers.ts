import type { OpenRequest } from '#domain/reminders/rules.ts';
import type { Transaction } from '#server/database/database.ts';

/** Someone whose signature is missing. */
export interface Signer {
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

interface Row {
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
export async function readSigners(tx: Transaction, clientId: string): Promise<Signer[]> {
  const { rows } = await tx.query<Row>(SIGNERS, [clientId]);
  return rows.map(({ first_name: firstName, last_sign, last_day: lastDay, requests, ...person }) => ({
    ...person,
    firstName,
    lastDay,
    lastSign: last_sign?.getTime() ?? null,
    requests: requests.map((request) => ({ source: 'signature' as const, ...request })),
  }));
}
