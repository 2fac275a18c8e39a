-- The latest appointments and messages from a client's address, for the client's page. As functions, because an index on
-- an address can't be used under the policies: `lower` and `ilike` aren't leakproof.

create function public.appointments_of(client_id uuid) returns setof public.appointments
  language sql stable security definer set search_path = ''
  as $$
  select a.*
  from public.user_profiles p join public.appointments a on lower(a.email) = p.email
  where p.user_id = client_id and (select public.is_staff())
  order by a.preferred_date desc, a.created_at desc
  limit 20
$$;

create function public.messages_of(client_id uuid) returns setof public.contact_submissions
  language sql stable security definer set search_path = ''
  as $$
  select m.*
  from public.user_profiles p join public.contact_submissions m on lower(m.email) = p.email
  where p.user_id = client_id and (select public.is_staff())
  order by m.created_at desc
  limit 20
$$;

revoke execute on function public.appointments_of(uuid), public.messages_of(uuid) from public;
grant execute on function public.appointments_of(uuid), public.messages_of(uuid) to authenticated;
