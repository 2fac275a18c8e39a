-- Staff log in: a client without a login has no other role, so that no invitation to it can give one away.

-- As before, but one without a login does not count.
create or replace function nutmeg.has_active_super(except_id uuid default null) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from public.user_profiles p join auth.users u on u.id = p.user_id
    where p.role = 'super' and p.user_id is distinct from except_id and not auth.is_banned(u)
      and u.email is not null
  )
$$;

-- As before, but only for people with a login.
create or replace function public.change_role(target_user_id uuid, new_role text, actor uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  old_role text;
begin
  if new_role is null or new_role not in ('client', 'admin', 'super') then
    raise exception 'Unknown role' using errcode = '22023';
  end if;
  -- One change at a time: two supers can't demote each other at once.
  lock table public.user_profiles in share row exclusive mode;
  select role into old_role from public.user_profiles where user_id = target_user_id;
  if not found then
    raise exception 'No such user' using errcode = 'P0002';
  end if;
  if new_role <> 'client' and not nutmeg.has_login(target_user_id) then
    raise exception 'This client has no login. Invite the person as staff instead.' using errcode = '23514';
  end if;
  if old_role = 'super' and new_role <> 'super' and not nutmeg.has_active_super(except_id => target_user_id) then
    raise exception 'The last super user keeps the role' using errcode = '23514';
  end if;
  update public.user_profiles set role = new_role where user_id = target_user_id;
  insert into public.audit_log (actor_id, action, subject_id, details)
  values (actor, 'role.changed', target_user_id, jsonb_build_object('from', old_role, 'to', new_role));
end
$$;
