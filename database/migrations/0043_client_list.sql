-- The list of clients in an order that staff choose, with more facts and filters.

-- The order of the steps, as in domain/returns/tax-return.ts; a test compares the two.
create function nutmeg.step_position(status text) returns int
  language sql immutable
  as $$
  select array_position(
    '{not_started,documents_received,in_preparation,waiting_for_documents,ready_for_review,approved,payment_due,e_filed,accepted,rejected}'::text[],
    status
  )
$$;

-- The conditions of a list of clients `p`, which has their user_id and search. $1 are the patterns, $2 the year, $3 the
-- status, $4 the ids to choose from, $5 those of archived clients, $6 the preparer, $7 the tag, $8 the time since when a
-- return must have waited. Only the wanted ones, so that PostgreSQL plans each as a join instead of asking it for each row.
create function nutmeg.client_conditions(
  sees_all boolean, term text, has_form boolean, return_status text, new_files_since timestamptz, archived boolean,
  preparer text, tag text, waiting_days int
) returns text
  language sql stable
  as $$
  select concat_ws(' and ',
    case when sees_all then 'true' else 'p.user_id = auth.uid() and not nutmeg.mfa_pending()' end,
    case when cardinality(nutmeg.search_words(term)) > 0 then 'p.search like $1[1] and p.search like all ($1)' end,
    case has_form
      when true then 'exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = $2)'
      when false then 'not exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = $2)'
    end,
    case
      when return_status = 'none'
        then 'not exists (select from public.tax_returns r where r.user_id = p.user_id and r.year = $2)'
      when return_status is not null
        then 'exists (
          select from public.tax_returns r where r.user_id = p.user_id and r.year = $2 and r.status = $3
        )'
    end,
    case when new_files_since is not null then 'p.user_id = any ($4)' end,
    -- People always see themselves.
    case when sees_all then
      case archived when true then 'p.user_id = any ($5)' when false then 'p.user_id <> all ($5)' end
    end,
    case
      when preparer = 'none' then 'not exists (
        select from public.client_details d where d.client_id = p.user_id and d.preparer_id is not null
      )'
      when preparer is not null
        then 'exists (select from public.client_details d where d.client_id = p.user_id and d.preparer_id = $6)'
    end,
    case when tag is not null
      then 'exists (select from public.client_details d where d.client_id = p.user_id and d.tags @> array[$7])'
    end,
    -- With a status, the return that has it.
    case when waiting_days is not null then 'exists (
      select from public.tax_returns r
      where r.user_id = p.user_id and r.year = $2 and r.status not in (''e_filed'', ''accepted'') and r.updated_at <= $8'
        || case when return_status is not null then ' and r.status = $3' else '' end || ')'
    end
  )
$$;

-- How to sort the list by something that not every client has. `source` has the clients that have it, with the keys of
-- the order; `missing` is the condition for the others, who come last in both directions.
create function nutmeg.client_order(sort text, out source text, out keys text, out missing text)
  language sql immutable
  as $$
  select o.source,
    (
      -- One direction for all keys, so that an index is read forward or backward.
      select string_agg(key || case when (sort like '-%') <> o.backward then ' desc' else '' end, ', ' order by place)
      from unnest(o.keys) with ordinality as k (key, place)
    ),
    o.missing
  from (
    values (
      'activity',
      'select l.client_id as user_id, u.search, l.at as k1, l.client_id as k2
      from nutmeg.last_uploads l left join public.user_profiles u on u.user_id = l.client_id',
      array['k1', 'k2'], false,
      'not exists (select from nutmeg.last_uploads l where l.client_id = p.user_id)'
    ), (
      -- When the form of the year came.
      'form',
      'select f.user_id, u.search, f.submitted_at as k1, f.user_id as k2
      from public.tax_forms f left join public.user_profiles u on u.user_id = f.user_id where f.year = $2',
      array['k1', 'k2'], false,
      'not exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = $2)'
    ), (
      -- The return that the row shows.
      'step',
      'select r.user_id, u.search, nutmeg.step_position(r.status) as k1, r.updated_at as k2, r.user_id as k3
      from public.tax_returns r left join public.user_profiles u on u.user_id = r.user_id
      where r.year = $2 and (r.kind = ''personal'' or not exists (
        select from public.tax_returns o where o.user_id = r.user_id and o.year = $2 and o.kind = ''personal''
      ))',
      array['k1', 'k2', 'k3'], false,
      'not exists (select from public.tax_returns r where r.user_id = p.user_id and r.year = $2)'
    ), (
      'preparer',
      'select d.client_id as user_id, u.search, s.search as k1, s.user_id as k2, d.created_at as k3, d.client_id as k4
      from public.user_profiles s
      -- One preparer after the other, so that a page stops where it is full.
      cross join lateral (select * from public.client_details d where d.preparer_id = s.user_id offset 0) as d
      left join public.user_profiles u on u.user_id = d.client_id
      where s.role <> ''client''',
      array['k1', 'k2', 'k3', 'k4'], false,
      'not exists (
        select from public.client_details d join public.user_profiles s on s.user_id = d.preparer_id
        where d.client_id = p.user_id and s.role <> ''client''
      )'
    ), (
      -- By days, so the latest time comes first. Of several returns, the one that has waited longest.
      'waiting',
      'select r.user_id, u.search, r.updated_at as k1, r.user_id as k2
      from public.tax_returns r left join public.user_profiles u on u.user_id = r.user_id
      where r.year = $2 and r.status not in (''e_filed'', ''accepted'') and case when r.kind is not null then
        -- In a case, so that it is asked for each row in the order of the index: a join would read all returns of the year.
        not exists (
          select from public.tax_returns o
          where o.user_id = r.user_id and o.year = $2 and o.status not in (''e_filed'', ''accepted'')
            and o.kind = case r.kind when ''personal'' then ''business'' else ''personal'' end
            and (o.updated_at, o.kind) < (r.updated_at, r.kind)
        )
      end',
      array['k1', 'k2'], true,
      'not exists (
        select from public.tax_returns r
        where r.user_id = p.user_id and r.year = $2 and r.status not in (''e_filed'', ''accepted'')
      )'
    )
  ) as o (name, source, keys, backward, missing)
  where o.name = ltrim(sort, '-')
$$;

-- A filter that is null is ignored. Others than staff see themselves at most.
create function public.list_clients(
  -- Anywhere in the full name or the email address, as typed.
  term text default '',
  -- Whether the form of that year has been sent.
  has_form boolean default null,
  -- The office's year if null.
  list_year int default null,
  -- A status of domain/returns/tax-return.ts, of any return of that year; 'none': no return was opened for it.
  return_status text default null,
  -- Clients who have sent files since then that no one at the office has seen yet.
  new_files_since timestamptz default null,
  -- Only the archived ones if true, all if null.
  archived boolean default false,
  -- A user's id, 'me', or 'none'.
  preparer text default null,
  tag text default null,
  -- A return of that year waits for at least so many days.
  waiting_days int default null,
  -- 'created', 'name', 'activity', 'form', 'step', 'preparer', or 'waiting' (by days); with "-" from the largest.
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
  patterns constant text[] := nutmeg.like_patterns(term);
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
create function public.list_clients_count(
  term text default '',
  has_form boolean default null,
  list_year int default null,
  return_status text default null,
  new_files_since timestamptz default null,
  archived boolean default false,
  preparer text default null,
  tag text default null,
  waiting_days int default null,
  -- Changes nothing: REST passes the arguments of the list.
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
    using nutmeg.like_patterns(term), of_year, return_status,
      case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end,
      case when sees_all then nutmeg.archived_clients() end, nutmeg.preparer_of(preparer), tag, now() - waiting_days * interval '1 day';
  return found;
end
$$;

-- What the list shows beside each name, for the rows in sight. The table of last uploads is not part of the API.
create function public.client_overviews(client_ids uuid[], list_year int, new_files_since timestamptz)
  returns table (
    user_id uuid, form_submitted_at timestamptz, personal_status text, business_status text, new_files bigint,
    files bigint, preparer_id uuid, preparer text, tags text[], last_upload_at timestamptz, waiting_status text,
    waiting_since timestamptz
  )
  language sql stable security definer set search_path = ''
  as $$
  select c.id,
    (select f.submitted_at from public.tax_forms f where f.user_id = c.id and f.year = list_year),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'personal'),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'business'),
    (
      select count(*) from public.file_uploads u
      where u.user_id = c.id and u.by_client
        and u.seen_at is null and u.uploaded_at >= new_files_since
    ),
    (select count(*) from public.file_uploads u where u.user_id = c.id),
    d.preparer_id,
    coalesce(nullif(btrim(s.first_name || ' ' || s.last_name), ''), s.email),
    coalesce(d.tags, '{}'),
    l.at,
    w.status,
    w.updated_at
  from unnest(client_ids[1:200]) as c (id)
  left join public.client_details d on d.client_id = c.id
  left join public.user_profiles s on s.user_id = d.preparer_id
  left join nutmeg.last_uploads l on l.client_id = c.id
  left join lateral (
    select r.status, r.updated_at from public.tax_returns r
    where r.user_id = c.id and r.year = list_year and r.status not in ('e_filed', 'accepted')
    order by r.updated_at, r.kind
    limit 1
  ) w on true
  where (select public.is_staff())
$$;

-- The user of the filter; null for 'none'.
create function nutmeg.preparer_of(preparer text) returns uuid
  language sql stable
  as $$ select case preparer when 'me' then auth.uid() when 'none' then null else preparer::uuid end $$;

-- The tags in use, the most frequent first. Of a large office a sample: ids are random.
create function public.client_tags() returns table (tag text)
  language sql stable
  as $$
  select t.tag
  from (select d.tags from public.client_details d order by d.client_id limit 10000) as d, unnest(d.tags) as t (tag)
  where (select public.is_staff())
  group by t.tag
  order by count(*) desc, t.tag
  limit 100
$$;

grant execute on function
  public.list_clients(
    text, boolean, int, text, timestamptz, boolean, text, text, int, text, bigint, bigint
  ),
  public.list_clients_count(text, boolean, int, text, timestamptz, boolean, text, text, int, text),
  public.client_overviews(uuid[], int, timestamptz), public.client_tags() to authenticated, service_role;

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

create index tax_returns_step_idx on public.tax_returns (year, nutmeg.step_position(status), updated_at, user_id);
