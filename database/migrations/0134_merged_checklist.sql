-- An item of the checklist for a client that was merged meanwhile is refused: it would stay behind unseen (0125).

create function nutmeg.refuse_row_of_merged() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.refuse_merged(new.user_id);
  return null;
end
$$;
revoke execute on function nutmeg.refuse_row_of_merged() from public;

-- Its name is after those of the foreign keys, which wait for the merge.
create trigger checklist_items_not_merged after insert or update of state on public.checklist_items
  for each row execute function nutmeg.refuse_row_of_merged();
