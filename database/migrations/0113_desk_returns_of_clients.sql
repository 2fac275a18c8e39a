-- The client's preparer, for all of its returns, and whether the client is archived (0113_desk_returns).
create function nutmeg.note_desk_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.desk_returns d set client_preparer_id = new.preparer_id, is_archived = new.is_archived
  from (
    -- In order, as everyone who locks several.
    select o.return_id from public.tax_returns r join nutmeg.desk_returns o on o.return_id = r.id
    where r.user_id = new.client_id
    order by o.return_id for no key update of o
  ) o
  where d.return_id = o.return_id;
  return null;
end
$$;
create trigger desk_clients_returns after update on nutmeg.desk_clients
  for each row when ((old.preparer_id, old.is_archived) is distinct from (new.preparer_id, new.is_archived))
  execute function nutmeg.note_desk_client();
