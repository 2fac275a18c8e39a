-- The second factor: authenticator apps, their challenges, and the codes for the day the phone is lost. The hosted
-- service has the tables of schema auth; there only what stands below them is used.

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  -- A set of recovery codes counts as a factor, as the hosted service shows it.
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- The app's secret, sealed with the master key.
  sealed_secret bytea check ((sealed_secret is not null) = (factor_type = 'totp')),
  -- The last time step that was accepted: a code works once.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_name_key on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create unique index mfa_factors_one_set_idx on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  -- Only the session that asked may answer.
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_session_id_idx on auth.mfa_challenges (session_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  -- SHA-256: 80 random bits are not guessed from it.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- From where and with what somebody has signed in before: a sign-in from elsewhere is told by mail.
create table auth.sign_in_places (
  user_id uuid not null references auth.users on delete cascade,
  -- SHA-256 of the browser, the system and the part of the address that belongs to the provider.
  place_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, place_hash)
);
create index sign_in_places_last_seen_at_idx on auth.sign_in_places (last_seen_at);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_recovery_codes enable row level security;
alter table auth.sign_in_places enable row level security;

create schema if not exists nutmeg;

-- Whether the session has shown a second factor. The token alone is not believed: a session that has lost its
-- factor is a plain one with the next request, and an older token of a raised session stays what it was.
create function nutmeg.session_is_raised() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select auth.jwt() ->> 'aal' = 'aal2' and exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and s.aal = 'aal2'
  )
$$;

-- Who has set up an app has asked for it: without its code a password opens nothing, of the own data either.
create function nutmeg.owes_second_step() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
      select from auth.mfa_factors f
      where f.user_id = auth.uid() and f.factor_type = 'totp' and f.status = 'verified'
    )
    and not coalesce(nutmeg.session_is_raised(), false)
$$;
grant execute on function nutmeg.owes_second_step() to authenticated;

-- Staff reach other people's data only with the second factor. Where the server says that it is optional
-- (STAFF_MFA, said on each connection), those who have none do without.
create function nutmeg.factor_suffices() returns boolean
  language sql stable
  as $$
  select case coalesce(current_setting('nutmeg.staff_mfa', true), 'required')
    when 'optional' then not nutmeg.owes_second_step()
    else coalesce(nutmeg.session_is_raised(), false)
  end
$$;

create or replace function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role <> 'client')
    and nutmeg.factor_suffices()
$$;

create or replace function public.is_super() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role = 'super')
    and nutmeg.factor_suffices()
$$;

-- A person's own sessions, the latest first, and the way to end one.
create function public.my_sessions()
  returns table (
    id uuid,
    created_at timestamptz,
    last_used_at timestamptz,
    user_agent text,
    address text,
    aal text,
    is_current boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select s.id, s.created_at, s.refreshed_at, s.user_agent, host(s.ip), s.aal::text,
    s.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions s
  where s.user_id = auth.uid() and not nutmeg.owes_second_step()
  order by s.refreshed_at desc, s.id
$$;
grant execute on function public.my_sessions() to authenticated;

create function public.end_my_session(session_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from auth.sessions s
  where s.id = end_my_session.session_id and s.user_id = auth.uid() and not nutmeg.owes_second_step();
  if not found then
    raise exception 'No such session' using errcode = 'P0002';
  end if;
  insert into public.audit_log (actor_id, action, subject_id) values (auth.uid(), 'auth.session_ended', auth.uid());
end
$$;
grant execute on function public.end_my_session(uuid) to authenticated;

-- On top of what each table allows. The own profile can be read: the page that asks for the code greets by name.
create policy "second step first" on storage.objects as restrictive to authenticated
  using (not (select nutmeg.owes_second_step())) with check (not (select nutmeg.owes_second_step()));
create policy "second step first" on public.file_uploads as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));
create policy "second step first" on public.user_profiles as restrictive for update to authenticated
  using (not (select nutmeg.owes_second_step()));
-- But for what was written just now, with a captcha's pass: that is shown to whoever wrote it, signed in or not.
create policy "second step first" on public.appointments as restrictive for select to authenticated
  using (not (select nutmeg.owes_second_step()) or id = (select nutmeg.row_of_pass('appointment')));
