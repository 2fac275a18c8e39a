-- The list of clients reads less for a search, for the filter by new files, and for a tag.

-- Whether a row s of nutmeg.client_search has all words of a search. $1 are nutmeg.like_patterns, the longest first. No word
-- is compared twice, or the planner would expect too few rows.
create function nutmeg.search_condition() returns text
  language sql immutable
  as $$ select 's.search like $1[1] and s.search like all ($1[2:])' $$;

create or replace function nutmeg.is_rare_tag(tag text) returns boolean
  language sql stable
  as $$ select nutmeg.kept_count('tags', of_hash => hashtextextended(tag, 0)) <= 5000 $$;

drop function nutmeg.client_conditions(boolean, text, boolean, text, timestamptz, boolean, text, text, int);
-- As in 0115, about rows of client_source or client_order. With are_found, $11 has the clients that the search found.
create function nutmeg.client_conditions(
  sees_all boolean, term text, has_form boolean, return_status text, new_files_since timestamptz, archived boolean,
  preparer text, tag text, waiting_days int, are_found boolean default false
) returns text
  language sql stable
  as $$
  select concat_ws(' and ',
    case when sees_all then 'true' else 'p.client_id = auth.uid() and not nutmeg.mfa_pending()' end,
    case
      when cardinality(nutmeg.search_words(term)) = 0 then null
      when are_found then 'p.client_id = any ($11)'
      when sees_all then 'p.client_id in (select s.client_id from nutmeg.client_search s where '
        || nutmeg.search_condition() || ')'
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
    case when new_files_since is not null then 'p.client_id in (
      select u.user_id from public.file_uploads u where u.uploaded_at >= $4 and u.seen_at is null and u.by_client
    )' end,
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

-- As in 0115, but if a search finds at most 5,000 clients, the list begins with them.
create or replace function nutmeg.ordered_clients(
  term text, has_form boolean, list_year int, return_status text, new_files_since timestamptz, archived boolean,
  preparer text, tag text, waiting_days int, sort text, page_limit bigint, page_offset bigint
) returns setof uuid
  language plpgsql stable
  as $$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  is_by_return constant boolean := nutmeg.is_by_return(return_status, waiting_days);
  clients constant text := nutmeg.client_source(preparer, is_by_return);
  patterns constant text[] := nutmeg.like_patterns(term);
  of_year constant int := coalesce(list_year, nutmeg.office_year());
  prepares constant uuid := nutmeg.preparer_of(preparer);
  waits_since constant timestamptz := now() - waiting_days * interval '1 day';
  prepared uuid[];
  most_found constant int := 5000;
  found uuid[];
  conditions text;
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
  if sees_all and cardinality(patterns) > 0 then
    execute 'select array(select s.client_id from nutmeg.client_search s where ' || nutmeg.search_condition()
        || ' limit $2)'
      into found using patterns, most_found + 1;
  end if;
  conditions := nutmeg.client_conditions(
    sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days,
    cardinality(found) <= most_found
  );
  -- The clients of a preparer are read first, so that the planner knows how many they are.
  if preparer is not null and (is_by_return or plain is null) then
    execute 'select array(select c.client_id from ' || case
        when is_by_return then 'nutmeg.desk_returns c where '
          || nutmeg.return_conditions('c', return_status, preparer, waiting_days)
        else clients || ' c'
      end || ')'
      into prepared
      using patterns, of_year, return_status, new_files_since, tag, prepares, waits_since;
    conditions := conditions || ' and p.client_id = any ($10)';
  end if;
  if plain is not null then
    return query execute
      'select p.client_id from ' || clients || ' p where ' || conditions || ' order by ' || plain || ' limit $8 offset $9'
      using patterns, of_year, return_status, new_files_since, tag, prepares, waits_since, page_limit, page_offset,
      prepared, found;
    return;
  end if;
  select * into ordered from nutmeg.client_order(sort);
  if ordered.source is null then
    raise exception 'There is no such order: %', left(sort, 20) using errcode = '22023';
  end if;
  chosen := '(' || ordered.source || ') p where ' || conditions;
  return query execute
    'select p.client_id from ' || chosen || ' order by ' || ordered.keys || ' limit $8 offset $9'
    using patterns, of_year, return_status, new_files_since, tag, prepares, waits_since, page_limit, page_offset,
      prepared, found;
  get diagnostics found_rows = row_count;
  if found_rows >= page_limit then
    return;
  end if;
  if found_rows = 0 and page_offset > 0 then
    execute 'select count(*) from ' || chosen
      into before
      using patterns, of_year, return_status, new_files_since, tag, prepares, waits_since, page_limit, page_offset,
      prepared, found;
  end if;
  return query execute
    'select p.client_id from ' || clients || ' p where ' || conditions || ' and ' || ordered.missing
      || ' order by p.created_at desc, p.profile_id limit $8 offset $9'
    using patterns, of_year, return_status, new_files_since, tag, prepares, waits_since,
      page_limit - found_rows, greatest(page_offset - coalesce(before, page_offset), 0), prepared, found;
end
$$;

-- As in 0119, but a search is counted without nutmeg.desk_clients.
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
  patterns constant text[] := nutmeg.like_patterns(term);
  is_by_return constant boolean := nutmeg.is_by_return(return_status, waiting_days);
  filters constant text := concat_ws(', ',
    case when not sees_all or archived is not false then 'other' when cardinality(patterns) > 0 then 'search' end,
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
    when 'search' then
      counted := 'select count(*) from nutmeg.client_search s where ' || nutmeg.search_condition()
        || ' and s.client_id not in (select d.client_id from public.client_details d where d.archived_at is not null)';
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
    using patterns, of_year, return_status, new_files_since, tag, nutmeg.preparer_of(preparer),
      now() - waiting_days * interval '1 day';
  return case filters when 'no return' then nutmeg.kept_count('clients') - found else found end;
end
$$;

drop function nutmeg.senders_since(timestamptz);
drop function nutmeg.own_files_since(timestamptz);
