-- Whether the office serves a client (0111_desk_clients).
create function nutmeg.note_desk_service() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.desk_clients c set is_served = tg_op = 'DELETE' where c.client_id = coalesce(new.client_id, old.client_id);
  return null;
end
$$;
create trigger unserved_clients_on_desk after insert or delete on nutmeg.unserved_clients
  for each row execute function nutmeg.note_desk_service();
