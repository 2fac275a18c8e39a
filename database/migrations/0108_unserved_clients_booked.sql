-- An appointment makes a client one that the office serves (0108_unserved_clients).
create function nutmeg.serve_visitor() returns trigger
  language plpgsql security definer
  set search_path to ''
  as $$
begin
  delete from nutmeg.unserved_clients u
  where u.client_id in (new.user_id, nutmeg.profile_of_address(new.email));
  return null;
end
$$;
create trigger appointments_served after insert or update of email on public.appointments
  for each row execute function nutmeg.serve_visitor();
