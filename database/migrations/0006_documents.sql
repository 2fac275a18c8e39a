-- The clients' documents: the bucket, who may do what in it, and the list that follows it.
-- Key: {ownerId}/{folders}/{name}. A folder is an object named .emptyFolderPlaceholder.

-- Two gigabytes a file: more than any scan, less than a disk.
insert into storage.buckets (id, name, public, file_size_limit)
values ('user-documents', 'user-documents', false, 2147483648);

create table public.file_uploads (
  -- The object's own id, so that the two can't disagree. A trigger (below) takes the entry away with its object; the
  -- key proves at the end of the transaction that it did. A cascade would go row by row, five thousand times for a
  -- folder, and before the trash has read the entry.
  id uuid primary key references storage.objects deferrable initially deferred,
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

-- What follows is asked once for each statement, whatever the number of its rows: a folder of five thousand files is
-- renamed by one. Triggers fire in the order of their names, so they are numbered; those of the access record and
-- the trash (0014) have their places among them.
--
-- Dangerous: PostgreSQL keeps the plan of a trigger's query. One that was made for a single row would join the rows
-- before and after a change each with each when thousands come; one that was made for thousands would read the whole
-- list for a single row. So what joins is planned anew each time (execute), or the function's settings rule a way out.

-- The first folder must be a real person; the foreign key of file_uploads says it for files, this for folders too.
create function public.require_document_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  keys text[];
begin
  -- One key for each first folder is enough: the owner of all that is in it.
  select array_agg(distinct split_part(n.name, '/', 1) || case when n.name like '%/%' then '/' else '' end)
  into keys from new_rows n where n.bucket_id = 'user-documents';
  if exists (
    select from unnest(keys) as key
    where key not like '%/' or not exists (select from auth.users u where u.id = public.document_owner(key))
  ) then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger document_1_has_owner after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function public.require_document_owner();
create trigger document_1_has_owner_still after update on storage.objects
  referencing new table as new_rows
  for each statement execute function public.require_document_owner();

-- What was handed in stays as it was handed in: a client may move a document, but neither replace its bytes, nor
-- call it another type, nor hide it as the mark of a folder.
create function public.refuse_replacement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.role() = 'authenticated' and not public.is_staff() and exists (
    select n.id, n.blob_id, n.metadata, nutmeg.is_folder_mark(n.name)
    from new_rows n where n.bucket_id = 'user-documents'
    except
    select o.id, o.blob_id, o.metadata, nutmeg.is_folder_mark(o.name) from old_rows o
  ) then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger document_2_not_replaced after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.refuse_replacement();

-- A document that leaves the bucket, or the store, leaves the list.
create function public.follow_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  kept int;
begin
  if tg_op = 'DELETE' then
    execute 'delete from public.file_uploads f using old_rows o where f.id = o.id';
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if exists (select from new_rows n where n.bucket_id <> 'user-documents' or nutmeg.is_folder_mark(n.name)) then
      execute $sql$
        delete from public.file_uploads f using new_rows n
        where f.id = n.id and (n.bucket_id <> 'user-documents' or nutmeg.is_folder_mark(n.name))
      $sql$;
    end if;
    execute $sql$
      update public.file_uploads f set
        user_id = public.document_owner(n.name),
        file_name = storage.filename(n.name),
        file_path = n.name,
        file_size = coalesce((n.metadata ->> 'size')::bigint, 0),
        file_type = coalesce(n.metadata ->> 'mimetype', 'application/octet-stream'),
        parent_folder = nullif(array_to_string((storage.foldername(n.name))[2:], '/'), ''),
        sha256 = (select encode(b.sha256, 'hex') from storage.blobs b where b.id = n.blob_id)
      from new_rows n where f.id = n.id
    $sql$;
    get diagnostics kept = row_count;
    if kept = (
      select count(*) from new_rows n where n.bucket_id = 'user-documents' and not nutmeg.is_folder_mark(n.name)
    ) then
      return null;
    end if;
  end if;
  insert into public.file_uploads
    (id, user_id, uploaded_by, file_name, file_path, file_size, file_type, year, parent_folder, uploaded_at, sha256)
  select
    n.id,
    public.document_owner(n.name),
    n.owner,
    storage.filename(n.name),
    n.name,
    coalesce((n.metadata ->> 'size')::bigint, 0),
    coalesce(n.metadata ->> 'mimetype', 'application/octet-stream'),
    -- The office's zone decides which year it is; the server names it on each connection.
    extract(year from n.created_at at time zone coalesce(current_setting('nutmeg.time_zone', true), 'UTC')),
    nullif(array_to_string((storage.foldername(n.name))[2:], '/'), ''),
    n.created_at,
    (select encode(b.sha256, 'hex') from storage.blobs b where b.id = n.blob_id)
  from new_rows n
  where n.bucket_id = 'user-documents' and not nutmeg.is_folder_mark(n.name)
  on conflict (id) do nothing;
  return null;
end
$$;
create trigger document_3_followed after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function public.follow_documents();
create trigger document_3_followed_on after update on storage.objects
  referencing new table as new_rows
  for each statement execute function public.follow_documents();
create trigger document_3_forgotten after delete on storage.objects
  referencing old table as old_rows
  for each statement execute function public.follow_documents();

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
