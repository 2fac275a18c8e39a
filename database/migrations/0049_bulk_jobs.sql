-- One act on many clients: staff choose them, the server carries it out a few at a time (bulk_worker). The clients of a job are
-- those that were chosen: a filter that changes later changes nothing.

-- A text of at most this length; with `needed`, not an empty one.
create function nutmeg.is_bulk_text(options jsonb, name text, needed boolean, most_length int) returns boolean
  language sql immutable
  as $$
  select case when options -> name is null then not needed
    else jsonb_typeof(options -> name) = 'string' and char_length(options ->> name) <= most_length
      and (options ->> name ~ '\S' or not needed)
  end
$$;

-- The documents that a letter asks for.
create function nutmeg.are_bulk_items(items jsonb) returns boolean
  language sql immutable
  as $$
  select case when jsonb_typeof(items) is distinct from 'array' then false else
    jsonb_array_length(items) between 1 and 40 and not exists (
      select from jsonb_array_elements(items) as item
      where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ '\S' or char_length(item #>> '{}') > 200
    )
  end
$$;

-- Whether the options are those of this kind, and no others.
create function nutmeg.are_bulk_options(kind text, options jsonb) returns boolean
  language sql immutable
  as $$
  select case when jsonb_typeof(options) is distinct from 'object' then false else coalesce(case kind
    when 'remind' then
      options - array['year', 'note'] = '{}'
      and jsonb_typeof(options -> 'year') = 'number' and options ->> 'year' ~ '^2[01][0-9]{2}$'
      and nutmeg.is_bulk_text(options, 'note', false, 2000)
    when 'letter' then
      options - array['template', 'items', 'note'] = '{}'
      and options ->> 'template' in ('document_request', 'form_reminder', 'return_ready', 'payment_reminder', 'message')
      and nutmeg.is_bulk_text(options, 'note', options ->> 'template' = 'message', 2000)
      and case when options ->> 'template' = 'document_request'
        then nutmeg.are_bulk_items(options -> 'items')
        else not options ? 'items' end
    when 'assign' then
      options - 'person' = '{}' and options ? 'person'
      and coalesce(options ->> 'person' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', true)
    when 'tag' then
      options - array['tag', 'remove'] = '{}'
      and nutmeg.is_bulk_text(options, 'tag', true, 40)
      and jsonb_typeof(options -> 'remove') = 'boolean'
    when 'task' then
      options - array['title', 'due_on', 'owner'] = '{}'
      and nutmeg.is_bulk_text(options, 'title', true, 200)
      and options ->> 'due_on' ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      and options ->> 'owner' in ('preparer', 'starter')
    when 'archive' then options - 'archived' = '{}' and jsonb_typeof(options -> 'archived') = 'boolean'
  end, false) end
$$;

create table public.bulk_jobs (
  -- The page makes the id, so that a repeated press is the same job.
  id uuid primary key,
  kind text not null check (kind in ('remind', 'letter', 'assign', 'tag', 'task', 'archive')),
  options jsonb not null,
  -- A plain id and the name at the time: the record outlives the account.
  created_by uuid not null,
  created_by_name text not null default '',
  created_at timestamptz not null default now(),
  state text not null default 'running' check (state in ('running', 'stopped', 'done')),
  -- By a person, or because its starter is no longer staff.
  stopped_because text check (stopped_because in ('asked', 'not_staff')),
  stopped_by uuid,
  ended_at timestamptz,
  -- How many there are, and how many are done.
  clients int not null check (clients between 1 and 10000),
  done int not null default 0,
  left_out int not null default 0,
  check (nutmeg.are_bulk_options(kind, options)),
  check ((state = 'stopped') = (stopped_because is not null)),
  check ((state = 'running') = (ended_at is null))
);

create index bulk_jobs_created_at_idx on public.bulk_jobs (created_at desc);

create index bulk_jobs_created_by_idx on public.bulk_jobs (created_by, created_at desc);

create index bulk_jobs_running_idx on public.bulk_jobs (created_at) where state = 'running';

create table public.bulk_job_clients (
  job_id uuid not null references public.bulk_jobs on delete cascade,
  -- A plain id: what was done to a client stays known when the client is gone.
  client_id uuid not null,
  position int not null,
  outcome text check (outcome in ('done', 'left_out')),
  -- Why the client was left out (domain/bulk/reasons.ts).
  reason text check (reason in (
    'gone', 'merged', 'archived', 'no_email', 'bad_address', 'too_many_letters', 'no_form', 'nothing_missing',
    'just_sent', 'unchanged', 'too_many_tags', 'refused'
  )),
  primary key (job_id, client_id),
  check ((outcome is not distinct from 'left_out') = (reason is not null))
);

create index bulk_job_clients_waiting_idx on public.bulk_job_clients (job_id, position) where outcome is null;

create index bulk_job_clients_left_out_idx on public.bulk_job_clients (job_id, position) where outcome = 'left_out';

alter table public.bulk_jobs enable row level security;

alter table public.bulk_job_clients enable row level security;

grant select on public.bulk_jobs, public.bulk_job_clients to authenticated, service_role;

create policy "staff: read" on public.bulk_jobs for select to authenticated using ((select public.is_staff()));

create policy "staff: read" on public.bulk_job_clients for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.bulk_jobs for select to service_role using (true);

create policy "service_role: read" on public.bulk_job_clients for select to service_role using (true);

create policy "require second factor" on public.bulk_jobs as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.bulk_job_clients as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- The ids of a list (list_clients, with the same filters and order), from one row on: what "Select all that match" keeps.
create function public.list_client_ids(
  term text default '',
  has_form boolean default null,
  list_year int default null,
  return_status text default null,
  new_files_since timestamptz default null,
  archived boolean default false,
  preparer text default null,
  tag text default null,
  waiting_days int default null,
  sort text default '-created',
  first_row int default 0,
  most int default 10000
) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return array(
    select l.user_id
    from public.list_clients(
      term, has_form, list_year, return_status, new_files_since, archived, preparer, tag, waiting_days, sort,
      least(greatest(most, 0), 10000), greatest(first_row, 0)
    ) with ordinality as l
    order by l.ordinality
  );
end
$$;

-- Starts a job, once for each id.
create function public.start_bulk_job(job_id uuid, job_kind text, client_ids uuid[], job_options jsonb)
  returns public.bulk_jobs
  language plpgsql security definer set search_path = ''
  as $$
declare
  started public.bulk_jobs;
  chosen int := (select count(distinct c) from unnest(client_ids) as c);
begin
  perform nutmeg.require_staff();
  if job_id is null or chosen = 0 then
    raise exception 'Choose at least one client' using errcode = '23514';
  end if;
  if cardinality(client_ids) > 10000 then
    raise exception 'Choose at most 10,000 clients' using errcode = '23514';
  end if;
  if not coalesce(nutmeg.are_bulk_options(job_kind, job_options), false) then
    raise exception 'These options do not fit' using errcode = '23514';
  end if;
  if job_kind = 'assign' and job_options ->> 'person' is not null
    and nutmeg.if_staff((job_options ->> 'person')::uuid) is null then
    raise exception 'Only staff can be assigned' using errcode = '23514', detail = 'assignee_not_staff';
  end if;
  -- February 30 is no day.
  perform (job_options ->> 'due_on')::date;
  insert into public.bulk_jobs (id, kind, options, created_by, created_by_name, clients)
  values (job_id, job_kind, job_options, auth.uid(), coalesce(nutmeg.staff_name(auth.uid()), ''), chosen)
  on conflict (id) do nothing
  returning * into started;
  if not found then
    select j.* into started from public.bulk_jobs j where j.id = job_id and j.created_by = auth.uid();
    if not found then
      raise exception 'This job belongs to someone else' using errcode = '42501';
    end if;
    return started;
  end if;
  -- A stuck key must not fill the database. The job itself counts.
  if (select count(*) from public.bulk_jobs j where j.created_by = auth.uid() and j.state = 'running') > 10 then
    raise exception 'Ten jobs are running. Wait until one ends.' using errcode = 'PT429', detail = 'too_many_jobs';
  end if;
  insert into public.bulk_job_clients (job_id, client_id, position)
  select start_bulk_job.job_id, c.id, min(c.place) - 1
  from unnest(client_ids) with ordinality as c (id, place)
  where c.id is not null
  group by c.id;
  perform nutmeg.record_act('bulk.started', null, jsonb_build_object(
    'job', job_id, 'kind', job_kind, 'clients', chosen
  ));
  perform pg_notify('bulk_jobs', '');
  return started;
end
$$;

-- Stops a job: what was done stays. Waits for the few clients that are in progress.
create function public.stop_bulk_job(job_id uuid) returns public.bulk_jobs
  language plpgsql security definer set search_path = ''
  as $$
declare
  stopped public.bulk_jobs;
begin
  perform nutmeg.require_staff();
  update public.bulk_jobs j
  set state = 'stopped', stopped_because = 'asked', stopped_by = auth.uid(), ended_at = now()
  where j.id = job_id and j.state = 'running'
  returning * into stopped;
  if found then
    perform nutmeg.record_act('bulk.stopped', null, jsonb_build_object(
      'job', job_id, 'kind', stopped.kind, 'clients', stopped.clients, 'done', stopped.done
    ));
    return stopped;
  end if;
  select j.* into stopped from public.bulk_jobs j where j.id = job_id;
  if not found then
    raise exception 'No such job' using errcode = 'P0002';
  end if;
  return stopped;
end
$$;

-- A page of a job's clients with their names, in the order in which they were chosen: those left out, or those that were
-- dealt with.
create function public.bulk_job_results(job_id uuid, wanted text default 'left_out', after_position int default -1)
  returns table (client_id uuid, client_name text, outcome text, reason text, "position" int)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select c.client_id,
      nullif(btrim(coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email, '')), ''),
      c.outcome, c.reason, c.position
    from public.bulk_job_clients c left join public.user_profiles p on p.user_id = c.client_id
    where c.job_id = bulk_job_results.job_id and c.outcome = wanted and c.position > after_position
    order by c.position
    limit 100;
end
$$;

grant execute on function
  public.list_client_ids(
    text, boolean, int, text, timestamptz, boolean, text, text, int, text, int, int
  ),
  public.start_bulk_job(uuid, text, uuid[], jsonb), public.stop_bulk_job(uuid),
  public.bulk_job_results(uuid, text, int) to authenticated;

-- Open pages show the progress.
create trigger notify_inserted after insert on public.bulk_jobs referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_updated after update on public.bulk_jobs referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_deleted after delete on public.bulk_jobs referencing old table as changed
  for each statement execute function nutmeg.notify_changes();

-- Those of the clients who sent a document within a day that belongs to no line of their list yet: it may be what a
-- reminder would ask for. What the office uploads asks for nothing.
create function nutmeg.clients_with_unsorted(client_ids uuid[]) returns setof uuid
  language sql stable set search_path = ''
  as $$
  select c.client_id from unnest(client_ids) as c(client_id)
  where exists (
    select from public.file_uploads f
    where f.user_id = c.client_id and f.uploaded_at > now() - interval '1 day'
      and f.by_client
      and f.file_name <> '.emptyFolderPlaceholder'
      and not exists (select from public.checklist_documents d where d.document_id = f.id)
  )
$$;
