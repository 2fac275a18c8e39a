-- Who did what with whose document, written by triggers and functions in the same transaction as the act: an act that
-- was not recorded did not happen.

create table public.document_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Whose document. Plain ids, no foreign keys: the record outlives the people and the files in it.
  owner_id uuid not null,
  -- Null: a program of the office. Name and role as they were at the time.
  actor_id uuid,
  actor_name text,
  actor_role text not null check (actor_role in ('client', 'admin', 'super', 'service')),
  action text not null check (action in (
    'uploaded', 'opened', 'downloaded', 'renamed', 'moved', 'deleted', 'restored', 'marked_new', 'marked_used',
    'marked_unused', 'marked_seen', 'marked_unseen'
  )),
  -- Null for a folder.
  document_id uuid,
  -- Beneath the owner's root. Moved without a new path: to another client.
  path text not null,
  new_path text,
  -- For a folder: the number of files in it and below it.
  file_count int,
  -- Where the action alone does not say it: 'link', 'archive', 'copy', 'replacement', 'another_client', 'another_bucket', 'part'.
  via text
);

-- The newest of an owner first; the newest of a document, also to know who has just opened it.
create index document_events_owner_id_idx on public.document_events (owner_id, id desc);

create index document_events_document_id_idx on public.document_events (document_id, id desc);

create function public.refuse_event_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'document_events is append only' using errcode = '42501';
end
$$;

create trigger document_events_append_only before update or delete on public.document_events
  for each statement when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function public.refuse_event_change();

create trigger document_events_no_truncate before truncate on public.document_events
  for each statement execute function public.refuse_event_change();

-- A key without the owner's id.
create function nutmeg.path_of(key text) returns text
  language sql immutable
  as $$ select substr(key, position('/' in key) + 1) $$;

create function nutmeg.folder_of(key text) returns text
  language sql immutable
  as $$ select array_to_string(storage.foldername(key), '/') $$;

create function nutmeg.person(id uuid, out name text, out role text)
  language sql stable
  as $$
  select nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''),
    coalesce(p.role, case when person.id is null then 'service' else 'client' end)
  from (values (1)) as one left join public.user_profiles p on p.user_id = person.id
$$;

create function nutmeg.record_new_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- A restored document is recorded as restored.
  if current_setting('nutmeg.restoring', true) = 'on' then
    return null;
  end if;
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path, via)
  select public.document_owner(n.name), auth.uid(), p.name, p.role, 'uploaded', n.id, nutmeg.path_of(n.name),
    nullif(current_setting('nutmeg.editing', true), '')
  from new_rows n cross join nutmeg.person(auth.uid()) p
  where n.bucket_id = 'user-documents' and not nutmeg.is_folder_mark(n.name);
  return null;
end
$$;

-- One row per document; one row for all of them if the server has declared, for this transaction, that it moves a
-- folder: {"from": key, "to": key} as nutmeg.moving_folder, null for a place outside the bucket. Requests can't set it.
create function nutmeg.record_changed_documents() returns trigger
  language plpgsql security definer set search_path = '' set enable_nestloop = off
  as $$
declare
  folder jsonb := nullif(current_setting('nutmeg.moving_folder', true), '');
begin
  insert into public.document_events
    (owner_id, actor_id, actor_name, actor_role, action, document_id, path, new_path, file_count, via)
  with changed as (
    select
      n.id,
      case when o.bucket_id = 'user-documents' then o.name end as from_key,
      case when n.bucket_id = 'user-documents' then n.name end as to_key,
      n.blob_id <> o.blob_id as replaced,
      nutmeg.is_folder_mark(n.name) as is_mark
    from new_rows n join old_rows o using (id)
    where 'user-documents' in (o.bucket_id, n.bucket_id)
      and (n.bucket_id <> o.bucket_id or n.name <> o.name or n.blob_id <> o.blob_id)
  ),
  moves as (
    select id, from_key, to_key, null::int as files from changed
    where folder is null and not is_mark and from_key is distinct from to_key
    union all
    select null, folder ->> 'from', folder ->> 'to', count(*) filter (where not is_mark)::int from changed
    where folder is not null having count(*) > 0
  ),
  placed as (
    select *, public.document_owner(from_key) as from_owner, public.document_owner(to_key) as to_owner from moves
  ),
  acts as (
    select
      from_owner as owner,
      case
        when from_owner = to_owner and nutmeg.folder_of(from_key) = nutmeg.folder_of(to_key) then 'renamed'
        else 'moved'
      end as action,
      id,
      nutmeg.path_of(from_key) as path,
      case when from_owner = to_owner then nutmeg.path_of(to_key) end as new_path,
      files,
      case when to_key is null then 'another_bucket' when from_owner <> to_owner then 'another_client' end as via
    from placed where from_key is not null
    union all
    -- The new owner of a document doesn't learn where it was before.
    select to_owner, 'uploaded', id, nutmeg.path_of(to_key), null, files,
      case when from_key is null then 'another_bucket' else 'another_client' end
    from placed where to_key is not null and from_owner is distinct from to_owner
    union all
    select public.document_owner(to_key), 'uploaded', id, nutmeg.path_of(to_key), null, null,
      coalesce(nullif(current_setting('nutmeg.editing', true), ''), 'replacement')
    from changed where replaced and to_key is not null and not is_mark
  )
  select a.owner, auth.uid(), p.name, p.role, a.action, a.id, a.path, a.new_path, a.files, a.via
  from acts a cross join nutmeg.person(auth.uid()) p;
  return null;
end
$$;

-- One row per document; one row for a folder that was deleted with all that was in it. A folder counts as deleted
-- itself, and not file by file, if its mark was deleted too or if it held more than a handful of files. storage-js
-- deletes a large folder a thousand files at a time: that is one row too, naming the folder that remains, via 'part'.
create function nutmeg.record_gone_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  handful constant int := 20;
  crowd constant int := 200;
begin
  insert into public.document_events
    (owner_id, actor_id, actor_name, actor_role, action, document_id, path, file_count, via)
  with gone as (
    select o.id, o.name, nutmeg.is_folder_mark(o.name) as is_mark, o.path_tokens as steps
    from old_rows o where o.bucket_id = 'user-documents'
  ),
  -- Every folder below the root that something was deleted from, at any depth.
  touched as (
    select array_to_string(g.steps[1:depth], '/') as folder,
      count(*) filter (where not g.is_mark) as files,
      bool_or(g.is_mark and cardinality(g.steps) = depth + 1) as lost_its_mark
    from gone g cross join lateral generate_series(2, cardinality(g.steps) - 1) as depth
    group by 1
  ),
  folders as materialized (
    select t.folder, t.files, exists (
      select from storage.objects o
      where o.bucket_id = 'user-documents' and o.name >= t.folder || '/' and o.name < t.folder || '0'
    ) as is_left
    from touched t where t.lost_its_mark or t.files > handful
  ),
  whole as materialized (
    select f.folder, f.is_left from folders f
    where not f.is_left or (
      -- The innermost that held all of the crowd.
      f.files > crowd and not exists (
        select from folders inner_one
        where inner_one.files = f.files and starts_with(inner_one.folder, f.folder || '/')
      )
    )
  ),
  placed as (
    -- The topmost of them, if any, that it lay in.
    select g.*, (
      select min(w.folder) from generate_series(2, cardinality(g.steps) - 1) as depth
      join whole w on w.folder = array_to_string(g.steps[1:depth], '/')
    ) as folder
    from gone g
  ),
  acts as (
    select null::uuid as id, p.folder as key, count(*) filter (where not p.is_mark)::int as files,
      case when w.is_left then 'part' end as via
    from placed p join whole w on w.folder = p.folder group by p.folder, w.is_left
    union all
    select id, name, null, null from placed where folder is null and not is_mark
  )
  select public.document_owner(a.key), auth.uid(), p.name, p.role, 'deleted', a.id, nutmeg.path_of(a.key), a.files,
    a.via
  from acts a cross join nutmeg.person(auth.uid()) p;
  return null;
end
$$;

create trigger document_2_recorded_gone after delete on storage.objects
  referencing old table as old_rows for each statement
  when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.record_gone_documents();

create trigger document_4_recorded after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function nutmeg.record_new_documents();

create trigger document_4_recorded_changed after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.record_changed_documents();

-- Locks documents, several of them always in the same order, so that two transactions don't deadlock. A folder's move
-- locks its rows in no order, so this waits for the lock that a move takes first (server/storage/objects/moving.ts), in shared
-- mode, so that only moves block. Should two of them deadlock all the same, PostgreSQL cancels one, which tries again.
create function nutmeg.lock_documents(document_ids uuid[]) returns void
  language plpgsql
  as $$
begin
  if cardinality(document_ids) = 1 then
    perform from public.file_uploads f where f.id = document_ids[1] for no key update;
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('storage move user-documents/' || root, 0))
  from (
    select distinct split_part(f.file_path, '/', 1) as root
    from public.file_uploads f where f.id = any(document_ids) order by root
  ) as folders;
  for attempt in 1..5 loop
    begin
      perform from public.file_uploads f where f.id = any(document_ids) order by f.id for no key update;
      return;
    exception when deadlock_detected then
      if attempt = 5 then
        raise;
      end if;
    end;
  end loop;
end
$$;

-- Called by the server before the first byte is sent, for one document or thousands. Returns how many of them exist: if
-- there are none, there is nothing to send.
-- Downloads by a person are counted. Previews are not, and repeated ones by the same person within ten minutes are
-- recorded once. `continues`: the request is for a later part of the file. A person who resumes a download has been
-- recorded before; if not, it happens now, or leaving out the first byte would avoid the record.
create function nutmeg.record_document_access(
  document_ids uuid[],
  action text,
  actor uuid,
  via text default null,
  continues boolean default false
) returns int
  language plpgsql security definer set search_path = ''
  as $$
declare
  known int;
  fresh uuid[];
begin
  -- The second of two at once sees what the first has recorded.
  perform nutmeg.lock_documents(document_ids);
  select count(*), array_agg(o.id) filter (where not exists (
    select from public.document_events e
    where e.document_id = o.id and e.actor_id is not distinct from record_document_access.actor
      and case
        -- Only since the last change: a file that was replaced is another one.
        when continues then e.action in ('opened', 'downloaded')
          and e.at > greatest(now() - interval '1 day', o.updated_at)
        else record_document_access.action = 'opened' and e.action = 'opened' and e.at > now() - interval '10 minutes'
      end
  ))
  into known, fresh
  from storage.objects o where o.id = any(document_ids) and o.bucket_id = 'user-documents';
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path, via)
  select public.document_owner(o.name), record_document_access.actor, p.name, p.role,
    record_document_access.action, o.id, nutmeg.path_of(o.name), record_document_access.via
  from storage.objects o cross join nutmeg.person(record_document_access.actor) p
  where o.id = any(fresh);
  if record_document_access.action = 'downloaded' and actor is not null then
    update public.file_uploads f set download_count = f.download_count + 1 where f.id = any(fresh);
  end if;
  update public.file_uploads f set seen_at = now()
  where f.id = any(document_ids) and f.by_client and f.seen_at is null
    and nutmeg.reads_for_office(record_document_access.actor, f.user_id);
  return known;
end
$$;

-- Returns how many of them had been downloaded.
create function public.mark_documents_as_new(document_ids uuid[]) returns int
  language plpgsql security definer set search_path = ''
  as $$
declare
  changed int;
begin
  if not public.is_super() then
    raise exception 'Only a super user may mark documents as new' using errcode = '42501';
  end if;
  perform nutmeg.lock_documents(document_ids);
  with marked as (
    update public.file_uploads f set download_count = 0, seen_at = null
    where f.id = any(document_ids) and (f.download_count > 0 or f.by_client and f.seen_at is not null)
    returning f.id, f.user_id, f.file_path
  )
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
  select m.user_id, auth.uid(), p.name, p.role, 'marked_new', m.id, nutmeg.path_of(m.file_path)
  from marked m cross join nutmeg.person(auth.uid()) p;
  get diagnostics changed = row_count;
  return changed;
end
$$;

grant execute on function public.mark_documents_as_new(uuid[]) to authenticated;

alter table public.document_events enable row level security;

grant select on public.document_events to authenticated, service_role;

create policy "require second factor" on public.document_events as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "service_role: read" on public.document_events for select to service_role using (true);

-- The record can't be emptied, so a client must not be able to fill it by moving a file back and forth, or by
-- downloading the same folder again and again. The limit per hour is one more than the largest archive needs.
create table nutmeg.record_pace (
  actor_id uuid primary key,
  since timestamptz not null default now(),
  lines int not null
);

alter table nutmeg.record_pace enable row level security;

create function nutmeg.limit_recorded_acts() returns trigger
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
  for each statement execute function nutmeg.limit_recorded_acts();

create index document_events_at_idx on public.document_events (at desc, id desc);

create index document_events_actor_id_idx on public.document_events (actor_id, at desc, id desc);

create index document_events_owner_at_idx on public.document_events (owner_id, at desc, id desc);

-- The office's log finds a document by a part of its name among ten million entries. Without an index, a rare name took
-- longer than a statement may.

create index document_events_path_idx on public.document_events
  using gin (nutmeg.searched(path) extensions.gin_trgm_ops);

create index document_events_new_path_idx on public.document_events
  using gin (nutmeg.searched(new_path) extensions.gin_trgm_ops) where new_path is not null;

create policy "record of own files, or staff: read" on public.document_events for select to authenticated
  using (
    owner_id = any ((select auth.my_clients('see'))::uuid[]) or (select public.is_staff())
  );
