-- Two clients that turn out to be one are merged: what the source has moves to the target, and for 30 days it can move back.
-- The server moves documents and forms (server/merge), since their proofs and seals name the client; the rest is SQL (client_merges).

create table public.client_merges (
  id uuid primary key default gen_random_uuid(),
  -- Chosen by the page, so that a repeated request merges once.
  request_id uuid not null unique,
  source_id uuid not null references public.clients on delete cascade,
  target_id uuid not null references public.clients on delete cascade,
  merged_at timestamptz not null default now(),
  -- Plain ids: the record outlives the accounts.
  merged_by uuid default auth.uid(),
  -- How many of each kind moved.
  counts jsonb not null default '{}',
  undone_at timestamptz,
  undone_by uuid,
  check (source_id <> target_id)
);

create unique index client_merges_source_id_idx on public.client_merges (source_id) where undone_at is null;

create index client_merges_target_id_idx on public.client_merges (target_id, merged_at desc);

alter table public.client_merges enable row level security;

grant select on public.client_merges to authenticated, service_role;

create policy "staff: read" on public.client_merges for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.client_merges for select to service_role using (true);

create policy "require second factor" on public.client_merges as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- What moved, with what it was before. Rows that are neither moved nor changed by a merge are not here.
create table nutmeg.merged_rows (
  merge_id uuid not null references public.client_merges on delete cascade,
  kind text not null check (kind in (
    'document', 'tax_form', 'tax_form_draft', 'tax_return', 'checklist_item', 'checklist_document', 'note', 'letter',
    'member_of_source', 'member_of_target', 'details',
    'task', 'date', 'message', 'tax_number', 'bill', 'signature_request'
  )),
  row_id uuid not null,
  before jsonb,
  after jsonb
);

create index merged_rows_merge_id_idx on nutmeg.merged_rows (merge_id, kind, row_id);

alter table nutmeg.merged_rows enable row level security;

-- A merge moves rows without touching them. Set by the functions of a merge only, for their transaction.
create function nutmeg.is_merging() returns boolean
  language sql stable
  as $$ select coalesce(current_setting('nutmeg.merging', true) = 'on', false) $$;

-- A write that waited for a merge, or for a deletion (client_deletions), is refused, so that no row stays behind unseen.
create function nutmeg.refuse_merged(client uuid, refuses_deleted boolean default true) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not nutmeg.is_merging() and exists (
    select from public.client_details d where d.client_id = client and d.archived_into is not null
  ) then
    raise exception 'This client was merged into another one' using errcode = '42501', detail = 'client_merged';
  end if;
  if refuses_deleted and nutmeg.is_deleted_client(client) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
end
$$;

-- Skips what another transaction works on: it may wait for the room of this client.
create function nutmeg.drop_abandoned_uploads(client uuid) returns void
  language plpgsql set search_path = ''
  as $$
begin
  perform nutmeg.drop_uploads(array(
    select u.id from storage.uploads u
    where u.id in (select a.id from nutmeg.abandoned_uploads(client) a) for update skip locked
  ));
end
$$;

-- Merging client `source` into `target`: what would move, and how it begins (finish_merges has the rest). The preview is for the
-- staff's page; the other functions are for the server, which calls them in one transaction with the claims of the caller
-- (server/merge).

-- The rows that a merge moves in one transaction, at most: 10,000 documents take 2 to 4 seconds, in which nothing can be
-- written about the two clients.
create function nutmeg.max_merged_rows() returns int language sql immutable as $$ select 10000 $$;

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
        limit nutmeg.max_merged_rows() + 1
      ) as rows
    ) > nutmeg.max_merged_rows() then 'too_many' end,
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
      'letters', (select count(*) from public.client_letters l where l.user_id = source),
      'messages', (select count(*) from public.thread_messages m where m.client_id = source),
      'bills', (select count(*) from public.invoices i where i.client_id = source),
      'signature_requests', (select count(*) from public.signature_requests r where r.client_id = source),
      'tax_numbers', (select count(*) from nutmeg.tax_numbers_to_merge(source, target))
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
      ),
      'tax_number', exists (select from public.client_tax_numbers n where n.user_id = source)
        and not exists (select from nutmeg.tax_numbers_to_merge(source, target))
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

grant execute on function public.preview_client_merge(uuid, uuid) to authenticated;
