-- The board of the season: the returns of a year by step, and a chart of its weeks.

create function nutmeg.display_name(p public.user_profiles) returns text
  language sql immutable
  as $$ select coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email) $$;

-- The returns on the board. A plain query, which PostgreSQL takes into the statement that asks for them.
create function nutmeg.returns_on_board(list_year int, preparer uuid, unassigned boolean, waiting_days int)
  returns setof public.tax_returns
  language sql stable
  as $$
  select r.* from public.tax_returns r
  where r.year = list_year
    and (waiting_days <= 0 or r.updated_at < now() - make_interval(days => waiting_days))
    and (preparer is null or exists (
      select from public.client_details d where d.client_id = r.user_id and d.preparer_id = preparer
    ))
    -- A scalar subquery, because an anti-join would read all details.
    and (not unassigned or (select d.preparer_id from public.client_details d where d.client_id = r.user_id) is null)
    and not exists (
      select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
    )
$$;

-- Staff's board: for each step that has returns, how many, and the first cards: those that have waited longest, and of the
-- accepted ones, the newest.
create function public.board_returns(
  list_year int,
  -- Only of this preparer's clients.
  preparer uuid default null,
  -- Only of clients without a preparer.
  unassigned boolean default false,
  -- Only what has not moved for so many days.
  waiting_days int default 0,
  cards int default 50
) returns table (
    status text,
    total bigint,
    id uuid,
    user_id uuid,
    client_name text,
    kind text,
    paid_at timestamptz,
    updated_at timestamptz,
    preparer_id uuid
  )
  -- A plan for each call: the conditions that are not asked for then cost nothing.
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  most constant int := least(greatest(cards, 1), 200);
begin
  perform nutmeg.require_staff();
  if unassigned and preparer is null then
    return query
      -- Only what is in an index, until the cards are chosen.
      with ranked as (
        select r.status, r.user_id, r.updated_at,
          count(*) over (partition by r.status) as total,
          row_number() over (
            partition by r.status
            order by case when r.status <> 'accepted' then r.updated_at end, r.updated_at desc
          ) as place
        from public.tax_returns r
        where r.year = list_year
          and (waiting_days <= 0 or r.updated_at < now() - make_interval(days => waiting_days))
          and not exists (
            select from public.client_details d
            where d.client_id = r.user_id and (d.preparer_id is not null or d.archived_at is not null)
          )
      )
      -- Two returns of a client may have moved at the same moment.
      select shown.* from (
        select distinct card.status, ranked.total, card.id, card.user_id, nutmeg.display_name(p), card.kind, card.paid_at,
          card.updated_at, null::uuid
        from ranked
        cross join lateral (
          select r.* from public.tax_returns r
          where r.user_id = ranked.user_id and r.year = list_year and r.status = ranked.status
            and r.updated_at = ranked.updated_at
          -- One by one, and not all returns of the year once more.
          offset 0
        ) card
        join public.user_profiles p on p.user_id = card.user_id
        where ranked.place <= most
      ) shown (status, total, id, user_id, client_name, kind, paid_at, updated_at, preparer_id)
      order by case when shown.status <> 'accepted' then shown.updated_at end, shown.updated_at desc;
    return;
  end if;
  return query
    with counted as (
      select r.status, count(*) as total
      from nutmeg.returns_on_board(list_year, preparer, unassigned, waiting_days) r
      group by r.status
    )
    select c.status, c.total, card.id, card.user_id,
      nutmeg.display_name(p), card.kind, card.paid_at,
      card.updated_at, d.preparer_id
    from counted c
    cross join lateral (
      (
        select r.* from nutmeg.returns_on_board(list_year, preparer, unassigned, waiting_days) r
        where r.status = c.status and c.status <> 'accepted'
        order by r.updated_at limit most
      )
      union all
      (
        select r.* from nutmeg.returns_on_board(list_year, preparer, unassigned, waiting_days) r
        where r.status = 'accepted' and c.status = 'accepted'
        order by r.updated_at desc limit most
      )
    ) card
    join public.user_profiles p on p.user_id = card.user_id
    left join public.client_details d on d.client_id = card.user_id
    -- A join may change the order.
    order by case when card.status <> 'accepted' then card.updated_at end, card.updated_at desc;
end
$$;

grant execute on function public.board_returns(int, uuid, boolean, int, int) to authenticated;

create function public.season_weeks(list_year int)
  returns table (year int, week int, received bigint, filed bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  zone constant text := nutmeg.office_zone();
begin
  perform nutmeg.require_staff();
  if list_year not between 2000 and 2200 then
    raise exception 'Unknown year' using errcode = '22023';
  end if;
  return query
    with years as (
      select y as year, make_timestamptz(y, 1, 1, 0, 0, 0, zone) as first, make_timestamptz(y + 1, 1, 1, 0, 0, 0, zone) as after
      from unnest(array[list_year - 1, list_year]) y
    ), weeks as (
      select y.year, w.week, y.first + make_interval(secs => w.week * 604800) as first,
        least(y.after, y.first + make_interval(secs => (w.week + 1) * 604800)) as after
      from years y cross join generate_series(0, 52) as w (week)
    ), counted as (
      select w.year, w.week,
        (
          select count(*) from public.tax_forms f
          where f.year = w.year and f.submitted_at >= w.first and f.submitted_at < w.after
        ) as received,
        (
          select count(*) from public.tax_return_events e
          where e.to_status = 'e_filed' and e.at >= w.first and e.at < w.after
        ) as filed
      from weeks w
    )
    select c.year, c.week, c.received, c.filed
    from counted c
    where c.received > 0 or c.filed > 0
    order by 1, 2;
end
$$;

grant execute on function public.season_weeks(int) to authenticated;
