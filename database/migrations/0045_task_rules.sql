-- Two rules: a form that arrives, and a document list that is complete, each give the preparer a task.

-- Lists that may be complete. Only the server can tell, because the answers decide what a list has (domain/checklist);
-- server/tasks/complete-lists.ts reads these and deletes them. No foreign key, as for tasks.
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

-- Two rules: a return that the client approved, and one that was rejected, each give the preparer a task. A task closes
-- when the return goes on.

create function nutmeg.sync_return_tasks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Not for copies, imports, and merges.
  if auth.role() is null or nutmeg.is_merging() then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform nutmeg.close_rule_tasks(array['approved', 'rejected'], new.user_id, new.year, new.id);
  end if;
  if new.status in ('approved', 'rejected') then
    perform nutmeg.open_rule_task(new.status, new.user_id, new.year, new.id, again => true);
  end if;
  if tg_op = 'INSERT' then
    perform nutmeg.close_rule_tasks(array['form_received'], new.user_id, new.year, null);
  elsif new.status not in ('not_started', 'documents_received', 'waiting_for_documents') then
    perform nutmeg.close_rule_tasks(array['form_received', 'documents_complete'], new.user_id, new.year, null);
  end if;
  return null;
end
$$;

create trigger tax_returns_opened after insert on public.tax_returns
  for each row execute function nutmeg.sync_return_tasks();

create trigger tax_returns_followed after update of status on public.tax_returns
  for each row when (old.status is distinct from new.status) execute function nutmeg.sync_return_tasks();
