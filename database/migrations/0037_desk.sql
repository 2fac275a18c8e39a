-- The desk of the office: what waits, the notes and letters of a client, and the newest files.

-- Asked for or agreed, from today on. An appointment without a time still waits when its day is over; so does one whose
-- time is in an outside calendar, which is not known here.
create function nutmeg.waiting_appointments() returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select count(*) from public.appointments
  where status in ('pending', 'confirmed')
    and (preferred_date >= nutmeg.office_day() or (starts_at is null and (status = 'pending' or calendly_completed)))
$$;

-- What staff write down about a client, for each other. Clients see neither the notes nor that there are any.
create table public.client_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  author_id uuid not null default auth.uid(),
  -- The author's name at the time; the note outlives the account.
  author_name text not null default '',
  body text not null check (char_length(body) between 1 and 5000 and btrim(body) <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index client_notes_user_id_idx on public.client_notes (user_id, created_at desc);

create trigger client_notes_touched before update on public.client_notes
  for each row execute function public.touch_updated_at();

create trigger client_notes_signed before insert on public.client_notes
  for each row execute function nutmeg.stamp_author();

alter table public.client_notes enable row level security;

grant select, delete on public.client_notes to authenticated;

grant insert (user_id, body), update (body) on public.client_notes to authenticated;

grant select on public.client_notes to service_role;

create policy "staff: read" on public.client_notes for select to authenticated using ((select public.is_staff()));

create policy "staff: insert" on public.client_notes for insert to authenticated
  with check ((select public.is_staff()) and author_id = (select auth.uid()));

create policy "staff: update own" on public.client_notes for update to authenticated
  using ((select public.is_staff()) and author_id = (select auth.uid()))
  with check ((select public.is_staff()) and author_id = (select auth.uid()));

create policy "staff: delete own" on public.client_notes for delete to authenticated
  using ((select public.is_staff()) and author_id = (select auth.uid()));

create policy "service_role: read" on public.client_notes for select to service_role using (true);

-- The letters that were sent to a client by template (server/mail/letters/case-letters.ts); the client's page lists them.
create table public.client_letters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  template text not null
    check (template in ('document_request', 'form_reminder', 'return_ready', 'payment_reminder', 'message')),
  -- The requested documents, for the template that has them; and what staff added in their own words.
  items text[] not null default '{}' check (cardinality(items) <= 40),
  note text check (char_length(note) <= 2000),
  sent_by uuid,
  sent_by_name text not null default '',
  sent_at timestamptz not null default now()
);

create index client_letters_user_id_idx on public.client_letters (user_id, sent_at desc);

alter table public.client_letters enable row level security;

grant select on public.client_letters to authenticated, service_role;

create policy "staff: read" on public.client_letters for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.client_letters for select to service_role using (true);

-- Documents of all members are new to staff, as those of the client's own login.

create function nutmeg.senders_since(since timestamptz) returns uuid[]
  language sql stable
  as $$
  select array_agg(distinct u.user_id) from public.file_uploads u
  where u.uploaded_at >= since and u.seen_at is null and u.by_client
$$;

create function nutmeg.sees_all_clients() returns boolean
  language sql stable
  as $$ select public.is_staff() or coalesce(auth.role() = 'service_role', false) $$;

-- Read first: as a join, PostgreSQL would sort all profiles for a page.
create function nutmeg.archived_clients() returns uuid[]
  language sql stable
  as $$
  select coalesce(array_agg(d.client_id), '{}') from public.client_details d where d.archived_at is not null
$$;

-- The returns in these steps, without those of archived clients: they wait for no one. A function with one plain query, which
-- PostgreSQL takes into the statement: a computed column would run for each row. The policies of both tables apply.
create function public.waiting_returns(statuses text[]) returns setof public.tax_returns
  language sql stable
  as $$
  select r.* from public.tax_returns r
  where r.status = any (statuses)
    and not exists (
      select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
    )
$$;

grant execute on function public.waiting_returns(text[]) to authenticated, service_role;

create function nutmeg.open_returns(statuses text[]) returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select (select count(*) from public.tax_returns r where r.status = any (statuses)) - (
    select count(*) from public.client_details d join public.tax_returns r on r.user_id = d.client_id
    where d.archived_at is not null and r.status = any (statuses)
  )
$$;

-- Search over everything finds an internal note by a part of its text.

create index client_notes_search_idx on public.client_notes
  using gin (nutmeg.searched(body) extensions.gin_trgm_ops);
