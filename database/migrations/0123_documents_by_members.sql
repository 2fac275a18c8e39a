-- New to the office is what a login other than staff's has sent: the client's own, a spouse's, or a helper's. What staff add is
-- from the office, also in a client's folder that is their own. Who sent it when is what counts: a login may become staff's
-- later, or be deleted.

create function nutmeg.is_client(login uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_profiles p where p.user_id = login and p.role = 'client') $$;
revoke execute on function nutmeg.is_client(uuid) from public;

-- The one place that says so: lists, badges, and reminders read this column.
alter table public.file_uploads add column by_client boolean not null default false;
-- A million rows that change are no news for anyone.
alter table public.file_uploads disable trigger tell_updated;
update public.file_uploads u set by_client = true where u.uploaded_by = u.user_id and nutmeg.is_client(u.user_id);
alter table public.file_uploads enable trigger tell_updated;

-- A document that moves to another client stays as it is.
create function nutmeg.note_sender() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.by_client := nutmeg.is_client(new.uploaded_by);
  return new;
end
$$;
create trigger file_uploads_by_client before insert on public.file_uploads
  for each row execute function nutmeg.note_sender();

-- Who has new files: only the recent ones are read, instead of every file that was never downloaded.
drop index public.file_uploads_new_idx;
create index file_uploads_new_idx on public.file_uploads (uploaded_at) include (user_id)
  where download_count = 0 and by_client;

-- As before (0075), with the year and the sender of bytes that replace others.
create or replace function public.follow_documents() returns trigger
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
        end
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
