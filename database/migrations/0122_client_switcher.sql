-- What a person needs to work for several clients, and who else may: names come from a function, since members can't read
-- each other's profiles.

-- The clients that the caller works for today, the own one included. Policies decide; save_client_member bounds the rows.
create function public.my_clients()
  returns table (client_id uuid, name text, kind text, relation text, rights text[], last_year int, ends_at timestamptz)
  language sql stable set search_path = ''
  as $$
  select c.id, c.name, c.kind, m.relation, m.rights, m.last_year, m.ends_at
  from public.client_members m join public.clients c on c.id = m.client_id
  where m.user_id = auth.uid() and 'see' = any (m.rights) and (m.ends_at is null or m.ends_at > now())
    -- As in auth.my_clients: of the staff, only their own.
    and (
      m.client_id = m.user_id
      or not exists (select from public.user_profiles p where p.user_id = m.user_id and p.role <> 'client')
    )
  order by m.client_id <> auth.uid(), lower(c.name), c.id
  limit 200
$$;

-- The people who belong to a client today. Those who manage it and staff see all, each member only themselves.
create function public.members_of_client(client_id uuid)
  returns table (
    member_id uuid, name text, relation text, rights text[], last_year int, ends_at timestamptz, is_me boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select m.user_id, coalesce(btrim(p.first_name || ' ' || p.last_name), ''), m.relation, m.rights, m.last_year, m.ends_at,
    m.user_id = auth.uid()
  from public.client_members m left join public.user_profiles p on p.user_id = m.user_id
  where m.client_id = members_of_client.client_id
    and (m.ends_at is null or m.ends_at > now())
    and (
      m.user_id = auth.uid()
      or members_of_client.client_id = any (auth.my_clients('manage'))
      or public.is_staff()
    )
    and not nutmeg.owes_second_step()
  order by m.relation = 'helper', m.created_at, m.user_id
  limit 40
$$;

revoke execute on function public.my_clients(), public.members_of_client(uuid) from public;
grant execute on function public.my_clients(), public.members_of_client(uuid) to authenticated;
