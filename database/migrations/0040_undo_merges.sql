-- The way back of a merge, for 30 days. What moved and is still there goes back, also what was renamed or deleted since (the
-- trash goes back, too). What came to the target later stays.

-- Opens the way back. True if it was gone before.
create function nutmeg.begin_client_undo(merge_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  merge public.client_merges;
begin
  perform nutmeg.require_staff();
  select * into merge from public.client_merges m where m.id = begin_client_undo.merge_id;
  if not found then
    raise exception 'No such merge' using errcode = '23514', detail = 'no_merge';
  end if;
  perform nutmeg.lock_clients(merge.source_id, merge.target_id);
  select * into strict merge from public.client_merges m where m.id = merge.id;
  if merge.undone_at is not null then
    return true;
  end if;
  if merge.merged_at <= now() - interval '30 days' then
    raise exception 'This merge is more than 30 days old' using errcode = '23514', detail = 'too_late';
  end if;
  -- What moved is in a third client by now.
  if exists (
    select from public.client_details d where d.client_id = merge.target_id and d.archived_into is not null
  ) then
    raise exception 'Undo the later merge first' using errcode = '23514', detail = 'merged_again';
  end if;
  perform set_config('nutmeg.merging', 'on', true);
  update public.client_details d set archived_at = null, archived_into = null where d.client_id = merge.source_id;
  update public.client_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  return false;
end
$$;

create function nutmeg.documents_of_undo(merge_id uuid)
  returns table (id uuid, is_trashed boolean, name text, new_name text, version text, blob_id uuid, size bigint)
  language sql
  as $$
  select d.id, false, d.name, case when d.place > 1 or exists (
      select from storage.objects t where t.bucket_id = 'user-documents' and t.name = d.wanted
    ) then nutmeg.available_name(d.wanted, d.target_id) else d.wanted end, d.version, d.blob_id, d.size
  from (
    select o.id, o.name, k.wanted, m.target_id, o.version, o.blob_id,
      coalesce((o.metadata ->> 'size')::bigint, 0) as size,
      -- Two may want one name, if one was renamed to what the other was called before.
      row_number() over (partition by k.wanted order by k.is_renamed, o.id) as place
    from public.client_merges m
    join nutmeg.merged_rows r on r.merge_id = m.id and r.kind = 'document'
    join storage.objects o on o.id = r.row_id
    cross join lateral (select o.name is distinct from r.after #>> '{}' as is_renamed) n
    -- A name that was changed since is kept.
    cross join lateral (
      select n.is_renamed,
        case when n.is_renamed then m.source_id || substr(o.name, 37) else r.before #>> '{}' end as wanted
    ) k
    where m.id = documents_of_undo.merge_id and o.bucket_id = 'user-documents'
      and o.name >= m.target_id || '/' and o.name < m.target_id || '0'
  ) d
  union all
  select t.id, true, m.target_id || '/' || t.path, m.source_id || '/' || t.path, t.version, t.blob_id,
    coalesce((t.metadata ->> 'size')::bigint, 0)
  from public.client_merges m
  join nutmeg.merged_rows r on r.merge_id = m.id and r.kind = 'document'
  join public.trashed_documents t on t.id = r.row_id
  where m.id = documents_of_undo.merge_id and t.owner_id = m.target_id
$$;

create function nutmeg.finish_client_undo(merge_id uuid) returns public.client_merges
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  merge public.client_merges;
begin
  select * into strict merge from public.client_merges m where m.id = finish_client_undo.merge_id;
  update public.tax_returns t set user_id = merge.source_id
  from nutmeg.merged_rows r
  where r.merge_id = merge.id and r.kind = 'tax_return' and t.id = r.row_id and t.user_id = merge.target_id
    and not exists (
      select from public.tax_returns s where s.user_id = merge.source_id and s.year = t.year and s.kind = t.kind
    );
  update public.tax_return_events e set user_id = t.user_id
  from nutmeg.merged_rows r join public.tax_returns t on t.id = r.row_id
  where r.merge_id = merge.id and r.kind = 'tax_return' and e.return_id = t.id and e.user_id <> t.user_id;
  update public.checklist_items i set user_id = merge.source_id
  from nutmeg.merged_rows r
  where r.merge_id = merge.id and r.kind = 'checklist_item' and i.id = r.row_id and i.user_id = merge.target_id
    and not exists (
      select from public.checklist_items s
      where s.user_id = merge.source_id and s.year = i.year and s.item = i.item
    );
  update public.checklist_documents d set user_id = merge.source_id
  from public.checklist_items i where i.id = d.item_id and i.user_id = merge.source_id and d.user_id = merge.target_id;
  update public.checklist_documents d set item_id = s.id, user_id = merge.source_id
  from nutmeg.merged_rows r join public.checklist_items s on s.id = (r.before #>> '{}')::uuid
  where r.merge_id = merge.id and r.kind = 'checklist_document' and d.document_id = r.row_id
    and d.item_id = (r.after #>> '{}')::uuid and s.user_id = merge.source_id;
  -- No list names a document of the other client.
  delete from public.checklist_documents d using public.file_uploads f
  where f.id = d.document_id and d.user_id in (merge.source_id, merge.target_id)
    and f.user_id in (merge.source_id, merge.target_id) and f.user_id <> d.user_id;
  update public.client_notes n set user_id = merge.source_id
  from nutmeg.merged_rows r
  where r.merge_id = merge.id and r.kind = 'note' and n.id = r.row_id and n.user_id = merge.target_id;
  update public.client_letters l set user_id = merge.source_id
  from nutmeg.merged_rows r
  where r.merge_id = merge.id and r.kind = 'letter' and l.id = r.row_id and l.user_id = merge.target_id;
  perform nutmeg.part_members(merge);
  perform nutmeg.part_details(merge);
  perform nutmeg.record_act('client.merge_undone', c, jsonb_build_object(
    'merge', merge.id, 'from', merge.source_id, 'into', merge.target_id
  )) from unnest(array[merge.source_id, merge.target_id]) as c;
  return merge;
end
$$;

-- No one keeps access to the target by a merge that was undone, even if staff changed that membership since.
create function nutmeg.part_members(merge public.client_merges) returns void
  language plpgsql
  as $$
begin
  delete from public.client_members m using nutmeg.merged_rows r
  where r.merge_id = merge.id and r.kind = 'member_of_target' and r.before is null
    and m.client_id = merge.target_id and m.user_id = r.row_id;
  update public.client_members m set
    relation = b.relation, rights = b.rights, last_year = b.last_year, ends_at = b.ends_at
  from nutmeg.merged_rows r, jsonb_populate_record(null::public.client_members, r.before) b
  where r.merge_id = merge.id and r.kind = 'member_of_target' and r.before is not null
    and m.client_id = merge.target_id and m.user_id = r.row_id;
  -- Rights in the source, unless staff have changed them since.
  update public.client_members m set rights = b.rights
  from nutmeg.merged_rows r, jsonb_populate_record(null::public.client_members, r.before) b
  where r.merge_id = merge.id and r.kind = 'member_of_source'
    and m.client_id = merge.source_id and m.user_id = r.row_id
    and m.rights <@ array['see'] and m.last_year is not distinct from b.last_year;
end
$$;

-- Details that the merge filled in, unless they were changed since.
create function nutmeg.part_details(merge public.client_merges) returns void
  language plpgsql
  as $$
declare
  b public.client_details;
  a public.client_details;
begin
  select (jsonb_populate_record(null::public.client_details, r.before)).* into b
  from nutmeg.merged_rows r where r.merge_id = merge.id and r.kind = 'details';
  select (jsonb_populate_record(null::public.client_details, r.after)).* into a
  from nutmeg.merged_rows r where r.merge_id = merge.id and r.kind = 'details';
  update public.client_details d set
    addresses = case when d.addresses = a.addresses then b.addresses else d.addresses end,
    contacts = case when d.contacts = a.contacts then b.contacts else d.contacts end,
    tags = case when d.tags = a.tags then b.tags else d.tags end,
    preparer_id = case when d.preparer_id is distinct from a.preparer_id then d.preparer_id
      else nutmeg.if_staff(b.preparer_id) end,
    reviewer_id = case when d.reviewer_id is distinct from a.reviewer_id then d.reviewer_id
      else nutmeg.if_staff(b.reviewer_id) end,
    client_since = case when d.client_since is distinct from a.client_since then d.client_since else b.client_since end,
    tax_id_last4 = case when d.tax_id_last4 is distinct from a.tax_id_last4 then d.tax_id_last4 else b.tax_id_last4 end
  where d.client_id = merge.target_id;
end
$$;

-- A note or a letter for a client that was merged meanwhile is refused: it would stay behind unseen.
create trigger client_notes_not_merged after insert on public.client_notes
  for each row execute function nutmeg.refuse_row_of_merged();

create trigger client_letters_not_merged after insert on public.client_letters
  for each row execute function nutmeg.refuse_row_of_merged();
