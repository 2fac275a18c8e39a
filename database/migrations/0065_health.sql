-- How the portal is, for the people who run it. Written by the server that watches; closed to every caller.

-- What the last look found, a row for each light (domain/health/lights.ts).
create table nutmeg.health_states (
  light text primary key,
  state text not null check (state in ('green', 'yellow', 'red')),
  says text not null,
  todo text,
  detail text,
  looked_at timestamptz not null,
  -- Since when it has been red, or has not been.
  since timestamptz not null,
  -- Whether the last that the office heard is that it is red: by mail, and at the outside address.
  mailed boolean not null default false,
  posted boolean not null default false
);
alter table nutmeg.health_states enable row level security;

-- Every server that runs on this database. It reports every few minutes, and removes its row when it stops.
create table nutmeg.servers (
  id uuid primary key,
  -- The machine's name.
  name text not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Free space of the server's disks, in bytes.
  rooms jsonb not null default '[]'
);
alter table nutmeg.servers enable row level security;

-- Which server watches, and until when it may be silent before another one takes over. One row.
create table nutmeg.health_watch (
  only_row boolean primary key default true check (only_row),
  server_id uuid,
  until timestamptz not null default '-infinity',
  -- Written by each look, to see that the database can save something.
  written_at timestamptz not null default now()
);
alter table nutmeg.health_watch enable row level security;
insert into nutmeg.health_watch default values;

-- Failed sign-ins are counted every few minutes, in a log that only grows.
create index audit_log_failed_sign_ins_idx on public.audit_log (at) where action = 'auth.sign_in_failed';

-- The same for mails that are not done with.
create index email_queue_open_idx on public.email_queue (status) where status in ('pending', 'failed');
