-- Downloads of folders and selections as one zip, by a signed link. A URL has no room for thousands of paths, so the link
-- names a row that has them. Closed to every caller; the server deletes it soon after the link has expired.

create table nutmeg.archive_links (
  id uuid primary key,
  -- Whose documents.
  owner_id uuid not null,
  -- The caller's: when the link is opened, each file is looked up in their name.
  claims jsonb not null,
  -- As requested. The other types refuse some of the characters that a request may have.
  paths json not null,
  created_at timestamptz not null default now()
);

alter table nutmeg.archive_links enable row level security;
