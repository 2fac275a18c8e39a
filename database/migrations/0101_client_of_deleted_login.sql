-- With a login goes its own client, as before, unless others belong to it.
create function nutmeg.drop_own_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.clients c
  where c.id = old.id
    and not exists (select from public.client_members m where m.client_id = c.id and m.user_id <> old.id);
  return null;
end
$$;
create trigger auth_user_client after delete on auth.users
  for each row execute function nutmeg.drop_own_client();
