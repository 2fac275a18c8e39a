-- What staff have to do: tasks made by hand, and tasks that the rules in task_rules create. For staff only.

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'manual'
    check (kind in ('manual', 'form_received', 'documents_complete', 'approved', 'rejected')),
  -- Only of a manual task: the others are named by their kind, in the reader's language.
  title text check (char_length(title) between 1 and 200),
  note text not null default '' check (char_length(note) <= 2000),
  -- Null: unassigned.
  owner_id uuid references public.user_profiles (user_id) on delete set null,
  due_on date check (due_on between '2000-01-01' and '2200-12-31'),
  -- No foreign key: the rules write it while they hold a return, and a merge locks the client first.
  client_id uuid,
  year int check (year between 2000 and 2200),
  return_id uuid references public.tax_returns on delete cascade,
  done_at timestamptz,
  -- A plain id: the task outlives the account. Null if a rule closed it.
  done_by uuid,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  updated_at timestamptz not null default now(),
  check ((kind = 'manual') = (title is not null)),
  check (kind = 'manual' or client_id is not null and year is not null),
  check (kind in ('manual', 'form_received', 'documents_complete') or return_id is not null),
  check (return_id is null or client_id is not null),
  check (done_by is null or done_at is not null)
);

-- Each rule creates one task: for a client and year, or for a return.
create unique index tasks_of_year_idx on public.tasks (client_id, year, kind)
  where kind in ('form_received', 'documents_complete');

create unique index tasks_of_return_idx on public.tasks (return_id, kind) where kind in ('approved', 'rejected');

create index tasks_return_id_idx on public.tasks (return_id) where return_id is not null;

create index tasks_client_id_idx on public.tasks (client_id, created_at desc) where client_id is not null;

create index tasks_owner_id_idx on public.tasks (owner_id, coalesce(due_on, 'infinity'), id) where done_at is null;

create index tasks_open_idx on public.tasks (coalesce(due_on, 'infinity'), id) where done_at is null;

create index tasks_former_owner_idx on public.tasks (owner_id) where owner_id is not null;

alter table public.tasks enable row level security;

grant select, delete on public.tasks to authenticated;

grant insert (title, note, owner_id, due_on, client_id, return_id), update (title, note, owner_id, due_on, client_id)
  on public.tasks to authenticated;

grant select on public.tasks to service_role;

create policy "staff: read" on public.tasks for select to authenticated using ((select public.is_staff()));

create policy "staff: insert" on public.tasks for insert to authenticated with check ((select public.is_staff()));

create policy "staff: update" on public.tasks for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

-- Staff close a task instead.
create policy "super: delete" on public.tasks for delete to authenticated using ((select public.is_super()));

create policy "service_role: read" on public.tasks for select to service_role using (true);

create policy "require second factor" on public.tasks as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create function nutmeg.check_task() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  belongs_to uuid;
begin
  if new.owner_id is not null and (tg_op = 'INSERT' or new.owner_id is distinct from old.owner_id) and not exists (
    select from public.user_profiles p where p.user_id = new.owner_id and p.role <> 'client'
  ) then
    raise exception 'Only staff can have a task' using errcode = '23514';
  end if;
  if (tg_op = 'INSERT' or new.client_id is distinct from old.client_id) and not nutmeg.is_merging() then
    if new.return_id is not null then
      select r.user_id into belongs_to from public.tax_returns r where r.id = new.return_id;
      new.client_id := coalesce(new.client_id, belongs_to);
      if new.client_id is distinct from belongs_to then
        raise exception 'The return belongs to another client' using errcode = '23514';
      end if;
    end if;
    if new.client_id is not null and not exists (select from public.clients c where c.id = new.client_id) then
      raise exception 'No such client' using errcode = '23503';
    end if;
    perform nutmeg.refuse_merged(new.client_id);
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger tasks_checked before insert or update on public.tasks for each row execute function nutmeg.check_task();

create function nutmeg.record_deleted_task() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Not what goes with an account, a return, or an undone step.
  if pg_trigger_depth() = 1 and not nutmeg.is_merging() then
    perform nutmeg.record_act('task.deleted', old.client_id, jsonb_build_object('task', old.id, 'kind', old.kind));
  end if;
  return null;
end
$$;

create trigger tasks_recorded after delete on public.tasks
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.record_deleted_task();

create function nutmeg.delete_tasks_of_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.tasks t where t.client_id = old.id;
  return null;
end
$$;

create trigger clients_tasks_deleted after delete on public.clients
  for each row execute function nutmeg.delete_tasks_of_client();

-- Closes a task, or opens it again. A task that is closed already keeps who closed it.
create function public.finish_task(task_id uuid, done boolean default true) returns public.tasks
  language plpgsql security definer set search_path = ''
  as $$
declare
  finished public.tasks;
begin
  perform nutmeg.require_staff();
  update public.tasks t set
    done_at = case when done then coalesce(t.done_at, now()) end,
    done_by = case when done then case when t.done_at is null then auth.uid() else t.done_by end end
  where t.id = finish_task.task_id returning * into finished;
  if not found then
    raise exception 'No such task' using errcode = 'P0002';
  end if;
  return finished;
end
$$;

-- Open tasks by due date, those without one last: `wanted` is mine, everyone, or unassigned. A page begins after the last
-- row of the page before.
create function public.open_tasks(
  wanted text default 'mine', page_size int default 100, after_due date default null, after_id uuid default null
) returns table (
    id uuid,
    kind text,
    title text,
    note text,
    owner_id uuid,
    owner_name text,
    due_on date,
    client_id uuid,
    client_name text,
    year int,
    return_id uuid
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  last_due constant date := coalesce(after_due, case when after_id is null then '-infinity'::date else 'infinity'::date end);
  last_id constant uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  rows_wanted constant int := least(greatest(page_size, 1), 100);
begin
  perform nutmeg.require_staff();
  return query execute
    'select t.id, t.kind, t.title, t.note, t.owner_id, nutmeg.staff_name(t.owner_id), t.due_on, t.client_id,
       nullif(btrim(coalesce(nullif(btrim(c.first_name || '' '' || c.last_name), ''''), c.email, '''')), ''''),
       t.year, t.return_id
     from (
       select * from public.tasks o
       where o.done_at is null and (coalesce(o.due_on, ''infinity''), o.id) > ($2, $3)'
      || case wanted when 'mine' then ' and o.owner_id = $1' when 'unassigned' then ' and o.owner_id is null' else '' end
      || ' order by coalesce(o.due_on, ''infinity''), o.id limit $4
     ) t left join public.user_profiles c on c.user_id = t.client_id
     order by coalesce(t.due_on, ''infinity''), t.id'
    using auth.uid(), last_due, last_id, rows_wanted;
end
$$;

-- The name of a person who is staff; null for everyone else, also former staff.
create function nutmeg.staff_name(person uuid) returns text
  language sql stable
  as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
  from public.user_profiles p where p.user_id = person and p.role <> 'client'
$$;

-- For the rules: the task of this kind, unless there is one. `again` opens a closed one, because it happened again.
create function nutmeg.open_rule_task(kind text, client uuid, year int, return_id uuid, again boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  known uuid;
begin
  select t.id into known from public.tasks t
  where t.kind = open_rule_task.kind and case when open_rule_task.return_id is null
    then t.client_id = client and t.year = open_rule_task.year and t.return_id is null
    else t.return_id = open_rule_task.return_id end;
  if known is null then
    insert into public.tasks (kind, owner_id, client_id, year, return_id, created_by)
    select open_rule_task.kind, nutmeg.if_staff((select d.preparer_id from public.client_details d where d.client_id = client)),
      client, open_rule_task.year, open_rule_task.return_id, null
    on conflict do nothing;
  elsif again then
    update public.tasks t set done_at = null, done_by = null where t.id = known and t.done_at is not null;
  end if;
end
$$;

-- For the rules: closes what is open of these kinds, because the work has moved on. In the order of ids, as everything
-- that locks several tasks.
create function nutmeg.close_rule_tasks(kinds text[], client uuid, year int, return_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  closed uuid[];
begin
  select array_agg(o.id) into closed from (
    select t.id from public.tasks t
    where t.done_at is null and t.client_id = client and t.kind = any (kinds)
      and case when close_rule_tasks.return_id is null
        then t.year = close_rule_tasks.year else t.return_id = close_rule_tasks.return_id end
    order by t.id for update
  ) o;
  update public.tasks t set done_at = now(), done_by = null where t.id = any (closed);
end
$$;

grant execute on function public.finish_task(uuid, boolean), public.open_tasks(text, int, date, uuid) to authenticated;

-- Open pages reload.
create trigger notify_inserted after insert on public.tasks referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_updated after update on public.tasks referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_deleted after delete on public.tasks referencing old table as changed
  for each statement execute function nutmeg.notify_changes();
