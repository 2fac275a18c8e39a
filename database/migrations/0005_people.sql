-- One profile for each confirmed person, and the questions that every policy asks about the caller: is the session
-- alive, was the second factor shown, is this the office's staff.

-- Trigrams: the staff find people by any part of a name or an address.
create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

create table public.user_profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  email text not null,
  first_name text not null default '' check (char_length(first_name) <= 200),
  last_name text not null default '' check (char_length(last_name) <= 200),
  phone text not null default '' check (char_length(phone) <= 40),
  -- Who referred the client, as named at sign-up: the reward goes to that person, and the yearly form suggests the name.
  referred_by text not null default '' check (char_length(referred_by) <= 100),
  role text not null default 'client' check (role in ('client', 'admin', 'super')),
  confirmed boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text not null default 'en' check (nutmeg.is_language(language)),
  search text not null generated always as (
    nutmeg.searched(btrim(first_name || ' ' || last_name) || ' ' || email)
      || ' ' || regexp_replace(phone, '[^0-9]', '', 'g')
  ) stored
);

-- The staff list is newest first, a page at a time.
create index user_profiles_created_at_idx on public.user_profiles (created_at desc, id);

create index user_profiles_email_idx on public.user_profiles (email);

-- An administrator may have created the extension in another schema.
do $$
begin
  execute format(
    'create index user_profiles_search_idx on public.user_profiles using gin (search %I.gin_trgm_ops)',
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')
  );
end
$$;

create trigger user_profiles_touched before update on public.user_profiles
  for each row execute function public.touch_updated_at();

-- The profile comes with the confirmation of the email, always as a client: sign-up data can't set a role. Both
-- spellings of the names are sent (spec, sign-up form). A sign-up brings the language of its page. A phone number that is
-- too long is left out: a part of it is another number.
create function public.sync_user_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent jsonb := new.raw_user_meta_data;
begin
  if new.email_confirmed_at is null then
    return new;
  end if;
  insert into public.user_profiles (user_id, email, first_name, last_name, phone, language)
  values (
    new.id,
    new.email,
    left(coalesce(sent ->> 'first_name', sent ->> 'firstName', ''), 200),
    left(coalesce(sent ->> 'last_name', sent ->> 'lastName', ''), 200),
    case when char_length(sent ->> 'phone') <= 40 then sent ->> 'phone' else '' end,
    case when nutmeg.is_language(sent ->> 'language') then sent ->> 'language' else 'en' end
  )
  on conflict (user_id) do update set email = excluded.email, updated_at = now()
    where user_profiles.email <> excluded.email;
  return new;
end
$$;

create trigger auth_user_confirmed after insert or update of email, email_confirmed_at on auth.users
  for each row execute function public.sync_user_profile();

-- The profile is created from the sign-up when the e-mail is confirmed; this adds the referrer's name. Clients may not
-- change it: `update` is granted column by column.
create function public.take_referrer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.referred_by = '' then
    new.referred_by := coalesce(
      (select left(btrim(u.raw_user_meta_data ->> 'referred_by'), 100) from auth.users u where u.id = new.user_id),
      ''
    );
  end if;
  return new;
end
$$;

create trigger user_profiles_take_referrer before insert on public.user_profiles
  for each row execute function public.take_referrer();

-- Sessions end on the server. A session that is too old, or was not refreshed for a while, no longer opens anything,
-- and a second factor that was shown long ago has to be shown again. Staff have shorter limits. The server sets the
-- limits on each connection (server/settings/config.ts); the defaults here are those of the configuration, for a connection on
-- which the server has not set a limit.
create function auth.session_limit(setting text, default_hours float8) returns interval
  language sql stable set search_path = ''
  as $$
  select make_interval(secs => 3600 * coalesce(nullif(current_setting(setting, true), '')::float8, default_hours))
$$;

-- Whether the session is within its limits. A refresh counts as use; an open page refreshes once an hour.
create function auth.session_lives(s auth.sessions) returns boolean
  language sql stable set search_path = ''
  as $$
  select case
    when exists (select from public.user_profiles p where p.user_id = s.user_id and p.role <> 'client') then
      s.created_at > now() - auth.session_limit('nutmeg.staff_session_hours', 12)
      and s.refreshed_at > now() - auth.session_limit('nutmeg.staff_session_idle_hours', 4)
    else
      s.created_at > now() - auth.session_limit('nutmeg.session_hours', 720)
      and s.refreshed_at > now() - auth.session_limit('nutmeg.session_idle_hours', 168)
  end
$$;

-- Whether the session is at aal2 now: the second factor was shown, and not too long ago.
create function auth.session_is_aal2(s auth.sessions) returns boolean
  language sql stable set search_path = ''
  as $$ select s.aal = 'aal2' and coalesce(s.raised_at > now() - auth.session_limit('nutmeg.second_factor_hours', 12), false) $$;

-- An access token outlives its session by up to an hour; the caller must not. Every transaction of a signed-in caller
-- begins with this, so that signing out, a new password, and deactivating end a session at once. Deactivating deletes the
-- sessions; this also covers one that was being opened at the same moment, and a `banned_until` set in any other way.
create function auth.require_session(session_id uuid, user_id uuid) returns void
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

grant execute on function auth.require_session(uuid, uuid) to anon, authenticated, service_role;

-- Whether the session has shown a second factor. The token alone is not believed: a session that has lost its factor is
-- a plain one with the next request, and an older token of a raised session stays what it was.
create function nutmeg.session_has_mfa() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select auth.jwt() ->> 'aal' = 'aal2' and exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and auth.session_is_aal2(s)
  )
$$;

-- A person who has set up an authenticator app must show its code: without it a password opens nothing, not even their
-- own data.
create function nutmeg.mfa_pending() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
      select from auth.mfa_factors f
      where f.user_id = auth.uid() and f.factor_type = 'totp' and f.status = 'verified'
    )
    and not coalesce(nutmeg.session_has_mfa(), false)
$$;

grant execute on function nutmeg.mfa_pending() to authenticated;

-- Staff reach other people's data only with the second factor. Where it is optional (STAFF_MFA, set by the server on
-- each connection), staff without one don't need it.
create function nutmeg.mfa_satisfied() returns boolean
  language sql stable
  as $$
  select case coalesce(current_setting('nutmeg.staff_mfa', true), 'required')
    when 'optional' then not nutmeg.mfa_pending()
    else coalesce(nutmeg.session_has_mfa(), false)
  end
$$;

-- The caller's rights, looked up at each request: a demotion takes effect at once, whatever the token says.
create function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role <> 'client')
    and nutmeg.mfa_satisfied()
$$;

create function public.is_super() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role = 'super')
    and nutmeg.mfa_satisfied()
$$;

grant execute on function public.is_staff(), public.is_super() to anon, authenticated, service_role;

create function nutmeg.require_staff() returns void
  language plpgsql stable
  as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff can do this' using errcode = '42501', detail = 'not_staff';
  end if;
end
$$;

create function nutmeg.role_of_caller() returns text
  language sql stable
  as $$ select p.role from public.user_profiles p where p.user_id = auth.uid() $$;

alter table public.user_profiles enable row level security;

grant select on public.user_profiles to authenticated;

-- Column by column: role, e-mail and confirmation are not the client's to change.
grant update (first_name, last_name, phone) on public.user_profiles to authenticated;

grant select, insert, update, delete on public.user_profiles to service_role;

create policy "own profile, or staff: read" on public.user_profiles for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));

create policy "own profile: update" on public.user_profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "service_role: all" on public.user_profiles to service_role using (true) with check (true);

-- On top of what each table allows. A caller's own profile can be read: the page that asks for the code greets by name.
create policy "require second factor" on public.user_profiles as restrictive for update to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "super: read" on public.audit_log for select to authenticated using ((select public.is_super()));

-- Used by set_user_role and by the command line, which has no caller. No role may execute it.
create function public.change_role(target_user_id uuid, new_role text, actor uuid) returns void
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
    raise exception 'The last super user keeps the role' using errcode = '23514', detail = 'last_super';
  end if;
  update public.user_profiles set role = new_role where user_id = target_user_id;
  insert into public.audit_log (actor_id, action, subject_id, details)
  values (actor, 'role.changed', target_user_id, jsonb_build_object('from', old_role, 'to', new_role));
end
$$;

-- The only way to change a role. Each change is recorded. The last super user can't be demoted: no one could undo it.
create function public.set_user_role(target_user_id uuid, new_role text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  old_role text;
begin
  if not public.is_super() then
    raise exception 'Only a super user may change roles' using errcode = '42501';
  end if;
  perform public.change_role(target_user_id, new_role, auth.uid());
end
$$;

grant execute on function public.set_user_role(uuid, text) to authenticated;

create function public.my_sessions()
  returns table (
    id uuid,
    created_at timestamptz,
    last_used_at timestamptz,
    user_agent text,
    address text,
    time_zone text,
    aal text,
    is_current boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select s.id, s.created_at, s.refreshed_at, s.user_agent, host(s.ip), s.time_zone, s.aal::text,
    s.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions s
  where s.user_id = auth.uid() and auth.session_lives(s) and not nutmeg.mfa_pending()
  order by s.refreshed_at desc, s.id
$$;

grant execute on function public.my_sessions() to authenticated;

create function public.end_my_session(session_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from auth.sessions s
  where s.id = end_my_session.session_id and s.user_id = auth.uid() and not nutmeg.mfa_pending();
  if not found then
    raise exception 'No such session' using errcode = 'P0002';
  end if;
  insert into public.audit_log (actor_id, action, subject_id) values (auth.uid(), 'auth.session_ended', auth.uid());
end
$$;

grant execute on function public.end_my_session(uuid) to authenticated;

-- Records the author of a row; the name outlives the account.
create function nutmeg.stamp_author() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.author_name := coalesce((
    select nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '')
    from public.user_profiles p where p.user_id = new.author_id
  ), '');
  return new;
end
$$;

-- The few who are staff, among any number of clients.
create index user_profiles_staff_idx on public.user_profiles (role, user_id) where role <> 'client';

grant update (language) on public.user_profiles to authenticated;

create function nutmeg.check_own_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_blank(new.first_name) and new.first_name <> old.first_name then
    raise exception 'First name is required' using errcode = '23514', detail = 'first_name_required';
  elsif nutmeg.is_blank(new.last_name) and new.last_name <> old.last_name then
    raise exception 'Last name is required' using errcode = '23514', detail = 'last_name_required';
  elsif new.phone <> old.phone and nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'us_numbers_only';
  end if;
  return new;
end
$$;

-- The list by name, as it is shown: people without one by their address.
create index user_profiles_name_idx on public.user_profiles (left(ltrim(search), 80), id);
