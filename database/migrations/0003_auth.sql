-- Accounts and sessions: the parts of the hosted service's auth schema that are used, under the same names. No caller's
-- role is granted any of these tables; the auth service works as the owner.

create schema auth;

grant usage on schema auth to anon, authenticated, service_role;

-- The caller of the present transaction, as the server has set it (server/database/database.ts).
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
  -- Always lower case: the service converts it before it reads or writes.
  -- Null: a client without a login.
  email text check (email = lower(email)),
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
  -- What the person sent at sign-up. It never grants a right.
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_login_check check (email is not null or encrypted_password is null)
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
  refreshed_at timestamptz not null default now(),
  -- When the second factor was last shown.
  raised_at timestamptz,
  -- The IANA time zone that the device reported, to help people recognize it. Nothing is decided by it.
  time_zone text check (char_length(time_zone) <= 64)
);

create index sessions_user_id_idx on auth.sessions (user_id);

-- A trigger, so that every way to raise a session records when.
create function auth.stamp_aal2() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.raised_at := case when new.aal = 'aal2' then now() end;
  return new;
end
$$;

create trigger sessions_aal2_stamped before insert or update of aal on auth.sessions
  for each row execute function auth.stamp_aal2();

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

-- The links and codes of our mails. Several of one kind may be valid at once, so that a mail requested by a stranger
-- does not cancel the owner's link.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (
    token_type in ('confirmation', 'recovery', 'email_change', 'magiclink', 'reauthentication')
  ),
  -- SHA-256 of the link's token.
  token_hash bytea not null unique,
  -- Sealed, not hashed: a hash of six digits is easy to reverse.
  sealed_code bytea not null,
  -- The address that the mail went to.
  relates_to text not null,
  -- The PKCE challenge of the request that caused the mail.
  flow_state_id uuid references auth.flow_state on delete set null,
  -- Who asked for the mail: SHA-256 of the browser's id (a signed cookie) and of its network.
  requester_device bytea,
  requester_network bytea,
  -- A link with a PKCE challenge opens only in the browser that asked for it. Opening it elsewhere uses it up, but the
  -- code in the same mail still works.
  link_used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id, token_type);

-- Attempts at a code are counted separately for the browser that asked for the mail, for its network, and for everyone
-- else, so that a stranger's wrong guesses don't use up the owner's attempts.
create table auth.code_attempts (
  token_id uuid not null references auth.one_time_tokens on delete cascade,
  who text not null check (who in ('device', 'network', 'stranger')),
  attempts int not null,
  primary key (token_id, who)
);

-- When a mail of a kind was last requested, for an address or a user. Known and unknown addresses are recorded in the
-- same way, so that the limit doesn't reveal who has an account.
create table auth.mail_requests (
  -- SHA-256 of the kind and the address: no list of addresses.
  key bytea primary key,
  requested_at timestamptz not null default now()
);

-- The keys that sign access tokens, sealed with the master key, shared by all processes.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- The second factor: authenticator apps, their challenges, and the recovery codes.
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

-- The networks and browsers that a person has signed in from: a sign-in from anywhere else is reported by mail.
create table auth.sign_in_places (
  user_id uuid not null references auth.users on delete cascade,
  -- SHA-256 of the browser, the system and the part of the address that belongs to the provider.
  place_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, place_hash)
);

create index sign_in_places_last_seen_at_idx on auth.sign_in_places (last_seen_at);

alter table auth.users enable row level security;

alter table auth.identities enable row level security;

alter table auth.sessions enable row level security;

alter table auth.refresh_tokens enable row level security;

alter table auth.one_time_tokens enable row level security;

alter table auth.flow_state enable row level security;

alter table auth.mail_requests enable row level security;

alter table auth.signing_keys enable row level security;

alter table auth.mfa_factors enable row level security;

alter table auth.mfa_challenges enable row level security;

alter table auth.mfa_recovery_codes enable row level security;

alter table auth.sign_in_places enable row level security;

alter table auth.code_attempts enable row level security;

create index sessions_refreshed_at_idx on auth.sessions (refreshed_at desc, id desc);

create index users_banned_until_idx on auth.users (banned_until) where banned_until is not null;
