-- The list of clients reads nutmeg.desk_clients and nutmeg.desk_returns.

-- The clients on someone's list: those that they prepare, and those with a return of the year that they prepare.
create function nutmeg.clients_of(preparer uuid, of_year int) returns setof nutmeg.desk_clients
  language sql stable
  as $$
  select c.* from nutmeg.desk_clients c where c.preparer_id = preparer
  union all
  select c.* from nutmeg.desk_clients c
  where c.preparer_id is distinct from preparer
    and c.client_id in (select r.client_id from nutmeg.desk_returns r where r.own_preparer_id = preparer and r.year = of_year)
$$;

-- Those that are on no one's.
create function nutmeg.clients_of_no_one(of_year int) returns setof nutmeg.desk_clients
  language sql stable
  as $$
  select c.* from nutmeg.desk_clients c
  where c.preparer_id is null
    and c.client_id not in (
      select r.client_id from nutmeg.desk_returns r where r.own_preparer_id is not null and r.year = of_year
    )
$$;

-- Where a list by preparer begins. $6 is the preparer. A filter for returns asks for the return's preparer instead.
create function nutmeg.client_source(preparer text, is_by_return boolean) returns text
  language sql immutable
  as $$
  select case
    when preparer is null or is_by_return then 'nutmeg.desk_clients'
    when preparer = 'none' then 'nutmeg.clients_of_no_one($2)'
    else 'nutmeg.clients_of($6, $2)'
  end
$$;

-- Whether a list asks for clients by a return that they have.
create function nutmeg.is_by_return(return_status text, waiting_days int) returns boolean
  language sql immutable
  as $$ select coalesce(return_status <> 'none', false) or waiting_days is not null $$;

-- The returns that a list asks for, about rows of `r`.
create function nutmeg.return_conditions(r text, return_status text, preparer text, waiting_days int) returns text
  language sql immutable
  as $$
  select replace(concat_ws(' and ',
    'r.year = $2',
    case when return_status is not null then 'r.step = nutmeg.step_position($3)' end,
    case when waiting_days is not null then 'r.status not in (''e_filed'', ''accepted'') and r.updated_at <= $7' end,
    case when preparer = 'none' then 'r.preparer_id is null' when preparer is not null then 'r.preparer_id = $6' end
  ), 'r.', r || '.')
$$;

-- Planned anew for each tag, whose statistics say whether its index helps.
create function nutmeg.is_rare_tag(tag text) returns boolean
  language plpgsql stable set plan_cache_mode = 'force_custom_plan'
  as $$
begin
  return (select count(*) < 1000 from (select from public.client_details d where d.tags @> array[tag] limit 1000) as t);
end
$$;

-- As in 0106, about rows of client_source or client_order.
create or replace function nutmeg.client_conditions(
  sees_all boolean, term text, has_form boolean, return_status text, new_files_since timestamptz, archived boolean,
  preparer text, tag text, waiting_days int
) returns text
  language sql stable
  as $$
  select concat_ws(' and ',
    case when sees_all then 'true' else 'p.client_id = auth.uid() and not nutmeg.mfa_pending()' end,
    case
      when cardinality(nutmeg.search_words(term)) = 0 then null
      when sees_all then 'p.client_id in (
        select s.client_id from nutmeg.client_search s where s.search like $1[1] and s.search like all ($1)
      )'
      else 'exists (select from public.user_profiles o where o.user_id = p.client_id and o.search like all ($1))'
    end,
    case has_form
      when true then 'exists (select from public.tax_forms f where f.user_id = p.client_id and f.year = $2)'
      when false then 'not exists (select from public.tax_forms f where f.user_id = p.client_id and f.year = $2)'
    end,
    case when return_status = 'none'
      then 'not exists (select from nutmeg.desk_returns r where r.client_id = p.client_id and r.year = $2)'
    end,
    case when nutmeg.is_by_return(return_status, waiting_days)
      then 'exists (select from nutmeg.desk_returns r where r.client_id = p.client_id and '
        || nutmeg.return_conditions('r', return_status, preparer, waiting_days) || ')'
    end,
    case when new_files_since is not null then 'p.client_id = any ($4)' end,
    -- People always see themselves. Who searches finds those that the office doesn't serve, too.
    case
      when not sees_all then null
      when not archived and cardinality(nutmeg.search_words(term)) = 0 then 'p.is_listed'
      when archived is not null then 'p.client_id' || case when archived then '' else ' not' end
        || ' in (select d.client_id from public.client_details d where d.archived_at is not null)'
    end,
    case
      when tag is null then null
      -- The planner takes an array for a few clients, and begins with them.
      when nutmeg.is_rare_tag(tag)
        then 'p.client_id = any (array(select d.client_id from public.client_details d where d.tags @> array[$5]))'
      else 'p.client_id in (select d.client_id from public.client_details d where d.tags @> array[$5])'
    end
  )
$$;

-- As in 0102, with whether the list has the client.
create or replace function nutmeg.client_order(sort text, out source text, out keys text, out missing text)
  language sql immutable
  as $$
  select replace(o.source, '{desc}', case when sort like '-%' then ' desc' else '' end),
    (
      -- One direction for all keys, so that an index is read forward or backward.
      select string_agg(key || case when (sort like '-%') <> o.backward then ' desc' else '' end, ', ' order by place)
      from unnest(o.keys) with ordinality as k (key, place)
    ),
    o.missing
  from (
    values (
      'activity',
      -- The few that are not listed are read once.
      'select l.client_id, l.client_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed) as is_listed,
        l.at as k1, l.client_id as k2
      from nutmeg.last_uploads l',
      array['k1', 'k2'], false,
      'not exists (select from nutmeg.last_uploads l where l.client_id = p.client_id)'
    ), (
      -- When the form of the year came.
      'form',
      'select f.user_id as client_id,
        f.user_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed) as is_listed,
        f.submitted_at as k1, f.user_id as k2
      from public.tax_forms f where f.year = $2',
      array['k1', 'k2'], false,
      'not exists (select from public.tax_forms f where f.user_id = p.client_id and f.year = $2)'
    ), (
      -- The return that the row shows.
      'step',
      'select r.client_id, not r.is_archived as is_listed, r.step as k1, r.updated_at as k2, r.client_id as k3
      from nutmeg.desk_returns r
      where r.year = $2 and (r.kind = ''personal'' or not exists (
        select from nutmeg.desk_returns o where o.client_id = r.client_id and o.year = $2 and o.kind = ''personal''
      ))',
      array['k1', 'k2', 'k3'], false,
      'not exists (select from nutmeg.desk_returns r where r.client_id = p.client_id and r.year = $2)'
    ), (
      'preparer',
      'select d.client_id, d.archived_at is null as is_listed, s.search as k1, s.user_id as k2, d.created_at as k3,
        d.client_id as k4
      -- One preparer after the other, in the order of the list, so that a page stops where it is full.
      from (
        select * from public.user_profiles where role <> ''client'' order by search{desc}, user_id{desc}
      ) as s
      cross join lateral (select * from public.client_details d where d.preparer_id = s.user_id offset 0) as d',
      array['k1', 'k2', 'k3', 'k4'], false,
      'not exists (
        select from public.client_details d join public.user_profiles s on s.user_id = d.preparer_id
        where d.client_id = p.client_id and s.role <> ''client''
      )'
    ), (
      -- By days, so the latest time comes first. Of several returns, the one that has waited longest.
      'waiting',
      'select r.client_id, not r.is_archived as is_listed, r.updated_at as k1, r.client_id as k2
      from nutmeg.desk_returns r
      where r.year = $2 and r.status not in (''e_filed'', ''accepted'')
        -- Few have a business return too, so their clients are read once, and only those are compared.
        and case when r.client_id in (
          select b.client_id from nutmeg.desk_returns b where b.year = $2 and b.kind = ''business''
        ) then not exists (
          select from nutmeg.desk_returns o
          where o.client_id = r.client_id and o.year = $2 and o.status not in (''e_filed'', ''accepted'')
            and (o.updated_at, o.kind) < (r.updated_at, r.kind)
        ) else true end',
      array['k1', 'k2'], true,
      'not exists (
        select from nutmeg.desk_returns r
        where r.client_id = p.client_id and r.year = $2 and r.status not in (''e_filed'', ''accepted'')
      )'
    )
  ) as o (name, source, keys, backward, missing)
  where o.name = ltrim(sort, '-')
$$;

-- As in 0106.
create or replace function nutmeg.ordered_clients(
  term text, has_form boolean, list_year int, return_status text,
  new_files_since timestamptz, archived boolean, preparer text,
  tag text, waiting_days int, sort text,
  page_limit bigint, page_offset bigint
) returns setof uuid
  language plpgsql stable
  as $$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  is_by_return constant boolean := nutmeg.is_by_return(return_status, waiting_days);
  clients constant text := nutmeg.client_source(preparer, is_by_return);
  conditions text := nutmeg.client_conditions(
    sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days
  );
  patterns constant text[] := nutmeg.like_patterns(term);
  of_year constant int := coalesce(list_year, nutmeg.office_year());
  senders constant uuid[] := case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end;
  prepares constant uuid := nutmeg.preparer_of(preparer);
  waits_since constant timestamptz := now() - waiting_days * interval '1 day';
  prepared uuid[];
  ordered record;
  chosen text;
  plain constant text := case
    -- One row has no order.
    when not sees_all then 'p.client_id'
    when coalesce(sort, '-created') = '-created' then 'p.created_at desc, p.profile_id'
    when sort = 'created' then 'p.created_at, p.profile_id desc'
    when sort = 'name' then 'p.name, p.profile_id'
    when sort = '-name' then 'p.name desc, p.profile_id desc'
  end;
  found_rows bigint;
  before bigint;
begin
  -- The clients of a preparer are read first, so that the planner knows how many they are.
  if preparer is not null and (is_by_return or plain is null) then
    execute 'select array(select c.client_id from ' || case
        when is_by_return then 'nutmeg.desk_returns c where ' || nutmeg.return_conditions('c', return_status, preparer, waiting_days)
        else clients || ' c'
      end || ')'
      into prepared
      using patterns, of_year, return_status, senders, tag, prepares, waits_since;
    conditions := conditions || ' and p.client_id = any ($10)';
  end if;
  if plain is not null then
    return query execute
      'select p.client_id from ' || clients || ' p where ' || conditions || ' order by ' || plain || ' limit $8 offset $9'
      using patterns, of_year, return_status, senders, tag, prepares, waits_since, page_limit, page_offset, prepared;
    return;
  end if;
  select * into ordered from nutmeg.client_order(sort);
  if ordered.source is null then
    raise exception 'There is no such order: %', left(sort, 20) using errcode = '22023';
  end if;
  chosen := '(' || ordered.source || ') p where ' || conditions;
  return query execute
    'select p.client_id from ' || chosen || ' order by ' || ordered.keys || ' limit $8 offset $9'
    using patterns, of_year, return_status, senders, tag, prepares, waits_since, page_limit, page_offset, prepared;
  get diagnostics found_rows = row_count;
  if found_rows >= page_limit then
    return;
  end if;
  if found_rows = 0 and page_offset > 0 then
    execute 'select count(*) from ' || chosen
      into before
      using patterns, of_year, return_status, senders, tag, prepares, waits_since, page_limit, page_offset, prepared;
  end if;
  return query execute
    'select p.client_id from ' || clients || ' p where ' || conditions || ' and ' || ordered.missing
      || ' order by p.created_at desc, p.profile_id limit $8 offset $9'
    using patterns, of_year, return_status, senders, tag, prepares, waits_since,
      page_limit - found_rows, greatest(page_offset - coalesce(before, page_offset), 0), prepared;
end
$$;

-- As in 0106. One filter alone is counted where it is kept, without the rows of all clients.
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
  returns text := 'nutmeg.desk_returns r where not r.is_archived and ';
  counted text;
  found bigint;
begin
  case filters
    when '' then
      return (select count(*) from public.user_profiles)
        - (select count(*) from nutmeg.desk_clients h where not h.is_listed);
    when 'form' then
      return (select count(*) from public.tax_forms f where f.year = of_year) - (
        select count(*) from nutmeg.desk_clients h join public.tax_forms f on f.user_id = h.client_id
        where not h.is_listed and f.year = of_year
      );
    when 'no form' then
      return public.list_clients_count() - public.list_clients_count(has_form => true, list_year => of_year);
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
      return (select count(*) from public.client_details d where d.tags @> array[tag] and d.archived_at is null);
    when 'return', 'no return' then
      -- A client with two such returns counts once.
      returns := returns || nutmeg.return_conditions('r', status, preparer, waiting_days);
      counted := 'select (select count(*) from ' || returns || ') - (select count(*) from ' || returns
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
  return case filters when 'no return' then public.list_clients_count() - found else found end;
end
$$;

-- Nothing calls them anymore.
drop function nutmeg.hidden_clients(boolean, text), nutmeg.archived_clients(), nutmeg.prepared_clients(uuid, int),
  nutmeg.returns_of_others(uuid, int), nutmeg.returns_of_some(int), nutmeg.count_clients();
