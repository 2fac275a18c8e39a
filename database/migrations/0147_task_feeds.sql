-- The address under which a calendar program reads the tasks and dates of a staff person (server/functions/task-feed.ts).
-- Everyone who has it can read them, so it has no client's name, and the person can replace it at any time.

create table nutmeg.task_feeds (
  user_id uuid primary key references auth.users on delete cascade,
  -- SHA-256 of the secret in the address: the secret itself is not stored.
  secret_hash bytea not null unique,
  created_at timestamptz not null default now()
);
alter table nutmeg.task_feeds enable row level security;

-- Replaces the address. Returns its secret, which can't be read again.
create function public.renew_task_feed() returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  -- 244 random bits.
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform nutmeg.require_staff();
  insert into nutmeg.task_feeds (user_id, secret_hash) values (auth.uid(), sha256(secret::bytea))
  on conflict (user_id) do update set secret_hash = excluded.secret_hash, created_at = now();
  return secret;
end
$$;

create function public.end_task_feed() returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  delete from nutmeg.task_feeds f where f.user_id = auth.uid();
end
$$;

-- Since when the caller has an address; null without one.
create function public.task_feed_since() returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return (select f.created_at from nutmeg.task_feeds f where f.user_id = auth.uid());
end
$$;

-- For the server: the owner of this secret, if still on the staff.
create function nutmeg.reader_of_task_feed(secret text) returns uuid
  language sql stable security definer set search_path = ''
  as $$
  select f.user_id
  from nutmeg.task_feeds f
  join public.user_profiles p on p.user_id = f.user_id and p.role <> 'client'
  join auth.users u on u.id = f.user_id and not auth.is_banned(u)
  where f.secret_hash = sha256(secret::bytea)
$$;

revoke execute on function public.renew_task_feed(), public.end_task_feed(), public.task_feed_since(),
  nutmeg.reader_of_task_feed(text) from public;
grant execute on function public.renew_task_feed(), public.end_task_feed(), public.task_feed_since() to authenticated;
