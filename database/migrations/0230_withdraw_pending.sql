-- Someone who is demoted or deactivated leaves nothing pending, even if they come back. Triggers do it, so that no way of
-- suspending someone can skip it.

create function nutmeg.withdraw_pending(person uuid) returns void
  language plpgsql
  as $$
declare
  one record;
begin
  for one in
    update nutmeg.invitations i set withdrawn_at = now()
    where i.invited_by = person and i.accepted_at is null and i.withdrawn_at is null returning i.id
  loop
    perform nutmeg.record_act('staff.invitation_withdrawn', one.id);
  end loop;
  for one in
    delete from nutmeg.email_corrections c where c.asked_by = person returning c.user_id, c.expires_at > now() as waited
  loop
    -- One that was carried out stays for a while, for a repeated call.
    if one.waited then perform nutmeg.record_act('account.email_correction_withdrawn', one.user_id); end if;
  end loop;
  for one in
    update nutmeg.client_invitations i set closed_at = now(), closed_by = auth.uid()
    where i.invited_by = person and i.closed_at is null returning i.id, i.client_id
  loop
    perform nutmeg.record_act('client.invitation_closed', one.client_id, jsonb_build_object('invitation', one.id));
  end loop;
  for one in
    delete from nutmeg.client_deletions d where d.requested_by = person and d.confirmed_at is null returning d.client_id
  loop
    perform nutmeg.record_act('client.deletion_withdrawn', one.client_id);
  end loop;
  delete from nutmeg.task_feeds f where f.user_id = person;
end
$$;

create function nutmeg.withdraw_on_demotion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.withdraw_pending(new.user_id);
  return null;
end
$$;
create trigger user_profiles_withdraw_pending after update of role on public.user_profiles
  for each row when (
    old.role = 'super' and new.role <> 'super' or old.role <> 'client' and new.role = 'client'
  ) execute function nutmeg.withdraw_on_demotion();

create function nutmeg.withdraw_on_deactivation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Someone else's correction of this account's address, too.
  delete from nutmeg.email_corrections c where c.user_id = new.id;
  perform nutmeg.withdraw_pending(new.id);
  return null;
end
$$;
create trigger users_withdraw_pending after update of banned_until on auth.users
  for each row when (new.banned_until > now() and old.banned_until is distinct from new.banned_until)
  execute function nutmeg.withdraw_on_deactivation();

-- The access to clients that a person of the staff gave and that still counts, the latest first. For super users, who look
-- at it when they suspend someone.
create function public.granted_access(person uuid) returns table (
    client_id uuid, client_name text, member_id uuid, member_name text, member_email text, relation text, rights text[],
    last_year int, ends_at timestamptz, granted_at timestamptz
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  return query
    select m.client_id, c.name, m.user_id, btrim(coalesce(p.first_name || ' ' || p.last_name, '')), coalesce(p.email, ''),
      m.relation, m.rights, m.last_year, m.ends_at, m.granted_at
    from public.client_members m join public.clients c on c.id = m.client_id
    left join public.user_profiles p on p.user_id = m.user_id
    where m.granted_by = person and (m.ends_at is null or m.ends_at > now())
    order by m.granted_at desc, m.client_id, m.user_id
    limit 500;
end
$$;

-- Ends all of it. Returns how many.
create function public.end_granted_access(person uuid) returns int
  language plpgsql security definer set search_path = ''
  as $$
declare
  ended int := 0;
  one record;
begin
  perform nutmeg.require_super();
  for one in
    select m.client_id, m.user_id from public.client_members m
    where m.granted_by = person and m.client_id <> m.user_id and (m.ends_at is null or m.ends_at > now())
    order by m.client_id, m.user_id for update
  loop
    perform nutmeg.end_access(one.client_id, one.user_id);
    ended := ended + 1;
  end loop;
  if ended > 0 then
    perform nutmeg.record_act('client.grants_ended', person, jsonb_build_object('count', ended));
  end if;
  return ended;
end
$$;

revoke execute on function nutmeg.withdraw_pending(uuid), nutmeg.withdraw_on_demotion(),
  nutmeg.withdraw_on_deactivation(), public.granted_access(uuid), public.end_granted_access(uuid) from public;
grant execute on function public.granted_access(uuid), public.end_granted_access(uuid) to authenticated;
