-- Uploads that go on after a lost connection, a reload, or a restart of the server. What has arrived lies as pieces,
-- each an ordinary blob; the whole is a blob that has no bytes of its own, only pieces. Server only.

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
  -- Null as long as the client does not know it.
  length bigint check (length >= 0),
  received bigint not null default 0,
  pieces int not null default 0,
  content_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  -- As the client sent it, for whoever asks how far the upload is.
  tus_metadata text not null,
  -- By which the client knows the file again.
  fingerprint text check (fingerprint ~ '^[0-9a-f]{1,128}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  -- A client whose last answer was lost asks once more: the row stays for a day.
  finished_at timestamptz,
  check (received <= length)
);
create index uploads_owner_idx on storage.uploads (owner);
create index uploads_expires_at_idx on storage.uploads (expires_at);
create index uploads_unfinished_idx on storage.uploads (bucket_id, key) where finished_at is null;

alter table storage.blob_pieces enable row level security;
alter table storage.uploads enable row level security;

-- What did not arrive whole in a person's folders, so that it can be chosen again. A name that has since been filled
-- in another way is done with.
create function public.unfinished_uploads(owner uuid)
  returns table (
    id uuid,
    -- Below the person's root.
    path text,
    size bigint,
    received bigint,
    fingerprint text,
    updated_at timestamptz,
    -- Whether the caller began it, and so can go on.
    mine boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select u.id, substr(u.key, 38), u.length, u.received, u.fingerprint, u.updated_at,
    u.role = 'authenticated' and u.owner = auth.uid()
  from storage.uploads u
  where u.bucket_id = 'user-documents' and u.finished_at is null and u.expires_at > now()
    and u.key >= unfinished_uploads.owner || '/' and u.key < unfinished_uploads.owner || '0'
    and (unfinished_uploads.owner = auth.uid() or public.is_staff()) and not nutmeg.owes_second_step()
    and (u.upsert or not exists (
      select from storage.objects o where o.bucket_id = u.bucket_id and o.name = u.key
    ))
  order by u.updated_at desc, u.id
$$;
grant execute on function public.unfinished_uploads(uuid) to authenticated;
