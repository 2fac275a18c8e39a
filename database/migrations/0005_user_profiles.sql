-- One profile a confirmed person, and the roles that every other policy asks for.

create table public.user_profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  email text not null,
  first_name text not null default '' check (char_length(first_name) <= 200),
  last_name text not null default '' check (char_length(last_name) <= 200),
  phone text not null default '' check (char_length(phone) <= 40),
  role text not null default 'client' check (role in ('client', 'admin', 'super')),
  confirmed boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The staff list is newest first, a page at a time.
create index user_profiles_created_at_idx on public.user_profiles (created_at desc, id);
create index user_profiles_email_idx on public.user_profiles (email);

-- The rights of the caller, looked up at each request: a demotion bites at once, whatever the token says.
create function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role <> 'client') $$;

create function public.is_super() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role = 'super') $$;

grant execute on function public.is_staff(), public.is_super() to anon, authenticated, service_role;

-- The profile comes with the confirmation of the e-mail, always as a client: sign-up data can't set a role.
-- Both spellings of the names are sent (spec, sign-up form).
create function public.follow_auth_user() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent jsonb := new.raw_user_meta_data;
begin
  if new.email_confirmed_at is null then
    return new;
  end if;
  insert into public.user_profiles (user_id, email, first_name, last_name, phone)
  values (
    new.id,
    new.email,
    left(coalesce(sent ->> 'first_name', sent ->> 'firstName', ''), 200),
    left(coalesce(sent ->> 'last_name', sent ->> 'lastName', ''), 200),
    left(coalesce(sent ->> 'phone', ''), 40)
  )
  on conflict (user_id) do update set email = excluded.email, updated_at = now()
    where user_profiles.email <> excluded.email;
  return new;
end
$$;

create trigger auth_user_confirmed after insert or update of email, email_confirmed_at on auth.users
  for each row execute function public.follow_auth_user();

create function public.touch_updated_at() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger user_profiles_touched before update on public.user_profiles
  for each row execute function public.touch_updated_at();

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

create policy "super: read" on public.audit_log for select to authenticated using ((select public.is_super()));

-- The one way to a role. Each change is recorded; the last super can't be demoted, or nobody could undo it.
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
revoke execute on function public.set_user_role(uuid, text) from public;
grant execute on function public.set_user_role(uuid, text) to authenticated;

-- Used by set_user_role and by the command line, which has no caller. Not granted to anybody.
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
  if old_role = 'super' and new_role <> 'super'
    and not exists (select from public.user_profiles where role = 'super' and user_id <> target_user_id) then
    raise exception 'The last super user keeps the role' using errcode = '23514';
  end if;
  update public.user_profiles set role = new_role where user_id = target_user_id;
  insert into public.audit_log (actor_id, action, subject_id, details)
  values (actor, 'role.changed', target_user_id, jsonb_build_object('from', old_role, 'to', new_role));
end
$$;
revoke execute on function public.change_role(uuid, text, uuid) from public;
