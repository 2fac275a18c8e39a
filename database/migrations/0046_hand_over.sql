-- The work of a person goes to another one in one act: open tasks, and the clients that they prepare or review.

-- How many open tasks and clients someone has.
create function public.work_of(person uuid) returns table (tasks bigint, clients bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  return query select
    (select count(*) from public.tasks t where t.owner_id = person and t.done_at is null),
    (select count(*) from public.client_details d where d.preparer_id = person or d.reviewer_id = person);
end
$$;

-- One entry in the log for the whole act, none for each client's details.
create function public.reassign_tasks(from_person uuid, to_person uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  moved jsonb;
  moved_tasks int;
  moved_clients int;
begin
  perform nutmeg.require_super();
  if from_person is null or to_person is null or from_person = to_person then
    raise exception 'Choose two people' using errcode = '23514';
  end if;
  if nutmeg.if_staff(to_person) is null or exists (
    select from auth.users u where u.id = to_person and auth.is_banned(u)
  ) then
    raise exception 'Only staff can take over work' using errcode = '23514';
  end if;
  -- One at a time, and no merge meanwhile: they lock the same rows.
  perform pg_advisory_xact_lock(hashtextextended('hand over work', 0));
  perform set_config('nutmeg.handing_over', 'on', true);
  perform from public.client_details d where d.preparer_id = from_person or d.reviewer_id = from_person
    order by d.client_id for update;
  update public.client_details d set
    preparer_id = case when d.preparer_id = from_person then to_person else d.preparer_id end,
    reviewer_id = case when d.reviewer_id = from_person then to_person else d.reviewer_id end
  where d.preparer_id = from_person or d.reviewer_id = from_person;
  get diagnostics moved_clients = row_count;
  perform from public.tasks t where t.owner_id = from_person and t.done_at is null order by t.id for update;
  update public.tasks t set owner_id = to_person where t.owner_id = from_person and t.done_at is null;
  get diagnostics moved_tasks = row_count;
  perform set_config('nutmeg.handing_over', '', true);
  moved := jsonb_build_object('tasks', moved_tasks, 'clients', moved_clients);
  perform nutmeg.record_act('staff.work_handed_over', from_person, moved || jsonb_build_object('to', to_person));
  return moved;
end
$$;

grant execute on function public.work_of(uuid), public.reassign_tasks(uuid, uuid) to authenticated;

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
create function nutmeg.task_feed_owner(secret text) returns uuid
  language sql stable security definer set search_path = ''
  as $$
  select f.user_id
  from nutmeg.task_feeds f
  join public.user_profiles p on p.user_id = f.user_id and p.role <> 'client'
  join auth.users u on u.id = f.user_id and not auth.is_banned(u)
  where f.secret_hash = sha256(secret::bytea)
$$;

grant execute on function public.renew_task_feed(), public.end_task_feed(), public.task_feed_since() to authenticated;
