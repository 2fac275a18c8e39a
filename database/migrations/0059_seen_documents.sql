-- What the office does with a file that came: sees it, enters it into the tax program, and files it under its line.

-- Marks what clients have sent as seen, or takes the mark off. Returns how many of them changed.
create function public.mark_documents_seen(document_ids uuid[], is_seen boolean default true) returns int
  language plpgsql security definer set search_path = ''
  as $$
declare
  most constant int := 1000;
  changed int;
begin
  perform nutmeg.require_staff();
  if cardinality(document_ids) > most then
    raise exception 'Name at most % documents', most using errcode = '22023';
  end if;
  perform nutmeg.lock_documents(document_ids);
  with marked as (
    update public.file_uploads f set seen_at = case when is_seen then now() end
    where f.id = any(document_ids) and f.by_client and (f.seen_at is null) = is_seen
    returning f.id, f.user_id, f.file_path
  )
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
  select m.user_id, auth.uid(), p.name, p.role, case when is_seen then 'marked_seen' else 'marked_unseen' end, m.id,
    nutmeg.path_of(m.file_path)
  from marked m cross join nutmeg.person(auth.uid()) p order by m.file_path;
  get diagnostics changed = row_count;
  return changed;
end
$$;

grant execute on function public.mark_documents_seen(uuid[], boolean) to authenticated;

-- "Used": a preparer has entered the document into the tax program. For staff only: clients don't see it.

create table public.used_documents (
  -- The document's.
  id uuid primary key references public.file_uploads (id) on delete cascade,
  user_id uuid not null,
  used_by uuid not null default auth.uid(),
  used_by_name text not null default '',
  used_at timestamptz not null default now()
);

create index used_documents_user_id_idx on public.used_documents (user_id);

alter table public.used_documents enable row level security;

create policy "staff: read" on public.used_documents for select to authenticated using ((select public.is_staff()));

create policy "require second factor" on public.used_documents as restrictive for all to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "service_role: read" on public.used_documents for select to service_role using (true);

grant select on public.used_documents to authenticated, service_role;

create trigger notify_inserted after insert on public.used_documents
  referencing new table as changed for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_updated after update on public.used_documents
  referencing old table as former new table as changed for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_deleted after delete on public.used_documents
  referencing old table as changed for each statement execute function nutmeg.notify_changes('user_id');

-- A merge gives the document to another client.
create function nutmeg.give_used_document() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.used_documents u set user_id = new.user_id where u.id = new.id;
  return null;
end
$$;

create trigger used_document_follows after update on public.file_uploads
  for each row when (old.user_id is distinct from new.user_id) execute function nutmeg.give_used_document();

create policy "what is used: for staff" on public.document_events as restrictive for select to authenticated
  using (
    action not in ('marked_used', 'marked_unused', 'marked_seen', 'marked_unseen') or (select public.is_staff())
  );

-- Marks documents, or takes the mark off. `seen` has the SHA-256 of each as the caller saw it: what was replaced since is
-- left alone, since no one has entered the new one. Returns the documents with the wanted state now, with who marked
-- them first.
create function public.mark_documents_used(document_ids uuid[], is_used boolean, seen text[] default null)
  returns table (id uuid, used_by_name text, used_at timestamptz)
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  found_ids uuid[];
  me record;
begin
  perform nutmeg.require_staff();
  if cardinality(document_ids) > most or seen is not null and cardinality(seen) <> cardinality(document_ids) then
    raise exception 'Name at most % documents, each as it was seen', most using errcode = '22023';
  end if;
  perform nutmeg.lock_documents(document_ids);
  found_ids := array(
    select f.id
    from unnest(document_ids, coalesce(seen, array_fill(null::text, array[cardinality(document_ids)]))) as d (id, seen)
    join public.file_uploads f on f.id = d.id
    where d.seen is null or d.seen is not distinct from f.sha256
  );
  select * into me from nutmeg.person(auth.uid());
  if mark_documents_used.is_used then
    with marked as (
      insert into public.used_documents (id, user_id, used_by_name)
      select f.id, f.user_id, coalesce(me.name, '') from public.file_uploads f where f.id = any(found_ids)
      on conflict on constraint used_documents_pkey do nothing
      returning id
    )
    insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
    select f.user_id, auth.uid(), me.name, me.role, 'marked_used', f.id, nutmeg.path_of(f.file_path)
    from marked m join public.file_uploads f on f.id = m.id order by f.file_path;
    -- Who has entered it has seen it.
    update public.file_uploads f set seen_at = now()
    where f.id = any(found_ids) and f.by_client and f.seen_at is null;
    return query
      select u.id, u.used_by_name, u.used_at from public.used_documents u where u.id = any(found_ids);
    return;
  end if;
  with unmarked as (
    delete from public.used_documents u where u.id = any(found_ids) returning u.id
  )
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
  select f.user_id, auth.uid(), me.name, me.role, 'marked_unused', f.id, nutmeg.path_of(f.file_path)
  from unmarked m join public.file_uploads f on f.id = m.id order by f.file_path;
  return query select f, null::text, null::timestamptz from unnest(found_ids) as f;
end
$$;

grant execute on function public.mark_documents_used(uuid[], boolean, text[]) to authenticated;

-- New bytes were entered by no one. A rotated document has the same content, so it keeps the mark: the server says so
-- (`nutmeg.editing`), and requests can't.
create function nutmeg.sync_used_document() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.sha256 is distinct from old.sha256 and current_setting('nutmeg.editing', true) is distinct from 'rotation' then
    delete from public.used_documents u where u.id = new.id;
  elsif new.user_id <> old.user_id then
    update public.used_documents u set user_id = new.user_id where u.id = new.id;
  end if;
  return null;
end
$$;

create trigger file_uploads_used after update of sha256, user_id on public.file_uploads
  for each row when (old.sha256 is distinct from new.sha256 or old.user_id <> new.user_id)
  execute function nutmeg.sync_used_document();

-- Staff put a document on the right line of the checklist.

-- Moves the document to a line of this year's list: off its other lines, which are open again if nothing is left on them.
-- Without a line, only off. With `from_items`, it leaves only these lines: none of them, and the document is on several.
-- Returns the act, for undoing it.
create function public.file_document(
  document_id uuid, list_year int, list_item text default null, seen_items text[] default null,
  from_items text[] default null
) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  file public.file_uploads;
  line public.checklist_items;
  former uuid[];
  remembered jsonb;
  noted uuid;
begin
  perform nutmeg.require_staff();
  select * into file from public.file_uploads f where f.id = file_document.document_id for no key update;
  if not found then
    raise exception 'The document was not found' using errcode = '23514', detail = 'gone';
  end if;
  -- One at a time on a list, so that two don't each leave it to the other to open a line.
  perform from public.user_profiles p where p.user_id = file.user_id for no key update;
  former := array(
    select i.id from public.checklist_items i join public.checklist_documents d on d.item_id = i.id
    where d.document_id = file.id and i.year = list_year and i.item is distinct from list_item
      and (from_items is null or i.item = any(from_items))
    order by i.id
  );
  if seen_items is not null and exists (
    select from public.checklist_items i join public.checklist_documents d on d.item_id = i.id
    where d.document_id = file.id and i.year = list_year and i.item <> all(seen_items)
  ) then
    raise exception 'Someone else has moved this document' using errcode = '23514', detail = 'changed';
  end if;
  if list_item like 'asked:%' and not exists (
    select from public.checklist_items i where i.user_id = file.user_id and i.year = list_year and i.item = list_item
  ) then
    raise exception 'The line is not on the list anymore' using errcode = '23514', detail = 'changed';
  end if;
  remembered := jsonb_build_object(
    'line', to_jsonb(list_item), 'year', list_year,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.checklist_items i
      where i.id = any(former) or i.user_id = file.user_id and i.year = list_year and i.item = list_item
    ),
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(d)), '[]') from public.checklist_documents d
      join public.checklist_items i on i.id = d.item_id
      where d.document_id = file.id and i.year = list_year
    )
  );
  delete from public.checklist_documents d where d.document_id = file.id and d.item_id = any(former);
  update public.checklist_items i set state = 'open', updated_by = auth.uid()
  where i.id = any(former) and i.state = 'sent'
    and not exists (select from public.checklist_documents d where d.item_id = i.id);
  if list_item is not null then
    insert into public.checklist_items as i (user_id, year, item, title, state, updated_by)
    values (
      file.user_id, list_year, list_item,
      (select o.title from public.checklist_items o
       where o.user_id = file.user_id and o.year = list_year and o.item = list_item),
      'sent', auth.uid()
    )
    on conflict (user_id, year, item) do update set
      state = case when i.state = 'confirmed' then i.state else 'sent' end, reason = null, updated_by = auth.uid()
    returning * into line;
    insert into public.checklist_documents (item_id, document_id, user_id)
    values (line.id, file.id, file.user_id) on conflict do nothing;
  end if;
  insert into nutmeg.document_edits (kind, owner_id, actor_id, results, before)
  values ('filing', file.user_id, auth.uid(), jsonb_build_array(jsonb_build_object('id', file.id)), remembered)
  returning id into noted;
  return noted;
end
$$;

grant execute on function public.file_document(uuid, int, text, text[], text[]) to authenticated;
