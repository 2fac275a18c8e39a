-- The clients that are listed, counted from now on (0118_desk_counts). Writers wait for this lock, then find the trigger.
lock table nutmeg.desk_clients in share row exclusive mode;

create function nutmeg.count_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into nutmeg.desk_counts (subject, change)
  select 'clients', r.change
  from (values (old.is_listed, -1), (new.is_listed, 1)) as r (is_listed, change)
  where r.is_listed;
  return null;
end
$$;
create trigger desk_clients_counted after insert or delete on nutmeg.desk_clients
  for each row execute function nutmeg.count_client();
create trigger desk_clients_recounted after update on nutmeg.desk_clients
  for each row when (old.is_listed <> new.is_listed) execute function nutmeg.count_client();

insert into nutmeg.desk_counts (subject, change) select subject, total from nutmeg.desk_totals() where subject = 'clients' and total > 0;
