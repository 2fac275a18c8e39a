-- The first steps of an office stay on the list until each of them is done or dismissed, also when it has clients.

-- A step that was dismissed, or done by what the health check looks at: a light that turns red in later years doesn't bring
-- the first steps back.
create table nutmeg.settled_steps (
  step text primary key check (step in (
    'name', 'phone', 'hours', 'prices', 'reviews', 'people', 'mail', 'backup', 'recovery', 'factor', 'client'
  )),
  is_dismissed boolean not null,
  settled_at timestamptz not null default now()
);

alter table nutmeg.settled_steps enable row level security;

create function nutmeg.settle_step() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into nutmeg.settled_steps (step, is_dismissed)
  select s.step, false from (
    values ('mail', 'mail'), ('backup', 'backup'), ('recovery', 'recovery_sheet'), ('factor', 'staff_factor')
  ) as s (step, light)
  where s.light = new.light
  on conflict (step) do nothing;
  return null;
end
$$;

create trigger health_states_settle_step after insert or update on nutmeg.health_states
  for each row when (new.state = 'green' and new.code <> 'staff_factor_no_staff') execute function nutmeg.settle_step();

-- Takes a step off the list, or puts it back.
create function public.dismiss_first_step(step text, undo boolean default false) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  if undo then
    delete from nutmeg.settled_steps s where s.step = dismiss_first_step.step and s.is_dismissed;
  else
    insert into nutmeg.settled_steps (step, is_dismissed) values (dismiss_first_step.step, true)
    on conflict on constraint settled_steps_pkey do nothing;
  end if;
end
$$;

grant execute on function public.dismiss_first_step(text, boolean) to authenticated;

-- More columns need another function.
drop function public.first_steps();

-- As in 0056, with the steps that are done and those that were dismissed. A fact is done when it is no longer our example.
create function public.first_steps() returns table (
    has_clients boolean, facts_edited boolean, colleagues bigint, done text[], dismissed text[]
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  examples jsonb;
  facts jsonb;
begin
  -- As for the queues, which end in silence when a role is taken away.
  if not public.is_staff() then
    return;
  end if;
  select o.facts into examples from public.office_settings o where o.source = 'defaults' order by o.version limit 1;
  select o.facts into facts from public.office_settings o order by o.version desc limit 1;
  return query
    select o.has_clients, o.facts_edited, o.colleagues,
      array(
        select f.step from (
          values ('name', '{name}'::text[]), ('phone', '{contact,phone}'), ('hours', '{hours}'), ('prices', '{prices}'),
            ('reviews', '{reviews}')
        ) as f (step, path)
        where facts #> f.path is distinct from examples #> f.path
        union all
        select s.step from nutmeg.settled_steps s where not s.is_dismissed
        union all
        select 'people' where o.colleagues > 0
        union all
        select 'client' where o.has_clients
      ),
      array(select s.step from nutmeg.settled_steps s where s.is_dismissed)
    from (
      select
        exists (select from public.user_profiles p where p.role = 'client') as has_clients,
        exists (select from public.office_settings o where o.source <> 'defaults') as facts_edited,
        (
          select count(*) from public.user_profiles p join auth.users u on u.id = p.user_id
          where p.role <> 'client' and p.user_id <> auth.uid() and not auth.is_banned(u)
        ) as colleagues
    ) as o;
end
$$;

grant execute on function public.first_steps() to authenticated;
