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

-- As before, but not for each client of a person whose work is handed over.
create or replace function nutmeg.record_client_details() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  changed jsonb;
begin
  if current_setting('nutmeg.importing_clients', true) = 'on' or current_setting('nutmeg.handing_over', true) = 'on' then
    return null;
  end if;
  changed := (
    select coalesce(jsonb_agg(after.key order by after.key), '[]')
    from jsonb_each(to_jsonb(new)) as after
    where after.key not in ('client_id', 'created_at', 'updated_at')
      and after.value is distinct from before -> after.key
      and not (tg_op = 'INSERT' and after.value in ('null', '[]'))
  );
  if changed <> '[]' then
    perform nutmeg.record_act('client.details_saved', new.client_id, jsonb_build_object('changed', changed));
  end if;
  return null;
end
$$;

revoke execute on function public.work_of(uuid), public.reassign_tasks(uuid, uuid) from public;
grant execute on function public.work_of(uuid), public.reassign_tasks(uuid, uuid) to authenticated;
