-- The board from indexes alone, until its cards are chosen.

create index tax_returns_new_year_idx on public.tax_returns (year, user_id) include (status, kind, updated_at);

create index tax_returns_new_waiting_idx on public.tax_returns (year, updated_at, user_id) include (kind)
  where status not in ('e_filed', 'accepted');

-- Last, since it keeps readers out.
drop index public.tax_returns_year_idx, public.tax_returns_waiting_idx;
alter index public.tax_returns_new_year_idx rename to tax_returns_year_idx;
alter index public.tax_returns_new_waiting_idx rename to tax_returns_waiting_idx;

-- As in 0048: for each step that has returns, how many, and the first cards: those that have waited longest, and of the
-- accepted ones, the newest.
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
begin
  perform nutmeg.require_staff();
  if preparer is null and not unassigned then
    return query
      -- Archived clients are few: asking for each return takes longer than counting theirs and subtracting.
      with hidden as materialized (
        select r.status, count(*) as total
        from public.client_details d join public.tax_returns r on r.user_id = d.client_id
        where d.archived_at is not null and r.year = list_year and r.updated_at < waits_since
        group by r.status
      ),
      counted as (
        select r.status, count(*) - coalesce((select h.total from hidden h where h.status = r.status), 0) as total
        from public.tax_returns r
        where r.year = list_year and r.updated_at < waits_since
        group by r.status
      ),
      shown as not materialized (
        select r.* from public.tax_returns r
        where r.year = list_year and r.updated_at < waits_since and not exists (
          select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
        )
      )
      select c.status, c.total, card.id, card.user_id, nutmeg.display_name(p), card.kind, card.paid_at, card.updated_at,
        d.preparer_id
      from counted c
      cross join lateral (
        (select s.* from shown s where s.status = c.status and c.status <> 'accepted' order by s.updated_at limit most)
        union all
        (
          select s.* from shown s where s.status = 'accepted' and c.status = 'accepted'
          order by s.updated_at desc limit most
        )
      ) card
      join public.user_profiles p on p.user_id = card.user_id
      left join public.client_details d on d.client_id = card.user_id
      -- A join may change the order.
      order by case when card.status <> 'accepted' then card.updated_at end, card.updated_at desc;
    return;
  end if;
  return query execute
    'with ranked as (
      select r.user_id, r.kind, count(*) over (partition by r.status) as total,
        row_number() over (
          partition by r.status
          order by case when r.status <> ''accepted'' then r.updated_at end, r.updated_at desc
        ) as place
      from public.tax_returns r
      where r.year = $1 and r.updated_at < $2'
      || case when preparer is null then '' else ' and exists (
        select from public.client_details d
        where d.client_id = r.user_id and d.preparer_id = $3 and d.archived_at is null
      )' end
      || case when not unassigned then '' else ' and not exists (
        select from public.client_details d
        where d.client_id = r.user_id and (d.preparer_id is not null or d.archived_at is not null)
      )' end
    || ')
    select card.status, ranked.total, card.id, card.user_id, nutmeg.display_name(p), card.kind, card.paid_at,
      card.updated_at, $3
    from ranked
    cross join lateral (
      select r.* from public.tax_returns r
      where r.user_id = ranked.user_id and r.year = $1 and r.kind = ranked.kind
      -- One by one, and not all returns of the year once more.
      offset 0
    ) card
    join public.user_profiles p on p.user_id = card.user_id
    where ranked.place <= $4
    order by case when card.status <> ''accepted'' then card.updated_at end, card.updated_at desc'
    using list_year, waits_since, preparer, most;
end
$$;

drop function nutmeg.returns_on_board(int, uuid, boolean, int);
