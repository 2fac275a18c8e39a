-- Who belongs to a client. What a person may do as staff never grows by what staff write, so access that staff give a
-- person counts once the client or a super user has confirmed it. A member may leave; who manages a client ends the access
-- of its helpers.

-- A person of the staff gives access, or asks for it, at most this often in an hour.
create function nutmeg.max_grants_per_hour() returns int language sql immutable as $$ select 30 $$;

create function nutmeg.refuse_many_grants() returns void
  language plpgsql
  as $$
begin
  -- A suspension of the caller waits for this, or this for the suspension, so that nothing stays pending (invitations).
  perform from public.user_profiles p join auth.users u on u.id = p.user_id
  where p.user_id = auth.uid() and p.role <> 'client' and not auth.is_banned(u) for share;
  if not found then
    raise exception 'Only staff can do this' using errcode = '42501', detail = 'not_staff';
  end if;
  -- One at a time for each caller, so that many at once don't pass the limit.
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.grants ' || auth.uid(), 0));
  if (
    select count(*) from public.client_members m
    where m.granted_by = auth.uid() and m.granted_at > now() - interval '1 hour'
  ) + (
    select count(*) from nutmeg.client_invitations i
    where i.invited_by = auth.uid() and i.created_at > now() - interval '1 hour' and not i.confirmed
  ) >= nutmeg.max_grants_per_hour() then
    raise exception 'You’ve given access to many people in the past hour. Please try again later.'
      using errcode = 'PT429', detail = 'too_much_access_given';
  end if;
end
$$;

-- No one of the staff is a member of another client, and no one else is of theirs.
create function nutmeg.refuse_staff_as_member(client uuid, member uuid) returns void
  language plpgsql
  as $$
begin
  if nutmeg.has_staff_role(member) or nutmeg.has_staff_role(client) then
    raise exception 'No one who works here can be a member of a client'
      using errcode = '23514', detail = 'staff_as_member';
  end if;
end
$$;

-- Whether these are more than what the person has today.
create function nutmeg.is_wider(
  client uuid, member uuid, relation text, rights text[], last_year int, ends_at timestamptz
) returns boolean
  language sql stable
  as $$
  select (is_wider.ends_at is null or is_wider.ends_at > now()) and not exists (
    select from public.client_members m
    where m.client_id = client and m.user_id = member and (m.ends_at is null or m.ends_at > now())
      -- Spouses and owners get the letters.
      and is_wider.relation in (m.relation, 'helper') and m.rights @> is_wider.rights
      and (m.last_year is null or m.last_year >= is_wider.last_year)
      and (m.ends_at is null or m.ends_at >= is_wider.ends_at)
  )
$$;

-- Where no one with a login may answer or sign for a client, staff do it (nutmeg.is_at_desk, approve_on_paper). So the last
-- member who may is ended or limited by a super user only, or leaves.
create function nutmeg.require_other_member(before public.client_members, rights text[], last_year int, ends_at timestamptz)
  returns void
  language plpgsql
  as $$
begin
  if public.is_super() or not public.is_staff() or before.last_year is not null or before.ends_at <= now() then
    return;
  end if;
  if exists (
    select from unnest(array['answer', 'sign']) as r (needed)
    where r.needed = any (before.rights)
      and not (
        r.needed = any (require_other_member.rights) and require_other_member.last_year is null
        and require_other_member.ends_at is not distinct from before.ends_at
      )
      and not exists (
        select from public.client_members m join auth.users u on u.id = m.user_id
        where m.client_id = before.client_id and m.user_id <> before.user_id and r.needed = any (m.rights)
          and m.last_year is null and m.ends_at is null and u.email is not null and not auth.is_banned(u)
      )
  ) then
    raise exception 'Only a super user can end the access of the last person who acts for a client'
      using errcode = '42501', detail = 'last_member';
  end if;
end
$$;

-- Gives access, in the name of the person of the staff who asked for it, and tells the client. Checks no caller.
create function nutmeg.grant_access(
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
  if (select count(*) from public.client_members m where m.client_id = client) > 40 then
    raise exception 'A client has at most 40 members' using errcode = '23514', detail = 'too_many_members';
  end if;
  if (select count(*) from public.client_members m where m.user_id = member) > 200 then
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

-- In the log of both.
create function nutmeg.record_access(action text, client uuid, member uuid, details jsonb default '{}') returns void
  language sql
  as $$
  select nutmeg.record_act(action, client, jsonb_build_object('member', member) || details);
  select nutmeg.record_act(action, member, jsonb_build_object('client', client) || details);
$$;

-- Tells the client about a person who has access, or should have it.
create function nutmeg.write_about_access(client uuid, letter text, member uuid) returns void
  language plpgsql
  as $$
begin
  perform nutmeg.write_to_client(client, letter, jsonb_build_object(
    'client_name', c.name, 'person', coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    'person_email', p.email
  ))
  from public.user_profiles p, public.clients c where p.user_id = member and c.id = client;
end
$$;

-- 'saved', or 'waiting' for the client or a super user to confirm (close_client_invitation).
create function public.save_client_member(
  client_id uuid, member_id uuid, relation text, rights text[], last_year int default null, ends_at timestamptz default null
) returns text
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  before public.client_members;
begin
  perform nutmeg.require_staff();
  if client_id = member_id or relation = 'self' then
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

-- From the next request on. The row stays, so that it is known who had access.
create function public.end_client_member(client_id uuid, member_id uuid) returns public.client_members
  language plpgsql security definer set search_path = ''
  as $$
declare
  ended public.client_members;
begin
  if nutmeg.mfa_pending() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  -- Without the lock, two requests at once could each leave the other's member as the last one.
  perform from public.clients c where c.id = end_client_member.client_id for update;
  select * into ended from public.client_members m
  where m.client_id = end_client_member.client_id and m.user_id = member_id
    and (
      public.is_staff() or m.user_id = auth.uid()
      or m.relation = 'helper' and m.client_id = any (auth.my_clients('manage'))
    )
  for update;
  if not found then
    raise exception 'No such member' using errcode = '42501';
  end if;
  if ended.client_id = ended.user_id then
    raise exception 'A person always belongs to their own client' using errcode = '23514';
  end if;
  if ended.ends_at <= now() then
    return ended;
  end if;
  perform nutmeg.require_other_member(ended, '{}', null, now());
  perform nutmeg.end_access(ended.client_id, ended.user_id);
  ended.ends_at := now();
  return ended;
end
$$;

create function nutmeg.end_access(client uuid, member uuid) returns void
  language plpgsql
  as $$
begin
  update public.client_members m set ends_at = now() where m.client_id = client and m.user_id = member;
  perform nutmeg.record_access('client.member_ended', client, member);
end
$$;

grant execute on function public.save_client_member(uuid, uuid, text, text[], int, timestamptz),
  public.end_client_member(uuid, uuid) to authenticated;

-- Gives a client without a login the login of a person who has nothing of their own yet. Sessions end: the person logs in
-- once more, and from then on has the client's id.
create function nutmeg.move_login(from_id uuid, client_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  login auth.users;
  person public.user_profiles;
begin
  select * into strict login from auth.users u where u.id = from_id;
  select * into strict person from public.user_profiles p where p.user_id = from_id;
  delete from public.client_members m where m.user_id = from_id and m.client_id = move_login.client_id;
  update public.client_members m set user_id = move_login.client_id
  where m.user_id = from_id and m.client_id <> from_id;
  -- So that the undo of a merge still finds the person.
  update nutmeg.merged_rows r set row_id = move_login.client_id
  where r.row_id = from_id and r.kind in ('member_of_source', 'member_of_target');
  -- The person's other invitations wait for staff, too.
  update nutmeg.client_invitations i set accepted_by = move_login.client_id
  where i.accepted_by = from_id and i.closed_at is null;
  update public.appointments a set user_id = move_login.client_id where a.user_id = from_id;
  update auth.mfa_factors f set user_id = move_login.client_id where f.user_id = from_id;
  update auth.identities i set user_id = move_login.client_id,
    provider_id = case when i.provider = 'email' then move_login.client_id::text else i.provider_id end,
    identity_data = case when i.provider = 'email'
      then i.identity_data || jsonb_build_object('sub', move_login.client_id) else i.identity_data end
  where i.user_id = from_id;
  delete from auth.users u where u.id = from_id;
  update auth.users u set
    email = login.email, encrypted_password = login.encrypted_password,
    email_confirmed_at = login.email_confirmed_at, last_sign_in_at = login.last_sign_in_at,
    -- Whichever was deactivated stays so.
    banned_until = greatest(u.banned_until, login.banned_until), raw_app_meta_data = login.raw_app_meta_data,
    raw_user_meta_data = login.raw_user_meta_data, updated_at = now()
  where u.id = move_login.client_id;
  -- The office's name for the client stays; the person's own phone and language win.
  update public.user_profiles p set
    phone = coalesce(nullif(person.phone, ''), p.phone), language = person.language, confirmed = true
  where p.user_id = move_login.client_id;
end
$$;
