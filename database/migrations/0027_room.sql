-- How much room each owner's documents take, and how much a client's may: else whoever signs up can fill the disk.
-- What is stored counts, what lies in the trash, and what has arrived of uploads that are not finished. The sum is
-- kept by triggers, since adding up ten thousand rows at each upload would cost more than the upload.

create table nutmeg.storage_use (
  -- No foreign key: documents may outlive their owner's account, and count until they go.
  owner_id uuid primary key,
  bytes bigint not null
);
alter table nutmeg.storage_use enable row level security;

-- The bytes, what was said beside them, and the rows themselves: a million empty files are not nothing.
create function nutmeg.room_of(size bigint, said text) returns bigint
  language sql immutable
  as $$ select 4096 + coalesce(size, 0) + coalesce(octet_length(said), 0) $$;
create function nutmeg.room_of(metadata jsonb, user_metadata jsonb) returns bigint
  language sql immutable
  as $$ select nutmeg.room_of((metadata ->> 'size')::bigint, user_metadata::text) $$;
-- What a client may have; the server names it on each connection. Null: no bound.
create function nutmeg.room_for_each() returns bigint
  language sql stable
  as $$ select nullif(current_setting('nutmeg.bytes_per_client', true), '')::bigint $$;

-- Adds to the sums, and refuses a client whose own has grown beyond the bound. Who comes second waits for the first
-- here, and then sees what that one took. Owners in one order, so that two never wait for each other.
create function nutmeg.change_room(owners uuid[], changes bigint[]) returns void
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
    if change.bytes > 0 and now_used > nutmeg.room_for_each()
      and auth.role() = 'authenticated' and not public.is_staff() then
      raise exception 'no more room for this client' using errcode = 'NM413';
    end if;
  end loop;
end
$$;

-- Of a table's rows (`r`): whose they are, what room they take, and which of them count.
create function nutmeg.count_room() returns trigger
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
    'select nutmeg.change_room(array_agg(c.owner), array_agg(c.bytes)) from (%s) as c (owner, bytes)',
    array_to_string(parts, ' union all ')
  );
  return null;
end
$$;

-- Before the record of it is written (document_4_*, and below): what locks both sums does so in one order.
create trigger document_3_counted after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.name)', 'nutmeg.room_of(r.metadata, r.user_metadata)', $$r.bucket_id = 'user-documents'$$
  );
create trigger document_3_counted_anew after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.name)', 'nutmeg.room_of(r.metadata, r.user_metadata)', $$r.bucket_id = 'user-documents'$$
  );
create trigger document_1_counted_out after delete on storage.objects
  referencing old table as old_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.name)', 'nutmeg.room_of(r.metadata, r.user_metadata)', $$r.bucket_id = 'user-documents'$$
  );

create trigger trash_counted after insert on public.trashed_documents
  referencing new table as new_rows
  for each statement execute function nutmeg.count_room(
    'r.owner_id', 'nutmeg.room_of(r.metadata, r.user_metadata)', 'true'
  );
create trigger trash_counted_anew after update on public.trashed_documents
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.count_room(
    'r.owner_id', 'nutmeg.room_of(r.metadata, r.user_metadata)', 'true'
  );
create trigger trash_counted_out after delete on public.trashed_documents
  referencing old table as old_rows
  for each statement execute function nutmeg.count_room(
    'r.owner_id', 'nutmeg.room_of(r.metadata, r.user_metadata)', 'true'
  );

-- With its end an upload is a document, and counts as that.
create trigger uploads_counted after insert on storage.uploads
  referencing new table as new_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.key)', 'nutmeg.room_of(r.received, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );
create trigger uploads_counted_anew after update on storage.uploads
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.key)', 'nutmeg.room_of(r.received, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );
create trigger uploads_counted_out after delete on storage.uploads
  referencing old table as old_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.key)', 'nutmeg.room_of(r.received, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );

-- How many bytes more the caller may bring there; null: as many as the disk has. So that nobody sends a gigabyte to
-- hear in the end that there is no room for it.
create function storage.room_left(bucket text, key text) returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select case
    when bucket = 'user-documents' and auth.role() = 'authenticated' and public.document_owner(key) = auth.uid()
      and not public.is_staff()
    then greatest(nutmeg.room_for_each() - coalesce((
      select u.bytes from nutmeg.storage_use u where u.owner_id = auth.uid()
    ), 0), 0)
  end
$$;

-- The record of what is done with documents can't be emptied, so no client may write it full: by moving a file to and
-- fro, or by downloading the same folder again and again. So many lines in an hour; the largest archive is one less.
create table nutmeg.record_pace (
  actor_id uuid primary key,
  since timestamptz not null default now(),
  lines int not null
);
alter table nutmeg.record_pace enable row level security;

create function nutmeg.pace_record() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  most constant int := 50001;
  writer record;
  written int;
begin
  for writer in
    select n.actor_id as id, count(*)::int as lines from new_rows n
    where n.actor_role = 'client' and n.actor_id is not null group by n.actor_id order by n.actor_id
  loop
    insert into nutmeg.record_pace as p (actor_id, lines) values (writer.id, writer.lines)
    on conflict (actor_id) do update set
      since = case when p.since < now() - interval '1 hour' then now() else p.since end,
      lines = case when p.since < now() - interval '1 hour' then 0 else p.lines end + excluded.lines
    returning lines into written;
    if written > most then
      raise exception 'too much for one hour' using errcode = 'NM429';
    end if;
  end loop;
  return null;
end
$$;
create trigger document_events_paced after insert on public.document_events
  referencing new table as new_rows
  for each statement execute function nutmeg.pace_record();

revoke execute on function nutmeg.change_room(uuid[], bigint[]), storage.room_left(text, text) from public;
grant execute on function storage.room_left(text, text) to anon, authenticated, service_role;
