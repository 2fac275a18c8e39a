-- Documents to sign move with a merge (0125) and back, and the preview counts all that moves. The events keep their chain: it
-- names the request and the signers, not the client.

-- What a merge moved. Not in nutmeg.merged_rows: the release before knows its kinds.
create table nutmeg.merged_signature_requests (
  merge_id uuid not null references public.client_merges on delete cascade,
  request_id uuid not null references public.signature_requests,
  primary key (merge_id, request_id)
);
alter table nutmeg.merged_signature_requests enable row level security;

create function nutmeg.give_signature_requests(requests uuid[], taker uuid) returns void
  language sql
  as $$
  update public.signature_requests r set client_id = taker where r.id = any (requests);
  update public.signature_fields f set client_id = taker where f.request_id = any (requests);
  update public.signing_consents c set client_id = taker from public.signers s
  where s.id = c.signer_id and s.request_id = any (requests);
  update public.signers s set client_id = taker where s.request_id = any (requests);
$$;

create function nutmeg.move_signatures_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  requests uuid[];
begin
  -- Waits for an act of a signer, which locks the request.
  requests := array(
    select r.id from public.signature_requests r where r.client_id = new.source_id order by r.id for update
  );
  insert into nutmeg.merged_signature_requests (merge_id, request_id) select new.id, r from unnest(requests) as r;
  perform nutmeg.give_signature_requests(requests, new.target_id);
  return null;
end
$$;
create trigger client_merges_signatures_moved after insert on public.client_merges
  for each row execute function nutmeg.move_signatures_of_merge();

create function nutmeg.return_signatures_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.give_signature_requests(
    array(
      select r.id from public.signature_requests r
      join nutmeg.merged_signature_requests m on m.request_id = r.id and m.merge_id = new.id
      where r.client_id = new.target_id order by r.id for update of r
    ),
    new.source_id
  );
  delete from nutmeg.merged_signature_requests m where m.merge_id = new.id;
  return null;
end
$$;
create trigger client_merges_signatures_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_signatures_of_merge();

-- Not if the target has a number, or other last digits: then it stays with the source, where staff read it.
create function nutmeg.tax_numbers_to_merge(source uuid, target uuid) returns table (id uuid)
  language sql stable
  as $$
  select n.id from public.client_tax_numbers n
  where n.user_id = source
    and not exists (select from public.client_tax_numbers t where t.user_id = target)
    and not exists (
      select from public.client_details d
      where d.client_id = target and d.tax_id_last4 is not null
        and d.tax_id_last4 is distinct from right(n.tax_number, 4)
    )
$$;

-- As before, with the rule above.
create or replace function nutmeg.forms_of_merge(merge_id uuid)
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
  insert into nutmeg.merged_tax_numbers (merge_id, number_id)
  select merge.id, t.id from nutmeg.tax_numbers_to_merge(merge.source_id, merge.target_id) t;
  return query
    select r.kind || 's', r.row_id, coalesce(f.year, d.year), merge.source_id, merge.target_id
    from nutmeg.merged_rows r
    left join public.tax_forms f on r.kind = 'tax_form' and f.id = r.row_id
    left join public.tax_form_drafts d on r.kind = 'tax_form_draft' and d.id = r.row_id
    where r.merge_id = merge.id and r.kind in ('tax_form', 'tax_form_draft')
    union all
    select 'client_tax_numbers', n.number_id, null, merge.source_id, merge.target_id
    from nutmeg.merged_tax_numbers n where n.merge_id = merge.id;
end
$$;

-- As before, with messages, bills, documents to sign, and the tax number.
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

revoke execute on function nutmeg.give_signature_requests(uuid[], uuid), nutmeg.move_signatures_of_merge(),
  nutmeg.return_signatures_of_merge(), nutmeg.tax_numbers_to_merge(uuid, uuid) from public;
