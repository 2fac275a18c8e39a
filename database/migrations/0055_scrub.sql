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
