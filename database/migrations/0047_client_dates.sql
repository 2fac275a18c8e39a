-- The days by which something is due for a client: extensions, estimated tax, and others. For staff only.
-- domain/tasks/due-dates.ts has the usual days.

create table public.client_dates (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references public.clients on delete cascade,
  kind text not null
    check (kind in ('extension', 'estimated_q1', 'estimated_q2', 'estimated_q3', 'estimated_q4', 'other')),
  -- The tax year, not the year of the day.
  year int not null check (year between 2000 and 2200),
  due_on date not null check (due_on between '2000-01-01' and '2200-12-31'),
  -- Names a date of the kind "other".
  label text check (char_length(label) between 1 and 100),
  done_at timestamptz,
  -- Plain ids: the date outlives the accounts.
  done_by uuid,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  updated_at timestamptz not null default now(),
  check ((kind = 'other') = (label is not null)),
  check (done_by is null or done_at is not null)
);

create unique index client_dates_of_kind_idx on public.client_dates (client_id, kind, year) where kind <> 'other';

create index client_dates_client_id_idx on public.client_dates (client_id, due_on);

create index client_dates_due_on_idx on public.client_dates (due_on, id) where done_at is null;

alter table public.client_dates enable row level security;

grant select, delete on public.client_dates to authenticated;

grant insert (client_id, kind, year, due_on, label), update (due_on, label) on public.client_dates to authenticated;

grant select on public.client_dates to service_role;

create policy "staff: read" on public.client_dates for select to authenticated using ((select public.is_staff()));

create policy "staff: insert" on public.client_dates for insert to authenticated with check ((select public.is_staff()));

create policy "staff: update" on public.client_dates for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff: delete" on public.client_dates for delete to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.client_dates for select to service_role using (true);

create policy "require second factor" on public.client_dates as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create trigger client_dates_touched before update on public.client_dates
  for each row execute function public.touch_updated_at();

create function nutmeg.refuse_date_of_merged() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.refuse_merged(new.client_id);
  return null;
end
$$;

create trigger client_dates_not_merged after insert on public.client_dates
  for each row execute function nutmeg.refuse_date_of_merged();

create function public.finish_client_date(date_id uuid, done boolean default true) returns public.client_dates
  language plpgsql security definer set search_path = ''
  as $$
declare
  finished public.client_dates;
begin
  perform nutmeg.require_staff();
  update public.client_dates d set
    done_at = case when done then coalesce(d.done_at, now()) end,
    done_by = case when done then case when d.done_at is null then auth.uid() else d.done_by end end
  where d.id = finish_client_date.date_id returning * into finished;
  if not found then
    raise exception 'No such date' using errcode = 'P0002';
  end if;
  return finished;
end
$$;

-- Open dates until a day, the earliest first: `wanted` is mine (clients that the caller prepares), everyone, or
-- unassigned (clients without a preparer).
create function public.upcoming_dates(wanted text default 'mine', until_day date default null, page_size int default 100)
  returns table (
    id uuid, client_id uuid, client_name text, kind text, year int, due_on date, label text
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query execute
    'select t.id, t.client_id, coalesce(nullif(btrim(c.first_name || '' '' || c.last_name), ''''), c.email, ''''),
       t.kind, t.year, t.due_on, t.label
     from (
       select d.* from public.client_dates d '
      || case wanted
        when 'mine' then 'join public.client_details a on a.client_id = d.client_id and a.preparer_id = $1 where true'
        -- Not an anti-join, which would read all details first.
        when 'unassigned' then 'where (
          select a.preparer_id from public.client_details a where a.client_id = d.client_id
        ) is null'
        else 'where true' end
      || ' and d.done_at is null and d.due_on <= $2 order by d.due_on, d.id limit $3
     ) t left join public.user_profiles c on c.user_id = t.client_id
     order by t.due_on, t.id'
    using auth.uid(), coalesce(until_day, nutmeg.office_day() + 14), least(greatest(page_size, 1), 100);
end
$$;

-- Tasks and dates go with the client, unless the target has the same, or the return stays.
create function nutmeg.move_tasks_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Not while the work of a person is handed over (hand_over), which locks the same rows.
  perform pg_advisory_xact_lock_shared(hashtextextended('hand over work', 0));
  with moved as (
    update public.tasks t set client_id = new.target_id
    where t.client_id = new.source_id
      and not exists (
        select from nutmeg.returns_that_stay(new.source_id, new.target_id) r where r.id = t.return_id
      )
      and not (t.kind in ('form_received', 'documents_complete') and exists (
        select from public.tasks o where o.client_id = new.target_id and o.year = t.year and o.kind = t.kind
      ))
    returning t.id
  ), dates as (
    update public.client_dates d set client_id = new.target_id
    where d.client_id = new.source_id and not (d.kind <> 'other' and exists (
      select from public.client_dates o where o.client_id = new.target_id and o.year = d.year and o.kind = d.kind
    ))
    returning d.id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id)
  select new.id, 'task', m.id from moved m union all select new.id, 'date', d.id from dates d;
  return null;
end
$$;

create trigger client_merges_tasks_moved after insert on public.client_merges
  for each row execute function nutmeg.move_tasks_of_merge();

create function nutmeg.return_tasks_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('hand over work', 0));
  update public.tasks t set client_id = new.source_id
  from nutmeg.merged_rows m where m.merge_id = new.id and m.kind = 'task' and t.id = m.row_id and t.client_id = new.target_id;
  update public.client_dates d set client_id = new.source_id
  from nutmeg.merged_rows m where m.merge_id = new.id and m.kind = 'date' and d.id = m.row_id and d.client_id = new.target_id;
  return null;
end
$$;

create trigger client_merges_tasks_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_tasks_of_merge();

grant execute on function public.finish_client_date(uuid, boolean), public.upcoming_dates(text, date, int)
  to authenticated;

create trigger notify_inserted after insert on public.client_dates referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_updated after update on public.client_dates referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_deleted after delete on public.client_dates referencing old table as changed
  for each statement execute function nutmeg.notify_changes();
