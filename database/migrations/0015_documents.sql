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
  -- The account that sent it: the client's own, or a staff member's.
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
  download_count int not null default 0 check (download_count >= 0),
  by_client boolean not null default false,
  seen_at timestamptz
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

-- The same rule by which the app hides them: any name that begins like a folder mark is one.
create function nutmeg.is_folder_mark(key text) returns boolean
  language sql immutable
  as $$ select storage.filename(key) ~ '^\.(placeholder|emptyFolderPlaceholder)' $$;

grant execute on function nutmeg.is_folder_mark(text) to anon, authenticated, service_role;

-- These triggers fire once per statement, however many rows it has: one statement renames a folder of five thousand
-- files. Triggers fire in the order of their names, so they are numbered; those of the record, the trash and the room
-- have their places among them.
--
-- Dangerous: PostgreSQL keeps the plan of a trigger's query. A plan made for a single row would compare every old row
-- with every new one when thousands come; a plan made for thousands would read the whole list for a single row. So
-- joins are planned anew each time (execute), or the function's settings rule a bad plan out.

-- The first folder must be a real person. The foreign key of file_uploads ensures it for files, this for folders too.
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

-- A document stays as the client sent it: a client may move it, but may not replace its bytes, change its type, or hide it as
-- the mark of a folder. Clients don't delete, so who may upload to two clients must not move documents from one to the other.
create function public.refuse_replacement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.role() = 'authenticated' and not public.is_staff() and exists (
    select n.id, n.blob_id, n.metadata, nutmeg.is_folder_mark(n.name), public.document_owner(n.name)
    from new_rows n where n.bucket_id = 'user-documents'
    except
    select o.id, o.blob_id, o.metadata, nutmeg.is_folder_mark(o.name), public.document_owner(o.name) from old_rows o
  ) then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return null;
end
$$;

create trigger document_2_not_replaced after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.refuse_replacement();

-- A mark is hidden in every list, so it must be empty, whether it is uploaded, copied, or moved there.
create function nutmeg.reject_nonempty_placeholders() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- One that had content before it was deleted may come back.
  if current_setting('nutmeg.restoring', true) is distinct from 'on' and exists (
    select from new_rows n join storage.blobs b on b.id = n.blob_id
    where nutmeg.is_folder_mark(n.name) and b.size > 0
  ) then
    raise exception 'the mark of a folder is empty' using errcode = '42501';
  end if;
  return null;
end
$$;

create function nutmeg.reject_filled_placeholders() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- One that had content before may still move with its folder.
  if exists (
    select from new_rows n where nutmeg.is_folder_mark(n.name)
  ) and exists (
    select n.id, n.blob_id from new_rows n join storage.blobs b on b.id = n.blob_id
    where nutmeg.is_folder_mark(n.name) and b.size > 0
    except
    select o.id, o.blob_id from old_rows o where nutmeg.is_folder_mark(o.name)
  ) then
    raise exception 'the mark of a folder is empty' using errcode = '42501';
  end if;
  return null;
end
$$;

create trigger document_2_mark_is_empty after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function nutmeg.reject_nonempty_placeholders();

create trigger document_2_mark_stays_empty after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.reject_filled_placeholders();

-- A document that leaves the bucket, or the store, leaves the list.
create function public.sync_file_uploads() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  kept int;
  zone text;
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
        -- Who sees the past only must not see what took a document's place later.
        year = greatest(f.year, extract(year from n.replaced_at at time zone nutmeg.office_zone())::int),
        sha256 = n.hash,
        -- What staff put in a document's place is theirs.
        uploaded_by = case when f.sha256 is distinct from n.hash and n.is_replaced then n.owner else f.uploaded_by end,
        by_client = case
          when f.sha256 is distinct from n.hash and n.is_replaced then nutmeg.is_client(n.owner) else f.by_client
        end,
        -- No one has seen the new bytes.
        seen_at = case when f.sha256 is distinct from n.hash and n.is_replaced then null else f.seen_at end
      from (
        select r.*, encode(b.sha256, 'hex') as hash,
          current_setting('nutmeg.editing', true) is distinct from 'rotation' as is_replaced
        from new_rows r left join storage.blobs b on b.id = r.blob_id
      ) n where f.id = n.id
    $sql$;
    get diagnostics kept = row_count;
    if kept = (
      select count(*) from new_rows n where n.bucket_id = 'user-documents' and not nutmeg.is_folder_mark(n.name)
    ) then
      return null;
    end if;
  end if;
  zone := nutmeg.office_zone();
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
    extract(year from greatest(n.created_at, n.replaced_at) at time zone zone),
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
  for each statement execute function public.sync_file_uploads();

create trigger document_3_followed_on after update on storage.objects
  referencing new table as new_rows
  for each statement execute function public.sync_file_uploads();

create trigger document_3_forgotten after delete on storage.objects
  referencing old table as old_rows
  for each statement execute function public.sync_file_uploads();

create policy "documents: staff delete" on storage.objects for delete to authenticated
  using (bucket_id = 'user-documents' and (select public.is_staff()));

create policy "require second factor" on storage.objects as restrictive to authenticated
  using (not (select nutmeg.mfa_pending())) with check (not (select nutmeg.mfa_pending()));

alter table public.file_uploads enable row level security;

grant select on public.file_uploads to authenticated;

grant select on public.file_uploads to service_role;

create policy "service_role: read" on public.file_uploads for select to service_role using (true);

create policy "require second factor" on public.file_uploads as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create trigger notify_inserted after insert on public.file_uploads referencing new table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_updated after update on public.file_uploads
  referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_deleted after delete on public.file_uploads referencing old table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

-- The newest documents of a client: /account and the list of all files read them first.
create index file_uploads_newest_idx on public.file_uploads (user_id, uploaded_at);

create index file_uploads_new_idx on public.file_uploads (user_id, uploaded_at) where by_client and seen_at is null;

-- Search over everything finds a document by a part of its name.
create index file_uploads_search_idx on public.file_uploads
  using gin (nutmeg.searched(file_name) extensions.gin_trgm_ops);
