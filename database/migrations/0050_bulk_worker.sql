-- The server's side of bulk jobs (server/bulk): a few clients in each transaction, so that a server that dies has done all of
-- them or none, and no client twice.

-- Takes the next clients of a job, and locks the job: one server works on it at a time, and a stop waits for the transaction.
-- No rows: nothing to do, or nothing may be done right now. Everything else in the transaction is done in the starter's name.
create function nutmeg.claim_bulk_clients(most int, most_mails int)
  returns table (job_id uuid, kind text, options jsonb, client_ids uuid[])
  language plpgsql
  as $$
#variable_conflict use_column
declare
  job public.bulk_jobs;
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
    client_ids := array(
      select c.client_id from public.bulk_job_clients c
      where c.job_id = job.id and c.outcome is null
      order by c.position limit most
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

-- A letter by template in the caller's name, like public.send_client_letter.
create function nutmeg.write_bulk_letter(client uuid, template text, items text[], note text) returns void
  language plpgsql
  as $$
begin
  insert into public.client_letters (user_id, template, items, note, sent_by, sent_by_name)
  values (client, template, items, nullif(btrim(note), ''), auth.uid(), coalesce(nutmeg.staff_name(auth.uid()), ''));
  perform nutmeg.write_to_client(client, template, jsonb_build_object(
    'items', to_jsonb(items), 'note', nullif(btrim(note), ''), 'return_id', nutmeg.return_of_letter(client, template)
  ));
end
$$;

-- Does what the job is about to one client, with one entry in the record.
create function nutmeg.act_on_client(job public.bulk_jobs, client uuid, items text[]) returns void
  language plpgsql
  as $$
declare
  o constant jsonb := job.options;
  about jsonb := jsonb_build_object('job', job.id);
begin
  case job.kind
    when 'remind' then
      perform nutmeg.write_bulk_letter(client, 'document_request', items, o ->> 'note');
    when 'letter' then
      perform nutmeg.write_bulk_letter(
        client, o ->> 'template',
        array(select jsonb_array_elements_text(coalesce(o -> 'items', '[]'))), o ->> 'note'
      );
      about := about || jsonb_build_object('template', o -> 'template');
    when 'assign' then
      insert into public.client_details as d (client_id, preparer_id) values (client, (o ->> 'person')::uuid)
      on conflict (client_id) do update set preparer_id = excluded.preparer_id;
      about := about || jsonb_build_object('to', o -> 'person');
    when 'tag' then
      if (o ->> 'remove')::boolean then
        update public.client_details d set tags = array_remove(d.tags, btrim(o ->> 'tag')) where d.client_id = client;
      else
        insert into public.client_details as d (client_id, tags) values (client, array[btrim(o ->> 'tag')])
        on conflict (client_id) do update set tags = d.tags || excluded.tags
          where not d.tags @> excluded.tags;
      end if;
      about := about || jsonb_build_object('removed', o -> 'remove');
    when 'task' then
      insert into public.tasks (title, due_on, client_id, owner_id)
      values (btrim(o ->> 'title'), (o ->> 'due_on')::date, client, coalesce(
        case when o ->> 'owner' = 'preparer' then nutmeg.if_staff(
          (select d.preparer_id from public.client_details d where d.client_id = client)
        ) end,
        auth.uid()
      ));
    when 'archive' then
      insert into public.client_details as d (client_id, archived_at)
      values (client, case when (o ->> 'archived')::boolean then now() end)
      on conflict (client_id) do update set archived_at = excluded.archived_at
        -- A merged client comes back when the merge is undone.
        where d.archived_into is null;
      about := about || jsonb_build_object('archived', o -> 'archived');
  end case;
  perform nutmeg.record_act('bulk.' || job.kind, client, about);
end
$$;

-- Carries out what was decided about the clients of a claim: a list of {client, reason} for those left out and
-- {client, items, lines} for the others, with the names and ids of documents to ask for. What the rules of the tables refuse is that client's problem and doesn't stop the others.
create function nutmeg.carry_out_bulk(job_id uuid, decisions jsonb) returns void
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
  set done = j.done + jsonb_array_length(decisions) - left_out_now, left_out = j.left_out + left_out_now
  where j.id = job.id;
end
$$;
