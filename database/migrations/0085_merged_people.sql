-- A client that was entered twice is one person, who keeps what only one of the two entries had: phone, language, and the
-- consent to texts. Who logs in with the login of the entry that was merged works for the one that stayed.

alter table nutmeg.merged_rows drop constraint merged_rows_kind_check;

alter table nutmeg.merged_rows add constraint merged_rows_kind_check check (kind in (
  'document', 'tax_form', 'tax_form_draft', 'tax_return', 'checklist_item', 'checklist_document', 'note', 'letter',
  'member_of_source', 'member_of_target', 'details',
  'task', 'date', 'message', 'tax_number', 'bill', 'signature_request', 'profile', 'text_consent'
));

-- What the profile of the target lacks and that of the source has; null for what stays as it is. A language was chosen by a
-- person who logs in, or by staff, if it isn't the one that every client begins with.
-- A consent moves only with its number, and only if the person didn't end it for the target later. That of a login stays
-- with it, so that no one agrees for another person. An email stays too: lookups by address must not find two
-- profiles.
create function nutmeg.profile_to_merge(source uuid, target uuid)
  returns table (phone text, language text, consent_id uuid, number text)
  language sql stable
  as $$
  select k.phone, k.language, c.id, c.number
  from public.user_profiles s
  join public.user_profiles t on t.user_id = target
  cross join lateral (
    select
      case when btrim(t.phone) = '' and btrim(s.phone) <> '' then s.phone end as phone,
      case when t.language = 'en' and s.language <> 'en' and not nutmeg.has_login(target) then s.language end as language
  ) k
  left join nutmeg.text_consents c on c.user_id = profile_to_merge.source and c.ended_at is null
    and c.number = nutmeg.text_number(s.phone) and c.number = nutmeg.text_number(coalesce(k.phone, t.phone))
    and not nutmeg.has_login(profile_to_merge.source)
    and not exists (
      select from nutmeg.text_consents o
      where o.user_id = target and o.number = c.number and (o.ended_at is null or o.ended_at > c.given_at)
    )
  where s.user_id = profile_to_merge.source and s.user_id <> target
$$;

create function nutmeg.move_profile_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  taken record;
begin
  select * into taken from nutmeg.profile_to_merge(new.source_id, new.target_id);
  if num_nonnulls(taken.phone, taken.language) > 0 then
    insert into nutmeg.merged_rows (merge_id, kind, row_id, before, after)
    select new.id, 'profile', new.target_id,
      jsonb_build_object('phone', p.phone, 'language', p.language),
      jsonb_strip_nulls(jsonb_build_object('phone', taken.phone, 'language', taken.language))
    from public.user_profiles p where p.user_id = new.target_id;
    update public.user_profiles p set
      phone = coalesce(taken.phone, p.phone), language = coalesce(taken.language, p.language)
    where p.user_id = new.target_id;
  end if;
  if taken.consent_id is not null then
    -- One for a number that the target no longer has.
    update nutmeg.text_consents c set ended_at = now(), ended_by = auth.uid()
    where c.user_id = new.target_id and c.ended_at is null;
    -- It moves, so that who ends it ends the only one.
    update nutmeg.text_consents c set user_id = new.target_id where c.id = taken.consent_id;
    insert into nutmeg.merged_rows (merge_id, kind, row_id) values (new.id, 'text_consent', taken.consent_id);
  end if;
  -- For the first screen after a login. my_clients decides.
  update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"merged": true}'
  where u.id = new.source_id and u.email is not null;
  return null;
end
$$;

create trigger client_merges_profile_moved after insert on public.client_merges
  for each row execute function nutmeg.move_profile_of_merge();

-- What was changed since stays. With a login that the target got since, the language is that of its person.
create function nutmeg.return_profile_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.user_profiles p set
    phone = case when p.phone = r.after ->> 'phone' then r.before ->> 'phone' else p.phone end,
    language = case when p.language = r.after ->> 'language' and not nutmeg.has_login(p.user_id)
      then r.before ->> 'language' else p.language end
  from nutmeg.merged_rows r
  where r.merge_id = new.id and r.kind = 'profile' and p.user_id = new.target_id;
  -- One that the person ended stays ended, and one that the source has given since counts.
  update nutmeg.text_consents c set
    user_id = new.source_id,
    ended_at = case when exists (
      select from nutmeg.text_consents o where o.user_id = new.source_id and o.ended_at is null
    ) then coalesce(c.ended_at, now()) else c.ended_at end
  from nutmeg.merged_rows r
  where r.merge_id = new.id and r.kind = 'text_consent' and c.id = r.row_id and c.user_id = new.target_id;
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data - 'merged' where u.id = new.source_id;
  return null;
end
$$;

create trigger client_merges_profile_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_profile_of_merge();

-- Those who were merged before.
update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"merged": true}'
from public.client_merges m where m.source_id = u.id and m.undone_at is null and u.email is not null;

-- What a merge fills in, for the preview: values, or true where there is more than one.
create function nutmeg.details_to_merge(source uuid, target uuid) returns jsonb
  language sql stable
  as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'phone', p.phone, 'language', p.language, 'texts_to', p.number,
    'addresses', case when s.addresses <> '[]' and coalesce(t.addresses, '[]') = '[]' then true end,
    'contacts', case when exists (
      select jsonb_array_elements(s.contacts) except select jsonb_array_elements(t.contacts)
    ) then true end,
    'tags', case when exists (select unnest(s.tags) except select unnest(t.tags)) then true end,
    'preparer', case when t.preparer_id is null then nutmeg.staff_name(nutmeg.if_staff(s.preparer_id)) end,
    'reviewer', case when t.reviewer_id is null then nutmeg.staff_name(nutmeg.if_staff(s.reviewer_id)) end,
    'client_since', case when t.client_since is null then s.client_since end,
    -- A whole number is listed among what moves.
    'tax_id_last4', case when t.tax_id_last4 is null and not exists (
      select from nutmeg.tax_numbers_to_merge(source, target)
    ) then s.tax_id_last4 end
  ))
  from (select source as client_id) k
  left join nutmeg.profile_to_merge(source, target) p on true
  left join public.client_details s on s.client_id = source and source <> target
  left join public.client_details t on t.client_id = target
$$;

-- As in 0038, with the details that are filled in.
create or replace function public.preview_client_merge(source uuid, target uuid) returns jsonb
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
    'details', nutmeg.details_to_merge(source, target),
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

-- As in 0038. Members whose access has ended counted, too.
create or replace function nutmeg.merge_problems(source uuid, target uuid) returns text[]
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
      select count(distinct m.user_id) from public.client_members m
      where m.client_id in (source, target) and (m.ends_at is null or m.ends_at > now())
    ) > 40 then 'too_many_members' end,
    -- Staff give no one access by themselves, by a merge neither.
    case when not public.is_super() and exists (select from nutmeg.people_who_gain(source, target)) then 'needs_super' end
  ], null)
$$;

-- Another column needs another function.
drop function public.my_clients();

-- As in 0014, without clients that were merged into another one: that one is listed, and `merged` has the ids of those
-- that the caller belonged to. If it has the caller's own id, it is the caller's own client now. Who can't see it gets
-- their own dead one, with which nothing can be done.
create function public.my_clients()
  returns table (
    client_id uuid, name text, kind text, relation text, rights text[], last_year int, ends_at timestamptz, merged uuid[]
  )
  language sql stable security definer set search_path = ''
  as $$
  with merged as (
    select nutmeg.merged_into(m.client_id) as client_id, array_agg(m.client_id) as ids
    from public.client_members m
    join public.client_details d on d.client_id = m.client_id and d.archived_into is not null
    where m.user_id = auth.uid()
    group by 1
  )
  select c.id, c.name, c.kind, m.relation, m.rights, m.last_year, m.ends_at, coalesce(g.ids, '{}')
  from public.client_members m
  join public.clients c on c.id = m.client_id
  left join merged g on g.client_id = c.id
  where m.user_id = auth.uid() and m.client_id = any ((select auth.my_clients('see') || nutmeg.my_past_clients())::uuid[])
    and not exists (
      select from public.client_details d
      where d.client_id = c.id and d.archived_into is not null and (
        c.id <> auth.uid()
        or nutmeg.merged_into(c.id) = any ((select auth.my_clients('see') || nutmeg.my_past_clients())::uuid[])
      )
    )
    and not nutmeg.mfa_pending()
  order by auth.uid() <> all (coalesce(g.ids, '{}') || c.id), lower(c.name), c.id
  limit 200
$$;

grant execute on function public.my_clients() to authenticated;
