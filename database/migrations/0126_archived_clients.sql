-- Archived clients leave the list of clients and the queues of the desk, unless the list is asked for them.

create index client_details_archived_idx on public.client_details (client_id) where archived_at is not null;

drop function nutmeg.client_conditions(boolean, text, boolean, text, timestamptz);
-- The conditions of a list of profiles `p`. $1 is the pattern, $2 the year, $3 the status, $4 the ids to choose from, $5
-- those of archived clients. Only the wanted ones, so that PostgreSQL plans each as a join instead of asking it for each row.
create function nutmeg.client_conditions(
  sees_all boolean, term text, has_form boolean, return_status text, new_files_since timestamptz, archived boolean
) returns text
  language sql stable
  as $$
  select concat_ws(' and ',
    case when sees_all then 'true' else 'p.user_id = auth.uid() and not nutmeg.owes_second_step()' end,
    case when term <> '' then 'p.search like $1' end,
    case has_form
      when true then 'exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = $2)'
      when false then 'not exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = $2)'
    end,
    case
      when return_status = 'none'
        then 'not exists (select from public.tax_returns r where r.user_id = p.user_id and r.year = $2)'
      when return_status is not null
        then 'exists (
          select from public.tax_returns r where r.user_id = p.user_id and r.year = $2 and r.status = $3
        )'
    end,
    case when new_files_since is not null then 'p.user_id = any ($4)' end,
    -- People always see themselves.
    case when sees_all then
      case archived when true then 'p.user_id = any ($5)' when false then 'p.user_id <> all ($5)' end
    end
  )
$$;

-- Read first: as a join, PostgreSQL would sort all profiles for a page.
create function nutmeg.archived_clients() returns uuid[]
  language sql stable
  as $$
  select coalesce(array_agg(d.client_id), '{}') from public.client_details d where d.archived_at is not null
$$;

drop function public.list_clients(text, boolean, int, text, timestamptz, bigint, bigint);
-- Newest first. A filter that is null is ignored. Others than staff see themselves at most.
create function public.list_clients(
  -- Anywhere in the full name or the email address, as typed.
  term text default '',
  -- Whether the form of that year has been sent.
  has_form boolean default null,
  list_year int default null,
  -- A status of domain/returns/tax-return.ts, of any return of that year; 'none': no return was opened for it.
  return_status text default null,
  -- Clients who have sent files since then that were not downloaded yet.
  new_files_since timestamptz default null,
  -- Only the archived ones if true, all if null.
  archived boolean default false,
  page_limit bigint default null,
  page_offset bigint default 0
) returns setof public.user_profiles
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query execute
    'select p.* from public.user_profiles p where '
      || nutmeg.client_conditions(nutmeg.sees_all_clients(), term, has_form, return_status, new_files_since, archived)
      || ' order by p.created_at desc, p.id limit $6 offset $7'
    using nutmeg.pattern_of(public.folded(term)), list_year, return_status,
      nutmeg.senders_since(new_files_since), nutmeg.archived_clients(), page_limit, page_offset;
end
$$;

drop function public.list_clients_count(text, boolean, int, text, timestamptz);
-- The number of rows of list_clients. One filter alone is counted without the profiles: forms and returns name them, and
-- of those it takes the archived ones, who are few.
create function public.list_clients_count(
  term text default '',
  has_form boolean default null,
  list_year int default null,
  return_status text default null,
  new_files_since timestamptz default null,
  archived boolean default false
) returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  is_plain constant boolean := sees_all and coalesce(term, '') = '' and new_files_since is null and not archived;
  everyone bigint;
  found bigint;
begin
  if is_plain and (has_form is null or return_status is null) and not coalesce(has_form, false) then
    everyone := (select count(*) from public.user_profiles)
      - (select count(*) from public.client_details d where d.archived_at is not null);
  end if;
  if is_plain and has_form is null and return_status is null then
    return everyone;
  elsif is_plain and return_status is null then
    found := (select count(*) from public.tax_forms f where f.year = list_year) - (
      select count(*) from public.client_details d join public.tax_forms f on f.user_id = d.client_id
      where d.archived_at is not null and f.year = list_year
    );
    return case when has_form then found else everyone - found end;
  elsif is_plain and has_form and return_status = 'none' then
    return (
      select count(*) from public.tax_forms f
      where f.year = list_year
        and not exists (select from public.tax_returns r where r.user_id = f.user_id and r.year = list_year)
        and not exists (
          select from public.client_details d where d.client_id = f.user_id and d.archived_at is not null
        )
    );
  elsif is_plain and has_form is null then
    found := (
      select count(*) from (
        select from public.tax_returns r
        where r.year = list_year and (return_status = 'none' or r.status = return_status)
          and not exists (
            select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
          )
        group by r.user_id
      ) as people
    );
    return case when return_status = 'none' then everyone - found else found end;
  end if;
  execute 'select count(*) from public.user_profiles p where '
      || nutmeg.client_conditions(sees_all, term, has_form, return_status, new_files_since, archived)
    into found
    using nutmeg.pattern_of(public.folded(term)), list_year, return_status, nutmeg.senders_since(new_files_since),
      nutmeg.archived_clients();
  return found;
end
$$;

revoke execute on function nutmeg.archived_clients(),
  nutmeg.client_conditions(boolean, text, boolean, text, timestamptz, boolean),
  public.list_clients(text, boolean, int, text, timestamptz, boolean, bigint, bigint),
  public.list_clients_count(text, boolean, int, text, timestamptz, boolean) from public;
grant execute on function public.list_clients(text, boolean, int, text, timestamptz, boolean, bigint, bigint),
  public.list_clients_count(text, boolean, int, text, timestamptz, boolean) to authenticated, service_role;

-- The returns in these steps, without those of archived clients: they wait for no one. A function with one plain query, which
-- PostgreSQL takes into the statement: a computed column would run for each row. The policies of both tables apply.
create function public.waiting_returns(statuses text[]) returns setof public.tax_returns
  language sql stable
  as $$
  select r.* from public.tax_returns r
  where r.status = any (statuses)
    and not exists (
      select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
    )
$$;
revoke execute on function public.waiting_returns(text[]) from public;
grant execute on function public.waiting_returns(text[]) to authenticated, service_role;

create function nutmeg.open_returns(statuses text[]) returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select (select count(*) from public.tax_returns r where r.status = any (statuses)) - (
    select count(*) from public.client_details d join public.tax_returns r on r.user_id = d.client_id
    where d.archived_at is not null and r.status = any (statuses)
  )
$$;
revoke execute on function nutmeg.open_returns(text[]) from public;

-- The queues of the staff's desk and their sizes; empty for all other callers. Otherwise unchanged.
create or replace function public.office_queues(new_files_since timestamptz)
  returns table (queue text, waiting bigint)
  language sql stable security definer set search_path = ''
  as $$
  select q.queue, q.waiting
  from (
    select 'messages' as queue, count(*) as waiting from public.contact_submissions where status = 'new'
    union all
    select 'appointments', nutmeg.waiting_appointments()
    union all
    select 'new_files', public.list_clients_count(new_files_since => office_queues.new_files_since)
    union all
    select 'forms', public.list_clients_count(
      has_form => true, list_year => nutmeg.office_year(), return_status => 'none'
    )
    union all
    select 'returns_office', nutmeg.open_returns(array['documents_received', 'in_preparation', 'approved', 'rejected'])
    union all
    select 'returns_client', nutmeg.open_returns(array['waiting_for_documents', 'ready_for_review', 'payment_due'])
    union all
    select 'mails', count(*) from public.email_queue where undelivered
  ) as q
  where (select public.is_staff())
$$;
