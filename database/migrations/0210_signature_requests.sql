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

create policy "second step first" on public.signature_requests as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));
create policy "second step first" on public.signers as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));
create policy "second step first" on public.signature_fields as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));
create policy "second step first" on public.signing_disclosures as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));
create policy "second step first" on public.signing_consents as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));

create trigger tell_inserted after insert on public.signature_requests referencing new table as changed
  for each statement execute function nutmeg.tell_changes('client_id');
create trigger tell_updated after update on public.signature_requests referencing old table as former new table as changed
  for each statement execute function nutmeg.tell_changes('client_id');
create trigger tell_deleted after delete on public.signature_requests referencing old table as changed
  for each statement execute function nutmeg.tell_changes('client_id');

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
revoke execute on function nutmeg.refuse_sealed_change() from public;
create trigger document_0_sealed before delete on storage.objects
  for each row execute function nutmeg.refuse_sealed_change();
create trigger document_0_sealed_stays before update on storage.objects
  for each row when (old.blob_id is distinct from new.blob_id or old.id is distinct from new.id)
  execute function nutmeg.refuse_sealed_change();
