-- Merging client `source` into `target`: what would move, and how it begins (0128 has the rest). The preview is for the
-- staff's page; the other functions are for the server, which calls them in one transaction with the claims of the caller
-- (server/merge).

-- The rows that a merge moves in one transaction, at most: 10,000 documents take 2 to 4 seconds, in which nothing can be
-- written about the two clients.
create function nutmeg.most_merged() returns int language sql immutable as $$ select 10000 $$;

-- The returns and checklist items of the source that the target has already. These returns stay, with their document.
create function nutmeg.returns_that_stay(source uuid, target uuid) returns setof public.tax_returns
  language sql stable
  as $$
  select s.* from public.tax_returns s join public.tax_returns t on t.year = s.year and t.kind = s.kind
  where s.user_id = source and t.user_id = target
$$;

-- The documents of the source that would move, and the key that each would get. A name that is taken gets a suffix; names
-- of uploads that go on are taken. Folders that the target has too stay behind, empty.
create function nutmeg.documents_to_merge(source uuid, target uuid)
  returns table (id uuid, name text, new_name text, is_taken boolean)
  language sql stable
  as $$
  select o.id, o.name, k.new_name, k.is_taken
  from storage.objects o
  cross join lateral (select target || substr(o.name, 37) as new_name) n
  cross join lateral (
    select n.new_name, exists (
      select from storage.objects t where t.bucket_id = 'user-documents' and t.name = n.new_name
    ) or exists (
      select from storage.uploads u
      where u.bucket_id = 'user-documents' and u.key = n.new_name and u.finished_at is null and u.expires_at > now()
    ) as is_taken
  ) k
  where o.bucket_id = 'user-documents' and o.name >= source || '/' and o.name < source || '0'
    and not (k.is_taken and nutmeg.is_folder_mark(o.name))
    and o.id not in (
      select r.document_id from nutmeg.returns_that_stay(source, target) r where r.document_id is not null
    )
$$;

-- Who will see the target after the merge, and who of them doesn't see it now. Logins only.
create function nutmeg.people_after_merge(source uuid, target uuid)
  returns table (user_id uuid, relation text, rights text[], last_year int, ends_at timestamptz, is_new boolean)
  language sql stable
  as $$
  with living as (
    select * from public.client_members m
    where m.client_id in (source, target) and (m.ends_at is null or m.ends_at > now()) and nutmeg.has_login(m.user_id)
  )
  select m.user_id, m.relation, m.rights, m.last_year, m.ends_at, false
  from living m where m.client_id = target and (m.user_id <> source or not nutmeg.has_login(source))
  union all
  select source, 'self', array['see', 'upload', 'answer', 'sign', 'manage'], null, null,
    not exists (select from living m where m.client_id = target and m.user_id = source)
  where nutmeg.has_login(source)
  union all
  -- Who was a member of the target before, and isn't any more, doesn't become one again.
  select m.user_id, m.relation, m.rights, m.last_year, m.ends_at, true
  from living m
  where m.client_id = source and m.user_id <> source and not exists (
    select from public.client_members t where t.client_id = target and t.user_id = m.user_id
  )
$$;

-- The logins that see one of the two clients today, and will see what both have. With the client that is new to each.
create function nutmeg.people_who_gain(source uuid, target uuid) returns table (user_id uuid, client_id uuid)
  language sql stable
  as $$
  select distinct a.user_id, c.client_id
  from nutmeg.people_after_merge(source, target) a, unnest(array[source, target]) as c (client_id)
  where (a.ends_at is null or a.ends_at > now()) and not exists (
    select from public.client_members m
    where m.client_id = c.client_id and m.user_id = a.user_id and (m.ends_at is null or m.ends_at > now())
      and m.rights @> a.rights and (m.last_year is null or m.last_year >= a.last_year)
  )
$$;

-- Why these two can't be merged now, in words of domain/clients/merge.ts; empty if they can.
create function nutmeg.merge_problems(source uuid, target uuid) returns text[]
  language sql stable
  as $$
  select array_remove(array[
    case when source = target then 'same_client' end,
    case when (select count(*) from public.clients c where c.id in (source, target)) < 2 and source <> target
      then 'no_client' end,
    case when exists (select from public.user_profiles p where p.user_id in (source, target) and p.role <> 'client')
      then 'staff' end,
    case when exists (
      select from public.client_details d where d.client_id in (source, target) and d.archived_at is not null
    ) then 'archived' end,
    -- One into the target goes on: its name counts as taken.
    case when exists (
      select from storage.uploads u
      where u.bucket_id = 'user-documents' and u.finished_at is null and u.expires_at > now()
        and u.key >= source || '/' and u.key < source || '0'
        and u.id not in (select a.id from nutmeg.abandoned_uploads(source) a)
    ) then 'uploading' end,
    case when (
      select count(*) from (
        select from storage.objects o
        where o.bucket_id = 'user-documents' and o.name >= source || '/' and o.name < source || '0'
        union all
        select from public.trashed_documents t where t.owner_id = source
        union all
        select from public.checklist_items i where i.user_id = source
        union all
        select from public.checklist_documents d where d.user_id = source
        union all
        select from public.tax_return_events e where e.user_id = source
        union all
        select from public.client_notes n where n.user_id = source
        union all
        select from public.client_letters l where l.user_id = source
        limit nutmeg.most_merged() + 1
      ) as rows
    ) > nutmeg.most_merged() then 'too_many' end,
    case when (
      select count(distinct m.user_id) from public.client_members m where m.client_id in (source, target)
    ) > 40 then 'too_many_members' end,
    -- Staff give no one access by themselves, by a merge neither.
    case when not public.is_super() and exists (select from nutmeg.people_who_gain(source, target)) then 'needs_super' end
  ], null)
$$;

-- What a merge would do; nothing is written.
create function public.preview_client_merge(source uuid, target uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  problems text[];
begin
  perform nutmeg.require_staff();
  problems := nutmeg.merge_problems(source, target);
  return jsonb_build_object(
    'problems', to_jsonb(problems),
    'source_has_login', nutmeg.has_login(source),
    'target_has_login', nutmeg.has_login(target),
    'moves', case when problems && array['same_client', 'no_client', 'too_many'] then '{}' else jsonb_build_object(
      'documents', (
        select count(*) from nutmeg.documents_to_merge(source, target) d where not nutmeg.is_folder_mark(d.name)
      ),
      'renamed', (select count(*) from nutmeg.documents_to_merge(source, target) d where d.is_taken),
      'trashed', (
        select count(*) from public.trashed_documents t where t.owner_id = source and not t.is_folder_mark
      ),
      'forms', (
        select count(*) from public.tax_forms f where f.user_id = source
          and not exists (select from public.tax_forms t where t.user_id = target and t.year = f.year)
      ),
      'drafts', (
        select count(*) from public.tax_form_drafts f where f.user_id = source
          and not exists (select from public.tax_form_drafts t where t.user_id = target and t.year = f.year)
      ),
      'returns', (select count(*) from public.tax_returns r where r.user_id = source)
        - (select count(*) from nutmeg.returns_that_stay(source, target)),
      'checklist_items', (select count(*) from public.checklist_items i where i.user_id = source),
      'notes', (select count(*) from public.client_notes n where n.user_id = source),
      'letters', (select count(*) from public.client_letters l where l.user_id = source)
    ) end,
    'stays', jsonb_build_object(
      'forms', (
        select coalesce(jsonb_agg(f.year order by f.year), '[]')
        from public.tax_forms f join public.tax_forms t on t.year = f.year
        where f.user_id = source and t.user_id = target
      ),
      'drafts', (
        select coalesce(jsonb_agg(f.year order by f.year), '[]')
        from public.tax_form_drafts f join public.tax_form_drafts t on t.year = f.year
        where f.user_id = source and t.user_id = target
      ),
      'returns', (
        select coalesce(jsonb_agg(jsonb_build_object('year', r.year, 'kind', r.kind) order by r.year, r.kind), '[]')
        from nutmeg.returns_that_stay(source, target) r
      )
    ),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', a.user_id, 'name', btrim(p.first_name || ' ' || p.last_name), 'email', p.email,
        'relation', a.relation, 'rights', to_jsonb(a.rights), 'last_year', a.last_year, 'is_new', a.is_new
      ) order by a.is_new, p.first_name, p.last_name, a.user_id), '[]')
      from nutmeg.people_after_merge(source, target) a join public.user_profiles p on p.user_id = a.user_id
    )
  );
end
$$;

-- Locks clients and what they have, always in this order: merges and folder moves, profiles (for which everything that is
-- written about a client waits by its foreign key), clients, rows, and the sums that each new document changes.
create function nutmeg.lock_clients(variadic locked uuid[]) returns void
  language plpgsql
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('storage move user-documents/' || c, 0))
  from (select distinct c from unnest(locked) as c order by c) as ordered;
  perform from public.user_profiles p where p.user_id = any (locked) order by p.user_id for update;
  perform from public.clients c where c.id = any (locked) order by c.id for update;
  perform from public.checklist_items i where i.user_id = any (locked) order by i.id for update;
  perform from public.tax_returns r where r.user_id = any (locked) order by r.id for update;
  perform from public.tax_forms f where f.user_id = any (locked) order by f.id for update;
  perform from public.tax_form_drafts d where d.user_id = any (locked) order by d.id for update;
  insert into nutmeg.storage_use (owner_id, bytes) select distinct c, 0 from unnest(locked) as c order by c
  on conflict do nothing;
  perform from nutmeg.storage_use u where u.owner_id = any (locked) order by u.owner_id for update;
end
$$;

-- Locks, checks, and opens the merge. `is_done` if this request merged before. `shown` are the people who will see the
-- target, as the preview had them: no one else may get access.
create function nutmeg.begin_client_merge(source uuid, target uuid, request_id uuid, shown uuid[])
  returns table (merge_id uuid, is_done boolean)
  language plpgsql security definer set search_path = ''
  as $$
declare
  merge public.client_merges;
  problems text[];
begin
  perform nutmeg.require_staff();
  perform nutmeg.lock_clients(source, target);
  select * into merge from public.client_merges m where m.request_id = begin_client_merge.request_id;
  if found then
    if (merge.source_id, merge.target_id) <> (source, target) then
      raise exception 'Another merge has this request id' using errcode = '23514', detail = 'request_used';
    end if;
    return query select merge.id, true;
    return;
  end if;
  problems := nutmeg.merge_problems(source, target);
  if problems = '{}' and exists (
    select from nutmeg.people_after_merge(source, target) a where a.user_id <> all (shown)
  ) then
    problems := array['people_changed'];
  end if;
  if problems <> '{}' then
    raise exception 'These clients can’t be merged now' using errcode = '23514', detail = problems[1];
  end if;
  perform nutmeg.drop_abandoned_uploads(source);
  perform set_config('nutmeg.merging', 'on', true);
  insert into public.client_merges (request_id, source_id, target_id)
  values (begin_client_merge.request_id, source, target) returning * into merge;
  return query select merge.id, false;
end
$$;

revoke execute on function nutmeg.most_merged(), nutmeg.returns_that_stay(uuid, uuid),
  nutmeg.documents_to_merge(uuid, uuid), nutmeg.merge_problems(uuid, uuid), nutmeg.people_after_merge(uuid, uuid),
  nutmeg.people_who_gain(uuid, uuid),
  public.preview_client_merge(uuid, uuid), nutmeg.lock_clients(uuid[]),
  nutmeg.begin_client_merge(uuid, uuid, uuid, uuid[]) from public;
grant execute on function public.preview_client_merge(uuid, uuid) to authenticated;
