-- What the rules ask staff to do is due on a day of the office, and the chart of the season counts each return once.

-- The federal holidays of a year, as in domain/office-time/holidays.ts: on this day, or on the first such weekday from it on.
create function nutmeg.holidays_of(of_year int) returns table (holiday text, day date)
  language sql immutable
  as $$
  select h.holiday, d.first + coalesce((h.weekday - extract(dow from d.first)::int + 7) % 7, 0)
  from (values
    ('new-years-day', 1, 1, null), ('martin-luther-king-day', 1, 15, 1), ('presidents-day', 2, 15, 1),
    ('memorial-day', 5, 25, 1), ('juneteenth', 6, 19, null), ('independence-day', 7, 4, null), ('labor-day', 9, 1, 1),
    ('columbus-day', 10, 8, 1), ('veterans-day', 11, 11, null), ('thanksgiving', 11, 22, 4), ('christmas', 12, 25, null)
  ) as h (holiday, of_month, from_day, weekday)
  cross join lateral (select make_date(of_year, h.of_month, h.from_day) as first) as d
$$;

-- Whether the office is open on a day, by its facts: the same rule as closedBecause in domain/booking/slots.ts.
create function nutmeg.is_open_day(day date, open_weekdays jsonb, calendar jsonb) returns boolean
  language sql immutable
  as $$
  select open_weekdays @> to_jsonb(extract(dow from is_open_day.day)::int)
    and not exists (
      select from jsonb_array_elements(calendar -> 'closedOn') as c
      where c ->> 'day' = to_char(is_open_day.day, 'YYYY-MM-DD')
    )
    and not exists (
      -- New Year's Day may be observed on the last day of the year before.
      select from generate_series(0, 1) as later
      cross join lateral nutmeg.holidays_of(extract(year from is_open_day.day)::int + later) as h
      cross join lateral (select extract(dow from h.day)::int as weekday) as w
      where calendar -> 'holidays' ? h.holiday and is_open_day.day in (
        h.day,
        case when not open_weekdays @> to_jsonb(w.weekday) then
          h.day + case w.weekday when 6 then -1 when 0 then 1 else 0 end
        end
      )
    )
$$;

-- The day that is so many open days after today. An office that is closed for two months gets the end of these.
create function nutmeg.office_day_after(days int) returns date
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  today constant date := nutmeg.office_day();
  day date := today;
  open_weekdays jsonb;
  calendar jsonb;
begin
  select s.facts #> '{hours,days}', s.facts -> 'calendar' into open_weekdays, calendar
  from public.office_settings s order by s.version desc limit 1;
  for n in 1..days loop
    loop
      day := day + 1;
      exit when nutmeg.is_open_day(day, coalesce(open_weekdays, '[1, 2, 3, 4, 5]'), calendar) or day >= today + 60;
    end loop;
  end loop;
  return day;
end
$$;

-- As in 0044, with a day by which the task is due. What happens again is due again.
create or replace function nutmeg.open_rule_task(kind text, client uuid, year int, return_id uuid, again boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  known uuid;
  due constant date := nutmeg.office_day_after(case open_rule_task.kind
    -- Start the return.
    when 'form_received' then 2
    -- Prepare it.
    when 'documents_complete' then 5
    -- Collect the fee and file it.
    when 'approved' then 2
    -- Correct it: a return that was filed in time has five days.
    when 'rejected' then 1
  end);
begin
  select t.id into known from public.tasks t
  where t.kind = open_rule_task.kind and case when open_rule_task.return_id is null
    then t.client_id = client and t.year = open_rule_task.year and t.return_id is null
    else t.return_id = open_rule_task.return_id end;
  if known is null then
    insert into public.tasks (kind, owner_id, due_on, client_id, year, return_id, created_by)
    select open_rule_task.kind, nutmeg.if_staff((select d.preparer_id from public.client_details d where d.client_id = client)),
      due, client, open_rule_task.year, open_rule_task.return_id, null
    on conflict do nothing;
  elsif again then
    update public.tasks t set done_at = null, done_by = null, due_on = due where t.id = known and t.done_at is not null;
  end if;
end
$$;

-- Only a return that was rejected is filed again (nutmeg.return_steps). These are few, so the chart takes them off the others.
create index tax_return_events_rejected_idx on public.tax_return_events (return_id, id) where to_status = 'rejected';

-- As in 0048, but a return that was filed again after a rejection counts once, when it was first filed.
create or replace function public.season_weeks(list_year int)
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
    ), weeks as materialized (
      select y.year, w.week, y.first + make_interval(secs => w.week * 604800) as first,
        least(y.after, y.first + make_interval(secs => (w.week + 1) * 604800)) as after
      from years y cross join generate_series(0, 52) as w (week)
    ), filed_again as materialized (
      select distinct e.id, e.at
      from public.tax_return_events r
      join public.tax_return_events e on e.return_id = r.return_id and e.id > r.id and e.to_status = 'e_filed'
      where r.to_status = 'rejected' and e.at >= (select min(w.first) from weeks w)
    ), counted as materialized (
      select w.year, w.week,
        (
          select count(*) from public.tax_forms f
          where f.year = w.year and f.submitted_at >= w.first and f.submitted_at < w.after
        ) as received,
        (
          select count(*) from public.tax_return_events e
          where e.to_status = 'e_filed' and e.at >= w.first and e.at < w.after
        ) - (select count(*) from filed_again a where a.at >= w.first and a.at < w.after) as filed
      from weeks w
    )
    select c.year, c.week, c.received, c.filed
    from counted c
    where c.received > 0 or c.filed > 0
    order by 1, 2;
end
$$;
