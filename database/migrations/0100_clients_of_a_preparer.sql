-- Who prepares which clients, read from an index alone: the dates of my clients, and the list by preparer.

create index client_details_new_idx on public.client_details (preparer_id, created_at, client_id) include (archived_at)
  where preparer_id is not null;
drop index public.client_details_preparer_id_idx;
alter index public.client_details_new_idx rename to client_details_preparer_id_idx;

-- Who has a preparer or is archived, in the order in which tax_returns_year_idx has the returns: the board without a
-- preparer leaves them out.
create index client_details_taken_idx on public.client_details (client_id) include (preparer_id, archived_at)
  where preparer_id is not null or archived_at is not null;

-- Read first, as archived_clients().
create function nutmeg.prepared_clients(preparer uuid) returns uuid[]
  language sql stable
  as $$ select array(select d.client_id from public.client_details d where d.preparer_id = preparer) $$;

-- As in 0047, but the caller's clients are read first.
create or replace function public.upcoming_dates(
  wanted text default 'mine', until_day date default null, page_size int default 100
) returns table (id uuid, client_id uuid, client_name text, kind text, year int, due_on date, label text)
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query execute
    'select t.id, t.client_id, coalesce(nullif(btrim(c.first_name || '' '' || c.last_name), ''''), c.email, ''''),
       t.kind, t.year, t.due_on, t.label
     from (
       select d.* from public.client_dates d '
      || case wanted
        -- As a list of their ids. As a join, it would look each date's client up, also if none of the first are the caller's.
        when 'mine' then 'where d.client_id = any ($1)'
        -- Not an anti-join, which would read all details first.
        when 'unassigned' then 'where (
          select a.preparer_id from public.client_details a where a.client_id = d.client_id
        ) is null'
        else 'where true' end
      || ' and d.done_at is null and d.due_on <= $2 order by d.due_on, d.id limit $3
     ) t left join public.user_profiles c on c.user_id = t.client_id
     order by t.due_on, t.id'
    using case when wanted = 'mine' then nutmeg.prepared_clients(auth.uid()) end,
      coalesce(until_day, nutmeg.office_day() + 14), least(greatest(page_size, 1), 100);
end
$$;
