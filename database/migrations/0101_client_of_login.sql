-- With a login go its memberships and its client, as its rows do. After the clients were made, because the key locks the
-- logins for writing.
delete from public.client_members m where not exists (select from auth.users u where u.id = m.user_id);
delete from public.clients c where not exists (select from auth.users u where u.id = c.id);
alter table public.client_members
  add constraint client_members_user_id_fkey foreign key (user_id) references auth.users on delete cascade;

create function nutmeg.drop_own_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.clients c where c.id = old.id;
  return null;
end
$$;
create trigger auth_user_client after delete on auth.users
  for each row execute function nutmeg.drop_own_client();
