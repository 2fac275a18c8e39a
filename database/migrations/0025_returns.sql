-- Where a client's return is: one for each year and kind, led by staff, approved by the client, each step recorded
-- and mailed. Rows are changed by the functions below only, so that no step can be left out.

create table public.tax_returns (
  id uuid primary key default gen_random_uuid(),
  -- A foreign key to the profile, so that staff can select both at once.
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  year int not null check (year between 2000 and 2200),
  kind text not null check (kind in ('personal', 'business')),
  status text not null default 'not_started' constraint tax_returns_status_known check (status in (
    'not_started', 'documents_received', 'in_preparation', 'waiting_for_documents', 'ready_for_review', 'approved',
    'payment_due', 'e_filed', 'accepted', 'rejected'
  )),
  -- The file put up for review, and the SHA-256 that it had then. No foreign key: a file may go to the trash and
  -- come back under its id.
  document_id uuid,
  document_sha256 text,
  -- The client's approval: the name as it was typed, when, from where, and of which bytes.
  approved_at timestamptz,
  approved_name text,
  approved_address inet,
  approved_sha256 text,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, year, kind)
);

create index tax_returns_status_idx on public.tax_returns (status, updated_at);

create trigger tax_returns_touched before update on public.tax_returns
  for each row execute function public.touch_updated_at();

create table public.tax_return_events (
  id bigint generated always as identity primary key,
  return_id uuid not null references public.tax_returns on delete cascade,
  user_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text,
  -- What happened: a step, or the note that the fee was paid, or that this was undone.
  kind text not null check (kind in ('status', 'paid', 'payment_undone')),
  from_status text,
  to_status text,
  -- What staff wrote to the client with it.
  note text check (char_length(note) <= 2000)
);

create index tax_return_events_return_id_idx on public.tax_return_events (return_id, id);

create index tax_return_events_user_id_idx on public.tax_return_events (user_id, id desc);

-- The allowed steps; domain/returns/tax-return.ts has the same list for the screens.
create table nutmeg.return_steps (
  from_status text not null,
  to_status text not null,
  taken_by text not null check (taken_by in ('staff', 'client')),
  primary key (from_status, to_status)
);

insert into nutmeg.return_steps (from_status, to_status, taken_by) values
  ('not_started', 'documents_received', 'staff'),
  ('not_started', 'in_preparation', 'staff'),
  ('not_started', 'waiting_for_documents', 'staff'),
  ('documents_received', 'in_preparation', 'staff'),
  ('documents_received', 'waiting_for_documents', 'staff'),
  ('in_preparation', 'waiting_for_documents', 'staff'),
  ('in_preparation', 'ready_for_review', 'staff'),
  ('waiting_for_documents', 'in_preparation', 'staff'),
  ('waiting_for_documents', 'documents_received', 'staff'),
  ('ready_for_review', 'in_preparation', 'staff'),
  ('ready_for_review', 'approved', 'client'),
  ('approved', 'payment_due', 'staff'),
  ('approved', 'in_preparation', 'staff'),
  ('payment_due', 'e_filed', 'staff'),
  ('payment_due', 'in_preparation', 'staff'),
  ('e_filed', 'accepted', 'staff'),
  ('e_filed', 'rejected', 'staff'),
  ('rejected', 'in_preparation', 'staff');

alter table public.tax_returns enable row level security;

alter table public.tax_return_events enable row level security;

alter table nutmeg.return_steps enable row level security;

grant select on public.tax_returns, public.tax_return_events to authenticated, service_role;

create policy "service_role: read" on public.tax_returns for select to service_role using (true);

create policy "service_role: read" on public.tax_return_events for select to service_role using (true);

create policy "require second factor" on public.tax_returns as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.tax_return_events as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create function nutmeg.current_sha256(document_id uuid, owner uuid) returns text
  language sql stable
  as $$ select f.sha256 from public.file_uploads f where f.id = document_id and f.user_id = owner $$;

-- The client's approval, for exactly the bytes that were seen. Only by who may sign for the client.
create function public.approve_return(return_id uuid, signature text, seen_sha256 text) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  before public.tax_returns;
  after public.tax_returns;
  typed text := btrim(signature);
begin
  select * into before from public.tax_returns r
  where r.id = return_id and r.user_id = any (auth.my_clients('sign')) and not nutmeg.mfa_pending() for update;
  if not found then
    raise exception 'No such return of yours' using errcode = '42501', detail = 'no_such_return';
  end if;
  if before.status <> 'ready_for_review' then
    raise exception 'This return is not ready for review' using errcode = '23514', detail = 'not_ready_for_review';
  end if;
  if typed is null or char_length(typed) > 200 or typed !~ '[[:alpha:]].*[[:alpha:]]' then
    raise exception 'Please type your name' using errcode = '23514', detail = 'name_not_typed';
  end if;
  if seen_sha256 is distinct from before.document_sha256
    or before.document_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id) then
    raise exception 'The file has changed since you opened it. Please read it again.'
      using errcode = '23514', detail = 'file_changed';
  end if;
  update public.tax_returns r set status = 'approved', approved_at = now(), approved_name = typed,
    approved_address = nullif(current_setting('request.address', true), '')::inet,
    approved_sha256 = before.document_sha256
  where r.id = before.id returning * into after;
  perform nutmeg.note_return_step(after, before.status, 'client', null);
  if nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'return_approved', jsonb_build_object(
      'client_id', p.user_id, 'client_name', concat_ws(' ', p.first_name, p.last_name), 'year', after.year
    )) from public.user_profiles p where p.user_id = after.user_id;
  end if;
  return after;
end
$$;

grant execute on function public.approve_return(uuid, text, text) to authenticated;

-- Open pages follow: the client's account, the staff's case.
create trigger notify_inserted after insert on public.tax_returns referencing new table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_updated after update on public.tax_returns referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_deleted after delete on public.tax_returns referencing old table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create function public.step_return(
  return_id uuid, new_status text, note text default null, review_document_id uuid default null,
  email_client boolean default true
) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  before public.tax_returns;
  after public.tax_returns;
  hash text;
begin
  perform nutmeg.require_staff();
  select * into before from public.tax_returns r where r.id = return_id for update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  if nutmeg.is_deleted_client(before.user_id) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
  if not exists (
    select from nutmeg.return_steps s
    where s.from_status = before.status and s.to_status = new_status and s.taken_by = 'staff'
  ) then
    raise exception 'A return cannot go from "%" to "%"', before.status, new_status using errcode = '23514';
  end if;
  if new_status = 'ready_for_review' then
    hash := nutmeg.current_sha256(review_document_id, before.user_id);
    if hash is null then
      raise exception 'Choose the file for the client to review'
        using errcode = '23514', detail = 'review_file_required';
    end if;
    update public.tax_returns r set status = new_status, document_id = review_document_id, document_sha256 = hash
    where r.id = before.id returning * into after;
  elsif new_status = 'in_preparation' then
    -- The file for review and the approval are withdrawn; a fee that was paid stays paid.
    update public.tax_returns r set status = new_status, document_id = null, document_sha256 = null,
      approved_at = null, approved_name = null, approved_address = null, approved_sha256 = null
    where r.id = before.id returning * into after;
  else
    if new_status = 'e_filed' then
      if before.paid_at is null then
        raise exception 'The fee has not been paid yet' using errcode = '23514', detail = 'fee_not_paid';
      end if;
      if before.approved_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id)
        or before.approved_sha256 is null then
        raise exception 'This isn’t the file the client approved' using errcode = '23514', detail = 'not_approved_file';
      end if;
    end if;
    update public.tax_returns r set status = new_status where r.id = before.id returning * into after;
  end if;
  perform nutmeg.note_return_step(after, before.status, nutmeg.role_of_caller(), note, email_client, before);
  return after;
end
$$;

grant execute on function public.step_return(uuid, text, text, uuid, boolean) to authenticated;

-- Whose return of a year has which status, without reading the returns; and the returns that someone has to go on with,
-- oldest first.
create index tax_returns_year_idx on public.tax_returns (year, user_id, status);

create index tax_returns_open_idx on public.tax_returns (updated_at)
  where status in (
    'not_started', 'documents_received', 'in_preparation', 'waiting_for_documents', 'ready_for_review', 'approved', 'payment_due',
    'rejected'
  );

create policy "own returns, or staff: read" on public.tax_returns for select to authenticated
  using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );

create policy "own returns, or staff: read" on public.tax_return_events for select to authenticated
  using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[])
      and exists (select from public.tax_returns r where r.id = return_id and r.year <= nutmeg.my_last_year(r.user_id))
    or (select public.is_staff())
  );

-- A client that has no one who can log in and approve signs on paper. Staff record who signed, for the copy of the
-- return that the portal has.

create function public.approve_on_paper(return_id uuid, signature text, email_client boolean default true)
  returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  before public.tax_returns;
  after public.tax_returns;
  typed text := btrim(signature);
begin
  perform nutmeg.require_staff();
  select * into before from public.tax_returns r where r.id = return_id for update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  if nutmeg.has_member(before.user_id, 'sign') then
    raise exception 'This client approves the return in the portal' using errcode = '23514';
  end if;
  if before.status <> 'ready_for_review' then
    raise exception 'This return is not ready for review' using errcode = '23514', detail = 'not_ready_for_review';
  end if;
  if typed is null or char_length(typed) > 200 or typed !~ '[[:alpha:]].*[[:alpha:]]' then
    raise exception 'Please type the name of who signed' using errcode = '23514';
  end if;
  if before.document_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id) then
    raise exception 'The file has changed since the return was ready. Choose it again.' using errcode = '23514';
  end if;
  update public.tax_returns r set status = 'approved', approved_at = now(), approved_name = typed,
    approved_sha256 = before.document_sha256
  where r.id = before.id returning * into after;
  perform nutmeg.note_return_step(after, before.status, 'staff', 'Signed on paper by ' || typed, email_client, before);
  return after;
end
$$;

grant execute on function public.approve_on_paper(uuid, text, boolean) to authenticated;

-- Returns whose next step is the office's or the client's.
create index tax_returns_waiting_idx on public.tax_returns (year, updated_at, user_id)
  where status not in ('e_filed', 'accepted');

-- The board of the season: the returns of a year by step, of all clients or of one preparer's.

-- For the counts and the first cards of each step without reading the table. With the client, to leave out archived ones.
create index tax_returns_board_idx on public.tax_returns (year, status, updated_at) include (user_id);

-- The chart of the board: forms received and returns e-filed in each week of a year, and of the year before.

create index tax_return_events_filed_idx on public.tax_return_events (at) where to_status = 'e_filed';

-- Opens a return. Asking again for the same one gives the one that is there. It begins as "Not started", or as "Waiting
-- for documents": opening one says nothing about documents that the client has not sent. Only the letter for missing
-- documents can be sent, if staff want it.
create function public.start_return(
  client_id uuid, return_year int, return_kind text, first_status text default 'not_started',
  email_client boolean default false
) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  opened public.tax_returns;
begin
  perform nutmeg.require_staff();
  if not exists (select from public.user_profiles p where p.user_id = client_id) then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  if first_status is null or first_status not in ('not_started', 'waiting_for_documents') then
    raise exception 'A return begins as not started or waiting for documents' using errcode = '23514';
  end if;
  insert into public.tax_returns (user_id, year, kind, status) values (client_id, return_year, return_kind, first_status)
  on conflict (user_id, year, kind) do nothing
  returning * into opened;
  if not found then
    select * into strict opened from public.tax_returns r
    where r.user_id = client_id and r.year = return_year and r.kind = return_kind;
    return opened;
  end if;
  perform nutmeg.note_return_step(
    opened, null, nutmeg.role_of_caller(), null, coalesce(email_client, false) and first_status = 'waiting_for_documents'
  );
  return opened;
end
$$;

grant execute on function public.start_return(uuid, int, text, text, boolean) to authenticated;
