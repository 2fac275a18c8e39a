-- What a new office has done. Staff see the first steps until there is a client.
create function public.first_steps()
  returns table (has_clients boolean, facts_edited boolean, colleagues bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  -- As for the queues, which end in silence when a role is taken away.
  if not public.is_staff() then
    return;
  end if;
  return query select
    exists (select from public.user_profiles p where p.role = 'client'),
    exists (select from public.office_settings s where s.source <> 'defaults'),
    (
      select count(*) from public.user_profiles p join auth.users u on u.id = p.user_id
      where p.role <> 'client' and p.user_id <> auth.uid() and not auth.is_banned(u)
    );
end
$$;

revoke execute on function public.first_steps() from public;
grant execute on function public.first_steps() to authenticated;
