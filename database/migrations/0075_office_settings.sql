-- The office's facts (domain/business/business.ts), one row for each save: the newest counts, the others are its
-- history. Visitors get the facts through the pages. Only the server writes here (server/office).
create table public.office_settings (
  -- Counted by the server, one after the other: of two saves that began with the same version, the second fails.
  version bigint primary key check (version > 0),
  saved_at timestamptz not null default now(),
  -- A plain id, as in audit_log. Null: the server itself, or the command line.
  saved_by uuid,
  -- Where the facts came from: our defaults, the office's business.json, a person at /manage/office, or the command line.
  source text not null check (source in ('defaults', 'file', 'page', 'command')),
  -- The earlier version that was brought back.
  restored_from bigint check (restored_from < version),
  -- The facts that differ from the version before, such as "hours" or "contact.phone".
  changed text[] not null default '{}' check (cardinality(changed) <= 200),
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 600000),
  -- What SQL reads.
  time_zone text generated always as (facts ->> 'timeZone') stored,
  slot_minutes int generated always as ((facts #>> '{calendar,slotMinutes}')::int) stored,
  calendar_seats int generated always as ((facts #>> '{calendar,capacity}')::int) stored,
  bytes_per_client bigint generated always as ((facts #>> '{limits,bytesPerClient}')::bigint) stored,
  staff_inbox text generated always as (facts #>> '{contact,staffInbox}') stored
);

create function nutmeg.refuse_office_settings_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'office_settings is append only' using errcode = '42501';
end
$$;
create trigger office_settings_append_only before update or delete on public.office_settings
  for each row execute function nutmeg.refuse_office_settings_change();
create trigger office_settings_no_truncate before truncate on public.office_settings
  for each statement execute function nutmeg.refuse_office_settings_change();

-- All servers reload the facts.
create function nutmeg.announce_office_settings() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('office_settings_changed', '');
  return null;
end
$$;
create trigger office_settings_announced after insert on public.office_settings
  for each statement execute function nutmeg.announce_office_settings();

alter table public.office_settings enable row level security;
grant select on public.office_settings to authenticated;
create policy "super: read" on public.office_settings for select to authenticated using ((select public.is_super()));

-- From here on SQL reads the facts from the table. While it is empty, only servers of release 1.0.0 have run: these set
-- the facts of their business.json on each connection. PL/pgSQL, because it keeps the plans: policies call these.

-- The office's zone decides which year and day it is.
create function nutmeg.office_zone() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return coalesce(
    (select s.time_zone from public.office_settings s order by s.version desc limit 1),
    nullif(current_setting('nutmeg.time_zone', true), ''),
    'UTC'
  );
end
$$;
grant execute on function nutmeg.office_zone() to anon, authenticated, service_role;

-- As their owner, because callers may not name functions of schema nutmeg themselves.
create or replace function nutmeg.office_year() returns int
  language sql stable security definer set search_path = ''
  as $$ select extract(year from now() at time zone nutmeg.office_zone())::int $$;

create or replace function nutmeg.office_day() returns date
  language sql stable security definer set search_path = ''
  as $$ select (now() at time zone nutmeg.office_zone())::date $$;

-- What a client may have, in bytes. Null: no limit.
create or replace function nutmeg.room_for_each() returns bigint
  language plpgsql stable
  as $$
declare
  room bigint;
begin
  select s.bytes_per_client into room from public.office_settings s order by s.version desc limit 1;
  return case when found then room else nullif(current_setting('nutmeg.bytes_per_client', true), '')::bigint end;
end
$$;

-- Where the office reads its mail. The server sets it on each connection: the address of STAFF_INBOX, "facts" for the
-- one in the office's facts, or nothing, so that a command causes no mail.
create or replace function nutmeg.staff_inbox() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  told text := nullif(current_setting('nutmeg.staff_inbox', true), '');
begin
  if told = 'facts' then
    return (select s.staff_inbox from public.office_settings s order by s.version desc limit 1);
  end if;
  return told;
end
$$;

create or replace function nutmeg.take_in_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- The page knows the address that the office publishes, or has published when the page was opened; the office may read
  -- another one.
  if lower(new.to_email) in (lower(nutmeg.staff_inbox()), lower(current_setting('nutmeg.published_inbox', true)))
    or exists (select from public.office_settings s where lower(s.staff_inbox) = lower(new.to_email)) then
    new.to_email := nutmeg.staff_inbox();
  end if;
  new.letter := 'visitor_notice';
  new.facts := jsonb_build_object('subject', new.subject, 'html', new.body);
  new.body := '';
  return new;
end
$$;

create or replace function nutmeg.slot_length() returns interval
  language plpgsql stable
  as $$
begin
  return make_interval(mins => coalesce(
    (select s.slot_minutes from public.office_settings s order by s.version desc limit 1),
    nullif(current_setting('nutmeg.slot_minutes', true), '')::int,
    30
  ));
end
$$;

-- How many appointments may take place at the same time.
create function nutmeg.calendar_seats() returns int
  language plpgsql stable
  as $$
begin
  return coalesce(
    (select s.calendar_seats from public.office_settings s order by s.version desc limit 1),
    nullif(current_setting('nutmeg.calendar_seats', true), '')::int,
    1
  );
end
$$;

create or replace function nutmeg.refuse_blocked(new_start timestamptz) returns void
  language plpgsql stable set search_path = ''
  as $$
declare
  -- Not in the query, which would compute it for each row.
  new_end timestamptz := new_start + nutmeg.slot_length();
begin
  if exists (
    select from public.calendar_blocks b
    where tstzrange(b.starts_at, b.ends_at) && tstzrange(new_start, new_end)
  ) then
    raise exception 'This time has just been taken. Please choose another one.' using errcode = 'PT409';
  end if;
end
$$;

create or replace function nutmeg.take_seat(appointment_id uuid, new_start timestamptz) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  new_end timestamptz := new_start + nutmeg.slot_length();
  zone text := nutmeg.office_zone();
  seats int := nutmeg.calendar_seats();
  held int[];
  taken public.appointments;
begin
  perform nutmeg.lock_calendar();
  select coalesce(array_agg(distinct a.seat), '{}') into held
  from public.appointments a
  where a.id <> appointment_id and a.starts_at is not null and a.status <> 'cancelled'
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(new_start, new_end);
  -- Seats above the present number count too: they were taken when the office had more. If fewer than `seats` are held,
  -- one of the first `seats` is free.
  if cardinality(held) >= seats then
    raise exception 'This time has just been taken. Please choose another one.' using errcode = 'PT409';
  end if;
  update public.appointments a
  set starts_at = new_start, ends_at = new_end, chosen_at = now(), reminded_at = null, status = 'confirmed',
    seat = (select min(s) from generate_series(1, seats) as s where s <> all (held)),
    -- For the apps and the lists, which know only these two.
    preferred_date = (new_start at time zone zone)::date,
    preferred_time = to_char(new_start at time zone zone, 'FMHH12:MI AM')
  where a.id = appointment_id
  returning * into taken;
  return taken;
end
$$;

create or replace function public.follow_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  kept int;
  zone text;
begin
  if tg_op = 'DELETE' then
    execute 'delete from public.file_uploads f using old_rows o where f.id = o.id';
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if exists (select from new_rows n where n.bucket_id <> 'user-documents' or nutmeg.is_folder_mark(n.name)) then
      execute $sql$
        delete from public.file_uploads f using new_rows n
        where f.id = n.id and (n.bucket_id <> 'user-documents' or nutmeg.is_folder_mark(n.name))
      $sql$;
    end if;
    execute $sql$
      update public.file_uploads f set
        user_id = public.document_owner(n.name),
        file_name = storage.filename(n.name),
        file_path = n.name,
        file_size = coalesce((n.metadata ->> 'size')::bigint, 0),
        file_type = coalesce(n.metadata ->> 'mimetype', 'application/octet-stream'),
        parent_folder = nullif(array_to_string((storage.foldername(n.name))[2:], '/'), ''),
        sha256 = (select encode(b.sha256, 'hex') from storage.blobs b where b.id = n.blob_id)
      from new_rows n where f.id = n.id
    $sql$;
    get diagnostics kept = row_count;
    if kept = (
      select count(*) from new_rows n where n.bucket_id = 'user-documents' and not nutmeg.is_folder_mark(n.name)
    ) then
      return null;
    end if;
  end if;
  zone := nutmeg.office_zone();
  insert into public.file_uploads
    (id, user_id, uploaded_by, file_name, file_path, file_size, file_type, year, parent_folder, uploaded_at, sha256)
  select
    n.id,
    public.document_owner(n.name),
    n.owner,
    storage.filename(n.name),
    n.name,
    coalesce((n.metadata ->> 'size')::bigint, 0),
    coalesce(n.metadata ->> 'mimetype', 'application/octet-stream'),
    extract(year from n.created_at at time zone zone),
    nullif(array_to_string((storage.foldername(n.name))[2:], '/'), ''),
    n.created_at,
    (select encode(b.sha256, 'hex') from storage.blobs b where b.id = n.blob_id)
  from new_rows n
  where n.bucket_id = 'user-documents' and not nutmeg.is_folder_mark(n.name)
  on conflict (id) do nothing;
  return null;
end
$$;
