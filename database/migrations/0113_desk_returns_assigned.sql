-- A return's own preparer (0113_desk_returns).
create function nutmeg.note_desk_assignment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.desk_returns d set own_preparer_id = new.preparer_id
  where d.return_id = coalesce(new.return_id, old.return_id) and d.own_preparer_id is distinct from new.preparer_id;
  return null;
end
$$;
create trigger return_assignments_on_desk after insert or delete or update of preparer_id on public.return_assignments
  for each row execute function nutmeg.note_desk_assignment();
