-- The case of a client leads to the own clients of its people, and that of a person to the clients that they help.

-- More columns need another function.
drop function public.case_members(uuid);

-- As in 0081. `is_client`: the office serves the person's own client, too.
create function public.case_members(client_id uuid)
  returns table (
    user_id uuid, name text, email text, has_login boolean, is_deactivated boolean, relation text, rights text[],
    last_year int, ends_at timestamptz, created_at timestamptz, granted_at timestamptz, granted_by_name text,
    is_client boolean
  )
  language plpgsql stable security definer
  set search_path to ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select m.user_id, btrim(coalesce(p.first_name || ' ' || p.last_name, '')), coalesce(p.email, ''),
      nutmeg.has_login(m.user_id), coalesce(u.banned_until > now(), false), m.relation, m.rights, m.last_year, m.ends_at,
      m.created_at, m.granted_at, nutmeg.staff_name(m.granted_by),
      not exists (select from nutmeg.unserved_clients n where n.client_id = m.user_id) and not exists (
        select from public.client_details d where d.client_id = m.user_id and d.archived_into is not null
      )
    from public.client_members m
    join auth.users u on u.id = m.user_id
    left join public.user_profiles p on p.user_id = m.user_id
    where m.client_id = case_members.client_id
    order by m.user_id <> case_members.client_id, m.ends_at desc nulls first, m.created_at, m.user_id
    -- 40 who have access, and who had it.
    limit 200;
end
$$;
grant execute on function public.case_members(uuid) to authenticated;

-- The other clients that a person belongs to today, for their own case.
create function public.clients_of_person(person_id uuid)
  returns table (client_id uuid, name text, kind text, relation text)
  language plpgsql stable security definer
  set search_path to ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select c.id, c.name, c.kind, m.relation
    from public.client_members m join public.clients c on c.id = m.client_id
    where m.user_id = person_id and c.id <> person_id and (m.ends_at is null or m.ends_at > now()) and not exists (
      select from public.client_details d where d.client_id = c.id and d.archived_into is not null
    )
    order by lower(c.name), c.id limit 200;
end
$$;
grant execute on function public.clients_of_person(uuid) to authenticated;
