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
