-- Deleting a client for good, as the privacy page promises: documents, forms, drafts, messages, and login, except what the law
-- keeps (kept_by_law). A super user asks, and another one agrees where there are two; the deletion itself is in delete_clients.

-- Who asked, who agreed, and how much went: ids and counts, since this outlives the client. Only functions read and write it.
create table nutmeg.client_deletions (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmed_at timestamptz,
  -- The client, and those that were merged into it.
  client_ids uuid[] not null default '{}',
  -- Everything is gone that no law keeps.
  ended_at timestamptz,
  -- The last day of what is left; null if nothing is.
  kept_until date,
  -- When the server looks again whether something of it isn't kept anymore.
  next_look date,
  -- Set while a part is being deleted, and left by one that failed.
  tried_at timestamptz,
  check ((confirmed_at is null) = (confirmed_by is null))
);

-- A request that is withdrawn is deleted; the log has it.
create unique index client_deletions_client_id_idx on nutmeg.client_deletions (client_id);

create index client_deletions_client_ids_idx on nutmeg.client_deletions using gin (client_ids);

create index client_deletions_open_idx on nutmeg.client_deletions (confirmed_at) where ended_at is null;

create index client_deletions_next_look_idx on nutmeg.client_deletions (next_look) where next_look is not null;

alter table nutmeg.client_deletions enable row level security;

create function nutmeg.is_deleted_client(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from nutmeg.client_deletions d where d.client_ids @> array[client] and d.confirmed_at is not null
  )
$$;

-- Whether another super user has to agree. Also if there was another one within a week, or the caller was made one by who
-- asked: no one gets the second yes by changing roles.
create function nutmeg.needs_second_super(asked_by uuid default auth.uid()) returns boolean
  language sql stable
  as $$
  select case when asked_by = auth.uid() then
    nutmeg.has_active_super(except_id => asked_by) or exists (
      select from public.audit_log a
      where a.at > now() - interval '7 days' and a.subject_id <> asked_by and (
        a.action = 'role.changed' and a.details ->> 'from' = 'super'
        or a.action = 'account.deactivated' and exists (
          select from public.user_profiles p where p.user_id = a.subject_id and p.role = 'super'
        )
      )
    )
  else exists (
    select from public.audit_log a
    where a.at > now() - interval '7 days' and a.action = 'role.changed' and a.subject_id = auth.uid()
      and a.actor_id = asked_by and a.details ->> 'to' = 'super'
  ) or exists (
    select from nutmeg.invitations i join public.user_profiles p on p.email = lower(i.email)
    where p.user_id = auth.uid() and i.invited_by = asked_by and i.role = 'super'
      and i.accepted_at > now() - interval '7 days'
  ) end
$$;

-- Asks to delete a client. `alone`: the page said that no one else has to agree, and that it is done at once.
create function public.request_client_deletion(client_id uuid, alone boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  problems text[];
begin
  perform nutmeg.require_super();
  -- A change of roles locks this table, and then deletes requests (invitations).
  lock table public.user_profiles in row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('delete client ' || client_id, 0));
  problems := nutmeg.deletion_problems(client_id);
  if problems = '{}' and alone is distinct from not nutmeg.needs_second_super() then
    problems := array['supers_changed'];
  end if;
  if problems <> '{}' then
    raise exception 'This client can’t be deleted now' using errcode = '23514', detail = problems[1];
  end if;
  insert into nutmeg.client_deletions (client_id, requested_by) values (client_id, auth.uid());
  perform nutmeg.record_act('client.deletion_requested', client_id);
  if alone then
    perform nutmeg.begin_client_deletion(client_id);
  elsif nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'deletion_requested', jsonb_build_object(
      'client_id', client_id, 'requested_by', nutmeg.staff_name(auth.uid())
    ));
  end if;
end
$$;

-- Agrees to what another super user asked for. The one who asked may do it only if there is no other one by now.
create function public.confirm_client_deletion(client_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  asked nutmeg.client_deletions;
  problems text[];
begin
  perform nutmeg.require_super();
  lock table public.user_profiles in row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('delete client ' || client_id, 0));
  select * into asked from nutmeg.client_deletions d
  where d.client_id = confirm_client_deletion.client_id for update;
  if not found then
    raise exception 'No one asks to delete this client anymore' using errcode = '23514', detail = 'not_requested';
  end if;
  if asked.confirmed_at is not null then
    return;
  end if;
  if nutmeg.needs_second_super(asked.requested_by) then
    raise exception 'Another super user has to agree' using errcode = '42501', detail = 'needs_second';
  end if;
  problems := array_remove(nutmeg.deletion_problems(client_id), 'requested');
  if problems <> '{}' then
    raise exception 'This client can’t be deleted now' using errcode = '23514', detail = problems[1];
  end if;
  perform nutmeg.begin_client_deletion(client_id);
end
$$;

-- Withdraws or refuses a request. Not once it is confirmed.
create function public.withdraw_client_deletion(client_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
begin
  perform nutmeg.require_super();
  delete from nutmeg.client_deletions d
  where d.client_id = withdraw_client_deletion.client_id and d.confirmed_at is null;
  if found then
    perform nutmeg.record_act('client.deletion_withdrawn', client_id);
  elsif nutmeg.is_deleted_client(client_id) then
    raise exception 'This client was deleted' using errcode = '23514', detail = 'deleted';
  end if;
end
$$;

-- What is asked, or was done, for the client's page; no row if nothing is.
create function public.deletion_of_client(client_id uuid)
  returns table (
    requested_at timestamptz, requested_by uuid, requested_by_name text, needs_second boolean, confirmed_at timestamptz,
    ended_at timestamptz, kept_until date
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select d.requested_at, d.requested_by, nutmeg.staff_name(d.requested_by),
      nutmeg.needs_second_super(d.requested_by), d.confirmed_at,
      d.ended_at, d.kept_until
    from nutmeg.client_deletions d
    where d.client_id = deletion_of_client.client_id or d.client_ids @> array[deletion_of_client.client_id]
    limit 1;
end
$$;

-- The clients that someone asks to delete, for those who may agree.
create function public.waiting_client_deletions() returns table (client_id uuid, name text, requested_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  return query
    select d.client_id, c.name, d.requested_at
    from nutmeg.client_deletions d join public.clients c on c.id = d.client_id
    where d.confirmed_at is null
    order by d.requested_at, d.client_id
    limit 100;
end
$$;

grant execute on function public.request_client_deletion(uuid, boolean), public.confirm_client_deletion(uuid),
  public.withdraw_client_deletion(uuid), public.deletion_of_client(uuid), public.waiting_client_deletions() to authenticated;
