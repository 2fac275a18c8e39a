-- The results of backups, and which documents were copied to which place. Server only.

create table nutmeg.backups (
  id bigint generated always as identity primary key,
  -- As it is called at the place: its start, "2026-11-22T02-30-00Z".
  name text not null,
  -- Folder or bucket, without credentials.
  place text not null,
  -- By the schedule, not by hand.
  scheduled boolean not null default false,
  started_at timestamptz not null default now(),
  -- Set when its manifest was durable.
  ended_at timestamptz,
  -- What it takes at the place without the documents, and what the documents take that were copied for it.
  bytes bigint,
  documents bigint,
  documents_copied bigint,
  documents_copied_bytes bigint,
  -- Why there is none, or what is missing from it; one sentence for the office.
  problem text,
  -- Restored into a scratch database and found whole; or why it was not.
  verified_at timestamptz,
  verify_problem text,
  -- Removed from the place when its time was over.
  pruned_at timestamptz,
  unique (place, name)
);

create index backups_started_at_idx on nutmeg.backups (started_at desc);

-- Documents that were copied to a place: stored bytes and their SHA-256, computed when they were copied.
create table nutmeg.backup_documents (
  blob_id uuid not null references storage.blobs on delete cascade,
  place text not null,
  size bigint not null,
  sha256 bytea not null,
  copied_at timestamptz not null default now(),
  primary key (blob_id, place)
);

-- Whether the shipping of the WAL to BACKUP_URL works: one row, written only when that changes. A row for each round
-- would be WAL itself, and so keep the shipping busy for ever.
create table nutmeg.wal_shipping (
  only_row boolean primary key default true check (only_row),
  place text not null,
  changed_at timestamptz not null default now(),
  -- One sentence for the office; null while it works.
  problem text
);

alter table nutmeg.backups enable row level security;

alter table nutmeg.backup_documents enable row level security;

alter table nutmeg.wal_shipping enable row level security;

-- Verifying what is stored, in the background: how far the present round is, and what it has found. Server only; the
-- findings name documents and clients, so they are for staff.

create table nutmeg.scrub (
  -- One row.
  id boolean primary key default true check (id),
  -- The round under way; null between two rounds.
  started_at timestamptz,
  -- Which check it is at, and the key of the last row that it has seen there.
  check_name text,
  after_key text,
  documents bigint not null default 0,
  bytes bigint not null default 0,
  -- The last round that saw everything.
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_documents bigint,
  last_bytes bigint
);

insert into nutmeg.scrub default values;

-- Current findings. A row is deleted when its subject is intact again, or gone.
create table nutmeg.findings (
  check_name text not null,
  key text not null,
  kind text not null,
  -- A sentence for the operator.
  what text not null,
  path text,
  -- No foreign key: a finding may outlive the client whose document it names, until it is checked again.
  client_id uuid,
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (check_name, key, kind)
);

alter table nutmeg.scrub enable row level security;

alter table nutmeg.findings enable row level security;

-- Who has shown that the office holds the recovery sheet of an encryption key. Asked once for each key. Server only.

create table nutmeg.recovery_sheets (
  -- Eight characters of a hash of the key; they tell nothing about it.
  fingerprint text primary key,
  confirmed_at timestamptz not null default now(),
  -- No foreign key, and the name as it was: the record outlives the person.
  confirmed_by uuid,
  confirmed_by_name text
);

alter table nutmeg.recovery_sheets enable row level security;

-- What was brought from another service (portal import), so that it can be run again: what is unchanged there is not
-- touched here, and what has changed is brought anew. Server only.

create table nutmeg.imported (
  kind text not null,
  -- As the other service calls it: mostly a row's id.
  id text not null,
  -- HMAC of what was read there, with a key of the portal's: a plain hash would help to guess a sealed number.
  fingerprint bytea not null,
  imported_at timestamptz not null default now(),
  primary key (kind, id)
);

alter table nutmeg.imported enable row level security;

-- How the portal is, for the people who run it. Closed to every caller.

-- The last result of each check, a row for each light (domain/health/lights.ts).
create table nutmeg.health_states (
  light text primary key,
  state text not null check (state in ('green', 'yellow', 'red')),
  -- What was found; domain/health/words.ts has the words, and which values they need.
  code text not null,
  code_values jsonb,
  -- The technical reason, for the page and the terminal only.
  detail text,
  looked_at timestamptz not null,
  -- Since when it has been red, or has not been.
  since timestamptz not null,
  -- Whether the last alert said that it is red: by mail, and to ALERT_URL.
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

-- One row.
create table nutmeg.health_watch (
  only_row boolean primary key default true check (only_row),
  -- When the last round of checks began. The server that writes it runs the round.
  round_at timestamptz not null default '-infinity',
  -- Written by each check of the database, to see that it can save something.
  written_at timestamptz not null default now()
);

alter table nutmeg.health_watch enable row level security;

insert into nutmeg.health_watch default values;
