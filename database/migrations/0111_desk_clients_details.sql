-- A client's preparer, and whether the client is archived (0111_desk_clients).
create function nutmeg.note_desk_details() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.desk_clients c set
    preparer_id = new.preparer_id, is_archived = new.archived_at is not null
  where c.client_id = coalesce(new.client_id, old.client_id)
    and (c.preparer_id, c.is_archived) is distinct from (new.preparer_id, new.archived_at is not null);
  return null;
end
$$;
create trigger client_details_on_desk
  after insert or delete or update of preparer_id, archived_at on public.client_details
  for each row execute function nutmeg.note_desk_details();
