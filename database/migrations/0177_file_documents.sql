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
revoke execute on function public.file_document(uuid, int, text, text[], text[]) from public;
grant execute on function public.file_document(uuid, int, text, text[], text[]) to authenticated;

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
revoke execute on function nutmeg.undo_filing(nutmeg.document_edits) from public;
