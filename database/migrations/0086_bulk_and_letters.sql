-- A bulk job that fails holds up no other job, and a client that fails holds up no other client of its job.

alter table public.bulk_jobs
  -- One after the other, since the last clients who were dealt with.
  add column failures int not null default 0,
  -- After a failure.
  add column try_again_at timestamptz;

alter table public.bulk_jobs drop constraint bulk_jobs_stopped_because_check;
alter table public.bulk_jobs add constraint bulk_jobs_stopped_because_check
  check (stopped_because in ('asked', 'not_staff', 'failing'));

-- How often it failed: at first with others, then alone.
alter table public.bulk_job_clients add column tries int not null default 0;

-- As in 0079, with clients who failed each time.
alter table public.bulk_job_clients drop constraint bulk_job_clients_reason_check;
alter table public.bulk_job_clients add constraint bulk_job_clients_reason_check check (reason in (
  'gone', 'staff', 'merged', 'archived', 'no_email', 'bad_address', 'too_many_letters', 'no_form', 'form_sent',
  'nothing_missing', 'nothing_to_review', 'nothing_to_pay', 'just_sent', 'unchanged', 'too_many_tags', 'refused', 'failed'
));

drop index public.bulk_job_clients_waiting_idx;
create index bulk_job_clients_waiting_idx on public.bulk_job_clients (job_id, tries, position) where outcome is null;

-- As in 0050. A job that failed waits, and those of its clients who failed are taken one at a time.
create or replace function nutmeg.claim_bulk_clients(most int, most_mails int)
  returns table (job_id uuid, kind text, options jsonb, client_ids uuid[])
  language plpgsql
  as $$
#variable_conflict use_column
declare
  job public.bulk_jobs;
  tried int;
  -- Letters wait while this many mails do, so that other mails are not delayed.
  may_write constant boolean := (
    select count(*) from (
      select from public.email_queue q where q.status = 'pending' and not q.urgent limit most_mails
    ) as waiting
  ) < most_mails;
begin
  loop
    select j.* into job from public.bulk_jobs j
    where j.state = 'running' and (may_write or j.kind not in ('remind', 'letter'))
      and (j.try_again_at is null or j.try_again_at <= now())
    -- A short job doesn't wait for a long one.
    order by j.done + j.left_out, j.created_at
    limit 1
    for update skip locked;
    if not found then
      return;
    end if;
    if not exists (
      select from public.user_profiles p join auth.users u on u.id = p.user_id
      where p.user_id = job.created_by and p.role <> 'client' and not auth.is_banned(u)
    ) then
      update public.bulk_jobs j set state = 'stopped', stopped_because = 'not_staff', ended_at = now() where j.id = job.id;
      insert into public.audit_log (action, details)
      values ('bulk.stopped', jsonb_build_object(
        'job', job.id, 'kind', job.kind, 'clients', job.clients, 'done', job.done, 'because', 'not_staff'
      ));
      continue;
    end if;
    -- Those of a failed transaction come first, so that all who aren't at fault are done. Who fails alone waits for the others.
    tried := case
      when exists (
        select from public.bulk_job_clients c where c.job_id = job.id and c.outcome is null and c.tries = 1
      ) then 1
      else (select min(c.tries) from public.bulk_job_clients c where c.job_id = job.id and c.outcome is null)
    end;
    client_ids := array(
      select c.client_id from public.bulk_job_clients c
      where c.job_id = job.id and c.outcome is null and c.tries = tried
      order by c.position limit case when tried = 0 then most else 1 end
      for update skip locked
    );
    if cardinality(client_ids) = 0 then
      update public.bulk_jobs j set state = 'done', ended_at = now() where j.id = job.id;
      continue;
    end if;
    perform set_config(
      'request.jwt.claims', jsonb_build_object('sub', job.created_by, 'role', 'authenticated')::text, true
    );
    job_id := job.id;
    kind := job.kind;
    options := job.options;
    return next;
    return;
  end loop;
end
$$;

-- Notes that the transaction of a claim failed. A client who failed three times is left out. The job is tried again later and
-- later, and stops after ten failures in a row.
create function nutmeg.note_bulk_failure(job_id uuid, client_ids uuid[]) returns void
  language plpgsql
  as $$
declare
  job public.bulk_jobs;
  failed int;
  given_up int;
begin
  -- Waits for the transaction that failed. If it was committed after all, its clients have their outcome.
  select j.* into job from public.bulk_jobs j
  where j.id = note_bulk_failure.job_id and j.state = 'running' for update;
  with tried as (
    update public.bulk_job_clients c
    set tries = c.tries + 1, outcome = case when c.tries = 2 then 'left_out' end,
      reason = case when c.tries = 2 then 'failed' end
    where c.job_id = job.id and c.client_id = any (note_bulk_failure.client_ids) and c.outcome is null
    returning c.outcome
  )
  select count(*), count(t.outcome) into failed, given_up from tried t;
  if failed = 0 then
    return;
  end if;
  update public.bulk_jobs j
  set failures = j.failures + 1, left_out = j.left_out + given_up,
    try_again_at = case when given_up = 0 then
      now() + least(interval '10 seconds' * power(3, j.failures), interval '10 minutes')
    end
  where j.id = job.id;
  if job.failures = 9 then
    update public.bulk_jobs j set state = 'stopped', stopped_because = 'failing', ended_at = now() where j.id = job.id;
    insert into public.audit_log (action, details)
    values ('bulk.stopped', jsonb_build_object(
      'job', job.id, 'kind', job.kind, 'clients', job.clients, 'done', job.done, 'because', 'failing'
    ));
  end if;
end
$$;

-- As in 0050. What succeeds ends a row of failures.
create or replace function nutmeg.carry_out_bulk(job_id uuid, decisions jsonb) returns void
  language plpgsql
  as $$
declare
  job public.bulk_jobs;
  one record;
  why text;
  left_out_now int := 0;
begin
  select j.* into job from public.bulk_jobs j where j.id = carry_out_bulk.job_id;
  -- The details have one entry of their own for each change; here the job's entry says it.
  perform set_config('nutmeg.in_bulk', 'on', true);
  for one in
    select (d ->> 'client')::uuid as client, d ->> 'reason' as reason,
      array(select jsonb_array_elements_text(coalesce(d -> 'items', '[]'))) as items,
      array(select jsonb_array_elements_text(coalesce(d -> 'lines', '[]'))) as lines
    from jsonb_array_elements(decisions) as d
    -- In the order of ids, as everything that locks several clients.
    order by 1
  loop
    why := one.reason;
    if why is null then
      begin
        perform nutmeg.act_on_client(job, one.client, one.items);
        if job.kind = 'remind' then
          perform nutmeg.ask_for_lines(one.client, (job.options ->> 'year')::int, one.lines);
        end if;
      exception
        when sqlstate 'PT429' then why := 'too_many_letters';
        -- By nutmeg.refuse_merged.
        when insufficient_privilege then why := 'merged';
        when integrity_constraint_violation or data_exception then why := 'refused';
      end;
    end if;
    update public.bulk_job_clients c
    set outcome = case when why is null then 'done' else 'left_out' end, reason = why
    where c.job_id = job.id and c.client_id = one.client;
    left_out_now := left_out_now + case when why is null then 0 else 1 end;
  end loop;
  perform set_config('nutmeg.in_bulk', '', true);
  update public.bulk_jobs j
  set done = j.done + jsonb_array_length(decisions) - left_out_now, left_out = j.left_out + left_out_now,
    failures = 0, try_again_at = null
  where j.id = job.id;
end
$$;
