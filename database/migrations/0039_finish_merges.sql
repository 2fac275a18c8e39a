-- What a merge moves: documents and forms, whose new proofs and seals the server makes, and then everything else.

-- The documents, also those in the trash, whose proof must name the other client now.
create function nutmeg.documents_of_merge(merge_id uuid)
  returns table (id uuid, is_trashed boolean, name text, new_name text, version text, blob_id uuid, size bigint)
  language plpgsql
  as $$
declare
  merge public.client_merges;
  one record;
begin
  select * into strict merge from public.client_merges m where m.id = merge_id;
  insert into nutmeg.merged_rows (merge_id, kind, row_id, before, after)
  select merge.id, 'document', d.id, to_jsonb(d.name), case when not d.is_taken then to_jsonb(d.new_name) end
  from nutmeg.documents_to_merge(merge.source_id, merge.target_id) d;
  for one in
    select r.row_id, merge.target_id || substr(r.before #>> '{}', 37) as taken
    from nutmeg.merged_rows r where r.merge_id = merge.id and r.kind = 'document' and r.after is null
  loop
    update nutmeg.merged_rows r set after = to_jsonb(nutmeg.available_name(one.taken, merge.source_id))
    where r.merge_id = merge.id and r.kind = 'document' and r.row_id = one.row_id;
  end loop;
  insert into nutmeg.merged_rows (merge_id, kind, row_id)
  select merge.id, 'document', t.id from public.trashed_documents t where t.owner_id = merge.source_id;
  return query
    select o.id, false, o.name, r.after #>> '{}', o.version, o.blob_id, coalesce((o.metadata ->> 'size')::bigint, 0)
    from nutmeg.merged_rows r join storage.objects o on o.id = r.row_id
    where r.merge_id = merge.id and r.kind = 'document'
    union all
    select t.id, true, merge.source_id || '/' || t.path, merge.target_id || '/' || t.path, t.version, t.blob_id,
      coalesce((t.metadata ->> 'size')::bigint, 0)
    from public.trashed_documents t where t.owner_id = merge.source_id;
end
$$;

-- The key with a suffix that neither of the two clients has.
create function nutmeg.available_name(key text, other uuid) returns text
  language plpgsql
  as $$
declare
  free text;
begin
  loop
    free := nutmeg.with_random_suffix(key);
    exit when not exists (
      select from storage.objects o
      where o.bucket_id = 'user-documents' and o.name in (free, other || substr(free, 37))
    );
  end loop;
  return free;
end
$$;

create function nutmeg.move_documents(ids uuid[], names text[], versions text[]) returns void
  language plpgsql
  as $$
begin
  update storage.objects o set name = m.name, version = m.version, updated_at = now()
  from unnest(ids, names, versions) as m (id, name, version) where o.id = m.id;
  update public.trashed_documents t set owner_id = public.document_owner(m.name), version = m.version
  from unnest(ids, names, versions) as m (id, name, version) where t.id = m.id;
end
$$;

-- The forms and drafts whose seal must name the target: those of years that it has none of.
create function nutmeg.forms_of_merge(merge_id uuid)
  returns table (table_name text, id uuid, year int, owner_id uuid, new_owner_id uuid)
  language plpgsql
  as $$
declare
  merge public.client_merges;
begin
  select * into strict merge from public.client_merges m where m.id = merge_id;
  insert into nutmeg.merged_rows (merge_id, kind, row_id)
  select merge.id, 'tax_form', f.id from public.tax_forms f where f.user_id = merge.source_id
    and not exists (select from public.tax_forms t where t.user_id = merge.target_id and t.year = f.year)
  union all
  select merge.id, 'tax_form_draft', f.id from public.tax_form_drafts f where f.user_id = merge.source_id
    and not exists (select from public.tax_form_drafts t where t.user_id = merge.target_id and t.year = f.year);
  insert into nutmeg.merged_rows (merge_id, kind, row_id)
  select merge.id, 'tax_number', t.id from nutmeg.tax_numbers_to_merge(merge.source_id, merge.target_id) t;
  return query
    select r.kind || 's', r.row_id, coalesce(f.year, d.year), merge.source_id, merge.target_id
    from nutmeg.merged_rows r
    left join public.tax_forms f on r.kind = 'tax_form' and f.id = r.row_id
    left join public.tax_form_drafts d on r.kind = 'tax_form_draft' and d.id = r.row_id
    where r.merge_id = merge.id and r.kind in ('tax_form', 'tax_form_draft')
    union all
    select 'client_tax_numbers', r.row_id, null, merge.source_id, merge.target_id
    from nutmeg.merged_rows r where r.merge_id = merge.id and r.kind = 'tax_number';
end
$$;

create function nutmeg.finish_client_merge(merge_id uuid) returns public.client_merges
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  merge public.client_merges;
begin
  select * into strict merge from public.client_merges m where m.id = finish_client_merge.merge_id;
  with moved as (
    update public.tax_returns r set user_id = merge.target_id
    where r.user_id = merge.source_id
      and r.id not in (select s.id from nutmeg.returns_that_stay(merge.source_id, merge.target_id) s)
    returning r.id
  ), events as (
    update public.tax_return_events e set user_id = merge.target_id from moved m where e.return_id = m.id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select merge.id, 'tax_return', m.id from moved m;

  -- An item that both have stays with the source, without its documents: the target's has them then.
  with attached as (
    update public.checklist_documents d set item_id = t.id, user_id = merge.target_id
    from public.checklist_items s join public.checklist_items t on t.year = s.year and t.item = s.item
    where s.user_id = merge.source_id and t.user_id = merge.target_id and d.item_id = s.id
    returning d.document_id, s.id as from_item, t.id as to_item
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id, before, after)
  select merge.id, 'checklist_document', a.document_id, to_jsonb(a.from_item), to_jsonb(a.to_item) from attached a;
  with moved as (
    update public.checklist_items i set user_id = merge.target_id
    where i.user_id = merge.source_id and not exists (
      select from public.checklist_items t
      where t.user_id = merge.target_id and t.year = i.year and t.item = i.item
    )
    returning i.id
  ), attached as (
    update public.checklist_documents d set user_id = merge.target_id from moved m where d.item_id = m.id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select merge.id, 'checklist_item', m.id from moved m;

  with moved as (
    update public.client_notes n set user_id = merge.target_id where n.user_id = merge.source_id returning n.id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select merge.id, 'note', m.id from moved m;
  with moved as (
    update public.client_letters l set user_id = merge.target_id where l.user_id = merge.source_id returning l.id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select merge.id, 'letter', m.id from moved m;

  perform nutmeg.merge_members(merge);
  perform nutmeg.merge_details(merge);
  update public.client_merges m set counts = (
    select coalesce(jsonb_object_agg(c.kind, c.rows), '{}')
    from (select r.kind, count(*) as rows from nutmeg.merged_rows r where r.merge_id = merge.id group by r.kind) c
  ) where m.id = merge.id returning * into merge;
  perform nutmeg.record_act('client.merged', c, jsonb_build_object(
    'merge', merge.id, 'from', merge.source_id, 'into', merge.target_id, 'moved', merge.counts
  )) from unnest(array[merge.source_id, merge.target_id]) as c;
  return merge;
end
$$;

create function nutmeg.merge_members(merge public.client_merges) returns void
  language plpgsql
  as $$
begin
  perform nutmeg.write_about_access(g.client_id, 'access_given', g.user_id)
  from nutmeg.people_who_gain(merge.source_id, merge.target_id) g;
  with joined as (
    insert into public.client_members as m (client_id, user_id, relation, rights, last_year, ends_at, granted_by, granted_at)
    select merge.target_id, a.user_id, a.relation, a.rights, a.last_year, a.ends_at, merge.merged_by, now()
    from nutmeg.people_after_merge(merge.source_id, merge.target_id) a
    where a.is_new and a.user_id <> merge.source_id
    returning m.user_id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select merge.id, 'member_of_target', j.user_id from joined j;

  -- The source's own login is the same person, whatever it was to the target before.
  if nutmeg.has_login(merge.source_id) then
    insert into nutmeg.merged_rows (merge_id, kind, row_id, before)
    select merge.id, 'member_of_target', merge.source_id, (
      select to_jsonb(m) from public.client_members m
      where m.client_id = merge.target_id and m.user_id = merge.source_id
    );
    insert into public.client_members (client_id, user_id, relation, rights, granted_by, granted_at)
    values (
      merge.target_id, merge.source_id, 'self', array['see', 'upload', 'answer', 'sign', 'manage'], merge.merged_by, now()
    )
    on conflict (client_id, user_id) do update set
      relation = excluded.relation, rights = excluded.rights, last_year = null, ends_at = null,
      granted_by = excluded.granted_by, granted_at = excluded.granted_at;
  end if;

  -- In the source there is nothing left to do; what a member uploaded there would be seen by no one.
  insert into nutmeg.merged_rows (merge_id, kind, row_id, before)
  select merge.id, 'member_of_source', m.user_id, to_jsonb(m)
  from public.client_members m where m.client_id = merge.source_id;
  update public.client_members m set
    rights = array['see']
  where m.client_id = merge.source_id;
end
$$;

-- The target's own details count; empty ones are filled in, and tags and contacts added as far as there is room.
create function nutmeg.merge_details(merge public.client_merges) returns void
  language plpgsql
  as $$
declare
  source public.client_details;
  before public.client_details;
  after public.client_details;
begin
  insert into public.client_details (client_id) values (merge.source_id), (merge.target_id)
  on conflict (client_id) do nothing;
  select * into strict source from public.client_details d where d.client_id = merge.source_id;
  select * into strict before from public.client_details d where d.client_id = merge.target_id;
  update public.client_details d set
    addresses = case when d.addresses = '[]' then source.addresses else d.addresses end,
    contacts = (
      select coalesce(jsonb_agg(c.contact order by c.place), '[]')
      from (
        select contact, min(place) as place
        from jsonb_array_elements(d.contacts || source.contacts) with ordinality as a (contact, place)
        group by contact order by 2 limit 40
      ) c
    ),
    tags = array(
      select tag from unnest(d.tags || source.tags) with ordinality as a (tag, place)
      group by tag order by min(place) limit 20
    ),
    preparer_id = coalesce(d.preparer_id, nutmeg.if_staff(source.preparer_id)),
    reviewer_id = coalesce(d.reviewer_id, nutmeg.if_staff(source.reviewer_id)),
    client_since = coalesce(d.client_since, source.client_since),
    tax_id_last4 = coalesce(d.tax_id_last4, source.tax_id_last4)
  where d.client_id = merge.target_id
  returning * into after;
  insert into nutmeg.merged_rows (merge_id, kind, row_id, before, after)
  values (merge.id, 'details', merge.target_id, to_jsonb(before), to_jsonb(after));
  update public.client_details d set archived_at = now(), archived_into = merge.target_id
  where d.client_id = merge.source_id;
end
$$;

create function nutmeg.if_staff(person uuid) returns uuid
  language sql stable
  as $$ select p.user_id from public.user_profiles p where p.user_id = person and p.role <> 'client' $$;

-- A client and those that were merged into it.
create function nutmeg.with_merged(client uuid) returns uuid[]
  language sql stable
  as $$
  with recursive merged as (
    select client as id
    union
    select d.client_id from merged m join public.client_details d on d.archived_into = m.id
  )
  select array_agg(m.id) from merged m
$$;

-- The latest appointments and messages from a client's address, for the client's page. As functions, because an index on
-- an address can't be used under the policies: `lower` and `ilike` aren't leakproof.

create function public.appointments_of(client_id uuid) returns setof public.appointments
  language sql stable security definer set search_path = ''
  as $$
  select a.*
  from public.appointments a
  where (select public.is_staff()) and lower(a.email) = any (array(
    select p.email from public.user_profiles p where p.user_id = any (nutmeg.with_merged(appointments_of.client_id))
  ))
  order by a.preferred_date desc, a.created_at desc
  limit 20
$$;

-- Messages and appointments belong to an address. Those of merged clients are shown with the one that has the rest.
create function public.messages_of(client_id uuid) returns setof public.contact_submissions
  language sql stable security definer set search_path = ''
  as $$
  select m.*
  from public.contact_submissions m
  where (select public.is_staff()) and lower(m.email) = any (array(
    select p.email from public.user_profiles p where p.user_id = any (nutmeg.with_merged(messages_of.client_id))
  ))
  order by m.created_at desc
  limit 20
$$;

grant execute on function public.appointments_of(uuid), public.messages_of(uuid) to authenticated;
