-- How much room each owner's documents take, and how much a client's may: otherwise one sign-up can fill the disk.
-- What is stored counts, what is in the trash, and what has arrived of uploads that are not finished. Triggers keep the
-- sum, since adding up ten thousand rows at each upload would cost more than the upload.

create table nutmeg.storage_use (
  -- No foreign key: documents may outlive their owner's account, and count until they go.
  owner_id uuid primary key,
  bytes bigint not null
);

alter table nutmeg.storage_use enable row level security;

-- The bytes, their metadata, and the rows themselves: a million empty files take room too.
create function nutmeg.stored_bytes(size bigint, said text) returns bigint
  language sql immutable
  as $$ select 4096 + coalesce(size, 0) + coalesce(octet_length(said), 0) $$;

create function nutmeg.stored_bytes(metadata jsonb, user_metadata jsonb) returns bigint
  language sql immutable
  as $$ select nutmeg.stored_bytes((metadata ->> 'size')::bigint, user_metadata::text) $$;

-- What a client may have, in bytes. Null: no limit.
create function nutmeg.client_quota() returns bigint
  language plpgsql stable
  as $$
begin
  return (select s.bytes_per_client from public.office_settings s order by s.version desc limit 1);
end
$$;

-- Adds to the sums, and refuses a client whose sum exceeds the limit. The second of two at once waits here for the
-- first and sees the new sum. Owners are always updated in the same order, so that two never deadlock.
create function nutmeg.add_to_quota(owners uuid[], changes bigint[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  change record;
  now_used bigint;
begin
  for change in
    select c.owner, sum(c.bytes)::bigint as bytes from unnest(owners, changes) as c (owner, bytes)
    where c.owner is not null group by c.owner having sum(c.bytes) <> 0 order by c.owner
  loop
    insert into nutmeg.storage_use as u (owner_id, bytes) values (change.owner, change.bytes)
    on conflict (owner_id) do update set bytes = u.bytes + excluded.bytes
    returning u.bytes into now_used;
    if change.bytes > 0 and auth.role() = 'authenticated' then
      perform nutmeg.refuse_merged(change.owner);
    end if;
    if change.bytes > 0 and now_used > nutmeg.client_quota()
      and auth.role() = 'authenticated' and not public.is_staff() then
      perform nutmeg.drop_abandoned_uploads(change.owner);
      if (select u.bytes from nutmeg.storage_use u where u.owner_id = change.owner) > nutmeg.client_quota() then
        raise exception 'no more room for this client' using errcode = 'NM413';
      end if;
    end if;
  end loop;
end
$$;

-- Arguments, as expressions over a row `r`: its owner, the room it takes, and whether it counts.
create function nutmeg.track_quota() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  parts text[] := '{}';
begin
  if tg_op <> 'DELETE' then
    parts := parts || format('select %s, %s from new_rows r where %s', tg_argv[0], tg_argv[1], tg_argv[2]);
  end if;
  if tg_op <> 'INSERT' then
    parts := parts || format('select %s, -(%s) from old_rows r where %s', tg_argv[0], tg_argv[1], tg_argv[2]);
  end if;
  execute format(
    'select nutmeg.add_to_quota(array_agg(c.owner), array_agg(c.bytes)) from (%s) as c (owner, bytes)',
    array_to_string(parts, ' union all ')
  );
  return null;
end
$$;

-- Named so that they fire before the record is written (document_4_*): both sums are always locked in the same order.
create trigger document_3_counted after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function nutmeg.track_quota(
    'public.document_owner(r.name)', 'nutmeg.stored_bytes(r.metadata, r.user_metadata)', $$r.bucket_id = 'user-documents'$$
  );

create trigger document_3_counted_anew after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.track_quota(
    'public.document_owner(r.name)', 'nutmeg.stored_bytes(r.metadata, r.user_metadata)', $$r.bucket_id = 'user-documents'$$
  );

create trigger document_1_counted_out after delete on storage.objects
  referencing old table as old_rows
  for each statement execute function nutmeg.track_quota(
    'public.document_owner(r.name)', 'nutmeg.stored_bytes(r.metadata, r.user_metadata)', $$r.bucket_id = 'user-documents'$$
  );

create trigger trash_counted after insert on public.trashed_documents
  referencing new table as new_rows
  for each statement execute function nutmeg.track_quota(
    'r.owner_id', 'nutmeg.stored_bytes(r.metadata, r.user_metadata)', 'true'
  );

create trigger trash_counted_anew after update on public.trashed_documents
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.track_quota(
    'r.owner_id', 'nutmeg.stored_bytes(r.metadata, r.user_metadata)', 'true'
  );

create trigger trash_counted_out after delete on public.trashed_documents
  referencing old table as old_rows
  for each statement execute function nutmeg.track_quota(
    'r.owner_id', 'nutmeg.stored_bytes(r.metadata, r.user_metadata)', 'true'
  );

-- A finished upload is a document, and counts as one. A piece of an upload takes a disk block and some rows, however
-- small it is, so each counts 4 KB more than its bytes.
create trigger uploads_counted after insert on storage.uploads
  referencing new table as new_rows
  for each statement execute function nutmeg.track_quota(
    'public.document_owner(r.key)', 'nutmeg.stored_bytes(r.received + 4096 * r.pieces::bigint, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );

create trigger uploads_counted_anew after update on storage.uploads
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.track_quota(
    'public.document_owner(r.key)', 'nutmeg.stored_bytes(r.received + 4096 * r.pieces::bigint, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );

create trigger uploads_counted_out after delete on storage.uploads
  referencing old table as old_rows
  for each statement execute function nutmeg.track_quota(
    'public.document_owner(r.key)', 'nutmeg.stored_bytes(r.received + 4096 * r.pieces::bigint, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );

-- How many more bytes the caller may store there; null: no limit. Asked before an upload, so that a client doesn't send
-- a gigabyte that is refused in the end.
create function storage.quota_remaining(bucket text, key text) returns bigint
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  client constant uuid := public.document_owner(key);
begin
  if bucket <> 'user-documents' or auth.role() is distinct from 'authenticated' or public.is_staff() then
    return null;
  end if;
  if not coalesce(client = any (auth.my_clients('upload')), false) then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return greatest(nutmeg.client_quota() - coalesce((
    select u.bytes from nutmeg.storage_use u where u.owner_id = client
  ), 0) + coalesce((
    select sum(nutmeg.stored_bytes(a.received + 4096 * a.pieces::bigint, a.tus_metadata))
    from nutmeg.abandoned_uploads(client) a
  ), 0), 0)::bigint;
end
$$;

grant execute on function storage.quota_remaining(text, text) to anon, authenticated, service_role;
