-- Documents that members of a client sign in the portal: the document, who signs, and where. Requests are sent, signed, and
-- ended by functions of the schema nutmeg that only the server calls, since it knows the address and device of each act.

create table public.signature_requests (
  id uuid primary key,
  client_id uuid not null references public.clients,
  title text not null check (char_length(btrim(title)) between 1 and 200),
  kind text not null default 'document' check (kind in ('document')),
  year int not null check (year between 2000 and 2200),
  -- signed: all have signed, and the server makes the sealed copy.
  status text not null default 'sent'
    check (status in ('sent', 'partly_signed', 'signed', 'completed', 'declined', 'voided')),
  -- Changes with each act of staff, so that a page that shows an older state is refused.
  version int not null default 1,
  -- The stored document, and the SHA-256 of its bytes.
  document_id uuid not null,
  document_name text not null,
  document_sha256 text not null check (document_sha256 ~ '^[0-9a-f]{64}$'),
  pages int not null check (pages between 1 and 500),
  created_by uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Why it was declined or voided.
  reason text check (char_length(reason) <= 1000),
  sealed_document_id uuid,
  sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz,
  check ((status = 'completed') = (sealed_sha256 is not null))
);

create index signature_requests_client_id_idx on public.signature_requests (client_id, created_at desc);

create index signature_requests_document_id_idx on public.signature_requests (document_id)
  where status in ('sent', 'partly_signed', 'signed');

create unique index signature_requests_sealed_idx on public.signature_requests (sealed_document_id)
  where sealed_document_id is not null;

create index signature_requests_sealed_sha256_idx on public.signature_requests (sealed_sha256)
  where sealed_sha256 is not null;

create index signature_requests_signed_idx on public.signature_requests (id) where status = 'signed';

create table public.signers (
  id uuid primary key,
  request_id uuid not null references public.signature_requests,
  client_id uuid not null,
  -- A plain id: the row outlives the account.
  user_id uuid not null,
  -- A signer's turn comes when all with a lower position have signed.
  position int not null check (position between 1 and 20),
  name text not null check (char_length(name) between 1 and 401),
  status text not null default 'waiting' check (status in ('waiting', 'signed', 'declined')),
  consented_at timestamptz,
  viewed_at timestamptz,
  signed_at timestamptz,
  unique (request_id, user_id)
);

create index signers_user_id_idx on public.signers (user_id) where status = 'waiting';

create table public.signature_fields (
  id uuid primary key,
  request_id uuid not null references public.signature_requests,
  client_id uuid not null,
  signer_id uuid not null references public.signers,
  kind text not null check (kind in ('signature', 'initials', 'date', 'name', 'check', 'text')),
  label text not null default '' check (char_length(label) <= 100),
  required boolean not null default true,
  page int not null check (page between 1 and 500),
  -- In points of the page's own coordinates: the origin is at the bottom left, before the page is turned.
  x real not null check (x between -20000 and 20000),
  y real not null check (y between -20000 and 20000),
  width real not null check (width between 4 and 20000),
  height real not null check (height between 4 and 20000)
);

create index signature_fields_request_id_idx on public.signature_fields (request_id);

-- What a signer drew and filled in, sealed by the server until it is part of the finished document.
create table nutmeg.signature_marks (
  signer_id uuid primary key references public.signers,
  sealed bytea not null check (octet_length(sealed) <= 300000)
);

-- The texts that signers agreed to. A text never changes.
create table public.signing_disclosures (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  version text not null,
  language text not null,
  body text not null check (char_length(body) <= 20000),
  created_at timestamptz not null default now()
);

-- Consents to sign electronically, 15 U.S.C. 7001(c). The hash of the document that the signer's device opened shows that it
-- can open a PDF.
create table public.signing_consents (
  signer_id uuid primary key references public.signers,
  client_id uuid not null,
  user_id uuid not null,
  disclosure_sha256 text not null references public.signing_disclosures,
  opened_sha256 text not null check (opened_sha256 ~ '^[0-9a-f]{64}$'),
  consented_at timestamptz not null
);

-- The key that seals the finished documents, with its certificate. The newest one seals; older ones still verify.
create table nutmeg.document_keys (
  id uuid primary key,
  certificate bytea not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);

alter table public.signature_requests enable row level security;

alter table public.signers enable row level security;

alter table public.signature_fields enable row level security;

alter table public.signing_disclosures enable row level security;

alter table public.signing_consents enable row level security;

grant select on public.signature_requests, public.signers, public.signature_fields, public.signing_disclosures,
  public.signing_consents to authenticated, service_role;

create policy "own clients, or staff: read" on public.signature_requests for select to authenticated
  using (
    client_id = any ((select auth.my_clients('see'))::uuid[])
    or client_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(client_id)
    or (select public.is_staff())
  );

create policy "own clients, or staff: read" on public.signers for select to authenticated
  using (client_id = any ((select auth.my_clients('see'))::uuid[]) or (select public.is_staff()));

create policy "own clients, or staff: read" on public.signature_fields for select to authenticated
  using (client_id = any ((select auth.my_clients('see'))::uuid[]) or (select public.is_staff()));

create policy "signed in: read" on public.signing_disclosures for select to authenticated using (true);

create policy "own consents, or staff: read" on public.signing_consents for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));

create policy "service_role: read" on public.signature_requests for select to service_role using (true);

create policy "service_role: read" on public.signers for select to service_role using (true);

create policy "service_role: read" on public.signature_fields for select to service_role using (true);

create policy "service_role: read" on public.signing_disclosures for select to service_role using (true);

create policy "service_role: read" on public.signing_consents for select to service_role using (true);

create policy "require second factor" on public.signature_requests as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.signers as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.signature_fields as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.signing_disclosures as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.signing_consents as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create trigger notify_inserted after insert on public.signature_requests referencing new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_updated after update on public.signature_requests referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_deleted after delete on public.signature_requests referencing old table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

-- A document that is out for signature keeps its bytes until the request ends, and a sealed one keeps them forever. Both may
-- be moved and renamed.
create function nutmeg.refuse_sealed_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (select from public.signature_requests r where r.sealed_document_id = old.id) then
    raise exception 'A signed document can’t be changed or deleted' using errcode = 'NM423';
  end if;
  if exists (
    select from public.signature_requests r
    where r.document_id = old.id and r.status in ('sent', 'partly_signed', 'signed')
  ) then
    raise exception 'This document is out for signature. Void the request first.' using errcode = 'NM423';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create trigger document_0_sealed before delete on storage.objects
  for each row execute function nutmeg.refuse_sealed_change();

create trigger document_0_sealed_stays before update on storage.objects
  for each row when (old.blob_id is distinct from new.blob_id or old.id is distinct from new.id)
  execute function nutmeg.refuse_sealed_change();

-- What happened to a request, in a chain: each event has the hash of the one before. No one changes or deletes an event.

create table public.signature_events (
  request_id uuid not null references public.signature_requests,
  sequence int not null,
  at timestamptz not null,
  kind text not null check (kind in ('sent', 'consented', 'viewed', 'signed', 'declined', 'voided', 'sealed')),
  actor_id uuid,
  actor_name text not null,
  signer_id uuid,
  -- Chosen by the page. A repeated act is noted once.
  act_id uuid,
  address text not null,
  device text not null,
  details jsonb not null,
  previous text not null,
  hash text not null,
  primary key (request_id, sequence),
  unique (request_id, act_id)
);

alter table public.signature_events enable row level security;

grant select on public.signature_events to authenticated, service_role;

create policy "staff: read" on public.signature_events for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.signature_events for select to service_role using (true);

create policy "require second factor" on public.signature_events as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create function nutmeg.refuse_event_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise exception 'Events of a signature are never changed or deleted' using errcode = '42501';
end
$$;

create trigger signature_events_append_only before update or delete on public.signature_events
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.refuse_event_change();

create trigger signature_events_no_truncate before truncate on public.signature_events
  for each statement execute function nutmeg.refuse_event_change();

-- server/signing/chain.ts computes the same. One value a line: no value has a line break, since JSON escapes them and
-- note_signature_event removes them from the others.
create function nutmeg.hash_of_event(e public.signature_events) returns text
  language sql stable
  as $$
  select encode(sha256(convert_to(concat_ws(
    E'\n', e.previous, e.request_id, e.sequence, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.kind,
    coalesce(e.actor_id::text, ''), e.actor_name, coalesce(e.signer_id::text, ''), coalesce(e.act_id::text, ''), e.address,
    e.device, e.details::text
  ), 'UTF8')), 'hex')
$$;

-- Adds an event. The caller has locked the request.
create function nutmeg.note_signature_event(
  request uuid, kind text, signer uuid, act uuid, address text, device text, details jsonb
) returns public.signature_events
  language plpgsql
  as $$
declare
  one_line constant text := '[[:cntrl:]\u2028\u2029]+';
  noted public.signature_events;
begin
  select e.* into noted from public.signature_events e where e.request_id = request order by e.sequence desc limit 1;
  noted.previous := coalesce(noted.hash, repeat('0', 64));
  noted.sequence := coalesce(noted.sequence, 0) + 1;
  noted.request_id := request;
  -- Never before the event before.
  noted.at := greatest(clock_timestamp(), noted.at);
  noted.kind := note_signature_event.kind;
  noted.actor_id := auth.uid();
  noted.actor_name := regexp_replace(coalesce(
    (select nutmeg.display_name(p) from public.user_profiles p where p.user_id = auth.uid()), 'The portal'
  ), one_line, ' ', 'g');
  noted.signer_id := signer;
  noted.act_id := act;
  noted.address := left(regexp_replace(coalesce(note_signature_event.address, ''), one_line, ' ', 'g'), 100);
  noted.device := left(regexp_replace(coalesce(note_signature_event.device, ''), one_line, ' ', 'g'), 300);
  noted.details := coalesce(note_signature_event.details, '{}');
  noted.hash := nutmeg.hash_of_event(noted);
  insert into public.signature_events select noted.*;
  return noted;
end
$$;

-- Whether the chain of a request is whole, for staff: false if an event was changed, removed, or put in.
create function public.verify_signature_events(request_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return (
    select count(*) > 0 and coalesce(bool_and(
      (e.event).hash = nutmeg.hash_of_event(e.event) and (e.event).sequence = e.place and (e.event).previous = e.before
    ), false)
    from (
      select s as event, row_number() over chain as place, coalesce(lag(s.hash) over chain, repeat('0', 64)) as before
      from public.signature_events s where s.request_id = verify_signature_events.request_id
      window chain as (order by s.sequence)
    ) e
  );
end
$$;

grant execute on function public.verify_signature_events(uuid) to authenticated;
