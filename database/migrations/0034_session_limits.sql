-- Sessions end on the server. A session that is too old, or was not refreshed for a while, no longer opens anything,
-- and a second factor that was shown long ago has to be shown again. Staff have shorter limits. The server sets the
-- limits on each connection (server/config.ts); the defaults here are those of the configuration.

alter table auth.sessions
  -- When the second factor was last shown.
  add column raised_at timestamptz,
  -- The IANA time zone that the device reported, to help people recognize it. Nothing is decided by it.
  add column time_zone text check (char_length(time_zone) <= 64);

update auth.sessions s set raised_at = (
  select to_timestamp(max((proof ->> 'timestamp')::float8)) from jsonb_array_elements(s.amr) as proof
  where proof ->> 'method' in ('totp', 'mfa/recovery_code')
) where s.aal = 'aal2';

-- A trigger, so that every way to raise a session records when.
create function auth.note_raise() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.raised_at := case when new.aal = 'aal2' then now() end;
  return new;
end
$$;
create trigger sessions_raised before insert or update of aal on auth.sessions
  for each row execute function auth.note_raise();

-- `hours` is the default, for a connection on which the server has not set a limit.
create function auth.session_limit(name text, hours float8) returns interval
  language sql stable set search_path = ''
  as $$
  select make_interval(
    secs => 3600 * coalesce(nullif(current_setting('nutmeg.' || name || '_hours', true), '')::float8, hours)
  )
$$;

-- Whether the session is within its limits. A refresh counts as use; an open page refreshes once an hour.
create function auth.session_lives(s auth.sessions) returns boolean
  language sql stable set search_path = ''
  as $$
  select case
    when exists (select from public.user_profiles p where p.user_id = s.user_id and p.role <> 'client') then
      s.created_at > now() - auth.session_limit('staff_session', 12)
      and s.refreshed_at > now() - auth.session_limit('staff_session_idle', 4)
    else
      s.created_at > now() - auth.session_limit('session', 720)
      and s.refreshed_at > now() - auth.session_limit('session_idle', 168)
  end
$$;

-- Whether the session is at aal2 now: the second factor was shown, and not too long ago.
create function auth.session_stands_raised(s auth.sessions) returns boolean
  language sql stable set search_path = ''
  as $$ select s.aal = 'aal2' and coalesce(s.raised_at > now() - auth.session_limit('second_factor', 12), false) $$;

create or replace function auth.require_session(session_id uuid, user_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not exists (
    select from auth.sessions s
    where s.id = require_session.session_id and s.user_id = require_session.user_id and auth.session_lives(s)
  ) then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'NM401';
  end if;
end
$$;

create or replace function nutmeg.session_is_raised() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select auth.jwt() ->> 'aal' = 'aal2' and exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and auth.session_stands_raised(s)
  )
$$;

-- With the time zone, and without expired sessions.
drop function public.my_sessions();
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
  where s.user_id = auth.uid() and auth.session_lives(s) and not nutmeg.owes_second_step()
  order by s.refreshed_at desc, s.id
$$;
revoke execute on function public.my_sessions() from public;
grant execute on function public.my_sessions() to authenticated;

-- Each attempt at a second factor looks up where its owner has shown it before.
create index audit_log_second_factor_idx on public.audit_log (subject_id, at desc)
  where action in ('auth.factor_added', 'auth.factor_verified', 'auth.recovery_code_used');
