-- Deleted documents stay in the trash for thirty days, from where staff can restore them; then the bytes are destroyed.

create table public.trashed_documents (
  -- The object's id, which it gets back.
  id uuid primary key,
  owner_id uuid not null references auth.users on delete cascade,
  -- Below the owner's root.
  path text not null,
  file_name text not null,
  file_size bigint not null,
  file_type text not null,
  -- The mark of a folder: nothing to show, but without it an empty folder would not come back.
  is_folder_mark boolean not null,
  deleted_by uuid,
  deleted_by_name text,
  deleted_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  -- The columns of the object and of its entry in the list.
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  download_count int not null,
  object_owner uuid,
  metadata jsonb not null,
  user_metadata jsonb,
  version text not null,
  -- The sweeper keeps these blobs, and the foreign key refuses their deletion.
  blob_id uuid not null references storage.blobs,
  replaced_at timestamptz,
  by_client boolean,
  seen_at timestamptz
);

create index trashed_documents_owner_id_idx on public.trashed_documents (owner_id, deleted_at desc);

create index trashed_documents_expires_at_idx on public.trashed_documents (expires_at);

create index trashed_documents_blob_id_idx on public.trashed_documents (blob_id);

-- Nothing is kept if the owner was deleted too.
create function nutmeg.trash_documents() returns trigger
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

-- What only the deletion of a client may do, in its transaction: delete what is otherwise never deleted, without a way back,
-- and without a record of each row, which would name what is gone. Callers can't set this.
create trigger document_1_trashed after delete on storage.objects
  referencing old table as old_rows for each statement
  when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.trash_documents();

-- A file that staff replace goes to the trash too, as a separate document.
create function nutmeg.trash_replaced() returns trigger
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

create trigger document_1_replaced after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.trash_replaced();

-- "W2.pdf" as "W2_k3x9.pdf", within the 255 bytes of a name; the same rule as the app's.
create function nutmeg.with_random_suffix(key text) returns text
  language plpgsql volatile
  as $$
declare
  alphabet constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  name text := storage.filename(key);
  extension text := coalesce(substring(name from '^.+(\.(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{1,8})$'), '');
  base text := left(name, length(name) - length(extension));
  suffix text := '_';
begin
  for i in 1..4 loop
    suffix := suffix || substr(alphabet, 1 + floor(random() * length(alphabet))::int, 1);
  end loop;
  while base <> '' and (
    octet_length(base || suffix || extension) > 255
    or octet_length(key) - octet_length(name) + octet_length(base || suffix || extension) > 1024
  ) loop
    base := left(base, -1);
  end loop;
  return left(key, length(key) - length(name)) || base || suffix || extension;
end
$$;

-- Puts documents back where they were, under the same id, with their count and date. If a name is taken by now, the
-- document gets a suffix; folders are restored as needed. Returns where each document is; those that are no longer in
-- the trash are left out.
create function public.restore_documents(document_ids uuid[]) returns table (id uuid, path text)
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  files uuid[];
  marks uuid[];
  one public.trashed_documents;
begin
  if not public.is_staff() then
    raise exception 'Only staff may restore documents' using errcode = '42501';
  end if;
  -- If two people restore the same document at once, the second one no longer finds it in the trash.
  select array_agg(t.id) into files from (
    select t.id from public.trashed_documents t
    where t.id = any(document_ids) and not t.is_folder_mark and t.expires_at > now() order by t.id for update
  ) t;
  -- The folders that the files were in, and the empty folders in those, if they were deleted at the same time.
  with wanted as (
    select distinct t.owner_id, t.deleted_at, nutmeg.folder_of(t.path) as folder
    from public.trashed_documents t where t.id = any(files)
  ),
  around as (
    select m.id, m.owner_id, m.deleted_at, nutmeg.folder_of(m.path) as folder
    from public.trashed_documents m
    where m.is_folder_mark and exists (
      select from wanted w
      where w.owner_id = m.owner_id and starts_with(w.folder || '/', nutmeg.folder_of(m.path) || '/')
    )
  )
  select array_agg(m.id) into marks
  from public.trashed_documents m
  where m.is_folder_mark and (
    m.id in (select a.id from around a)
    or exists (
      select from around a
      where a.owner_id = m.owner_id and a.deleted_at = m.deleted_at and starts_with(m.path, a.folder || '/')
    )
  );
  perform from public.trashed_documents t where t.id = any(marks) order by t.id for update;

  perform set_config('nutmeg.restoring', 'on', true);
  insert into storage.objects
    (id, bucket_id, name, owner, owner_id, created_at, metadata, user_metadata, version, blob_id)
  select t.id, 'user-documents', t.owner_id || '/' || t.path, t.object_owner, t.object_owner::text, t.uploaded_at,
    t.metadata, t.user_metadata, t.version, t.blob_id
  from public.trashed_documents t where t.id = any(files || marks)
  order by t.deleted_at desc, t.id
  on conflict (bucket_id, name) do nothing;
  for one in
    select t.* from public.trashed_documents t
    where t.id = any(files) and not exists (select from storage.objects o where o.id = t.id)
  loop
    loop
      insert into storage.objects
        (id, bucket_id, name, owner, owner_id, created_at, metadata, user_metadata, version, blob_id)
      values (one.id, 'user-documents', nutmeg.with_random_suffix(one.owner_id || '/' || one.path), one.object_owner,
        one.object_owner::text, one.uploaded_at, one.metadata, one.user_metadata, one.version, one.blob_id)
      on conflict (bucket_id, name) do nothing;
      exit when found;
    end loop;
  end loop;
  perform set_config('nutmeg.restoring', '', true);

  update public.file_uploads f set download_count = t.download_count, uploaded_by = t.uploaded_by
  from public.trashed_documents t where t.id = any(files) and f.id = t.id;
  insert into public.document_events
    (owner_id, actor_id, actor_name, actor_role, action, document_id, path, new_path)
  select t.owner_id, auth.uid(), p.name, p.role, 'restored', t.id, t.path,
    nullif(nutmeg.path_of(o.name), t.path)
  from public.trashed_documents t join storage.objects o on o.id = t.id cross join nutmeg.person(auth.uid()) p
  where t.id = any(files) order by t.path;
  -- Marks that were not needed, because the folder has one again, are removed too.
  delete from public.trashed_documents t where t.id = any(files || marks);
  return query
    select o.id, nutmeg.path_of(o.name) from storage.objects o where o.id = any(files) order by o.name;
end
$$;

grant execute on function public.restore_documents(uuid[]) to authenticated;

alter table public.trashed_documents enable row level security;

grant select on public.trashed_documents to authenticated, service_role;

create policy "staff: read" on public.trashed_documents for select to authenticated
  using ((select public.is_staff()));

create policy "require second factor" on public.trashed_documents as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "service_role: read" on public.trashed_documents for select to service_role using (true);

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

-- When the bytes of documents came that were replaced at the hosted service that they are imported from.

create function nutmeg.replacement_time(metadata jsonb, created_at timestamptz) returns timestamptz
  language sql stable set search_path = ''
  as $$
  -- A case, so that a text that is no time is not read as one.
  select case
    when metadata ->> 'lastModified' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d'
      and (metadata ->> 'lastModified')::timestamptz > created_at + interval '1 minute'
    then (metadata ->> 'lastModified')::timestamptz
  end
$$;

-- Clients never delete. But who has just sent the wrong file can take it back, for 10 minutes, as long as no one at the
-- office has opened it. It goes to the trash, as what staff delete. `detail` is the key of a refusal (app/documents/store/take-back.ts).

create function public.take_back_document(document_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  file public.file_uploads;
  mine constant uuid[] := auth.my_clients('upload');
begin
  if auth.uid() is null or nutmeg.mfa_pending() or not exists (
    select from public.file_uploads f where f.id = take_back_document.document_id and f.user_id = any(mine)
  ) then
    raise exception 'The document was not found' using errcode = '42501', detail = 'gone';
  end if;
  perform nutmeg.limit_own_acts();
  -- In the order of other changes. Who opens it at the same time comes first, or finds nothing.
  perform from storage.objects o where o.id = take_back_document.document_id for update;
  select * into file from public.file_uploads f
  where f.id = take_back_document.document_id and f.user_id = any(mine) for no key update;
  if not found then
    raise exception 'The document was not found' using errcode = '42501', detail = 'gone';
  end if;
  if not file.by_client or file.uploaded_by is distinct from auth.uid() then
    raise exception 'Someone else has sent this document' using errcode = '42501', detail = 'not_yours';
  end if;
  if file.seen_at is not null or exists (
    -- Whatever they did with it, or what a program of the office has read. A mark as new doesn't undo that.
    select from public.document_events e
    where e.document_id = file.id
      and (e.actor_role in ('admin', 'super') or e.actor_role = 'service' and e.action in ('opened', 'downloaded'))
      and not exists (
        select from public.client_members m where m.client_id = file.user_id and m.user_id = e.actor_id
      )
  ) then
    raise exception 'The office has opened this document' using errcode = '23514', detail = 'opened';
  end if;
  if file.uploaded_at <= now() - interval '10 minutes' then
    raise exception 'The document was sent more than 10 minutes ago' using errcode = '23514', detail = 'too_late';
  end if;
  perform from public.user_profiles p where p.user_id = file.user_id for no key update;
  if exists (select from public.tax_returns r where r.document_id = file.id)
    or exists (select from public.signature_requests r where file.id in (r.document_id, r.sealed_document_id))
    or exists (
      select from public.checklist_documents d join public.checklist_items i on i.id = d.item_id
      where d.document_id = file.id and i.state = 'confirmed'
    ) then
    raise exception 'The office uses this document' using errcode = '23514', detail = 'in_use';
  end if;
  update public.checklist_items i set state = 'open', updated_by = auth.uid()
  where i.state = 'sent'
    and exists (select from public.checklist_documents d where d.item_id = i.id and d.document_id = file.id)
    and not exists (select from public.checklist_documents d where d.item_id = i.id and d.document_id <> file.id);
  delete from storage.objects o where o.id = file.id;
end
$$;

grant execute on function public.take_back_document(uuid) to authenticated;
