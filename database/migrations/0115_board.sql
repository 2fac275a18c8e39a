-- The board reads nutmeg.desk_returns, and the threads of a preparer nutmeg.desk_clients.

-- As in 0048, but PostgreSQL takes it into the statement, which it doesn't do with concat_ws: that isn't immutable.
create or replace function nutmeg.display_name(p public.user_profiles) returns text
  language sql immutable
  as $$ select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email) $$;

-- As in 0106, for everyone, one preparer, or none alike.
create or replace function public.board_returns(
  list_year int, preparer uuid default null, unassigned boolean default false, waiting_days int default 0, cards int default 50
) returns table (
    status text, total bigint, id uuid, user_id uuid, client_name text, kind text, paid_at timestamptz, updated_at timestamptz,
    preparer_id uuid
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
  as $$
#variable_conflict use_column
declare
  most constant int := least(greatest(cards, 1), 200);
  waits_since constant timestamptz := case when waiting_days > 0 then now() - make_interval(days => waiting_days) else 'infinity' end;
  done constant int := nutmeg.step_position('accepted');
begin
  perform nutmeg.require_staff();
  return query
    with shown as not materialized (
      select d.return_id, d.step, d.updated_at, d.preparer_id from nutmeg.desk_returns d
      where d.year = list_year and not d.is_archived and (waits_since = 'infinity' or d.updated_at < waits_since)
        and (preparer is null or d.preparer_id = preparer) and (unassigned is false or d.preparer_id is null)
    ),
    counted as (select s.step, count(*) as total from shown s group by s.step)
    select r.status, c.total, r.id, r.user_id, nutmeg.display_name(p), r.kind, r.paid_at, r.updated_at, card.preparer_id
    from counted c
    cross join lateral (
      (select s.* from shown s where s.step = c.step and c.step <> done order by s.updated_at limit most)
      union all
      (select s.* from shown s where s.step = c.step and c.step = done order by s.updated_at desc limit most)
    ) card
    join public.tax_returns r on r.id = card.return_id
    join public.user_profiles p on p.user_id = r.user_id
    -- A join may change the order.
    order by case when card.step <> done then card.updated_at end, card.updated_at desc;
end
$$;

-- As in 0089, but only the threads of the page are looked up.
CREATE OR REPLACE FUNCTION public.waiting_threads(wanted text DEFAULT 'all'::text, page_size integer DEFAULT 50, waiting_for text DEFAULT 'office'::text)
 RETURNS TABLE(client_id uuid, client_name text, preparer_id uuid, waiting_since timestamp with time zone, messages bigint, latest text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform nutmeg.require_office();
  return query
    select w.client_id, coalesce(nutmeg.display_name(p), c.name), w.preparer_id,
      w.since, w.messages, left(l.body, 200)
    from (
      select o.client_id, d.preparer_id, min(o.created_at) as since, count(*) as messages, max(o.sequence) as newest
      from (
        select m.client_id, m.created_at, m.sequence from public.thread_messages m
        where waiting_for = 'office' and m.side = 'client' and m.settled_at is null
        union all
        select m.client_id, m.created_at, m.sequence from public.thread_messages m
        where waiting_for = 'client' and m.is_question and m.settled_at is null
      ) o
      left join nutmeg.desk_clients d on d.client_id = o.client_id
      where case wanted when 'mine' then d.preparer_id = auth.uid() when 'unassigned' then d.preparer_id is null else true end
      group by o.client_id, d.preparer_id
      order by since, o.client_id
      limit least(greatest(page_size, 1), 500)
    ) w
    join public.clients c on c.id = w.client_id
    join public.thread_messages l on l.client_id = w.client_id and l.sequence = w.newest
    left join public.user_profiles p on p.user_id = w.client_id
    order by w.since, w.client_id;
end
$function$;
