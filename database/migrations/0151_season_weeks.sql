-- The chart of the board: forms received and returns e-filed in each week of a year, and of the year before.

create index tax_return_events_filed_idx on public.tax_return_events (at) where to_status = 'e_filed';

create function public.season_weeks(list_year int) returns table (year int, week int, received bigint, filed bigint)
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
    ), counted as (
      select y.year, floor(extract(epoch from f.submitted_at - y.first) / 604800)::int as week,
        count(*) as received, 0::bigint as filed
      from years y
      join public.tax_forms f on f.year = y.year and f.submitted_at >= y.first and f.submitted_at < y.after
      group by 1, 2
      union all
      select y.year, floor(extract(epoch from e.at - y.first) / 604800)::int, 0, count(*)
      from years y
      join public.tax_return_events e on e.to_status = 'e_filed' and e.at >= y.first and e.at < y.after
      group by 1, 2
    )
    select c.year, c.week, sum(c.received)::bigint, sum(c.filed)::bigint
    from counted c
    group by 1, 2
    order by 1, 2;
end
$$;
revoke execute on function public.season_weeks(int) from public;
grant execute on function public.season_weeks(int) to authenticated;
