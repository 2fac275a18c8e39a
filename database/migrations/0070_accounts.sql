-- Super users deactivate and reactivate accounts, see who is signed in, and end sessions.

create function nutmeg.require_super() returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not coalesce(public.is_super(), false) then
    raise exception 'Only a super user may do this' using errcode = '42501';
  end if;
end
$$;

create function nutmeg.record_act(action text, subject_id uuid, details jsonb default '{}') returns void
  language sql set search_path = ''
  as $$
  insert into public.audit_log (actor_id, action, subject_id, details, address)
  values (auth.uid(), action, subject_id, details, nullif(current_setting('request.address', true), '')::inet)
$$;

-- The hosted service's column for it. A deactivated account is banned for a hundred years.
create function auth.is_banned(u auth.users) returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(u.banned_until > now(), false) $$;

-- The few who are staff, among any number of clients.
create index user_profiles_staff_idx on public.user_profiles (role, user_id) where role <> 'client';

-- Whether a super user is left who can sign in, not counting one person.
create function nutmeg.has_active_super(except_id uuid default null) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from public.user_profiles p join auth.users u on u.id = p.user_id
    where p.role = 'super' and p.user_id is distinct from except_id and not auth.is_banned(u)
  )
$$;

-- As before, but a super user whose account is deactivated does not count as one who is left.
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
  if old_role = 'super' and new_role <> 'super' and not nutmeg.has_active_super(except_id => target_user_id) then
    raise exception 'The last super user keeps the role' using errcode = '23514';
  end if;
  update public.user_profiles set role = new_role where user_id = target_user_id;
  insert into public.audit_log (actor_id, action, subject_id, details)
  values (actor, 'role.changed', target_user_id, jsonb_build_object('from', old_role, 'to', new_role));
end
$$;

-- Deactivating deletes the sessions. This also covers a session that was being opened at the same moment, and a
-- `banned_until` that was set in any other way.
create or replace function auth.require_session(session_id uuid, user_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = require_session.session_id and s.user_id = require_session.user_id
      and auth.session_lives(s) and not auth.is_banned(u)
  ) then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'NM401';
  end if;
end
$$;

create function public.set_account_active(target_user_id uuid, active boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  person auth.users;
begin
  perform nutmeg.require_super();
  if target_user_id = auth.uid() then
    raise exception 'You can’t deactivate or reactivate your own account' using errcode = '23514';
  end if;
  select * into person from auth.users u where u.id = target_user_id for update;
  if not found then
    raise exception 'No such user' using errcode = 'P0002';
  end if;
  if active is null or active <> auth.is_banned(person) then
    return;
  end if;
  if active then
    update auth.users set banned_until = null, updated_at = now() where id = target_user_id;
    perform nutmeg.record_act('account.reactivated', target_user_id);
    return;
  end if;
  -- One change at a time, as in change_role: two supers can't deactivate each other at once.
  lock table public.user_profiles in share row exclusive mode;
  if not nutmeg.has_active_super(except_id => target_user_id) then
    raise exception 'The last super user stays active' using errcode = '23514';
  end if;
  update auth.users set banned_until = now() + interval '100 years', email_change = null, updated_at = now()
  where id = target_user_id;
  delete from auth.sessions s where s.user_id = target_user_id;
  delete from auth.one_time_tokens t where t.user_id = target_user_id;
  perform nutmeg.record_act('account.deactivated', target_user_id);
end
$$;

-- Ends one session of a person, or all of them.
create function public.end_sessions_of(target_user_id uuid, target_session_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  ended int;
begin
  perform nutmeg.require_super();
  -- First the person, then the sessions, as everywhere: see server/auth/sessions/sessions.ts.
  perform from auth.users u where u.id = target_user_id for update;
  delete from auth.sessions s
  where s.user_id = target_user_id and (target_session_id is null or s.id = target_session_id);
  get diagnostics ended = row_count;
  if ended = 0 then
    raise exception 'No such session' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act('account.sessions_ended', target_user_id, jsonb_build_object('sessions', ended));
end
$$;

create index sessions_refreshed_at_idx on auth.sessions (refreshed_at desc, id desc);

-- Who is signed in, the latest first, a page at a time: what comes after the session that `before` names.
create function public.signed_in_people(
  person uuid default null,
  only_staff boolean default false,
  before_used_at timestamptz default null,
  before_id uuid default null,
  page_size int default 50
) returns table (
    session_id uuid,
    user_id uuid,
    email text,
    first_name text,
    last_name text,
    role text,
    user_agent text,
    time_zone text,
    aal text,
    created_at timestamptz,
    last_used_at timestamptz,
    is_current boolean
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
begin
  perform nutmeg.require_super();
  return query
    select s.id, s.user_id, p.email, p.first_name, p.last_name, p.role, s.user_agent, s.time_zone, s.aal, s.created_at,
      s.refreshed_at, s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions s join public.user_profiles p on p.user_id = s.user_id
    where (person is null or s.user_id = person)
      and (not only_staff or p.role <> 'client')
      and (before_used_at is null or (s.refreshed_at, s.id) < (before_used_at, before_id))
      and auth.session_lives(s)
    order by s.refreshed_at desc, s.id desc
    limit least(greatest(page_size, 1), 100);
end
$$;

-- People by name or e-mail, the newest first, a page at a time. `wanted`: 'staff', 'clients', 'deactivated', or all.
create function public.find_people(
  term text default '',
  wanted text default 'all',
  person uuid default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 25
) returns table (
    id uuid,
    user_id uuid,
    email text,
    first_name text,
    last_name text,
    role text,
    created_at timestamptz,
    deactivated boolean,
    has_factor boolean,
    last_sign_in_at timestamptz,
    new_email text
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
begin
  perform nutmeg.require_super();
  return query
    select p.id, p.user_id, p.email, p.first_name, p.last_name, p.role, p.created_at, auth.is_banned(u),
      exists (
        select from auth.mfa_factors f
        where f.user_id = u.id and f.factor_type = 'totp' and f.status = 'verified'
      ),
      u.last_sign_in_at,
      (select c.email from nutmeg.email_corrections c where c.user_id = u.id and c.expires_at > now())
    from public.user_profiles p join auth.users u on u.id = p.user_id
    where (person is null or p.user_id = person)
      and (
        coalesce(term, '') = ''
        or p.search like '%' || replace(replace(replace(public.folded(term), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      )
      and (wanted <> 'staff' or p.role <> 'client')
      and (wanted <> 'clients' or p.role = 'client')
      and (wanted <> 'deactivated' or u.banned_until > now())
      and (
        before_created_at is null
        or p.created_at <= before_created_at and (p.created_at < before_created_at or p.id > before_id)
      )
    order by p.created_at desc, p.id
    limit least(greatest(page_size, 1), 100);
end
$$;
create index users_banned_until_idx on auth.users (banned_until) where banned_until is not null;

revoke execute on function nutmeg.require_super(), nutmeg.record_act(text, uuid, jsonb), auth.is_banned(auth.users),
  nutmeg.has_active_super(uuid), public.set_account_active(uuid, boolean), public.end_sessions_of(uuid, uuid),
  public.signed_in_people(uuid, boolean, timestamptz, uuid, int),
  public.find_people(text, text, uuid, timestamptz, uuid, int) from public;
grant execute on function public.set_account_active(uuid, boolean), public.end_sessions_of(uuid, uuid),
  public.signed_in_people(uuid, boolean, timestamptz, uuid, int),
  public.find_people(text, text, uuid, timestamptz, uuid, int) to authenticated;
