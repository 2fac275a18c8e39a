-- The board of the season: the returns of a year by step, of all clients or of one preparer's.

-- For the counts and the first cards of each step without reading the table. With the client, to leave out archived ones.
create index tax_returns_board_idx on public.tax_returns (year, status, updated_at) include (user_id);

create function nutmeg.name_or_email(p public.user_profiles) returns text
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
  return query
    with counted as (
      select r.status, count(*) as total
      from nutmeg.returns_on_board(list_year, preparer, unassigned, waiting_days) r
      group by r.status
    )
    select c.status, c.total, card.id, card.user_id,
      nutmeg.name_or_email(p), card.kind, card.paid_at,
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
    left join public.client_details d on d.client_id = card.user_id;
end
$$;

revoke execute on function nutmeg.name_or_email(public.user_profiles),
  nutmeg.returns_on_board(int, uuid, boolean, int), public.board_returns(int, uuid, boolean, int, int) from public;
grant execute on function public.board_returns(int, uuid, boolean, int, int) to authenticated;
