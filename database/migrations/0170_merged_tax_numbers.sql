-- The tax number of a client goes with a merge (0125) and comes back. Not if the target has a number, or other last digits:
-- then it stays with the source, where staff read it.

-- What a merge moved. Not in nutmeg.merged_rows: the release before knows its kinds.
create table nutmeg.merged_tax_numbers (
  merge_id uuid primary key references public.client_merges on delete cascade,
  number_id uuid not null
);
alter table nutmeg.merged_tax_numbers enable row level security;

-- As before, with the number. The server makes the new seal.
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
  select merge.id, n.id from public.client_tax_numbers n
  where n.user_id = merge.source_id
    and not exists (select from public.client_tax_numbers t where t.user_id = merge.target_id)
    and not exists (
      select from public.client_details d
      where d.client_id = merge.target_id and d.tax_id_last4 is distinct from right(n.tax_number, 4)
        and d.tax_id_last4 is not null
    );
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

create or replace function nutmeg.forms_of_undo(merge_id uuid)
  returns table (table_name text, id uuid, year int, owner_id uuid, new_owner_id uuid)
  language sql stable
  as $$
  select 'tax_forms', f.id, f.year, m.target_id, m.source_id
  from public.client_merges m
  join nutmeg.merged_rows r on r.merge_id = m.id and r.kind = 'tax_form'
  join public.tax_forms f on f.id = r.row_id and f.user_id = m.target_id
  where m.id = forms_of_undo.merge_id
    and not exists (select from public.tax_forms s where s.user_id = m.source_id and s.year = f.year)
  union all
  select 'tax_form_drafts', f.id, f.year, m.target_id, m.source_id
  from public.client_merges m
  join nutmeg.merged_rows r on r.merge_id = m.id and r.kind = 'tax_form_draft'
  join public.tax_form_drafts f on f.id = r.row_id and f.user_id = m.target_id
  where m.id = forms_of_undo.merge_id
    and not exists (select from public.tax_form_drafts s where s.user_id = m.source_id and s.year = f.year)
  union all
  select 'client_tax_numbers', n.id, null, m.target_id, m.source_id
  from public.client_merges m
  join nutmeg.merged_tax_numbers r on r.merge_id = m.id
  join public.client_tax_numbers n on n.id = r.number_id and n.user_id = m.target_id
  where m.id = forms_of_undo.merge_id
    and not exists (select from public.client_tax_numbers s where s.user_id = m.source_id)
$$;
