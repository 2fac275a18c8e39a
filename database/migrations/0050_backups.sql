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
