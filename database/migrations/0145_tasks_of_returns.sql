-- Two rules: a return that the client approved, and one that was rejected, each give the preparer a task. A task closes
-- when the return goes on.

create function nutmeg.follow_return() returns trigger
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
revoke execute on function nutmeg.follow_return() from public;

create trigger tax_returns_opened after insert on public.tax_returns
  for each row execute function nutmeg.follow_return();
create trigger tax_returns_followed after update of status on public.tax_returns
  for each row when (old.status is distinct from new.status) execute function nutmeg.follow_return();
