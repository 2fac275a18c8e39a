-- Counts and long lists that read less.

-- By client, with the keys of the list's usual order: to join with the forms and details of a year, which are in the order
-- of clients too.
create index user_profiles_ordered_idx on public.user_profiles (user_id) include (created_at, id);

-- As in 0006. Names of documents end alike, and an index that looks for ".pdf" reads a list of nearly all of them: so a
-- longest word that ends so comes first without its ending, for the index, and then whole.
create or replace function nutmeg.like_patterns(term text) returns text[]
  language sql immutable
  as $$
  select array(
    select nutmeg.like_pattern(w.word)
    from (
      select e.found[1] as word, 0 as at
      from regexp_match(s.words[1], '^(.*[[:alnum:]]{3})\.(?:pdf|jpe?g|png|heic|docx?|xlsx?|csv|txt|zip)$') as e (found)
      union all
      select u.word, u.at from unnest(s.words) with ordinality as u (word, at)
    ) as w
    where w.word is not null
    order by w.at
  )
  from nutmeg.search_words(term) as s (words)
$$;

-- As in 0078, but the preparer's clients are read first, like the senders of new files. $6 are their ids.
create or replace function nutmeg.client_conditions(
  sees_all boolean, term text, has_form boolean, return_status text, new_files_since timestamptz, archived boolean,
  preparer text, tag text, waiting_days int
) returns text
  language sql stable
  as $$
  select concat_ws(' and ',
    case when sees_all then 'true' else 'p.user_id = auth.uid() and not nutmeg.mfa_pending()' end,
    case
      when cardinality(nutmeg.search_words(term)) = 0 then null
      when sees_all then 'p.user_id in (
        select s.client_id from nutmeg.client_search s where s.search like $1[1] and s.search like all ($1)
      )'
      else 'p.search like $1[1] and p.search like all ($1)'
    end,
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
      when preparer is not null then 'p.user_id = any ($6)'
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

-- As in 0043, but one preparer is sorted after the other.
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
      -- One preparer after the other, in the order of the list, so that a page stops where it is full.
      from (
        select * from public.user_profiles where role <> ''client'' order by search{desc}, user_id{desc}
      ) as s
      cross join lateral (select * from public.client_details d where d.preparer_id = s.user_id offset 0) as d
      left join public.user_profiles u on u.user_id = d.client_id',
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

-- The ids of a list, in its order: list_clients of 0043 without the profiles.
create function nutmeg.ordered_clients(
  term text, has_form boolean, list_year int, return_status text,
  new_files_since timestamptz, archived boolean, preparer text,
  tag text, waiting_days int, sort text,
  page_limit bigint, page_offset bigint
) returns setof uuid
  language plpgsql stable
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
  prepared constant uuid[] := nutmeg.prepared_clients(nutmeg.preparer_of(preparer));
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
      'select p.user_id from public.user_profiles p where ' || conditions || ' order by ' || plain || ' limit $9 offset $10'
      using patterns, of_year, return_status, senders, hidden, prepared, tag, waits_since, page_limit, page_offset;
    return;
  end if;
  select * into ordered from nutmeg.client_order(sort);
  if ordered.source is null then
    raise exception 'There is no such order: %', left(sort, 20) using errcode = '22023';
  end if;
  return query execute
    'select p.user_id from (' || ordered.source || ') as p where ' || conditions || ' order by ' || ordered.keys
      || ' limit $9 offset $10'
    using patterns, of_year, return_status, senders, hidden, prepared, tag, waits_since, page_limit, page_offset;
  get diagnostics found_rows = row_count;
  if found_rows >= page_limit then
    return;
  end if;
  if found_rows = 0 and page_offset > 0 then
    execute 'select count(*) from (' || ordered.source || ') as p where ' || conditions
      into before
      using patterns, of_year, return_status, senders, hidden, prepared, tag, waits_since;
  end if;
  return query execute
    'select p.user_id from public.user_profiles p where ' || conditions || ' and ' || ordered.missing
      || ' order by p.created_at desc, p.id limit $9 offset $10'
    using patterns, of_year, return_status, senders, hidden, prepared, tag, waits_since,
      page_limit - found_rows, greatest(page_offset - coalesce(before, page_offset), 0);
end
$$;

-- As in 0043. Only the page reads whole profiles.
create or replace function public.list_clients(
  term text default '', has_form boolean default null, list_year int default null, return_status text default null,
  new_files_since timestamptz default null, archived boolean default false, preparer text default null,
  tag text default null, waiting_days int default null, sort text default '-created', page_limit bigint default null, page_offset bigint default 0
) returns setof public.user_profiles
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select p.*
    from nutmeg.ordered_clients(
      term, has_form, list_year, return_status, new_files_since, archived, preparer, tag, waiting_days, sort, page_limit,
      page_offset
    ) with ordinality as l (id, place)
    join public.user_profiles p on p.user_id = l.id
    order by l.place;
end
$$;

-- As in 0049, without the profiles.
create or replace function public.list_client_ids(
  term text default '', has_form boolean default null, list_year int default null, return_status text default null,
  new_files_since timestamptz default null, archived boolean default false, preparer text default null,
  tag text default null, waiting_days int default null, sort text default '-created', first_row int default 0, most int default 10000
) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return array(
    select l.id
    from nutmeg.ordered_clients(
      term, has_form, list_year, return_status, new_files_since, archived, preparer, tag, waiting_days, sort,
      least(greatest(most, 0), 10000), greatest(first_row, 0)
    ) with ordinality as l (id, place)
    order by l.place
  );
end
$$;

create function nutmeg.count_clients() returns bigint
  language sql stable
  as $$
  select (select count(*) from public.user_profiles)
    - (select count(*) from public.client_details d where d.archived_at is not null)
$$;

-- As in 0043, but all clients are counted only for a number that needs it, and those with new files without the profiles.
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
  is_plain constant boolean := sees_all and coalesce(term, '') = '' and not archived and waiting_days is null;
  is_of_any_client constant boolean := is_plain and preparer is null and tag is null;
  is_of_any_papers constant boolean := is_plain and has_form is null and return_status is null;
  of_details constant boolean := is_of_any_papers and new_files_since is null;
  of_papers constant boolean := is_of_any_client and new_files_since is null;
  found bigint;
begin
  if of_details and preparer is null and tag is null then
    return nutmeg.count_clients();
  elsif of_details and preparer = 'none' and tag is null then
    return nutmeg.count_clients() - (
      select count(*) from public.client_details d where d.preparer_id is not null and d.archived_at is null
    );
  elsif of_details and tag is null then
    return (
      select count(*) from public.client_details d
      where d.preparer_id = nutmeg.preparer_of(preparer) and d.archived_at is null
    );
  elsif of_details and preparer is null then
    return (select count(*) from public.client_details d where d.tags @> array[tag] and d.archived_at is null);
  elsif is_of_any_client and is_of_any_papers then
    return (
      select count(*) from (
        select distinct u.user_id from public.file_uploads u
        where u.uploaded_at >= new_files_since and u.seen_at is null and u.by_client
          and not exists (
            select from public.client_details d where d.client_id = u.user_id and d.archived_at is not null
          )
      ) as senders
    );
  elsif of_papers and return_status is null then
    found := (select count(*) from public.tax_forms f where f.year = of_year) - (
      select count(*) from public.client_details d join public.tax_forms f on f.user_id = d.client_id
      where d.archived_at is not null and f.year = of_year
    );
    return case when has_form then found else nutmeg.count_clients() - found end;
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
    return case when return_status = 'none' then nutmeg.count_clients() - found else found end;
  end if;
  execute 'select count(*) from public.user_profiles p where ' || nutmeg.client_conditions(
      sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days
    )
    into found
    using nutmeg.like_patterns(term), of_year, return_status,
      case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end,
      case when sees_all then nutmeg.archived_clients() end, nutmeg.prepared_clients(nutmeg.preparer_of(preparer)), tag,
      now() - waiting_days * interval '1 day';
  return found;
end
$$;

-- As in 0037, but today is asked for once, and not for each row.
create or replace function nutmeg.waiting_appointments() returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select count(*) from public.appointments
  where status in ('pending', 'confirmed') and (
    preferred_date >= (select nutmeg.office_day()) or (starts_at is null and (status = 'pending' or calendly_completed))
  )
$$;

-- As in 0051, but the long queues are counted to 1,001: the tiles show "1,000+".
create or replace function public.office_queues(new_files_since timestamptz)
  returns table (queue text, waiting bigint)
  language sql stable security definer set search_path = ''
  as $$
  select q.queue, q.waiting
  from (
    select 'messages' as queue, (select count(*) from public.contact_submissions where status in ('new', 'open')) + (
      select count(distinct m.client_id) from public.thread_messages m where m.side = 'client' and m.settled_at is null
    ) as waiting
    union all
    select 'appointments', nutmeg.waiting_appointments()
    union all
    select 'new_files', count(*) from (
      select distinct u.user_id from public.file_uploads u
      where u.uploaded_at >= office_queues.new_files_since and u.seen_at is null and u.by_client
        and not exists (select from public.client_details d where d.client_id = u.user_id and d.archived_at is not null)
      limit 1001
    ) as senders
    union all
    select 'forms', count(*) from (
      select from public.tax_forms f
      where f.year = nutmeg.office_year()
        and not exists (select from public.tax_returns r where r.user_id = f.user_id and r.year = f.year)
        and not exists (select from public.client_details d where d.client_id = f.user_id and d.archived_at is not null)
      limit 1001
    ) as forms
    union all
    select 'returns_office', count(*) from (
      select from public.waiting_returns(array['not_started', 'documents_received', 'in_preparation', 'approved', 'rejected'])
      limit 1001
    ) as returns
    union all
    select 'returns_client', count(*) from (
      select from public.waiting_returns(array['waiting_for_documents', 'ready_for_review', 'payment_due']) limit 1001
    ) as returns
    union all
    select 'mails', count(*) from public.email_queue where undelivered
  ) as q
  where case when q.queue in ('messages', 'appointments') then (select public.is_office()) else (select public.is_staff()) end
$$;

drop function nutmeg.open_returns(text[]);
