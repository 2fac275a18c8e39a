-- A client who asks for the list of clients sees one row. Their question read the new files and the archived clients of the
-- whole office all the same, and sorted its returns.

-- The caller alone, if they or a member have sent files since then that no one at the office has seen.
create function nutmeg.own_files_since(since timestamptz)
  returns uuid[]
  language sql stable
  as $$
  select array(
    select auth.uid() where exists (
      select from public.file_uploads u
      where u.user_id = auth.uid() and u.uploaded_at >= since and u.seen_at is null
        and u.by_client
    )
  )
$$;
revoke execute on function nutmeg.own_files_since(timestamptz) from public;

-- A filter that is null is ignored. Others than staff see themselves at most.
create or replace function public.list_clients(
  term text default '',
  has_form boolean default null,
  list_year integer default null,
  return_status text default null,
  new_files_since timestamptz default null,
  archived boolean default false,
  preparer text default null,
  tag text default null,
  waiting_days integer default null,
  sort text default '-created',
  page_limit bigint default null,
  page_offset bigint default 0
)
  returns setof public.user_profiles
  language plpgsql
  stable security definer
  set search_path = ''
  as $$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  conditions constant text := nutmeg.client_conditions(
    sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days
  );
  patterns constant text[] := nutmeg.patterns_of(term);
  of_year constant int := coalesce(list_year, nutmeg.office_year());
  senders constant uuid[] := case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end;
  hidden constant uuid[] := case when sees_all then nutmeg.archived_clients() end;
  preparer_id constant uuid := nutmeg.preparer_of(preparer);
  waits_since constant timestamptz := now() - waiting_days * interval '1 day';
  ordered record;
  plain constant text := case
    -- One row has no order.
    when not sees_all then 'p.id'
    when coalesce(sort, '-created') = '-created' then 'p.created_at desc, p.id'
    when sort = 'created' then 'p.created_at, p.id desc'
    when sort = 'name' then 'left(ltrim(p.search), 80), p.id'
    when sort = '-name' then 'left(ltrim(p.search), 80) desc, p.id desc'
  end;
  found_rows bigint;
  before bigint;
begin
  if plain is not null then
    return query execute
      'select p.* from public.user_profiles p where ' || conditions || ' order by ' || plain || ' limit $9 offset $10'
      using patterns, of_year, return_status, senders, hidden, preparer_id, tag, waits_since, page_limit, page_offset;
    return;
  end if;
  select * into ordered from nutmeg.client_order(sort);
  if ordered.source is null then
    raise exception 'There is no such order: %', left(sort, 20) using errcode = '22023';
  end if;
  -- Only the page reads whole profiles.
  return query execute
    'select u.* from (
      select p.* from (' || ordered.source || ') as p where ' || conditions || ' order by ' || ordered.keys || ' limit $9 offset $10
    ) as p join public.user_profiles u on u.user_id = p.user_id order by ' || ordered.keys
    using patterns, of_year, return_status, senders, hidden, preparer_id, tag, waits_since, page_limit, page_offset;
  get diagnostics found_rows = row_count;
  if found_rows >= page_limit then
    return;
  end if;
  if found_rows = 0 and page_offset > 0 then
    execute 'select count(*) from (' || ordered.source || ') as p where ' || conditions
      into before
      using patterns, of_year, return_status, senders, hidden, preparer_id, tag, waits_since;
  end if;
  return query execute
    'select p.* from public.user_profiles p where ' || conditions || ' and ' || ordered.missing
      || ' order by p.created_at desc, p.id limit $9 offset $10'
    using patterns, of_year, return_status, senders, hidden, preparer_id, tag, waits_since,
      page_limit - found_rows, greatest(page_offset - coalesce(before, page_offset), 0);
end
$$;

-- The number of rows of list_clients. One filter alone is counted without the profiles: forms, returns, and details name
-- them, and of those it takes the archived ones, who are few.
create or replace function public.list_clients_count(
  term text default '',
  has_form boolean default null,
  list_year integer default null,
  return_status text default null,
  new_files_since timestamptz default null,
  archived boolean default false,
  preparer text default null,
  tag text default null,
  waiting_days integer default null,
  sort text default '-created'
)
  returns bigint
  language plpgsql
  stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  of_year constant int := coalesce(list_year, nutmeg.office_year());
  is_plain constant boolean := sees_all and coalesce(term, '') = '' and new_files_since is null and not archived
    and waiting_days is null;
  of_details constant boolean := is_plain and has_form is null and return_status is null;
  of_papers constant boolean := is_plain and preparer is null and tag is null;
  everyone bigint;
  found bigint;
begin
  if of_details and (tag is null or preparer is null) or of_papers then
    everyone := (select count(*) from public.user_profiles)
      - (select count(*) from public.client_details d where d.archived_at is not null);
  end if;
  if of_details and preparer is null and tag is null then
    return everyone;
  elsif of_details and preparer = 'none' and tag is null then
    return everyone - (select count(*) from public.client_details d where d.preparer_id is not null) + (
      select count(*) from public.client_details d where d.preparer_id is not null and d.archived_at is not null
    );
  elsif of_details and tag is null then
    return (
      select count(*) from public.client_details d
      where d.preparer_id = nutmeg.preparer_of(preparer) and d.archived_at is null
    );
  elsif of_details and preparer is null then
    return (select count(*) from public.client_details d where d.tags @> array[tag] and d.archived_at is null);
  elsif of_papers and return_status is null then
    found := (select count(*) from public.tax_forms f where f.year = of_year) - (
      select count(*) from public.client_details d join public.tax_forms f on f.user_id = d.client_id
      where d.archived_at is not null and f.year = of_year
    );
    return case when has_form then found else everyone - found end;
  elsif of_papers and has_form and return_status = 'none' then
    return (
      select count(*) from public.tax_forms f
      where f.year = of_year
        and not exists (
          select from public.tax_returns r where r.user_id = f.user_id and r.year = of_year
        )
        and not exists (
          select from public.client_details d where d.client_id = f.user_id and d.archived_at is not null
        )
    );
  elsif of_papers and has_form is null then
    found := (
      select count(*) from (
        select from public.tax_returns r
        where r.year = of_year and (return_status = 'none' or r.status = return_status)
          and not exists (
            select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
          )
        group by r.user_id
      ) as people
    );
    return case when return_status = 'none' then everyone - found else found end;
  end if;
  execute 'select count(*) from public.user_profiles p where ' || nutmeg.client_conditions(
      sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days
    )
    into found
    using nutmeg.patterns_of(term), of_year, return_status,
      case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end,
      case when sees_all then nutmeg.archived_clients() end, nutmeg.preparer_of(preparer), tag, now() - waiting_days * interval '1 day';
  return found;
end
$$;
