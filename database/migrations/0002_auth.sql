-- Who is who: the part of the hosted service's auth schema that is used, under the same names.
-- Nothing here is granted to a caller's role; the auth service works as the owner.

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

-- The caller of the present transaction, as the server has set it (server/database/as-caller.ts).
create function auth.jwt() returns jsonb
  language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

create function auth.uid() returns uuid
  language sql stable
  as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text
  language sql stable
  as $$ select auth.jwt() ->> 'role' $$;

grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  -- Always lower case: the service lowers it before it looks or writes.
  email text not null check (email = lower(email)),
  -- Argon2id in PHC form; bcrypt only for users imported from elsewhere.
  encrypted_password text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- A new address waits here until its own link is followed.
  email_change text check (email_change = lower(email_change)),
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}',
  -- Whatever the person sent at sign-up. Never trusted for a right.
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on auth.users (email);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- How the person proved who they are: [{"method": "password", "timestamp": 1700000000}]
  amr jsonb not null default '[]',
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_user_id_idx on auth.sessions (user_id);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  -- SHA-256 of the token: a stolen dump opens no session.
  token_hash bytea not null unique,
  -- The token that this one replaced; a chain, so that reuse shows.
  parent_id bigint references auth.refresh_tokens on delete cascade,
  -- Sealed, and only for the grace period: two tabs that refresh at once get the same successor.
  sealed_token bytea,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
-- A session has one token that still works, whatever two tabs do at once.
create unique index refresh_tokens_unused_idx on auth.refresh_tokens (session_id) where used_at is null;
create index refresh_tokens_parent_id_idx on auth.refresh_tokens (parent_id);

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (
    token_type in ('confirmation', 'recovery', 'email_change', 'magiclink', 'reauthentication')
  ),
  -- SHA-256 of the link's token.
  token_hash bytea not null unique,
  -- Sealed: a hash of six digits is guessed in no time.
  sealed_code bytea not null,
  code_attempts int not null default 0,
  -- The address that the mail went to.
  relates_to text not null,
  -- The PKCE challenge with which the link was asked for.
  flow_state_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- A newer mail replaces the older link.
  unique (user_id, token_type)
);

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

-- When a mail of a kind was last asked for, for an address or a user. Known and unknown addresses are written
-- alike, so that the limit tells nobody who has an account.
create table auth.mail_requests (
  -- SHA-256 of the kind and the address: no list of addresses.
  key bytea primary key,
  requested_at timestamptz not null default now()
);

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code_hash bytea unique,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now()
);
create index flow_state_user_id_idx on auth.flow_state (user_id);
alter table auth.one_time_tokens
  add foreign key (flow_state_id) references auth.flow_state on delete set null;

-- The keys that sign access tokens, sealed with the master key, shared by all processes.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- A token outlives its session by up to an hour; the caller does not. Every transaction of a signed-in caller
-- begins with this, so that signing out, a password change or a deletion bites with the next request.
create function auth.require_session(session_id uuid, user_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not exists (
    select from auth.sessions s
    where s.id = require_session.session_id and s.user_id = require_session.user_id
  ) then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'NM401';
  end if;
end
$$;
grant execute on function auth.require_session(uuid, uuid) to anon, authenticated, service_role;

alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.mail_requests enable row level security;
alter table auth.signing_keys enable row level security;
