-- Buckets and objects, as in the hosted service, and the blobs that hold their bytes.

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
  -- The type as detected from the first and last bytes (domain/documents/document-types.ts). It decides how an object is served,
  -- whatever type was claimed for it. It belongs to the bytes, so copies and moves can't change it. Null: stored in
  -- another way; it is detected when the object is first requested.
  content text,
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
  unique (bucket_id, name),
  replaced_at timestamptz
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

-- Uploads that go on after a lost connection, a reload, or a restart of the server. What has arrived is stored as
-- pieces, each an ordinary blob; the whole is a blob without bytes, only pieces. Server only.
create table storage.blob_pieces (
  blob_id uuid not null references storage.blobs on delete cascade,
  position int not null check (position between 0 and 9999),
  -- Where in the whole the piece begins.
  starts_at bigint not null,
  -- Keeps the piece from being swept, however long the whole takes.
  piece_id uuid not null unique references storage.blobs,
  primary key (blob_id, position)
);

create table storage.uploads (
  -- The id of the blob that it becomes.
  id uuid primary key references storage.blobs,
  -- Who began it, and alone may go on: a role and a person, or the holder of a signed link.
  role text not null check (role in ('anon', 'authenticated', 'service_role', 'link')),
  owner uuid references auth.users on delete cascade,
  bucket_id text not null references storage.buckets on delete cascade,
  key text collate "C" not null,
  upsert boolean not null,
  -- Null until the client knows it.
  length bigint check (length >= 0),
  received bigint not null default 0,
  pieces int not null default 0,
  content_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  -- As the client sent it, for requests that ask how far the upload is.
  tus_metadata text not null,
  -- Lets the client recognize the file.
  fingerprint text check (fingerprint ~ '^[0-9a-f]{1,128}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  -- A client that lost the last answer asks again, so the row is kept for a day.
  finished_at timestamptz,
  check (received <= length)
);

create index uploads_owner_idx on storage.uploads (owner);

create index uploads_expires_at_idx on storage.uploads (expires_at);

create index uploads_unfinished_idx on storage.uploads (bucket_id, key) where finished_at is null;

alter table storage.buckets enable row level security;

alter table storage.blobs enable row level security;

alter table storage.objects enable row level security;

alter table storage.blob_pieces enable row level security;

alter table storage.uploads enable row level security;

grant select, insert, update, delete on storage.buckets to service_role;

grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;

grant select on storage.buckets to anon, authenticated;

create policy "service_role: all buckets" on storage.buckets to service_role using (true) with check (true);

create policy "service_role: all objects" on storage.objects to service_role using (true) with check (true);

-- Downloads by fewer statements: what the server asks as the caller, and the record of several by one transaction.

-- Whether everyone may read the bucket; null if there is none. Not secret, and the caller's policies hide the row.
create function storage.bucket_is_public(bucket_id text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select b.public from storage.buckets b where b.id = bucket_is_public.bucket_id $$;

grant execute on function storage.bucket_is_public(text) to anon, authenticated, service_role;

-- Records downloads from the first byte as nutmeg.record_document_access does, several at once. The n-th document is
-- downloaded by the n-th reader. Returns for each that it has decided whether the document exists. With `waits` it decides
-- all of them. Without, it leaves out those for which it would have to wait for another transaction, so that no one waits
-- for a stranger's locks; and readers who are close to the limit of nutmeg.limit_recorded_acts, which fails the whole statement.
create function nutmeg.record_downloads(document_ids uuid[], readers uuid[], vias text[], waits boolean)
  returns table (place int, known boolean)
  language plpgsql security definer set search_path = '' rows 10
  as $$
declare
  close_to_limit constant int := 49000;
  free uuid[] := document_ids;
  held_up uuid[];
begin
  if waits then
    perform nutmeg.lock_documents(document_ids);
  else
    free := array(
      select f.id from public.file_uploads f where f.id = any(document_ids) order by f.id for no key update skip locked
    );
    with ready as materialized (
      select p.actor_id from nutmeg.record_pace p where p.actor_id = any(readers) and p.lines < close_to_limit
      order by p.actor_id for no key update skip locked
    )
    select array_agg(p.actor_id) into held_up from nutmeg.record_pace p
    where p.actor_id = any(readers) and p.actor_id not in (select r.actor_id from ready r);
  end if;

  return query
  with wanted as materialized (
    select w.place::int as place, w.document_id, w.reader, w.via
    from unnest(document_ids, readers, vias) with ordinality as w (document_id, reader, via, place)
    where w.document_id = any(free) and (w.reader = any(held_up)) is not true
  ),
  found as materialized (
    select w.place, w.reader, w.via, o.id, o.name
    from wanted w join storage.objects o on o.id = w.document_id and o.bucket_id = 'user-documents'
  ),
  recorded as (
    insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path, via)
    select public.document_owner(f.name), f.reader, p.name, p.role, 'downloaded', f.id, nutmeg.path_of(f.name), f.via
    from found f cross join nutmeg.person(f.reader) p order by f.place
  ),
  counted as (
    update public.file_uploads u set download_count = u.download_count + d.times,
      seen_at = case when d.by_office and u.by_client then coalesce(u.seen_at, now()) else u.seen_at end
    from (
      select f.id, count(*)::int as times, bool_or(nutmeg.reads_for_office(f.reader, public.document_owner(f.name))) as by_office
      from found f where f.reader is not null group by f.id
    ) as d where u.id = d.id
  )
  select w.place, exists (select from found f where f.place = w.place) from wanted w;
end
$$;
