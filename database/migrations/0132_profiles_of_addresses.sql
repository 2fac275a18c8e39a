-- The profile of each address (nutmeg.profile_of_address), for the inbox and the calendar: families share an address, so
-- staff got any of its profiles, or none. The first 200.
create function public.profiles_of_addresses(addresses text[]) returns table (address text, user_id uuid, language text)
  language sql stable security definer set search_path = ''
  as $$
  select a.address, p.user_id, p.language
  from unnest(addresses[1:200]) as a (address)
  join public.user_profiles p on p.user_id = nutmeg.profile_of_address(a.address)
  where (select public.is_office())
$$;

grant execute on function public.profiles_of_addresses(text[]) to authenticated;
