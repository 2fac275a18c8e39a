-- Letters of bulk jobs don't wait for mails whose recipients are slow.

create index email_queue_sent_idx on public.email_queue (sent_at) where sent_at is not null;

CREATE OR REPLACE FUNCTION nutmeg.claim_bulk_clients(most integer, most_mails integer)
 RETURNS TABLE(job_id uuid, kind text, options jsonb, client_ids uuid[])
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  job public.bulk_jobs;
  tried int;
  last_sent constant timestamptz := coalesce((select max(q.sent_at) from public.email_queue q), '-infinity');
  -- Letters wait while this many mails do, so that other mails are not delayed. A mail that was put off does not count once
  -- another one has been sent since: only its recipient is slow. If none has, the mail server may be down. Ten times as many
  -- may wait at all, since a server that takes some mails an hour puts off the others.
  may_write constant boolean := (
    select count(*) from (
      select from public.email_queue q
      where q.status = 'pending' and not q.urgent and (q.next_attempt_at <= now() or q.created_at > last_sent)
      limit most_mails
    ) as waiting
  ) < most_mails and (
    select count(*) from (
      select from public.email_queue q where q.status = 'pending' and not q.urgent limit 10 * most_mails
    ) as pending
  ) < 10 * most_mails;
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
      where p.user_id = job.created_by and nutmeg.opens_papers(p.role) and not auth.is_banned(u)
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
$function$;
