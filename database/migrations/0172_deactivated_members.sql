-- A deactivated login acts for no one, so the office does it: it fills in the form at the desk and records what was signed on
-- paper, also if that login is the only member of a client. A spouse or owner whose login is deactivated gets no letters.

create or replace function nutmeg.has_member(client_id uuid, needed text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from public.client_members m join auth.users u on u.id = m.user_id
    where m.client_id = has_member.client_id and has_member.needed = any (m.rights) and m.last_year is null
      and (m.ends_at is null or m.ends_at > now())
      and u.email is not null and (u.banned_until is null or u.banned_until <= now())
  )
$$;

create or replace function nutmeg.reminded_person(client uuid) returns uuid
  language sql stable security definer set search_path = ''
  as $$
  select m.user_id
  from public.client_members m
  join public.user_profiles p on p.user_id = m.user_id
  join auth.users u on u.id = m.user_id
  where m.client_id = client and 'see' = any (m.rights) and m.last_year is null
    and (m.ends_at is null or m.ends_at > now()) and u.email is not null and p.email <> '' and p.confirmed
    and (u.banned_until is null or u.banned_until <= now())
    and not exists (select from public.client_details d where d.client_id = client and d.archived_at is not null)
  order by m.user_id <> client, m.relation = 'helper', m.created_at, m.user_id
  limit 1
$$;

create or replace function nutmeg.readers_of_client(client uuid)
  returns table (user_id uuid, email text, first_name text, language text)
  language sql stable security definer set search_path = ''
  as $$
  with readers as (
    select p.user_id, p.email, p.first_name, p.language
    from public.user_profiles p where p.user_id = client and p.email <> ''
    union
    select p.user_id, p.email, p.first_name, p.language
    from public.client_members m
    join public.user_profiles p on p.user_id = m.user_id
    join auth.users u on u.id = m.user_id
    where m.client_id = client and m.relation in ('spouse', 'owner') and m.rights @> array['see', 'sign']
      and m.last_year is null and (m.ends_at is null or m.ends_at > now())
      and p.email <> '' and u.email is not null and (u.banned_until is null or u.banned_until <= now())
  ), all_readers as (
    select * from readers
    union all
    select p.user_id, p.email, p.first_name, p.language
    from public.user_profiles p
    where p.user_id = nutmeg.reminded_person(client) and not exists (select from readers)
  )
  select distinct on (lower(btrim(r.email))) r.user_id, r.email, r.first_name, r.language
  from all_readers r order by lower(btrim(r.email)), r.user_id <> client, r.user_id
$$;

-- As before, and whose login is deactivated.
drop function public.case_members(uuid);
create function public.case_members(client_id uuid)
  returns table (
    user_id uuid, name text, email text, has_login boolean, is_deactivated boolean, relation text, rights text[],
    last_year int, ends_at timestamptz, created_at timestamptz, granted_at timestamptz, granted_by_name text
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select m.user_id, btrim(coalesce(p.first_name || ' ' || p.last_name, '')), coalesce(p.email, ''),
      nutmeg.has_login(m.user_id), coalesce(u.banned_until > now(), false), m.relation, m.rights, m.last_year, m.ends_at,
      m.created_at, m.granted_at, nutmeg.staff_name(m.granted_by)
    from public.client_members m
    join auth.users u on u.id = m.user_id
    left join public.user_profiles p on p.user_id = m.user_id
    where m.client_id = case_members.client_id
    order by m.user_id <> case_members.client_id, m.ends_at nulls first, m.created_at, m.user_id
    limit 40;
end
$$;
revoke execute on function public.case_members(uuid) from public;
grant execute on function public.case_members(uuid) to authenticated;
