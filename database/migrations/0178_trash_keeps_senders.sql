-- A document in the trash keeps when its bytes came, whether a client sent it, and whether the office has seen it. It has
-- them again when it is restored.

alter table public.trashed_documents add column replaced_at timestamptz, add column by_client boolean,
  add column seen_at timestamptz;
-- As for the others (0123).
update public.trashed_documents t set seen_at = now()
where t.uploaded_at < now() - interval '14 days' or t.download_count > 0;

-- As before (0010), with these.
create or replace function nutmeg.trash_documents() returns trigger
  language plpgsql security definer set search_path = '' set enable_hashjoin = off set enable_mergejoin = off
  as $$
begin
  insert into public.trashed_documents
    (id, owner_id, path, file_name, file_size, file_type, is_folder_mark, deleted_by, deleted_by_name, uploaded_by,
      uploaded_at, download_count, object_owner, metadata, user_metadata, version, blob_id, replaced_at, by_client,
      seen_at)
  select o.id, u.id, nutmeg.path_of(o.name), storage.filename(o.name), coalesce((o.metadata ->> 'size')::bigint, 0),
    coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'), nutmeg.is_folder_mark(o.name), auth.uid(),
    p.name, coalesce(f.uploaded_by, o.owner), o.created_at, coalesce(f.download_count, 0), o.owner, o.metadata,
    o.user_metadata, o.version, o.blob_id, o.replaced_at, f.by_client, f.seen_at
  from old_rows o
  join auth.users u on u.id = public.document_owner(o.name)
  left join public.file_uploads f on f.id = o.id
  cross join nutmeg.person(auth.uid()) p
  where o.bucket_id = 'user-documents';
  return null;
end
$$;

-- As before (0010), with these. The list still has the entry of the former bytes (document_3_followed_on).
create or replace function nutmeg.trash_replaced() returns trigger
  language plpgsql security definer set search_path = '' set enable_nestloop = off
  as $$
begin
  insert into public.trashed_documents
    (id, owner_id, path, file_name, file_size, file_type, is_folder_mark, deleted_by, deleted_by_name, uploaded_by,
      uploaded_at, download_count, object_owner, metadata, user_metadata, version, blob_id, replaced_at, by_client,
      seen_at)
  select gen_random_uuid(), public.document_owner(o.name), nutmeg.path_of(o.name), storage.filename(o.name),
    coalesce((o.metadata ->> 'size')::bigint, 0), coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'),
    false, auth.uid(), p.name, o.owner, o.created_at, 0, o.owner, o.metadata, o.user_metadata, o.version, o.blob_id,
    o.replaced_at, (select f.by_client from public.file_uploads f where f.id = o.id),
    (select f.seen_at from public.file_uploads f where f.id = o.id)
  from old_rows o join new_rows n using (id) cross join nutmeg.person(auth.uid()) p
  where o.bucket_id = 'user-documents' and n.blob_id <> o.blob_id and not nutmeg.is_folder_mark(o.name);
  return null;
end
$$;

-- As before (0123), but out of the trash, it is what it was.
create or replace function nutmeg.note_sender() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.by_client := coalesce(
    (select t.by_client from public.trashed_documents t where t.id = new.id), nutmeg.is_client(new.uploaded_by)
  );
  new.seen_at := (select t.seen_at from public.trashed_documents t where t.id = new.id);
  return new;
end
$$;

create function nutmeg.note_restored_bytes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.replaced_at := (select t.replaced_at from public.trashed_documents t where t.id = new.id);
  return new;
end
$$;
create trigger object_restored before insert on storage.objects
  for each row when (current_setting('nutmeg.restoring', true) = 'on')
  execute function nutmeg.note_restored_bytes();
