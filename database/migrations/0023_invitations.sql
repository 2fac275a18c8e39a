-- Super users invite staff by mail. There is no account before the link is used, so an invitation that went to a wrong
-- address has nothing in it that could be signed in to.

create table nutmeg.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) <= 255),
  first_name text not null check (char_length(first_name) <= 200),
  last_name text not null check (char_length(last_name) <= 200),
  role text not null check (role in ('admin', 'super')),
  -- SHA-256 of the link's token. A new mail brings a new link, and the older one ends.
  token_hash bytea not null unique,
  -- A plain id: the record outlives the person.
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  -- Of the mail, of its page, and of the account.
  language text not null default 'en' check (nutmeg.is_language(language))
);

create unique index invitations_open_idx on nutmeg.invitations (email)
  where accepted_at is null and withdrawn_at is null;

alter table nutmeg.invitations enable row level security;

create function public.staff_invitations() returns table (
    id uuid,
    email text,
    first_name text,
    last_name text,
    role text,
    sent_at timestamptz,
    expires_at timestamptz
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  return query
    select i.id, i.email, i.first_name, i.last_name, i.role, i.sent_at, i.expires_at from nutmeg.invitations i
    where i.accepted_at is null and i.withdrawn_at is null
    order by i.sent_at desc, i.id
    limit 200;
end
$$;

create function public.withdraw_invitation(invitation_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  update nutmeg.invitations i set withdrawn_at = now()
  where i.id = invitation_id and i.accepted_at is null and i.withdrawn_at is null;
  if not found then
    raise exception 'No such invitation' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act('staff.invitation_withdrawn', invitation_id);
end
$$;

grant execute on function public.staff_invitations(), public.withdraw_invitation(uuid) to authenticated;

-- A super user corrects a person's address after the office has verified the person. It takes effect when the link in
-- the mail to the new address is opened. The current address is notified at once.

create table nutmeg.email_corrections (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 255),
  -- SHA-256 of the link's token.
  token_hash bytea not null unique,
  -- A plain id: the record outlives the person.
  asked_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

alter table nutmeg.email_corrections enable row level security;

-- A new password cancels it, as it cancels a change that the person asked for: see server/auth/account/user-update.ts.
create function public.withdraw_email_correction(target_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  delete from nutmeg.email_corrections c where c.user_id = target_user_id;
  if not found then
    raise exception 'No such correction' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act('account.email_correction_withdrawn', target_user_id);
end
$$;

grant execute on function public.withdraw_email_correction(uuid) to authenticated;

-- The first super user is made by a link that the server prints when it starts, as long as there is none.

create table nutmeg.first_super_links (
  -- SHA-256 of the link's token.
  token_hash bytea primary key,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Who has signed up with it, and becomes super when the e-mail is confirmed.
  claimed_by uuid references auth.users on delete set null
);

alter table nutmeg.first_super_links enable row level security;

-- Notes a new link, unless there is a super user who can sign in. Several servers may start at once, each with its own
-- link. Of a server that is restarted repeatedly, only the newest five links are valid.
create function nutmeg.offer_first_super(token_hash bytea, hours int) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.has_active_super() then
    delete from nutmeg.first_super_links;
    return false;
  end if;
  insert into nutmeg.first_super_links (token_hash, expires_at) values (token_hash, now() + make_interval(hours => hours));
  delete from nutmeg.first_super_links l
  where l.expires_at <= now() or l.token_hash not in (
    select n.token_hash from nutmeg.first_super_links n order by n.created_at desc limit 5
  );
  return true;
end
$$;

-- Whether the link still makes a super user.
create function nutmeg.is_first_super_link(token_hash bytea) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select not nutmeg.has_active_super() and exists (
    select from nutmeg.first_super_links l
    where l.token_hash = is_first_super_link.token_hash and l.expires_at > now()
  )
$$;

-- Makes the person super whose account was made with a link that still counts. Only the first one: of two that are
-- confirmed at the same moment, the second stays a client.
create function nutmeg.grant_first_super(target_user_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (
    select from nutmeg.first_super_links l where l.claimed_by = target_user_id and l.expires_at > now()
  ) then
    return false;
  end if;
  lock table public.user_profiles in share row exclusive mode;
  if nutmeg.has_active_super() then
    return false;
  end if;
  perform public.change_role(target_user_id, 'super', target_user_id);
  insert into public.audit_log (actor_id, action, subject_id) values (target_user_id, 'office.first_super', target_user_id);
  delete from nutmeg.first_super_links;
  return true;
end
$$;

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

grant execute on function public.granted_access(uuid), public.end_granted_access(uuid) to authenticated;
