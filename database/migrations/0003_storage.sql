-- Buckets and objects as the hosted service has them, and beneath them the blobs: where the bytes lie.

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  type text not null default 'STANDARD',
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One stored, encrypted sequence of bytes. The row is written before the first byte, so that every file in the
-- store has one; a blob that no object names is swept after a day. Server only.
create table storage.blobs (
  id uuid primary key,
  -- The file's own data key, wrapped by the master key. Null while the bytes are on their way.
  wrapped_key bytea,
  -- Clear length in bytes and SHA-256 of the clear bytes, known when the blob is durable.
  size bigint,
  sha256 bytea,
  created_at timestamptz not null default now()
);
create index blobs_created_at_idx on storage.blobs (created_at);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  -- The whole key. "C" collation: prefixes can use the index, and order is that of the bytes.
  name text collate "C" not null check (name <> '' and octet_length(name) <= 1024),
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb not null default '{}',
  user_metadata jsonb,
  version text not null default gen_random_uuid()::text,
  -- A copy names the same blob; a row without its blob can't exist. Deferrable, so that the right to write can
  -- be tried out before there is a blob, in a transaction that is rolled back.
  blob_id uuid not null constraint objects_blob_id_fkey references storage.blobs deferrable,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  unique (bucket_id, name)
);
create index objects_blob_id_idx on storage.objects (blob_id);

create function storage.foldername(name text) returns text[]
  language sql immutable
  as $$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
  language sql immutable
  as $$ select split_part(name, '/', -1) $$;

create function storage.extension(name text) returns text
  language sql immutable
  as $$ select case when storage.filename(name) like '%.%' then split_part(storage.filename(name), '.', -1) else '' end $$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;

alter table storage.buckets enable row level security;
alter table storage.blobs enable row level security;
alter table storage.objects enable row level security;

grant select, insert, update, delete on storage.buckets to service_role;
grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;
grant select on storage.buckets to anon, authenticated;

create policy "service_role: all buckets" on storage.buckets to service_role using (true) with check (true);
create policy "service_role: all objects" on storage.objects to service_role using (true) with check (true);
