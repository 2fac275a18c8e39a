-- The list of clients for 100,000 of them. Under the policies, PostgreSQL may not use the index for a search: `like` could
-- leak what it compares (it isn't "leakproof"), so each row's policy came first. Now the functions themselves decide once
-- which clients the caller sees. The REST service passes the page to `list_clients` and takes the total from `list_clients_count`.

-- The conditions of a list of profiles `p`. $1 is the pattern, $2 the year, $3 the status, $4 the ids to choose from. Only
-- the wanted ones, so that PostgreSQL plans each as a join instead of asking it for each row.
create function nutmeg.client_conditions(
  sees_all boolean, term text, has_form boolean, return_status text, new_files_since timestamptz
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
    case when new_files_since is not null then 'p.user_id = any ($4)' end
  )
$$;

-- Who has sent files since then that were not downloaded yet. Read first, since PostgreSQL can't guess how many they are:
-- hardly any old file is new in this sense, and most of the latest are.
create function nutmeg.senders_since(since timestamptz) returns uuid[]
  language sql stable
  as $$
  select array_agg(distinct u.user_id) from public.file_uploads u
  where u.uploaded_at >= since and u.download_count = 0 and u.uploaded_by = u.user_id
$$;

create function nutmeg.sees_all_clients() returns boolean
  language sql stable
  as $$ select public.is_staff() or coalesce(auth.role() = 'service_role', false) $$;

drop function public.list_clients(text, boolean, int, text, timestamptz);
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
  page_limit bigint default null,
  page_offset bigint default 0
) returns setof public.user_profiles
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query execute
    'select p.* from public.user_profiles p where '
      || nutmeg.client_conditions(nutmeg.sees_all_clients(), term, has_form, return_status, new_files_since)
      || ' order by p.created_at desc, p.id limit $5 offset $6'
    using nutmeg.pattern_of(public.folded(term)), list_year, return_status,
      nutmeg.senders_since(new_files_since), page_limit, page_offset;
end
$$;

-- The number of rows of list_clients. One filter alone is counted without the profiles: forms and returns name them.
create function public.list_clients_count(
  term text default '',
  has_form boolean default null,
  list_year int default null,
  return_status text default null,
  new_files_since timestamptz default null
) returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  is_plain constant boolean := sees_all and coalesce(term, '') = '' and new_files_since is null;
  found bigint;
begin
  if is_plain and has_form is null and return_status is null then
    return (select count(*) from public.user_profiles);
  elsif is_plain and return_status is null then
    found := (select count(*) from public.tax_forms f where f.year = list_year);
    return case when has_form then found else (select count(*) from public.user_profiles) - found end;
  elsif is_plain and has_form and return_status = 'none' then
    return (
      select count(*) from public.tax_forms f
      where f.year = list_year
        and not exists (select from public.tax_returns r where r.user_id = f.user_id and r.year = list_year)
    );
  elsif is_plain and has_form is null then
    found := (
      select count(*) from (
        select from public.tax_returns r
        where r.year = list_year and (return_status = 'none' or r.status = return_status)
        group by r.user_id
      ) as people
    );
    return case when return_status = 'none' then (select count(*) from public.user_profiles) - found else found end;
  end if;
  execute 'select count(*) from public.user_profiles p where '
      || nutmeg.client_conditions(sees_all, term, has_form, return_status, new_files_since)
    into found
    using nutmeg.pattern_of(public.folded(term)), list_year, return_status, nutmeg.senders_since(new_files_since);
  return found;
end
$$;

revoke execute on function nutmeg.sees_all_clients(), nutmeg.senders_since(timestamptz),
  nutmeg.client_conditions(boolean, text, boolean, text, timestamptz),
  public.list_clients(text, boolean, int, text, timestamptz, bigint, bigint),
  public.list_clients_count(text, boolean, int, text, timestamptz) from public;
grant execute on function public.list_clients(text, boolean, int, text, timestamptz, bigint, bigint),
  public.list_clients_count(text, boolean, int, text, timestamptz) to authenticated, service_role;

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
    select 'returns_office', count(*) from public.tax_returns
    where status in ('documents_received', 'in_preparation', 'approved', 'rejected')
    union all
    select 'returns_client', count(*) from public.tax_returns
    where status in ('waiting_for_documents', 'ready_for_review', 'payment_due')
    union all
    select 'mails', count(*) from public.email_queue where undelivered
  ) as q
  where (select public.is_staff())
$$;
