-- New to the office is what a login other than staff's has sent: the client's own, a spouse's, or a helper's. What staff add is
-- from the office, also in a client's folder that is their own. Who sent it when is what counts: a login may become staff's
-- later, or be deleted.

create function nutmeg.is_client(login uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_profiles p where p.user_id = login and p.role = 'client') $$;
revoke execute on function nutmeg.is_client(uuid) from public;

-- The one place that says so: lists, badges, and reminders read this column.
alter table public.file_uploads add column by_client boolean not null default false;
-- When the office first opened it, downloaded it, or said that it was seen. Until then, it waits in the queue of new files.
alter table public.file_uploads add column seen_at timestamptz;
-- A million rows that change are no news for anyone. An upgrade must not fill the queue with what the former one had
-- forgotten: what is older than 14 days, or was downloaded by the office, counts as seen.
alter table public.file_uploads disable trigger tell_updated;
update public.file_uploads u set by_client = true, seen_at = case
  when u.uploaded_at < now() - interval '14 days' or u.download_count > 0 and exists (
    select from public.document_events e
    where e.document_id = u.id and e.action = 'downloaded' and e.actor_role in ('admin', 'super')
  ) then now() end
where u.uploaded_by = u.user_id and nutmeg.is_client(u.user_id);
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

-- The queue of new files, and the number of each client's. No one asks for files that were never downloaded anymore.
drop index public.file_uploads_new_idx, public.file_uploads_unfetched_idx;
create index file_uploads_new_idx on public.file_uploads (user_id, uploaded_at) where by_client and seen_at is null;

-- Whether this person reads this client's documents for the office, and not as a member of the client.
create function nutmeg.reads_for_office(reader uuid, client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select nutmeg.has_staff_role(reader) and not exists (
    select from public.client_members m
    where m.user_id = reader and m.client_id = client and (m.ends_at is null or m.ends_at > now())
  )
$$;
revoke execute on function nutmeg.reads_for_office(uuid, uuid) from public;

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
