-- The list and the board read what nutmeg.desk_counts keeps (0118_desk_counts).

-- As in 0115. What is counted there costs the same with a hundred clients and with a hundred thousand.
create or replace function public.list_clients_count(
  term text default '', has_form boolean default null, list_year int default null, return_status text default null,
  new_files_since timestamptz default null, archived boolean default false, preparer text default null,
  tag text default null, waiting_days int default null, sort text default '-created'
) returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  of_year constant int := coalesce(list_year, nutmeg.office_year());
  is_by_return constant boolean := nutmeg.is_by_return(return_status, waiting_days);
  filters constant text := concat_ws(', ',
    case when sees_all and coalesce(term, '') = '' and archived is false then null else 'other' end,
    case has_form when true then 'form' when false then 'no form' end,
    case when is_by_return then 'return' when return_status is not null then 'no return' end,
    case when preparer is not null and not is_by_return then 'preparer' end,
    case when new_files_since is not null then 'files' end,
    case when tag is not null then 'tag' end
  );
  -- Without one, any.
  status constant text := case when is_by_return then return_status end;
  step constant int := case when status is not null then coalesce(nutmeg.step_position(status), 0) end;
  returns text := 'nutmeg.desk_returns r where not r.is_archived and ';
  counted text;
  found bigint;
begin
  case filters
    when '' then
      return nutmeg.kept_count('clients');
    when 'form' then
      return nutmeg.kept_count('forms', of_year) - (
        select count(*) from nutmeg.desk_clients h join public.tax_forms f on f.user_id = h.client_id
        where not h.is_listed and f.year = of_year
      );
    when 'no form' then
      return nutmeg.kept_count('clients') - public.list_clients_count(has_form => true, list_year => of_year);
    when 'form, no return' then
      return (
        select count(*) from public.tax_forms f
        where f.year = of_year
          and not exists (select from nutmeg.desk_returns r where r.client_id = f.user_id and r.year = of_year)
          and f.user_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed)
      );
    when 'files' then
      return (
        select count(*) from (
          select distinct u.user_id from public.file_uploads u
          where u.uploaded_at >= new_files_since and u.seen_at is null and u.by_client
        ) as s
        where s.user_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed)
      );
    when 'tag' then
      return nutmeg.kept_count('tags', of_hash => hashtextextended(tag, 0));
    when 'return', 'no return' then
      -- A client with two such returns counts once.
      returns := returns || nutmeg.return_conditions('r', status, preparer, waiting_days);
      counted := 'select '
        || case
          when preparer is null and waiting_days is null
            then format('nutmeg.kept_count(''returns'', $2, %L)', step)
          else '(select count(*) from ' || returns || ')'
        end
        || ' - (select count(*) from ' || returns
        || ' and r.kind = ''business'' and exists (
          select from nutmeg.desk_returns o where o.client_id = r.client_id and o.kind = ''personal'' and '
        || nutmeg.return_conditions('o', status, preparer, waiting_days) || '))';
    else
      counted := 'select count(*) from ' || nutmeg.client_source(preparer, is_by_return) || ' p where '
        || nutmeg.client_conditions(
          sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days
        );
  end case;
  execute counted
    into found
    using nutmeg.like_patterns(term), of_year, return_status,
      case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end,
      tag, nutmeg.preparer_of(preparer), now() - waiting_days * interval '1 day';
  return case filters when 'no return' then nutmeg.kept_count('clients') - found else found end;
end
$$;

-- As in 0115, with the totals of the whole board from there.
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
  has_all constant boolean := preparer is null and unassigned is false and waits_since = 'infinity';
begin
  perform nutmeg.require_staff();
  return query
    with shown as not materialized (
      select d.return_id, d.step, d.updated_at, d.preparer_id from nutmeg.desk_returns d
      where d.year = list_year and not d.is_archived and (waits_since = 'infinity' or d.updated_at < waits_since)
        and (preparer is null or d.preparer_id = preparer) and (unassigned is false or d.preparer_id is null)
    ),
    counted as (
      select s.step, count(*) as total from shown s where not has_all group by s.step
      union all
      select c.step, sum(c.change) from nutmeg.desk_counts c
      where has_all and c.subject = 'returns' and c.year = list_year
      group by c.step
      having sum(c.change) > 0
    )
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
