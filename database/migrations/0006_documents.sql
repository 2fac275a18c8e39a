-- The clients' documents: the bucket, who may do what in it, and the list that follows it.
-- Key: {ownerId}/{folders}/{name}. A folder is an object named .emptyFolderPlaceholder.

-- Two gigabytes a file: more than any scan, less than a disk.
insert into storage.buckets (id, name, public, file_size_limit)
values ('user-documents', 'user-documents', false, 2147483648);

create table public.file_uploads (
  -- The object's own id, so that the two can't disagree.
  id uuid primary key references storage.objects on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  -- Whose sign-in sent it: the client's own, or somebody of the staff.
  uploaded_by uuid,
  file_name text not null,
  file_path text collate "C" not null unique,
  file_size bigint not null default 0,
  file_type text not null default 'application/octet-stream',
  year int not null,
  -- Null at the root.
  parent_folder text,
  uploaded_at timestamptz not null default now(),
  -- SHA-256 of the bytes, in hex: two files with the same one are the same document.
  sha256 text,
  download_count int not null default 0 check (download_count >= 0)
);
create index file_uploads_folder_idx on public.file_uploads (user_id, parent_folder);

-- The owner of a key, or null where the first folder is not a user's id.
create function public.document_owner(key text) returns uuid
  language sql immutable
  as $$
  select case
    when split_part(key, '/', 1) ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then split_part(key, '/', 1)::uuid
  end
$$;
grant execute on function public.document_owner(text) to authenticated, service_role;

create schema if not exists nutmeg;

create function nutmeg.is_folder_mark(key text) returns boolean
  language sql immutable
  as $$ select storage.filename(key) in ('.emptyFolderPlaceholder', '.placeholder') $$;
grant execute on function nutmeg.is_folder_mark(text) to anon, authenticated, service_role;

create function public.follow_document() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  folders text[] := storage.foldername(new.name);
  owner uuid := public.document_owner(new.name);
begin
  if nutmeg.is_folder_mark(new.name) then
    delete from public.file_uploads where id = new.id;
    return new;
  end if;
  insert into public.file_uploads as f
    (id, user_id, uploaded_by, file_name, file_path, file_size, file_type, year, parent_folder, uploaded_at,
      sha256)
  values (
    new.id,
    owner,
    new.owner,
    storage.filename(new.name),
    new.name,
    coalesce((new.metadata ->> 'size')::bigint, 0),
    coalesce(new.metadata ->> 'mimetype', 'application/octet-stream'),
    -- The office's zone decides which year it is; the server names it on each connection.
    extract(year from new.created_at at time zone coalesce(current_setting('nutmeg.time_zone', true), 'UTC')),
    nullif(array_to_string(folders[2:], '/'), ''),
    new.created_at,
    (select encode(b.sha256, 'hex') from storage.blobs b where b.id = new.blob_id)
  )
  on conflict (id) do update set
    user_id = excluded.user_id,
    file_name = excluded.file_name,
    file_path = excluded.file_path,
    file_size = excluded.file_size,
    file_type = excluded.file_type,
    parent_folder = excluded.parent_folder,
    sha256 = excluded.sha256;
  return new;
end
$$;

create trigger document_followed after insert or update of name, metadata on storage.objects
  for each row when (new.bucket_id = 'user-documents') execute function public.follow_document();

-- A document that leaves the bucket leaves the list.
create function public.forget_document() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.file_uploads where id = old.id;
  return new;
end
$$;
create trigger document_left after update of bucket_id on storage.objects
  for each row when (old.bucket_id = 'user-documents' and new.bucket_id <> 'user-documents')
  execute function public.forget_document();

-- The first folder must be a real person; the foreign key of file_uploads says it for files, this for folders too.
create function public.require_document_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (select from auth.users where id = public.document_owner(new.name))
    or cardinality(storage.foldername(new.name)) < 1 then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger document_has_owner before insert or update of name on storage.objects
  for each row when (new.bucket_id = 'user-documents') execute function public.require_document_owner();

-- What was handed in stays as it was handed in: a client may move a document, but neither replace its bytes, nor
-- call it another type, nor hide it as the mark of a folder.
create function public.refuse_replacement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.role() = 'authenticated' and not public.is_staff() then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger document_not_replaced before update of blob_id, metadata, name on storage.objects
  for each row when (
    new.bucket_id = 'user-documents'
    and (
      new.blob_id is distinct from old.blob_id
      or new.metadata is distinct from old.metadata
      or nutmeg.is_folder_mark(new.name) is distinct from nutmeg.is_folder_mark(old.name)
    )
  )
  execute function public.refuse_replacement();

-- A client reads, uploads and moves inside the own prefix and never deletes; staff do everything, everywhere.
-- Reading is said as a range of keys, which the index answers: a client who lists the root of the bucket must not
-- make the database look at everybody's. All keys begin with a user's id (above), so they are below 'g'.
create policy "documents: read own, staff all" on storage.objects for select to authenticated
  using (
    bucket_id = 'user-documents'
    and name collate "C" >= (select case when public.is_staff() then '' else auth.uid()::text || '/' end)
    and name collate "C" < (select case when public.is_staff() then 'g' else auth.uid()::text || '0' end)
  );
create policy "documents: upload own, staff all" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = (select auth.uid()) or (select public.is_staff()))
  );
create policy "documents: move own, staff all" on storage.objects for update to authenticated
  using (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = (select auth.uid()) or (select public.is_staff()))
  )
  with check (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = (select auth.uid()) or (select public.is_staff()))
  );
create policy "documents: staff delete" on storage.objects for delete to authenticated
  using (bucket_id = 'user-documents' and (select public.is_staff()));

alter table public.file_uploads enable row level security;
grant select on public.file_uploads to authenticated;
grant select on public.file_uploads to service_role;
create policy "own files, or staff: read" on public.file_uploads for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "service_role: read" on public.file_uploads for select to service_role using (true);
