-- Who has left takes no place of the 40 members of a client, and of the 200 clients of a person.

create or replace function nutmeg.grant_access(
  client uuid, member uuid, relation text, rights text[], last_year int, ends_at timestamptz, grantor uuid
) returns void
  language plpgsql
  as $$
declare
  wider constant boolean := nutmeg.is_wider(client, member, relation, rights, last_year, ends_at);
  until timestamptz;
  saved public.client_members;
begin
  perform nutmeg.refuse_staff_as_member(client, member);
  until := nutmeg.allowed_until(client, member, relation, ends_at);
  insert into public.client_members as m (
    client_id, user_id, relation, rights, last_year, ends_at, granted_by, granted_at
  ) values (
    client, member, grant_access.relation, grant_access.rights, grant_access.last_year, until, grantor, now()
  )
  on conflict on constraint client_members_pkey do update set
    relation = excluded.relation, rights = excluded.rights, last_year = excluded.last_year, ends_at = excluded.ends_at,
    granted_by = case when wider then excluded.granted_by else m.granted_by end,
    granted_at = case when wider then excluded.granted_at else m.granted_at end
  returning * into saved;
  if (
    select count(*) from public.client_members m
    where m.client_id = client and (m.ends_at is null or m.ends_at > now())
  ) > 40 then
    raise exception 'A client has at most 40 members' using errcode = '23514', detail = 'too_many_members';
  end if;
  if (
    select count(*) from public.client_members m
    where m.user_id = member and (m.ends_at is null or m.ends_at > now())
  ) > 200 then
    raise exception 'A person belongs to at most 200 clients' using errcode = '23514', detail = 'too_many_clients';
  end if;
  perform nutmeg.record_access('client.member_saved', client, member, jsonb_build_object(
    'relation', saved.relation, 'rights', to_jsonb(saved.rights), 'last_year', saved.last_year,
    'ends_at', saved.ends_at, 'granted_by', saved.granted_by
  ));
  if wider then
    perform nutmeg.write_about_access(client, 'access_given', member);
  end if;
end
$$;

-- A merge, or an invitation, leaves a client with a second login of the person itself ('self'). Staff can limit it and end
-- it like others; they make no one else the person.
create or replace function public.save_client_member(
  client_id uuid, member_id uuid, relation text, rights text[], last_year int default null, ends_at timestamptz default null
) returns text
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  before public.client_members;
begin
  perform nutmeg.require_staff();
  if client_id = member_id or relation = 'self' and not exists (
    select from public.client_members m
    where m.client_id = save_client_member.client_id and m.user_id = member_id and m.relation = 'self'
  ) then
    raise exception 'A person always belongs to their own client' using errcode = '23514';
  end if;
  if cardinality(rights) > 5 then
    raise exception 'There are five rights' using errcode = '23514';
  end if;
  -- Without the lock, two requests at once could both take the last free place.
  perform from public.clients c where c.id = client_id for update;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.refuse_merged(client_id);
  perform from auth.users u where u.id = member_id for no key update;
  if not found then
    raise exception 'No such person' using errcode = 'P0002';
  end if;
  select * into before from public.client_members m where m.client_id = save_client_member.client_id and m.user_id = member_id;
  if found then
    perform nutmeg.require_other_member(before, rights, last_year, ends_at);
  end if;
  if nutmeg.is_wider(client_id, member_id, relation, rights, last_year, ends_at) then
    perform nutmeg.refuse_many_grants();
    if not public.is_super() then
      perform nutmeg.ask_for_access(client_id, member_id, relation, rights, last_year, ends_at);
      return 'waiting';
    end if;
  end if;
  perform nutmeg.grant_access(client_id, member_id, relation, rights, last_year, ends_at, auth.uid());
  return 'saved';
end
$$;

-- As in 0058; who left last comes first after those who have access.
create or replace function public.case_members(client_id uuid)
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
    order by m.user_id <> case_members.client_id, m.ends_at desc nulls first, m.created_at, m.user_id
    -- 40 who have access, and who had it.
    limit 200;
end
$$;
