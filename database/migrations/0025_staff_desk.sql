-- The staff area: a list of up to 100,000 clients, the office's queues, notes, and letters by one click.

-- The list of clients, newest first; REST adds the paging. A filter that is null is ignored. Runs as the caller, so that
-- the policies decide who is seen. Plain SQL, so that PostgreSQL plans it together with its limit.
create function public.list_clients(
  -- Anywhere in the full name or the e-mail, as typed.
  term text default '',
  -- Whether the form of that year has been sent.
  has_form boolean default null,
  list_year int default null,
  -- A status of domain/tax-return, of any return of that year; 'none': no return was opened for it.
  return_status text default null,
  -- Clients who have sent files since then that were not downloaded yet.
  new_files_since timestamptz default null
) returns setof public.user_profiles
  language sql stable
  as $$
  select p.*
  from public.user_profiles p
  where (
      coalesce(term, '') = ''
      or p.search like '%' || replace(replace(replace(public.folded(term), '\', '\\'), '%', '\%'), '_', '\_') || '%'
    )
    and (
      has_form is null
      or has_form = exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = list_year)
    )
    and (
      return_status is null
      or (
        return_status = 'none'
        and not exists (select from public.tax_returns r where r.user_id = p.user_id and r.year = list_year)
      )
      or exists (
        select from public.tax_returns r
        where r.user_id = p.user_id and r.year = list_year and r.status = return_status
      )
    )
    and (
      new_files_since is null
      or exists (
        select from public.file_uploads u
        where u.user_id = p.user_id and u.uploaded_by = u.user_id
          and u.download_count = 0 and u.uploaded_at >= new_files_since
      )
    )
  order by p.created_at desc, p.id
$$;

-- What the list shows beside each name, for the rows in sight.
create function public.client_overviews(client_ids uuid[], list_year int, new_files_since timestamptz)
  returns table (
    user_id uuid, form_submitted_at timestamptz, personal_status text, business_status text, new_files bigint,
    files bigint
  )
  language sql stable
  as $$
  select c.id,
    (select f.submitted_at from public.tax_forms f where f.user_id = c.id and f.year = list_year),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'personal'),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'business'),
    (
      select count(*) from public.file_uploads u
      where u.user_id = c.id and u.uploaded_by = u.user_id
        and u.download_count = 0 and u.uploaded_at >= new_files_since
    ),
    (select count(*) from public.file_uploads u where u.user_id = c.id)
  from unnest(client_ids[1:200]) as c (id)
  where (select public.is_staff())
$$;

revoke execute on function public.list_clients(text, boolean, int, text, timestamptz),
  public.client_overviews(uuid[], int, timestamptz) from public;
grant execute on function public.list_clients(text, boolean, int, text, timestamptz),
  public.client_overviews(uuid[], int, timestamptz) to authenticated, service_role;

-- Asked for or agreed, from today on. An appointment without a time still waits when its day is over; so does one whose
-- time is in an outside calendar, which is not known here.
create function nutmeg.waiting_appointments() returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select count(*) from public.appointments
  where status in ('pending', 'confirmed')
    and (preferred_date >= nutmeg.office_day() or (starts_at is null and (status = 'pending' or calendly_completed)))
$$;
revoke execute on function nutmeg.waiting_appointments() from public;

-- The queues of the staff's desk and their sizes; empty for all other callers.
create function public.office_queues(new_files_since timestamptz)
  returns table (queue text, waiting bigint)
  language sql stable security definer set search_path = ''
  as $$
  select q.queue, q.waiting
  from (
    select 'messages' as queue, count(*) as waiting from public.contact_submissions where status = 'new'
    union all
    select 'appointments', nutmeg.waiting_appointments()
    union all
    select 'new_files', count(*) from public.list_clients(new_files_since => office_queues.new_files_since)
    union all
    select 'forms', count(*) from public.tax_forms f
    where f.year = nutmeg.office_year()
      and not exists (select from public.tax_returns r where r.user_id = f.user_id and r.year = f.year)
    union all
    select 'returns_office', count(*) from public.tax_returns
    where status in ('documents_received', 'in_preparation', 'approved', 'rejected')
    union all
    select 'returns_client', count(*) from public.tax_returns
    where status in ('waiting_for_documents', 'ready_for_review', 'payment_due')
    union all
    select 'mails', count(*) from public.email_queue where undelivered
  ) as q
  where (select public.is_staff())
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
  for each row execute function nutmeg.sign_note();

alter table public.client_notes enable row level security;
grant select, delete on public.client_notes to authenticated;
grant insert (user_id, body), update (body) on public.client_notes to authenticated;
grant select on public.client_notes to service_role;
create policy "staff: read" on public.client_notes for select to authenticated using ((select public.is_staff()));
create policy "staff: write" on public.client_notes for insert to authenticated
  with check ((select public.is_staff()) and author_id = (select auth.uid()));
create policy "staff: mend the own" on public.client_notes for update to authenticated
  using ((select public.is_staff()) and author_id = (select auth.uid()))
  with check ((select public.is_staff()) and author_id = (select auth.uid()));
create policy "staff: delete the own" on public.client_notes for delete to authenticated
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

create function public.send_client_letter(
  client_id uuid, letter_template text, letter_items text[] default '{}', staff_note text default null
) returns public.client_letters
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent public.client_letters;
begin
  perform nutmeg.require_staff();
  if letter_template = 'document_request' and cardinality(letter_items) = 0 then
    raise exception 'Say what is needed' using errcode = '23514';
  end if;
  -- Checked here, since the letter is written out only after staff have read that it was sent.
  if exists (
    select from unnest(letter_items) as i
    where i is null or btrim(i) = '' or char_length(i) > 200
  ) then
    raise exception 'Each thing that is needed has 1 to 200 characters' using errcode = '23514';
  end if;
  if letter_template = 'message' and coalesce(btrim(staff_note), '') = '' then
    raise exception 'Write something' using errcode = '23514';
  end if;
  insert into public.client_letters (user_id, template, items, note, sent_by, sent_by_name)
  values (
    client_id, letter_template, letter_items, nullif(btrim(staff_note), ''), auth.uid(),
    coalesce((
      select nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')
      from public.user_profiles s where s.user_id = auth.uid()
    ), '')
  )
  returning * into sent;
  perform nutmeg.write_staff_letter(p.email, letter_template, jsonb_build_object(
    'first_name', p.first_name, 'items', to_jsonb(sent.items), 'note', sent.note
  ))
  from public.user_profiles p where p.user_id = client_id;
  return sent;
end
$$;

revoke execute on function public.office_queues(timestamptz),
  public.send_client_letter(uuid, text, text[], text) from public;
grant execute on function public.office_queues(timestamptz),
  public.send_client_letter(uuid, text, text[], text) to authenticated;
