-- Who of the staff has a client's case open. Pages say so twice a minute; what a crash loses is back by then.

-- Plain ids: a row means nothing after a minute.
create unlogged table nutmeg.case_visits (
  client_id uuid not null,
  user_id uuid not null,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (client_id, user_id)
);

-- Notes that the caller has the case open, and returns the others who have: first those who came first. `leave` ends it.
create function public.visit_case(client_id uuid, leave boolean default false)
  returns table (user_id uuid, name text, began_at timestamptz)
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  -- Two visits may be missed.
  recent constant timestamptz := now() - interval '75 seconds';
begin
  perform nutmeg.require_staff();
  if visit_case.client_id is null then
    raise exception 'Name the client' using errcode = '22023';
  end if;
  delete from nutmeg.case_visits v
  where v.ctid = any (array(
    select o.ctid from nutmeg.case_visits o
    where o.seen_at < recent or leave and o.client_id = visit_case.client_id and o.user_id = auth.uid()
    for update skip locked
  ));
  if leave then
    return;
  end if;
  insert into nutmeg.case_visits as v (client_id, user_id) values (visit_case.client_id, auth.uid())
  on conflict on constraint case_visits_pkey do update set seen_at = now();
  return query
    select v.user_id, nutmeg.staff_name(v.user_id), v.began_at
    from nutmeg.case_visits v
    where v.client_id = visit_case.client_id and v.user_id <> auth.uid() and v.seen_at >= recent
      and nutmeg.if_staff(v.user_id) is not null
    order by v.began_at, v.user_id
    limit 20;
end
$$;

revoke execute on function public.visit_case(uuid, boolean) from public;
grant execute on function public.visit_case(uuid, boolean) to authenticated;
