-- The office's facts (domain/business/business.ts), one row for each save: the newest counts, the others are its
-- history. Visitors get the facts through the pages. Only the server writes here (server/office).
create table public.office_settings (
  -- Counted by the server, one after the other: of two saves that began with the same version, the second fails.
  version bigint primary key check (version > 0),
  saved_at timestamptz not null default now(),
  -- A plain id, as in audit_log. Null: the server itself, or the command line.
  saved_by uuid,
  -- Where the facts came from: our defaults, a person at /manage/office, or the command line.
  source text not null check (source in ('defaults', 'page', 'command')),
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
create function nutmeg.notify_office_settings() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('office_settings_changed', '');
  return null;
end
$$;

create trigger office_settings_notified after insert on public.office_settings
  for each statement execute function nutmeg.notify_office_settings();

alter table public.office_settings enable row level security;

grant select on public.office_settings to authenticated;

create policy "super: read" on public.office_settings for select to authenticated using ((select public.is_super()));

-- The facts that SQL reads; the defaults are for a command that runs before there are any. PL/pgSQL, because it keeps the
-- plans: policies call these.

-- The office's zone decides which year and day it is.
create function nutmeg.office_zone() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return coalesce(
    (select s.time_zone from public.office_settings s order by s.version desc limit 1),
    'UTC'
  );
end
$$;

grant execute on function nutmeg.office_zone() to anon, authenticated, service_role;

-- How many appointments may take place at the same time.
create function nutmeg.calendar_seats() returns int
  language plpgsql stable
  as $$
begin
  return coalesce(
    (select s.calendar_seats from public.office_settings s order by s.version desc limit 1),
    1
  );
end
$$;

-- The portraits of the office's team. The server makes them from uploaded pictures (server/office/pictures) and serves
-- them to everyone; the office's facts name them by id. Nothing else reads or writes them, so there are no grants.

create table nutmeg.office_pictures (
  -- SHA-256 of the files.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  added_at timestamptz not null default now(),
  -- A plain id: the picture outlives the account.
  added_by uuid,
  -- When it was last uploaded or saved with the facts.
  used_at timestamptz not null default now()
);

create table nutmeg.office_picture_files (
  picture_id text not null references nutmeg.office_pictures (id) on delete cascade,
  width int not null check (width between 1 and 1024),
  type text not null check (type in ('avif', 'webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 500000),
  primary key (picture_id, width, type)
);

-- They are compressed already.
alter table nutmeg.office_picture_files alter column bytes set storage external;

-- As their owner, because callers may not name functions of schema nutmeg themselves.
create function nutmeg.office_year() returns int
  language sql stable security definer set search_path = ''
  as $$ select extract(year from now() at time zone nutmeg.office_zone())::int $$;

grant execute on function nutmeg.office_year() to authenticated, service_role;

create function nutmeg.office_day() returns date
  language sql stable security definer set search_path = ''
  as $$ select (now() at time zone nutmeg.office_zone())::date $$;

grant execute on function nutmeg.office_day() to authenticated, service_role;
