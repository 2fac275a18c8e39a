-- What staff keep about a client makes it one that the office serves (0108_unserved_clients).
create function nutmeg.serve_client() returns trigger
  language plpgsql security definer
  set search_path to ''
  as $$
begin
  delete from nutmeg.unserved_clients u where u.client_id = new.client_id;
  return null;
end
$$;
create trigger client_details_served after insert on public.client_details
  for each row execute function nutmeg.serve_client();
