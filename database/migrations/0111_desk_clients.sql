-- What the list asks about every client, in one narrow row: its place in the usual orders, its preparer, and whether the list
-- has it. Triggers keep the rows. Each sets only what its table decides, so two at once can't overwrite each other.
create table nutmeg.desk_clients (
  client_id uuid,
  profile_id uuid not null,
  created_at timestamptz not null,
  -- What the list by name is sorted by.
  name text not null,
  preparer_id uuid,
  is_archived boolean not null default false,
  -- False in nutmeg.unserved_clients.
  is_served boolean not null default true,
  is_listed boolean not null generated always as (not is_archived and is_served) stored,
  -- With what a list reads beside the forms of a year, which are in the order of clients too.
  primary key (client_id) include (created_at, profile_id, is_listed)
);
alter table nutmeg.desk_clients enable row level security;
