-- What the sign-in page may ask before sign-in, and the clients of the previous system.

-- The addresses of former clients. Visitors never see the list; they learn of their own address only.
create table public.legacy_emails (
  email text primary key check (email = lower(btrim(email)) and email like '%_@_%'),
  created_at timestamptz not null default now()
);

alter table public.legacy_emails enable row level security;

grant select, insert, update, delete on public.legacy_emails to authenticated, service_role;

create policy "super: all" on public.legacy_emails to authenticated
  using ((select public.is_super())) with check ((select public.is_super()));

create policy "service_role: all" on public.legacy_emails to service_role using (true) with check (true);

-- Whether an address has an account. Needs the pass of a login or a sign-up, spent or not, and answers three times at
-- most.
create function public.check_user_login_status(user_email text)
  returns table (profile_exists boolean, profile_confirmed boolean, is_legacy boolean)
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  pass jsonb := nutmeg.current_captcha_pass();
  wanted text := lower(btrim(user_email));
begin
  if not nutmeg.captcha_is_off() then
    if pass is null or not (pass ->> 'fresh')::boolean or pass ->> 'action' not in ('login', 'signup') then
      raise exception 'captcha pass required' using errcode = '42501';
    end if;
    insert into nutmeg.captcha_passes as p (id, action, status_checks)
    values ((pass ->> 'id')::uuid, pass ->> 'action', 1)
    on conflict (id) do update set status_checks = p.status_checks + 1 where p.status_checks < 3;
    if not found then
      raise exception 'captcha pass used up' using errcode = '42501';
    end if;
  end if;
  return query select
    exists (select from auth.users u where u.email = wanted),
    exists (select from auth.users u where u.email = wanted and u.email_confirmed_at is not null),
    exists (select from public.legacy_emails l where l.email = wanted);
end
$$;

grant execute on function public.check_user_login_status(text) to anon, authenticated;

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

-- Whether a super user is left who can sign in, not counting one person.
create function nutmeg.has_active_super(except_id uuid default null) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from public.user_profiles p join auth.users u on u.id = p.user_id
    where p.role = 'super' and p.user_id is distinct from except_id and not auth.is_banned(u)
      and u.email is not null
  )
$$;

create function public.set_account_active(target_user_id uuid, active boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  person auth.users;
begin
  perform nutmeg.require_super();
  if target_user_id = auth.uid() then
    raise exception 'You can’t deactivate or reactivate your own account'
      using errcode = '23514', detail = 'own_account';
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
    raise exception 'The last super user stays active' using errcode = '23514', detail = 'last_active_super';
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
declare
  patterns constant text[] := nutmeg.like_patterns(term);
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
        cardinality(patterns) = 0
        or p.search like patterns[1] and p.search like all (patterns)
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

grant execute on function public.set_account_active(uuid, boolean), public.end_sessions_of(uuid, uuid),
  public.signed_in_people(uuid, boolean, timestamptz, uuid, int),
  public.find_people(text, text, uuid, timestamptz, uuid, int) to authenticated;

-- The office's list of former clients, with the number of all in `find_legacy_emails_count`. As functions, because the
-- index for a search can't be used under the policies: `like` isn't leakproof.
create index legacy_emails_search_idx on public.legacy_emails using gin (email extensions.gin_trgm_ops);

create function public.find_legacy_emails(
  term text default '', page_limit bigint default null, page_offset bigint default 0
) returns setof public.legacy_emails
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
begin
  perform nutmeg.require_super();
  return query
    select l.* from public.legacy_emails l
    where coalesce(term, '') = '' or l.email like nutmeg.like_pattern(lower(term))
    order by l.email limit page_limit offset page_offset;
end
$$;

create function public.find_legacy_emails_count(term text default '') returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
begin
  perform nutmeg.require_super();
  return (
    select count(*) from public.legacy_emails l
    where coalesce(term, '') = '' or l.email like nutmeg.like_pattern(lower(term))
  );
end
$$;

grant execute on function public.find_legacy_emails(text, bigint, bigint), public.find_legacy_emails_count(text)
  to authenticated;

-- Who begins an upload may lose the right to go on: a membership ends or changes, a login is deactivated. What has arrived
-- takes no room from then on, and is swept.
create function nutmeg.may_upload(login uuid, client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from auth.users u where u.id = login and not auth.is_banned(u)) and (
    nutmeg.has_staff_role(login)
    or exists (
      select from public.client_members m
      where m.client_id = may_upload.client and m.user_id = login and 'upload' = any (m.rights) and m.last_year is null
        and (m.ends_at is null or m.ends_at > now())
    )
  )
$$;

-- The uploads that no one may go on with, into one client's folder or all.
create function nutmeg.abandoned_uploads(client uuid default null) returns setof storage.uploads
  language sql stable set search_path = ''
  as $$
  select u.* from storage.uploads u
  where u.bucket_id = 'user-documents' and u.finished_at is null and u.owner is not null
    and (client is null or u.key >= client || '/' and u.key < client || '0')
    and not nutmeg.may_upload(u.owner, public.document_owner(u.key))
$$;

-- Whether someone who made a link may still read what it opens.
create function nutmeg.may_still_read(reader uuid, bucket text, key text, written timestamptz) returns boolean
  language sql stable
  as $$
  select exists (select from auth.users u where u.id = reader and not auth.is_banned(u))
    and (
      bucket <> 'user-documents'
      or exists (select from public.user_profiles p where p.user_id = reader and p.role <> 'client')
      or exists (
        select from public.client_members m
        where m.user_id = reader and m.client_id = public.document_owner(key) and 'see' = any (m.rights)
          and (m.ends_at is null or m.ends_at > now())
          and (m.last_year is null or extract(year from written at time zone nutmeg.office_zone()) <= m.last_year)
      )
    )
$$;
