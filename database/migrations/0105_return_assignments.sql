-- A return may have another preparer or reviewer than its client. One rule says who that is: the return's own one, else the
-- client's. So a client who stays with a preparer needs nothing for a new year.

-- Only what differs from the client's details. Not columns of tax_returns: clients read those, and a return waits since its
-- row last changed.
create table public.return_assignments (
  return_id uuid primary key references public.tax_returns on delete cascade,
  -- Null: the client's.
  preparer_id uuid references auth.users on delete set null,
  reviewer_id uuid references auth.users on delete set null
);

create index return_assignments_preparer_id_idx on public.return_assignments (preparer_id) where preparer_id is not null;

create index return_assignments_reviewer_id_idx on public.return_assignments (reviewer_id) where reviewer_id is not null;

alter table public.return_assignments enable row level security;

grant select on public.return_assignments to authenticated, service_role;

create policy "staff: read" on public.return_assignments for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.return_assignments for select to service_role using (true);

create policy "require second factor" on public.return_assignments as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- `role`: preparer or reviewer. Without a person, the client's again.
create function public.assign_return(return_id uuid, role text, person uuid default null) returns void
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  assigned public.tax_returns;
  before uuid;
begin
  perform nutmeg.require_staff();
  if role is null or role not in ('preparer', 'reviewer') then
    raise exception 'A return has a preparer and a reviewer' using errcode = '23514';
  end if;
  -- One at a time, so that each entry in the log says what was changed.
  select * into assigned from public.tax_returns r where r.id = return_id for no key update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  if nutmeg.is_deleted_client(assigned.user_id) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
  select case role when 'preparer' then a.preparer_id else a.reviewer_id end into before
  from public.return_assignments a where a.return_id = assign_return.return_id;
  if person is not distinct from before then
    return;
  end if;
  if person is not null and nutmeg.if_staff(person) is null then
    raise exception 'Only staff can be assigned' using errcode = '23514', detail = 'assignee_not_staff';
  end if;
  insert into public.return_assignments as a (return_id, preparer_id, reviewer_id)
  values (return_id, case when role = 'preparer' then person end, case when role = 'reviewer' then person end)
  on conflict on constraint return_assignments_pkey do update set
    preparer_id = case when role = 'preparer' then person else a.preparer_id end,
    reviewer_id = case when role = 'reviewer' then person else a.reviewer_id end;
  perform nutmeg.record_act('return.assigned', assigned.user_id, jsonb_build_object(
    'return', return_id, 'year', assigned.year, 'kind', assigned.kind, 'role', role, 'to', person
  ));
end
$$;

grant execute on function public.assign_return(uuid, text, uuid) to authenticated;

-- Who prepares a return. Without a return, that of the year, the personal one first.
create function nutmeg.preparer_of_return(client uuid, of_year int, return_id uuid) returns uuid
  language sql stable
  as $$
  select coalesce(
    (
      select a.preparer_id from (
        select r.id from public.tax_returns r
        where r.user_id = client and r.year = of_year and r.id = coalesce(preparer_of_return.return_id, r.id)
        order by r.kind desc limit 1
      ) r join public.return_assignments a on a.return_id = r.id
    ),
    (select nutmeg.if_staff(d.preparer_id) from public.client_details d where d.client_id = client)
  )
$$;

-- As in 0023. Who no longer opens papers leaves single returns to their clients' preparers.
create or replace function nutmeg.withdraw_on_demotion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.withdraw_pending(new.user_id);
  if not nutmeg.opens_papers(new.role) then
    update public.return_assignments a set
      preparer_id = nullif(a.preparer_id, new.user_id), reviewer_id = nullif(a.reviewer_id, new.user_id)
    where new.user_id in (a.preparer_id, a.reviewer_id);
  end if;
  return null;
end
$$;

-- As in 0087, but a task about a return is its preparer's.
create or replace function nutmeg.open_rule_task(kind text, client uuid, year int, return_id uuid, again boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  known uuid;
  due constant date := nutmeg.office_day_after(case open_rule_task.kind
    -- Start the return.
    when 'form_received' then 2
    -- Prepare it.
    when 'documents_complete' then 5
    -- Collect the fee and file it.
    when 'approved' then 2
    -- Correct it: a return that was filed in time has five days.
    when 'rejected' then 1
  end);
begin
  select t.id into known from public.tasks t
  where t.kind = open_rule_task.kind and case when open_rule_task.return_id is null
    then t.client_id = client and t.year = open_rule_task.year and t.return_id is null
    else t.return_id = open_rule_task.return_id end;
  if known is null then
    insert into public.tasks (kind, owner_id, due_on, client_id, year, return_id, created_by)
    select open_rule_task.kind, nutmeg.preparer_of_return(client, open_rule_task.year, open_rule_task.return_id),
      due, client, open_rule_task.year, open_rule_task.return_id, null
    on conflict do nothing;
  elsif again then
    update public.tasks t set done_at = null, done_by = null, due_on = due where t.id = known and t.done_at is not null;
  end if;
end
$$;

-- The clients that someone prepares or reviews, be it one return only.
create function nutmeg.clients_with(person uuid) returns setof uuid
  language sql stable
  as $$
  select d.client_id from public.client_details d where d.preparer_id = person or d.reviewer_id = person
  union
  select r.user_id from public.return_assignments a
  join public.tax_returns r on r.id = a.return_id
  where a.preparer_id = person or a.reviewer_id = person
$$;

-- As in 0046, with single returns.
create or replace function public.work_of(person uuid) returns table (tasks bigint, clients bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  return query select
    (select count(*) from public.tasks t where t.owner_id = person and t.done_at is null),
    (select count(*) from nutmeg.clients_with(person));
end
$$;

-- As in 0046, with single returns.
create or replace function public.reassign_tasks(from_person uuid, to_person uuid) returns jsonb
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
  moved_clients := (select count(*) from nutmeg.clients_with(from_person));
  update public.client_details d set
    preparer_id = case when d.preparer_id = from_person then to_person else d.preparer_id end,
    reviewer_id = case when d.reviewer_id = from_person then to_person else d.reviewer_id end
  where d.preparer_id = from_person or d.reviewer_id = from_person;
  update public.return_assignments a set
    preparer_id = case when a.preparer_id = from_person then to_person else a.preparer_id end,
    reviewer_id = case when a.reviewer_id = from_person then to_person else a.reviewer_id end
  where a.preparer_id = from_person or a.reviewer_id = from_person;
  perform from public.tasks t where t.owner_id = from_person and t.done_at is null order by t.id for update;
  update public.tasks t set owner_id = to_person where t.owner_id = from_person and t.done_at is null;
  get diagnostics moved_tasks = row_count;
  perform set_config('nutmeg.handing_over', '', true);
  moved := jsonb_build_object('tasks', moved_tasks, 'clients', moved_clients);
  perform nutmeg.record_act('staff.work_handed_over', from_person, moved || jsonb_build_object('to', to_person));
  return moved;
end
$$;

-- As in 0100, with the clients that have one return of the year with this preparer.
create function nutmeg.prepared_clients(preparer uuid, of_year int) returns uuid[]
  language sql stable
  as $$
  select array(
    select d.client_id from public.client_details d where d.preparer_id = preparer
    union
    select r.user_id from public.return_assignments a
    join public.tax_returns r on r.id = a.return_id
    where a.preparer_id = preparer and r.year = of_year
  )
$$;

-- The dates of the clients that someone prepares, and of the years of which they have a return.
create function nutmeg.dates_of(preparer uuid) returns setof public.client_dates
  language sql stable
  as $$
  select d.* from public.client_dates d
  where d.client_id = any (array(select c.client_id from public.client_details c where c.preparer_id = preparer))
  union
  select d.* from public.return_assignments a
  join public.tax_returns r on r.id = a.return_id
  join public.client_dates d on d.client_id = r.user_id and d.year = r.year
  where a.preparer_id = preparer
$$;

-- As in 0047, by this rule, and with the caller's clients read first. As a join, it would look each date's client up, also if
-- none of the first are the caller's.
create or replace function public.upcoming_dates(
  wanted text default 'mine', until_day date default null, page_size int default 100
) returns table (id uuid, client_id uuid, client_name text, kind text, year int, due_on date, label text)
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query execute
    'select t.id, t.client_id, coalesce(nullif(btrim(c.first_name || '' '' || c.last_name), ''''), c.email, ''''),
       t.kind, t.year, t.due_on, t.label
     from (
       select d.* from '
      || case wanted
        when 'mine' then 'nutmeg.dates_of($1) d where true'
        -- Not an anti-join, which would read all details first.
        when 'unassigned' then 'public.client_dates d where (
          select a.preparer_id from public.client_details a where a.client_id = d.client_id
        ) is null and not exists (
          select from public.tax_returns r join public.return_assignments a on a.return_id = r.id
          where r.user_id = d.client_id and r.year = d.year and a.preparer_id is not null
        )'
        else 'public.client_dates d where true' end
      || ' and d.done_at is null and d.due_on <= $2 order by d.due_on, d.id limit $3
     ) t left join public.user_profiles c on c.user_id = t.client_id
     order by t.due_on, t.id'
    using auth.uid(), coalesce(until_day, nutmeg.office_day() + 14), least(greatest(page_size, 1), 100);
end
$$;

-- Of the clients of prepared_clients, the returns of a year that someone else prepares.
create function nutmeg.returns_of_others(preparer uuid, of_year int) returns table (user_id uuid, kind text)
  language sql stable
  as $$
  select r.user_id, r.kind from public.return_assignments a
  join public.tax_returns r on r.id = a.return_id
  where r.year = of_year and a.preparer_id <> preparer
  union all
  -- Of a client who is here for another return only.
  select o.user_id, o.kind from public.return_assignments a
  join public.tax_returns r on r.id = a.return_id
  join public.tax_returns o on o.user_id = r.user_id and o.year = r.year
  where r.year = of_year and a.preparer_id = preparer
    and not exists (select from public.return_assignments b where b.return_id = o.id and b.preparer_id is not null)
    and not exists (
      select from public.client_details d where d.client_id = o.user_id and d.preparer_id = preparer
    )
$$;

-- The returns of a year that have a preparer, whatever the client has.
create function nutmeg.returns_of_some(of_year int) returns table (user_id uuid, kind text)
  language sql stable
  as $$
  select r.user_id, r.kind from public.return_assignments a
  join public.tax_returns r on r.id = a.return_id
  where r.year = of_year and a.preparer_id is not null
$$;
