-- Staff find a client by any of its people: its members, the contacts that staff wrote down, and the clients that were
-- merged into it. Not in user_profiles.search, which clients see of themselves: contacts are for staff only.

create table nutmeg.client_search (
  client_id uuid primary key references public.user_profiles (user_id) on update cascade on delete cascade,
  search text not null
);

-- An administrator may have created the extension in another schema.
do $$
begin
  execute format(
    'create index client_search_idx on nutmeg.client_search using gin (search %I.gin_trgm_ops)',
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')
  );
end
$$;

-- As user_profiles.search.
create function nutmeg.contact_search(contact jsonb) returns text
  language sql immutable
  as $$
  select nutmeg.searched(
    btrim(coalesce(contact ->> 'first_name', '') || ' ' || coalesce(contact ->> 'last_name', '')) || ' '
      || coalesce(contact ->> 'email', '')
  ) || ' ' || regexp_replace(coalesce(contact ->> 'phone', ''), '[^0-9]', '', 'g')
$$;

-- The people of a client besides itself. A member whose access has ended still leads to the client.
create function nutmeg.people_of_client(client uuid) returns table (name text, relation text, search text)
  language sql stable
  as $$
  select nutmeg.display_name(p), m.relation, p.search
  from public.client_members m join public.user_profiles p on p.user_id = m.user_id
  where m.client_id = client and m.user_id <> client
  union all
  select btrim(coalesce(c.contact ->> 'first_name', '') || ' ' || coalesce(c.contact ->> 'last_name', '')), null,
    nutmeg.contact_search(c.contact)
  from public.client_details d cross join jsonb_array_elements(d.contacts) as c (contact)
  where d.client_id = client
  union all
  select nutmeg.display_name(p), null, p.search
  from unnest(nutmeg.with_merged(client)) as w (id) join public.user_profiles p on p.user_id = w.id
  where w.id <> client
$$;

create function nutmeg.client_search_of(client uuid) returns text
  language sql stable
  as $$
  select concat_ws(' ', p.search, (select string_agg(o.search, ' ') from nutmeg.people_of_client(client) as o))
  from public.user_profiles p where p.user_id = client
$$;

-- Writes anew what these clients are found by, and those that they were merged into. The lock comes first: of two people who
-- change a client's members at once, the second reads what the first has written.
create function nutmeg.refresh_client_search(changed uuid[]) returns void
  language plpgsql
  as $$
declare
  clients uuid[];
begin
  with recursive affected as (
    select c.id from unnest(changed) as c (id) where c.id is not null
    union
    select d.archived_into from affected a join public.client_details d on d.client_id = a.id
    where d.archived_into is not null
  )
  select array_agg(a.id) into clients from affected a;
  if clients is null then
    return;
  end if;
  perform from nutmeg.client_search s where s.client_id = any (clients) order by s.client_id for update;
  insert into nutmeg.client_search as s (client_id, search)
  select p.user_id, nutmeg.client_search_of(p.user_id)
  from public.user_profiles p where p.user_id = any (clients)
  order by p.user_id
  on conflict (client_id) do update set search = excluded.search where s.search <> excluded.search;
end
$$;

create function nutmeg.follow_new_profiles() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.refresh_client_search(array(select n.user_id from new_rows n));
  return null;
end
$$;

create function nutmeg.follow_profiles() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.refresh_client_search(array(
    with changed as (
      select n.user_id from new_rows n join old_rows o on o.user_id = n.user_id where o.search <> n.search
    )
    select c.user_id from changed c
    union
    select m.client_id from changed c join public.client_members m on m.user_id = c.user_id
  ));
  return null;
end
$$;

create function nutmeg.follow_members() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.refresh_client_search(array[new.client_id, old.client_id]);
  return null;
end
$$;

create function nutmeg.follow_details() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.refresh_client_search(array[new.client_id, old.client_id, old.archived_into]);
  return null;
end
$$;

create trigger user_profiles_found_by_inserted after insert on public.user_profiles
  referencing new table as new_rows
  for each statement execute function nutmeg.follow_new_profiles();
create trigger user_profiles_found_by after update on public.user_profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.follow_profiles();
create trigger client_members_found_by after insert or delete or update of client_id, user_id on public.client_members
  for each row execute function nutmeg.follow_members();
create trigger client_details_found_by after insert or delete or update of contacts, archived_into on public.client_details
  for each row execute function nutmeg.follow_details();

select nutmeg.refresh_client_search(array(select p.user_id from public.user_profiles p));

-- As in 0043, but staff search what the client is found by.
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

-- The person that a search found a client by, if not by the client's own name, address, or phone: of several people the
-- one who has most of the words. `relation`: of a member; null for a contact, and for a merged client.
create function public.people_found(client_ids uuid[], term text)
  returns table (client_id uuid, name text, relation text)
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  patterns constant text[] := nutmeg.like_patterns(term);
begin
  if not public.is_staff() then
    return;
  end if;
  return query
    select distinct on (p.user_id) p.user_id, o.name, o.relation
    from public.user_profiles p cross join lateral nutmeg.people_of_client(p.user_id) as o
    where p.user_id = any (client_ids[1:200]) and not p.search like all (patterns) and o.search like any (patterns)
    order by p.user_id, (select count(*) from unnest(patterns) as w (pattern) where o.search like w.pattern) desc, o.name;
end
$$;

grant execute on function public.people_found(uuid[], text) to authenticated;
