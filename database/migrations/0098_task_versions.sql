-- Someone who edits a task says which version they have seen.

-- More columns need another function.
drop function public.open_tasks(text, int, date, uuid);

-- As in 0044, with when the task was last changed.
create function public.open_tasks(
  wanted text default 'mine', page_size int default 100, after_due date default null, after_id uuid default null
) returns table (
    id uuid,
    kind text,
    title text,
    note text,
    owner_id uuid,
    owner_name text,
    due_on date,
    client_id uuid,
    client_name text,
    year int,
    return_id uuid,
    updated_at timestamptz
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  last_due constant date := coalesce(after_due, case when after_id is null then '-infinity'::date else 'infinity'::date end);
  last_id constant uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  rows_wanted constant int := least(greatest(page_size, 1), 100);
begin
  perform nutmeg.require_staff();
  return query execute
    'select t.id, t.kind, t.title, t.note, t.owner_id, nutmeg.staff_name(t.owner_id), t.due_on, t.client_id,
       nullif(btrim(coalesce(nullif(btrim(c.first_name || '' '' || c.last_name), ''''), c.email, '''')), ''''),
       t.year, t.return_id, t.updated_at
     from (
       select * from public.tasks o
       where o.done_at is null and (coalesce(o.due_on, ''infinity''), o.id) > ($2, $3)'
      || case wanted when 'mine' then ' and o.owner_id = $1' when 'unassigned' then ' and o.owner_id is null' else '' end
      || ' order by coalesce(o.due_on, ''infinity''), o.id limit $4
     ) t left join public.user_profiles c on c.user_id = t.client_id
     order by coalesce(t.due_on, ''infinity''), t.id'
    using auth.uid(), last_due, last_id, rows_wanted;
end
$$;

grant execute on function public.open_tasks(text, int, date, uuid) to authenticated;
