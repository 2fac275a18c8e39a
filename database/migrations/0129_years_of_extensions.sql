-- A form, a list, and a return have the year in which the office works on them. An extension has its tax year, which is the
-- year before.

-- The year whose work a date is for.
create function nutmeg.year_of_work(d public.client_dates) returns int
  language sql immutable
  as $$ select case when d.kind = 'extension' then extract(year from d.due_on)::int else d.year end $$;

-- As in 0105, like the next one.
CREATE OR REPLACE FUNCTION nutmeg.dates_of(preparer uuid)
 RETURNS SETOF public.client_dates
 LANGUAGE sql
 STABLE
AS $function$
  select d.* from public.client_dates d
  where d.client_id = any (array(select c.client_id from public.client_details c where c.preparer_id = preparer))
  union
  select d.* from public.return_assignments a
  join public.tax_returns r on r.id = a.return_id
  join public.client_dates d on d.client_id = r.user_id and nutmeg.year_of_work(d) = r.year
  where a.preparer_id = preparer
$function$;

CREATE OR REPLACE FUNCTION public.upcoming_dates(wanted text DEFAULT 'mine'::text, until_day date DEFAULT NULL::date, page_size integer DEFAULT 100)
 RETURNS TABLE(id uuid, client_id uuid, client_name text, kind text, year integer, due_on date, label text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query execute
    'select t.id, t.client_id, coalesce(nullif(btrim(c.first_name || '' '' || c.last_name), ''''), c.email, ''''),
       t.kind, t.year, t.due_on, t.label
     from (
       select d.* from '
      || case wanted
        when 'mine' then 'nutmeg.dates_of($1) d where true'
        -- Not an anti-join, which would read all details first.
        when 'unassigned' then 'public.client_dates d where (
          select a.preparer_id from public.client_details a where a.client_id = d.client_id
        ) is null and not exists (
          select from public.tax_returns r join public.return_assignments a on a.return_id = r.id
          where r.user_id = d.client_id and r.year = nutmeg.year_of_work(d) and a.preparer_id is not null
        )'
        else 'public.client_dates d where true' end
      || ' and d.done_at is null and d.due_on <= $2 order by d.due_on, d.id limit $3
     ) t left join public.user_profiles c on c.user_id = t.client_id
     order by t.due_on, t.id'
    using auth.uid(), coalesce(until_day, nutmeg.office_day() + 14), least(greatest(page_size, 1), 100);
end
$function$;
