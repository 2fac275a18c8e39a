-- Rotating, splitting, and joining documents. The server makes the new bytes; these functions keep what hangs on the
-- documents (lines of the checklist, marks, messages), and undo an act while the trash has its originals.

create table nutmeg.document_edits (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('rotation', 'split', 'join', 'filing')),
  owner_id uuid not null references auth.users (id) on delete cascade,
  actor_id uuid not null,
  at timestamptz not null default now(),
  undone_at timestamptz,
  -- What the act has made: objects with their versions.
  results jsonb not null,
  -- What there was: see nutmeg.document_links, and file_document (seen_documents).
  before jsonb not null
);

create index document_edits_at_idx on nutmeg.document_edits (at);

create index document_edits_owner_id_idx on nutmeg.document_edits (owner_id);

-- What refers to documents, and is lost when they go to the trash.
create function nutmeg.document_links(document_ids uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$
  select jsonb_build_object(
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'version', o.version, 'downloads', f.download_count, 'uploaded_by', f.uploaded_by,
        'by_client', f.by_client, 'seen_at', f.seen_at
      ) order by array_position(document_ids, o.id)), '[]')
      from storage.objects o join public.file_uploads f on f.id = o.id where o.id = any(document_ids)
    ),
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(d)), '[]') from public.checklist_documents d where d.document_id = any(document_ids)
    ),
    'used', (
      select coalesce(jsonb_agg(to_jsonb(u)), '[]') from public.used_documents u where u.id = any(document_ids)
    ),
    'attachments', (
      select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.thread_attachments a where a.document_id = any(document_ids)
    ),
    'about', (
      select coalesce(jsonb_agg(jsonb_build_object('message_id', m.id, 'document_id', m.about_document)), '[]')
      from public.thread_messages m where m.about_document = any(document_ids)
    )
  )
$$;

-- Puts back what refers to documents. `targets` maps each former document to the ones that have taken its place.
create function nutmeg.restore_document_links(surroundings jsonb, former uuid[], targets uuid[]) returns void
  language sql set search_path = ''
  as $$
  with places as (
    select p.former, p.target from unnest(restore_document_links.former, targets) as p (former, target)
  ), lines as (
    insert into public.checklist_documents (item_id, document_id, user_id)
    select distinct i.id, p.target, i.user_id
    from jsonb_to_recordset(surroundings -> 'lines') as l (item_id uuid, document_id uuid)
    join places p on p.former = l.document_id join public.checklist_items i on i.id = l.item_id
    on conflict do nothing
  ), attachments as (
    insert into public.thread_attachments (message_id, document_id, client_id)
    select distinct m.id, p.target, m.client_id
    from jsonb_to_recordset(surroundings -> 'attachments') as a (message_id uuid, document_id uuid)
    join places p on p.former = a.document_id join public.thread_messages m on m.id = a.message_id
    on conflict do nothing
  )
  update public.thread_messages m set about_document = p.target
  from jsonb_to_recordset(surroundings -> 'about') as a (message_id uuid, document_id uuid)
  join lateral (select s.target from places s where s.former = a.document_id limit 1) p on true
  where m.id = a.message_id
$$;

-- Begins an act on documents in these versions, for the rest of the transaction. Raises NM409 if one is not there in
-- that version anymore: someone else has changed it.
create function nutmeg.begin_document_edit(kind text, document_ids uuid[], versions text[]) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  seen int;
begin
  perform nutmeg.require_staff();
  -- Waits for moves of folders, and for another act on one of them.
  perform pg_advisory_xact_lock_shared(hashtextextended('storage move user-documents/' || r.root, 0))
  from (
    select distinct split_part(o.name, '/', 1) as root from storage.objects o where o.id = any(document_ids) order by 1
  ) r;
  perform from storage.objects o where o.id = any(document_ids) order by o.id for update;
  select count(*) into seen
  from storage.objects o join unnest(document_ids, versions) as d (id, version) on d.id = o.id and d.version = o.version;
  if seen <> cardinality(document_ids) then
    raise exception 'The document was changed' using errcode = 'NM409';
  end if;
  if kind <> 'rotation' and exists (select from public.tax_returns r where r.document_id = any(document_ids)) then
    raise exception 'A return names this document' using errcode = '23514', detail = 'of_a_return';
  end if;
  perform set_config('nutmeg.editing', kind, true);
  return nutmeg.document_links(document_ids);
end
$$;

-- Ends the act: the results take the place of the originals. Returns its id, for undoing it.
create function nutmeg.end_document_edit(kind text, before jsonb, result_ids uuid[]) returns uuid
  language plpgsql set search_path = ''
  as $$
declare
  sources constant uuid[] := array(
    select d.id from jsonb_to_recordset(before -> 'documents') as d (id uuid)
  );
  noted uuid;
begin
  perform nutmeg.require_staff();
  if kind <> 'rotation' then
    perform nutmeg.restore_document_links(before, array_agg(s), array_agg(r)) from unnest(sources) as s, unnest(result_ids) as r;
    -- What the office has seen is not new again. The results are from the person who sent the originals.
    update public.file_uploads f set
      download_count = (select min(d.downloads) from jsonb_to_recordset(before -> 'documents') as d (downloads int)),
      uploaded_by = (
        select case when count(distinct d.uploaded_by) = 1 and count(d.uploaded_by) = count(*) then min(d.uploaded_by::text)::uuid
          else f.uploaded_by end
        from jsonb_to_recordset(before -> 'documents') as d (uploaded_by uuid)
      ),
      by_client = (select bool_or(d.by_client) from jsonb_to_recordset(before -> 'documents') as d (by_client boolean)),
      seen_at = (
        select case when bool_and(d.seen_at is not null or not d.by_client) then max(d.seen_at) end
        from jsonb_to_recordset(before -> 'documents') as d (by_client boolean, seen_at timestamptz)
      )
    where f.id = any(result_ids);
    if jsonb_array_length(before -> 'used') = cardinality(sources) then
      insert into public.used_documents (id, user_id, used_by, used_by_name, used_at)
      select f.id, f.user_id, u.used_by, u.used_by_name, u.used_at
      from public.file_uploads f, (
        select * from jsonb_populate_recordset(null::public.used_documents, before -> 'used') as m
        order by m.used_at desc limit 1
      ) u
      where f.id = any(result_ids);
    end if;
  end if;
  insert into nutmeg.document_edits (kind, owner_id, actor_id, results, before)
  select end_document_edit.kind, public.document_owner(min(o.name)), auth.uid(),
    jsonb_agg(jsonb_build_object('id', o.id, 'version', o.version)), end_document_edit.before
  from storage.objects o where o.id = any(result_ids)
  returning id into noted;
  perform set_config('nutmeg.editing', '', true);
  return noted;
end
$$;

-- Undoes an act, unless its results were changed since. What it made goes to the trash. Returns the documents that are
-- back.
create function public.undo_document_edit(edit_id uuid) returns table (id uuid, path text)
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  edit nutmeg.document_edits;
  result_ids uuid[];
  sources uuid[];
  swapped record;
begin
  perform nutmeg.require_staff();
  select * into edit from nutmeg.document_edits e where e.id = edit_id for update;
  if not found or edit.undone_at is not null then
    raise exception 'This was undone already' using errcode = '23514', detail = 'undone';
  end if;
  if edit.kind = 'filing' then
    perform nutmeg.undo_filing(edit);
    update nutmeg.document_edits e set undone_at = now() where e.id = edit_id;
    return query select f.id, nutmeg.path_of(f.file_path) from public.file_uploads f
      where f.id = (edit.results -> 0 ->> 'id')::uuid;
    return;
  end if;
  result_ids := array(select r.id from jsonb_to_recordset(edit.results) as r (id uuid));
  sources := array(select d.id from jsonb_to_recordset(edit.before -> 'documents') as d (id uuid));
  perform pg_advisory_xact_lock_shared(hashtextextended('storage move user-documents/' || edit.owner_id, 0));
  perform from storage.objects o where o.id = any(result_ids) order by o.id for update;
  if exists (
    select from jsonb_to_recordset(edit.results) as r (id uuid, version text)
    where not exists (select from storage.objects o where o.id = r.id and o.version = r.version)
  ) or exists (select from public.tax_returns t where t.document_id = any(result_ids)) and edit.kind <> 'rotation' then
    raise exception 'The document was changed since' using errcode = '23514', detail = 'changed';
  end if;
  if edit.kind = 'rotation' then
    select t.* into swapped from public.trashed_documents t
    where t.owner_id = edit.owner_id and t.version = edit.before -> 'documents' -> 0 ->> 'version'
      and t.expires_at > now()
    for update;
    if not found then
      raise exception 'The original is gone' using errcode = '23514', detail = 'gone';
    end if;
    perform set_config('nutmeg.editing', 'rotation', true);
    update storage.objects o set blob_id = swapped.blob_id, version = swapped.version, metadata = swapped.metadata,
      updated_at = now()
    where o.id = result_ids[1];
    perform set_config('nutmeg.editing', '', true);
    delete from public.trashed_documents t where t.id = swapped.id;
  else
    if (select count(*) from public.trashed_documents t where t.id = any(sources) and t.expires_at > now())
      <> cardinality(sources) then
      raise exception 'The original is gone' using errcode = '23514', detail = 'gone';
    end if;
    delete from storage.objects o where o.id = any(result_ids);
    perform public.restore_documents(sources);
    perform nutmeg.restore_document_links(edit.before, sources, sources);
    insert into public.used_documents
    select u.id, f.user_id, u.used_by, u.used_by_name, u.used_at
    from jsonb_populate_recordset(null::public.used_documents, edit.before -> 'used') as u
    join public.file_uploads f on f.id = u.id
    on conflict do nothing;
  end if;
  update nutmeg.document_edits e set undone_at = now() where e.id = edit_id;
  return query select f.id, nutmeg.path_of(f.file_path) from public.file_uploads f where f.id = any(sources);
end
$$;

grant execute on function public.undo_document_edit(uuid) to authenticated;

-- Puts the document back on its former lines, with their states. Confirmed lines stay confirmed.
create function nutmeg.undo_filing(edit nutmeg.document_edits) returns void
  language plpgsql set search_path = ''
  as $$
declare
  file constant uuid := edit.results -> 0 ->> 'id';
  now_on public.checklist_items;
begin
  perform from public.user_profiles p where p.user_id = edit.owner_id for no key update;
  select i.* into now_on from public.checklist_items i
  where i.user_id = edit.owner_id and i.year = (edit.before ->> 'year')::int and i.item = edit.before ->> 'line';
  if not exists (select from public.file_uploads f where f.id = file)
    or edit.before ->> 'line' is not null and not exists (
      select from public.checklist_documents d where d.item_id = now_on.id and d.document_id = file
    ) then
    raise exception 'The document was changed since' using errcode = '23514', detail = 'changed';
  end if;
  delete from public.checklist_documents d where d.document_id = file and d.item_id = now_on.id;
  insert into public.checklist_documents (item_id, document_id, user_id)
  select i.id, file, i.user_id
  from jsonb_to_recordset(edit.before -> 'lines') as l (item_id uuid) join public.checklist_items i on i.id = l.item_id
  on conflict do nothing;
  update public.checklist_items i set state = b.state, reason = b.reason, note = b.note, updated_by = auth.uid()
  from jsonb_populate_recordset(null::public.checklist_items, edit.before -> 'items') as b
  where i.id = b.id and i.state <> 'confirmed' and i.updated_at >= edit.at;
  -- The line was first written by the act.
  update public.checklist_items i set state = 'open', updated_by = auth.uid()
  where i.id = now_on.id and i.state = 'sent'
    and not exists (select from jsonb_to_recordset(edit.before -> 'items') as b (id uuid) where b.id = i.id)
    and not exists (select from public.checklist_documents d where d.item_id = i.id);
end
$$;
