-- What waits for the office, counted; and letters that staff send to a client by one click.

create function nutmeg.office_day() returns date
  language sql stable
  as $$
  select (now() at time zone coalesce(nullif(current_setting('nutmeg.time_zone', true), ''), 'UTC'))::date
$$;
grant execute on function nutmeg.office_day() to authenticated, service_role;

-- Asked for or agreed, from today on (0024 adds who waits for a time).
create function nutmeg.waiting_appointments() returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select count(*) from public.appointments
  where status in ('pending', 'confirmed') and preferred_date >= nutmeg.office_day()
$$;
revoke execute on function nutmeg.waiting_appointments() from public;

-- The queues of the staff's desk with what is in them; nothing for anybody else.
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

-- Letters to a client by template (server/mail/case-letters.ts): which, when, by whom; the client's page lists them.
create table public.client_letters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  template text not null
    check (template in ('document_request', 'form_reminder', 'return_ready', 'payment_reminder', 'message')),
  -- What is asked for, for the template that asks; and what staff added in their own words.
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
  -- What the writer of letters refuses, after staff have read that it was sent.
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

-- The desk follows what visitors leave; nobody owns these rows, so that only staff hear that one is gone.
create trigger tell_inserted after insert on public.contact_submissions referencing new table as changed
  for each statement execute function nutmeg.tell_changes();
create trigger tell_updated after update on public.contact_submissions referencing old table as former new table as changed
  for each statement execute function nutmeg.tell_changes();
create trigger tell_deleted after delete on public.contact_submissions referencing old table as changed
  for each statement execute function nutmeg.tell_changes();
create trigger tell_inserted after insert on public.appointments referencing new table as changed
  for each statement execute function nutmeg.tell_changes();
create trigger tell_updated after update on public.appointments referencing old table as former new table as changed
  for each statement execute function nutmeg.tell_changes();
create trigger tell_deleted after delete on public.appointments referencing old table as changed
  for each statement execute function nutmeg.tell_changes();
