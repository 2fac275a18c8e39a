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

revoke execute on function nutmeg.offer_first_super(bytea, int), nutmeg.is_first_super_link(bytea),
  nutmeg.grant_first_super(uuid) from public;
