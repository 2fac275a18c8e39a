-- Several links of one kind may be valid at once, so that a mail requested by a stranger does not cancel the owner's
-- link. Attempts at a code are counted separately for the browser that asked for the mail, for its network, and for
-- everyone else, so that a stranger's wrong guesses don't use up the owner's attempts.

alter table auth.one_time_tokens drop constraint one_time_tokens_user_id_token_type_key;
create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id, token_type);

alter table auth.one_time_tokens
  -- Who asked for the mail: SHA-256 of the browser's id (a signed cookie) and of its network.
  add column asker_device bytea,
  add column asker_network bytea,
  -- A link with a PKCE challenge opens only in the browser that asked for it. Opening it elsewhere uses it up, but the
  -- code in the same mail still works.
  add column link_used_at timestamptz;

create table auth.code_attempts (
  token_id uuid not null references auth.one_time_tokens on delete cascade,
  who text not null check (who in ('device', 'network', 'stranger')),
  attempts int not null,
  primary key (token_id, who)
);
alter table auth.code_attempts enable row level security;

alter table auth.one_time_tokens drop column code_attempts;
