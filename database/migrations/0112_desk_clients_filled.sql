-- The clients of today, and from now on (0111_desk_clients). What is written about profiles, details, and unserved clients
-- waits for these locks, and then finds the rows: a second or two for 100,000 clients. The triggers of 0111 reach nutmeg.desk_clients
-- too, so it is locked before any profile.
lock table nutmeg.desk_clients in share row exclusive mode;

create function nutmeg.note_desk_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    insert into nutmeg.desk_clients (client_id, profile_id, created_at, name)
    values (new.user_id, new.id, new.created_at, left(ltrim(new.search), 80));
  else
    update nutmeg.desk_clients c set profile_id = new.id, created_at = new.created_at, name = left(ltrim(new.search), 80)
    where c.client_id = new.user_id;
  end if;
  return null;
end
$$;
create trigger user_profiles_on_desk after insert on public.user_profiles
  for each row execute function nutmeg.note_desk_profile();
-- By its name after user_profiles_client: who invites, or asks for a consent, locks clients before these rows, too.
create trigger user_profiles_on_desk_changed after update on public.user_profiles
  for each row when ((old.id, old.created_at, old.search) is distinct from (new.id, new.created_at, new.search))
  execute function nutmeg.note_desk_profile();

insert into nutmeg.desk_clients (client_id, profile_id, created_at, name, preparer_id, is_archived, is_served)
select p.user_id, p.id, p.created_at, left(ltrim(p.search), 80), d.preparer_id, d.archived_at is not null,
  u.client_id is null
from public.user_profiles p
left join public.client_details d on d.client_id = p.user_id
left join nutmeg.unserved_clients u on u.client_id = p.user_id;

-- Last: checked for all at once.
alter table nutmeg.desk_clients
  add foreign key (client_id) references public.user_profiles (user_id) on update cascade on delete cascade;
