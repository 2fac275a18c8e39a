-- Two rules: a form that arrives, and a document list that is complete, each give the preparer a task.

-- Lists that may be complete. Only the server can tell, because the answers decide what a list has (domain/checklist);
-- server/tasks/complete-lists.ts reads these and deletes them. No foreign key, as in 0142.
create table nutmeg.lists_to_check (
  client_id uuid not null,
  year int not null,
  changed_at timestamptz not null default now(),
  primary key (client_id, year)
);
create index lists_to_check_changed_at_idx on nutmeg.lists_to_check (changed_at);
alter table nutmeg.lists_to_check enable row level security;

-- Updates a row that is there, so that the server waits for this transaction before it looks.
create function nutmeg.check_list(client uuid, list_year int) returns void
  language sql security definer set search_path = ''
  as $$
  insert into nutmeg.lists_to_check (client_id, year) values (client, list_year)
  on conflict (client_id, year) do update set changed_at = now()
$$;

create function nutmeg.check_changed_list() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Not for copies and imports.
  if auth.role() is not null and not nutmeg.is_merging() then
    perform nutmeg.check_list(new.user_id, new.year);
  end if;
  return null;
end
$$;
create trigger checklist_items_list_checked after insert or update of state on public.checklist_items
  for each row execute function nutmeg.check_changed_list();

-- As before, and with the task of the form's first arrival.
create or replace function nutmeg.receive_tax_form() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  announced boolean;
begin
  if nutmeg.is_merging() then
    return null;
  end if;
  -- The form's foreign key has waited for any merge under way, so this reads its outcome.
  perform nutmeg.refuse_merged(new.user_id);
  announced := exists (
    select from public.audit_log l
    where l.subject_id = new.user_id and l.action = 'tax_form.submitted' and l.at > now() - interval '10 minutes'
  );
  insert into public.audit_log (actor_id, action, subject_id, details, address)
  values (
    auth.uid(), 'tax_form.submitted', new.user_id,
    jsonb_build_object('form', new.id, 'year', new.year, 'again', tg_op = 'UPDATE'),
    nullif(current_setting('request.address', true), '')::inet
  );
  delete from public.tax_form_drafts where user_id = new.user_id and year = new.year;
  if auth.role() is not null and nutmeg.staff_inbox() is not null and not announced then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'tax_form_received', jsonb_build_object(
      'client_id', new.user_id, 'client_name', btrim(p.first_name || ' ' || p.last_name), 'year', new.year
    ))
    from public.user_profiles p where p.user_id = new.user_id;
  end if;
  if auth.role() is not null then
    perform nutmeg.open_rule_task('form_received', new.user_id, new.year, null, again => false);
    perform nutmeg.check_list(new.user_id, new.year);
  end if;
  return null;
end
$$;

-- What the server found: the list is complete, or something is missing again. A task that a person closed stays closed,
-- and once the return is in preparation, a complete list makes no task.
create function nutmeg.note_checked_list(client uuid, list_year int, is_complete boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not is_complete then
    perform nutmeg.close_rule_tasks(array['documents_complete'], client, list_year, null);
  elsif not exists (
    select from public.tax_returns r
    where r.user_id = client and r.year = list_year and r.status not in ('not_started', 'documents_received', 'waiting_for_documents')
  ) and not exists (
    select from public.client_details d where d.client_id = client and d.archived_at is not null
  ) then
    perform nutmeg.open_rule_task('documents_complete', client, list_year, null, again => not exists (
      select from public.tasks t
      where t.kind = 'documents_complete' and t.client_id = client and t.year = list_year and t.done_by is not null
    ));
  end if;
end
$$;

revoke execute on function nutmeg.check_list(uuid, int), nutmeg.check_changed_list(),
  nutmeg.note_checked_list(uuid, int, boolean) from public;
