-- What conversations wait for, on the screens of the desk: in the list, on the board, and in "my day".

-- For each of these clients whose conversation waits: since when for a reply of the office, and since when for an answer of
-- the client. The first 500.
create function public.thread_states(client_ids uuid[])
  returns table (client_id uuid, waiting_for_office timestamptz, waiting_for_client timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select c.id, o.created_at, q.created_at
    from unnest(thread_states.client_ids[1:500]) as c (id)
    left join lateral (
      select m.created_at from public.thread_messages m
      where m.client_id = c.id and m.side = 'client' and m.settled_at is null order by m.sequence limit 1
    ) o on true
    left join lateral (
      select m.created_at from public.thread_messages m
      where m.client_id = c.id and m.is_question and m.settled_at is null order by m.sequence limit 1
    ) q on true
    where o.created_at is not null or q.created_at is not null;
end
$$;

-- Another argument needs another function.
drop function public.waiting_threads(text, int);

-- As in 0051: the threads that wait, longest first. `wanted`: mine (clients that the caller prepares), unassigned, or all.
-- `waiting_for`: office, for a reply to messages, or client, for an answer to questions.
create function public.waiting_threads(
  wanted text default 'all', page_size int default 50, waiting_for text default 'office'
) returns table (
    client_id uuid,
    client_name text,
    preparer_id uuid,
    waiting_since timestamptz,
    messages bigint,
    latest text
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query
    select w.client_id, coalesce(nutmeg.display_name(p), c.name), d.preparer_id,
      w.since, w.messages, left(l.body, 200)
    from (
      select o.client_id, min(o.created_at) as since, count(*) as messages, max(o.sequence) as newest
      from (
        select m.client_id, m.created_at, m.sequence from public.thread_messages m
        where waiting_for = 'office' and m.side = 'client' and m.settled_at is null
        union all
        select m.client_id, m.created_at, m.sequence from public.thread_messages m
        where waiting_for = 'client' and m.is_question and m.settled_at is null
      ) o
      group by o.client_id
    ) w
    join public.clients c on c.id = w.client_id
    join public.thread_messages l on l.client_id = w.client_id and l.sequence = w.newest
    left join public.user_profiles p on p.user_id = w.client_id
    left join public.client_details d on d.client_id = w.client_id
    where case wanted when 'mine' then d.preparer_id = auth.uid() when 'unassigned' then d.preparer_id is null else true end
    order by w.since, w.client_id
    limit least(greatest(page_size, 1), 500);
end
$$;

grant execute on function public.thread_states(uuid[]), public.waiting_threads(text, int, text) to authenticated;
