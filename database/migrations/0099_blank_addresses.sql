-- As in 0092, but blanks are no address. Clients without an email have '' there, so an appointment that staff booked with
-- the email ' ' went to one of them.
create or replace function nutmeg.profile_of_address(address text) returns uuid
  language sql stable
  as $$
  select p.user_id
  from public.user_profiles p
  left join auth.users u on u.id = p.user_id and u.email = p.email
  left join public.client_details d on d.client_id = p.user_id
  where btrim(address) <> '' and p.email = lower(btrim(address))
  order by u.id is null, d.archived_at is not null, p.created_at, p.user_id
  limit 1
$$;
