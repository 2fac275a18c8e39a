-- What staff see of a client besides documents and returns: whether it has a login, and who belongs to it, ended
-- memberships included.

create function public.case_members(client_id uuid) returns table (
    user_id uuid,
    name text,
    email text,
    has_login boolean,
    relation text,
    rights text[],
    last_year int,
    ends_at timestamptz,
    created_at timestamptz
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select m.user_id, btrim(coalesce(p.first_name || ' ' || p.last_name, '')), coalesce(p.email, ''),
      nutmeg.has_login(m.user_id), m.relation, m.rights, m.last_year, m.ends_at, m.created_at
    from public.client_members m left join public.user_profiles p on p.user_id = m.user_id
    where m.client_id = case_members.client_id
    order by m.user_id <> case_members.client_id, m.ends_at nulls first, m.created_at, m.user_id
    limit 40;
end
$$;
revoke execute on function public.case_members(uuid) from public;
grant execute on function public.case_members(uuid) to authenticated;
