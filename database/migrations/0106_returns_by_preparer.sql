-- The board and the list of clients by who prepares a return.

-- As in 0101, by the rule of 0105.
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
begin
  perform nutmeg.require_staff();
  if preparer is null and not unassigned then
    return query
      -- Archived clients are few: asking for each return takes longer than counting theirs and subtracting.
      with hidden as materialized (
        select r.status, count(*) as total
        from public.client_details d join public.tax_returns r on r.user_id = d.client_id
        where d.archived_at is not null and r.year = list_year and r.updated_at < waits_since
        group by r.status
      ),
      counted as (
        select r.status, count(*) - coalesce((select h.total from hidden h where h.status = r.status), 0) as total
        from public.tax_returns r
        where r.year = list_year and r.updated_at < waits_since
        group by r.status
      ),
      shown as not materialized (
        select r.* from public.tax_returns r
        where r.year = list_year and r.updated_at < waits_since and not exists (
          select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
        )
      )
      select c.status, c.total, card.id, card.user_id, nutmeg.display_name(p), card.kind, card.paid_at, card.updated_at,
        coalesce(a.preparer_id, d.preparer_id)
      from counted c
      cross join lateral (
        (select s.* from shown s where s.status = c.status and c.status <> 'accepted' order by s.updated_at limit most)
        union all
        (
          select s.* from shown s where s.status = 'accepted' and c.status = 'accepted'
          order by s.updated_at desc limit most
        )
      ) card
      join public.user_profiles p on p.user_id = card.user_id
      left join public.client_details d on d.client_id = card.user_id
      left join public.return_assignments a on a.return_id = card.id
      -- A join may change the order.
      order by case when card.status <> 'accepted' then card.updated_at end, card.updated_at desc;
    return;
  end if;
  return query execute
    'with ranked as (
      select r.user_id, r.kind, count(*) over (partition by r.status) as total,
        row_number() over (
          partition by r.status
          order by case when r.status <> ''accepted'' then r.updated_at end, r.updated_at desc
        ) as place
      from public.tax_returns r
      where r.year = $1 and r.updated_at < $2'
      || case when preparer is null then '' else '
        and r.user_id = any ($5) and r.user_id <> all ($6)
        and (r.user_id, r.kind) not in (select o.user_id, o.kind from nutmeg.returns_of_others($3, $1) o)' end
      || case when not unassigned then '' else ' and not exists (
        select from public.client_details d
        where d.client_id = r.user_id and (d.preparer_id is not null or d.archived_at is not null)
      ) and (r.user_id, r.kind) not in (select o.user_id, o.kind from nutmeg.returns_of_some($1) o)' end
    || ')
    select card.status, ranked.total, card.id, card.user_id, nutmeg.display_name(p), card.kind, card.paid_at,
      card.updated_at, $3
    from ranked
    cross join lateral (
      select r.* from public.tax_returns r
      where r.user_id = ranked.user_id and r.year = $1 and r.kind = ranked.kind
      -- One by one, and not all returns of the year once more.
      offset 0
    ) card
    join public.user_profiles p on p.user_id = card.user_id
    where ranked.place <= $4
    order by case when card.status <> ''accepted'' then card.updated_at end, card.updated_at desc'
    using list_year, waits_since, preparer, most, nutmeg.prepared_clients(preparer, list_year), nutmeg.archived_clients();
end
$$;

-- The clients that a list is without, or, if those are asked for, the archived ones. Read first, as archived_clients().
create function nutmeg.hidden_clients(archived boolean, term text) returns uuid[]
  language sql stable
  as $$ select nutmeg.archived_clients() $$;

-- As in 0102, by the rule of 0105.
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
          select from public.tax_returns r where r.user_id = p.user_id and r.year = $2 and r.status = $3'
          || chosen.returns || ')'
    end,
    case when new_files_since is not null then 'p.user_id = any ($4)' end,
    -- People always see themselves.
    case when sees_all then
      case archived when true then 'p.user_id = any ($5)' when false then 'p.user_id <> all ($5)' end
    end,
    case
      when preparer = 'none' then 'not exists (
        select from public.client_details d where d.client_id = p.user_id and d.preparer_id is not null
      )' || case when chosen.by_return then ''
        else ' and p.user_id not in (select o.user_id from nutmeg.returns_of_some($2) o)' end
      when preparer is not null then 'p.user_id = any ($6)'
    end,
    case when tag is not null
      then 'exists (select from public.client_details d where d.client_id = p.user_id and d.tags @> array[$7])'
    end,
    -- With a status, the return that has it.
    case when waiting_days is not null then 'exists (
      select from public.tax_returns r
      where r.user_id = p.user_id and r.year = $2 and r.status not in (''e_filed'', ''accepted'') and r.updated_at <= $8'
        || case when return_status is not null then ' and r.status = $3' else '' end || chosen.returns || ')'
    end
  )
  -- The preparer of the return that the other filters ask for; without those, of the client or of any return of the year.
  from (
    select
      case
        when preparer = 'none'
          then ' and (r.user_id, r.kind) not in (select o.user_id, o.kind from nutmeg.returns_of_some($2) o)'
        when preparer is not null then format(
          ' and (r.user_id, r.kind) not in (select o.user_id, o.kind from nutmeg.returns_of_others(%L, $2) o)',
          nutmeg.preparer_of(preparer)
        )
        else ''
      end as returns,
      coalesce(return_status <> 'none', false) or waiting_days is not null as by_return
  ) as chosen
$$;

-- As in 0102, with the year of the returns.
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
  conditions constant text := nutmeg.client_conditions(
    sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days
  );
  patterns constant text[] := nutmeg.like_patterns(term);
  of_year constant int := coalesce(list_year, nutmeg.office_year());
  senders constant uuid[] := case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end;
  hidden constant uuid[] := case when sees_all then nutmeg.hidden_clients(archived, term) end;
  prepared constant uuid[] := nutmeg.prepared_clients(nutmeg.preparer_of(preparer), of_year);
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

-- As in 0102, by the rule of 0105.
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
    ) - (
      select count(distinct o.user_id) from nutmeg.returns_of_some(of_year) o
      left join public.client_details d on d.client_id = o.user_id
      where d.preparer_id is null and d.archived_at is null
    );
  elsif of_details and tag is null then
    return (
      select count(*) from unnest(nutmeg.prepared_clients(nutmeg.preparer_of(preparer), of_year)) as c (id)
      where c.id <> all ((select nutmeg.archived_clients())::uuid[])
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
      case when sees_all then nutmeg.hidden_clients(archived, term) end, nutmeg.prepared_clients(nutmeg.preparer_of(preparer), of_year), tag,
      now() - waiting_days * interval '1 day';
  return found;
end
$$;

-- As in 0094, with the names of all who prepare a return of the year, the client's preparer first.
create or replace function public.client_overviews(
  client_ids uuid[], list_year int, new_files_since timestamptz
) returns table (
    user_id uuid,
    form_submitted_at timestamptz,
    personal_status text,
    business_status text,
    new_files bigint,
    files bigint,
    preparer_id uuid,
    preparer text,
    tags text[],
    last_upload_at timestamptz,
    waiting_status text,
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
    (
      select string_agg(nutmeg.display_name(s), ', ' order by o.is_own, s.user_id)
      from (
        select d.preparer_id as person, false as is_own
        union all
        select distinct a.preparer_id, true from public.tax_returns r
        join public.return_assignments a on a.return_id = r.id
        where r.user_id = c.id and r.year = list_year and a.preparer_id is distinct from d.preparer_id
      ) o
      join public.user_profiles s on s.user_id = o.person
    ),
    coalesce(d.tags, '{}'),
    l.at,
    w.status,
    w.updated_at
  from unnest(client_ids[1:200]) as c (id)
  left join public.client_details d on d.client_id = c.id
  left join nutmeg.last_uploads l on l.client_id = c.id
  left join lateral (
    select r.status, r.updated_at from public.tax_returns r
    where r.user_id = c.id and r.year = list_year and r.status not in ('e_filed', 'accepted')
    order by r.updated_at, r.kind
    limit 1
  ) w on true
  where (select public.is_office())
$$;

-- Nothing calls it anymore (0100).
drop function nutmeg.prepared_clients(uuid);
