-- The role reception: sees clients, the calendar, the inbox, and what a client's checklist still lacks, but never an answer
-- of a form or a document.
--
-- Everything that asks public.is_staff() is closed to it, and so is whatever comes later. What it may do asks
-- public.is_office(). docs/architecture/reception.md has each decision.

alter table public.user_profiles
  drop constraint user_profiles_role_check,
  add constraint user_profiles_role_check check (role in ('client', 'reception', 'admin', 'super'));

-- Whether someone with this role may open the papers and answers of clients.
create function nutmeg.opens_papers(role text) returns boolean
  language sql immutable
  as $$ select role not in ('client', 'reception') $$;

create or replace function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from public.user_profiles p where p.user_id = auth.uid() and nutmeg.opens_papers(p.role))
    and nutmeg.mfa_satisfied()
$$;

-- Everyone who works here, reception too. It asks for the second factor, as is_staff() does.
create function public.is_office() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role <> 'client')
    and nutmeg.mfa_satisfied()
$$;
grant execute on function public.is_office() to anon, authenticated, service_role;

create function nutmeg.require_office() returns void
  language plpgsql stable
  as $$
begin
  if not public.is_office() then
    raise exception 'Only staff can do this' using errcode = '42501', detail = 'not_staff';
  end if;
end
$$;

-- Replaces a text in each of these functions, whatever their newest version is. All of them must have it.
create function pg_temp.reword(functions regproc[], before text, after text) returns void
  language plpgsql
  as $$
declare
  one regproc;
begin
  foreach one in array functions loop
    if position(before in pg_get_functiondef(one)) = 0 then
      raise exception '% has no %', one, before;
    end if;
    execute replace(pg_get_functiondef(one), before, after);
  end loop;
end
$$;

-- Roles are given.
select pg_temp.reword('{public.change_role}', $$('client', 'admin', 'super')$$, $$('client', 'reception', 'admin', 'super')$$);

-- Who stops opening papers leaves nothing behind that opens them: invitations, and the address of the task feed.
drop trigger user_profiles_withdraw_pending on public.user_profiles;
create trigger user_profiles_withdraw_pending after update of role on public.user_profiles
  for each row
  when (
    old.role = 'super' and new.role <> 'super'
    or old.role not in ('client', 'reception') and new.role = 'reception'
    or old.role <> 'client' and new.role = 'client'
  )
  execute function nutmeg.withdraw_on_demotion();

-- Links and uploads of before, jobs that go on, the work on returns, and the task feed: only for who opens papers.
select pg_temp.reword(
  '{nutmeg.may_still_read, nutmeg.check_client_details, nutmeg.check_task, nutmeg.claim_bulk_clients, nutmeg.if_staff,
    nutmeg.task_feed_owner}',
  $$p.role <> 'client'$$, 'nutmeg.opens_papers(p.role)'
);
select pg_temp.reword(
  '{nutmeg.may_upload}', 'nutmeg.has_staff_role(login)',
  'exists (select from public.user_profiles p where p.user_id = login and nutmeg.opens_papers(p.role))'
);

-- Clients: finding them, and their rows in the list.
alter policy "own profile, or staff: read" on public.user_profiles
  using (user_id = (select auth.uid()) or (select public.is_office()));
select pg_temp.reword(
  '{nutmeg.sees_all_clients, public.client_overviews, public.people_found, public.bad_address_of, rest.seen_clients}',
  'public.is_staff()', 'public.is_office()'
);

-- The calendar.
select pg_temp.reword(
  '{public.add_appointment, public.schedule_appointment}', 'nutmeg.require_staff()', 'nutmeg.require_office()'
);
select pg_temp.reword(
  '{public.appointments_of, nutmeg.serialize_bookings, nutmeg.queue_appointment_mail, nutmeg.write_appointment_letter}',
  'public.is_staff()', 'public.is_office()'
);

-- The inbox: messages from the contact page, and conversations.
select pg_temp.reword(
  '{public.reply_to_message, public.waiting_threads, public.waiting_thread_counts, public.thread_states,
    public.mark_thread_read, public.settle_thread, public.settle_question, public.write_to_client}',
  'nutmeg.require_staff()', 'nutmeg.require_office()'
);
select pg_temp.reword(
  '{public.messages_of, public.reply_mails, public.thread_has_reader}', 'public.is_staff()', 'public.is_office()'
);
select pg_temp.reword('{nutmeg.check_assignee}', $$('admin', 'super')$$, $$('admin', 'reception', 'super')$$);

-- Of the queues, those of the inbox and the calendar.
select pg_temp.reword(
  '{public.office_queues}', 'where (select public.is_staff())',
  $$where case when q.queue in ('messages', 'appointments') then (select public.is_office()) else (select public.is_staff()) end$$
);

-- The search over everything, without documents and internal notes.
select pg_temp.reword('{public.search_everything}', 'nutmeg.require_staff()', 'nutmeg.require_office()');
select pg_temp.reword(
  '{public.search_everything}', 'from public.file_uploads f where', 'from public.file_uploads f where (select public.is_staff()) and'
);
select pg_temp.reword(
  '{public.search_everything}', 'from public.client_notes b where', 'from public.client_notes b where (select public.is_staff()) and'
);
