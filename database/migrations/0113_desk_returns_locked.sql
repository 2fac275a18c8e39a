-- Who changes several rows of nutmeg.desk_returns at once first locks the details of their clients, in the order of ids. So a
-- merge, a bulk act, a handover, and a demotion wait for each other there. Those rows come after returns and assignments.

-- As in 0038, with the details: a merge changes them after the returns, and who archives a client changes them first. Handing
-- over locks details too, after the lock that a merge shares (0046_hand_over).
CREATE OR REPLACE FUNCTION nutmeg.lock_clients(VARIADIC locked uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('storage move user-documents/' || c, 0))
  from (select distinct c from unnest(locked) as c order by c) as ordered;
  perform from public.user_profiles p where p.user_id = any (locked) order by p.user_id for update;
  perform from public.clients c where c.id = any (locked) order by c.id for update;
  perform pg_advisory_xact_lock_shared(hashtextextended('hand over work', 0));
  perform from public.client_details d where d.client_id = any (locked) order by d.client_id for update;
  perform from public.checklist_items i where i.user_id = any (locked) order by i.id for update;
  perform from public.tax_returns r where r.user_id = any (locked) order by r.id for update;
  perform from public.tax_forms f where f.user_id = any (locked) order by f.id for update;
  perform from public.tax_form_drafts d where d.user_id = any (locked) order by d.id for update;
  insert into nutmeg.storage_use (owner_id, bytes) select distinct c, 0 from unnest(locked) as c order by c
  on conflict do nothing;
  perform from nutmeg.storage_use u where u.owner_id = any (locked) order by u.owner_id for update;
end
$function$;

-- As in 0005, but no merge is under way: it locks what a demotion changes, and then writes profiles.
CREATE OR REPLACE FUNCTION public.change_role(target_user_id uuid, new_role text, actor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_role text;
begin
  if new_role is null or new_role not in ('client', 'reception', 'admin', 'super') then
    raise exception 'Unknown role' using errcode = '22023';
  end if;
  if not nutmeg.opens_papers(new_role)
    and exists (select from public.user_profiles p where p.user_id = target_user_id and nutmeg.opens_papers(p.role)) then
    perform pg_advisory_xact_lock(hashtextextended('hand over work', 0));
  end if;
  -- One change at a time: two supers can't demote each other at once.
  lock table public.user_profiles in share row exclusive mode;
  select role into old_role from public.user_profiles where user_id = target_user_id;
  if not found then
    raise exception 'No such user' using errcode = 'P0002';
  end if;
  if new_role <> 'client' and not nutmeg.has_login(target_user_id) then
    raise exception 'This client has no login. Invite the person as staff instead.' using errcode = '23514';
  end if;
  if old_role = 'super' and new_role <> 'super' and not nutmeg.has_active_super(except_id => target_user_id) then
    raise exception 'The last super user keeps the role' using errcode = '23514', detail = 'last_super';
  end if;
  update public.user_profiles set role = new_role where user_id = target_user_id;
  insert into public.audit_log (actor_id, action, subject_id, details)
  values (actor, 'role.changed', target_user_id, jsonb_build_object('from', old_role, 'to', new_role));
end
$function$;

-- As in 0105, with the locks.
CREATE OR REPLACE FUNCTION nutmeg.withdraw_on_demotion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform nutmeg.withdraw_pending(new.user_id);
  if not nutmeg.opens_papers(new.role) then
    perform from public.client_details d
    where d.client_id in (
      select r.user_id from public.return_assignments a join public.tax_returns r on r.id = a.return_id
      where new.user_id in (a.preparer_id, a.reviewer_id)
    )
    order by d.client_id for update;
    perform from public.return_assignments a where new.user_id in (a.preparer_id, a.reviewer_id) order by a.return_id for update;
    perform from nutmeg.desk_returns d where d.own_preparer_id = new.user_id order by d.return_id for no key update;
    update public.return_assignments a set
      preparer_id = nullif(a.preparer_id, new.user_id), reviewer_id = nullif(a.reviewer_id, new.user_id)
    where new.user_id in (a.preparer_id, a.reviewer_id);
  end if;
  return null;
end
$function$;

-- As in 0105, with the locks.
CREATE OR REPLACE FUNCTION public.reassign_tasks(from_person uuid, to_person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform from public.return_assignments a where from_person in (a.preparer_id, a.reviewer_id) order by a.return_id for update;
  update public.client_details d set
    preparer_id = case when d.preparer_id = from_person then to_person else d.preparer_id end,
    reviewer_id = case when d.reviewer_id = from_person then to_person else d.reviewer_id end
  where d.preparer_id = from_person or d.reviewer_id = from_person;
  perform from nutmeg.desk_returns d where d.own_preparer_id = from_person order by d.return_id for no key update;
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
$function$;
