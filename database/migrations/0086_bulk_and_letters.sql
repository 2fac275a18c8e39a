-- A bulk job that fails holds up no other job, and a client that fails holds up no other client of its job. Each document that
-- a letter asks for is a line of the client's list.

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

-- The lines of the list that a letter names, and then the other documents of it, which get a line of their own: once for each
-- name. Who asks for it again, also in another case of its letters, asks for the same line.
create function nutmeg.ask_for_documents(client uuid, of_year int, lines text[], documents text[]) returns void
  language plpgsql
  as $$
begin
  perform nutmeg.ask_for_lines(client, of_year, lines);
  insert into public.checklist_items as i (user_id, year, item, title, updated_by)
  select client, of_year, coalesce(known.item, 'asked:' || encode(sha256(convert_to(typed.name, 'UTF8')), 'hex')),
    coalesce(known.title, typed.title), auth.uid()
  from (
    select distinct on (lower(btrim(d))) lower(btrim(d)) as name, btrim(d) as title
    from unnest(documents[cardinality(lines) + 1:]) as d
  ) as typed
  left join lateral (
    select o.item, o.title from public.checklist_items o
    where o.user_id = client and o.year = of_year and lower(btrim(o.title)) = typed.name
    order by o.updated_at desc limit 1
  ) as known on true
  order by 3
  on conflict (user_id, year, item) do update set state = 'asked_again', updated_by = excluded.updated_by;
end
$$;

-- As in 0058, but the documents that are no lines yet become lines of the year's list, or of this year's.
create or replace function public.send_client_letter(
  client_id uuid, letter_template text, letter_items text[] default '{}', staff_note text default null,
  -- The lines of the client's list that a request for documents names: its first items.
  list_year int default null, list_items text[] default '{}'
) returns public.client_letters
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent public.client_letters;
begin
  perform nutmeg.require_staff();
  if letter_template = 'document_request' and cardinality(letter_items) = 0 then
    raise exception 'Name the documents you need' using errcode = '23514', detail = 'documents_not_named';
  end if;
  if cardinality(list_items) > cardinality(letter_items) or letter_template <> 'document_request' and list_items <> '{}' then
    raise exception 'The letter names other documents' using errcode = '23514';
  end if;
  -- Checked here, since the letter is written out only after staff have read that it was sent.
  if exists (
    select from unnest(letter_items) as i
    where i is null or btrim(i) = '' or char_length(i) > 200
  ) then
    raise exception 'Each document needs a name of 1 to 200 characters'
      using errcode = '23514', detail = 'document_name_length';
  end if;
  if letter_template = 'message' and coalesce(btrim(staff_note), '') = '' then
    raise exception 'Write something' using errcode = '23514', detail = 'nothing_written';
  end if;
  if exists (select from public.user_profiles p where p.user_id = client_id)
    and not exists (select from nutmeg.readers_of_client(client_id)) then
    raise exception 'This client has no email address' using errcode = '23514';
  end if;
  insert into public.client_letters (user_id, template, items, note, sent_by, sent_by_name)
  values (
    client_id, letter_template, letter_items, nullif(btrim(staff_note), ''), auth.uid(),
    coalesce((
      select nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')
      from public.user_profiles s where s.user_id = auth.uid()
    ), '')
  )
  returning * into sent;
  perform nutmeg.write_to_client(client_id, letter_template, jsonb_build_object(
    'items', to_jsonb(sent.items), 'note', sent.note, 'return_id', nutmeg.return_of_letter(client_id, letter_template)
  ));
  if letter_template = 'document_request' then
    perform nutmeg.ask_for_documents(client_id, coalesce(list_year, nutmeg.office_year()), list_items, letter_items);
  end if;
  return sent;
end
$$;

-- As in 0050, but a letter names the documents that were decided for the client.
create or replace function nutmeg.act_on_client(job public.bulk_jobs, client uuid, items text[]) returns void
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
        -- A server of the release before decides no documents.
        coalesce(nullif(items, '{}'), array(select jsonb_array_elements_text(coalesce(o -> 'items', '[]')))),
        o ->> 'note'
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

-- As in 0050. What succeeds ends a row of failures, and all documents of a letter are lines.
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
        if one.items <> '{}' then
          perform nutmeg.ask_for_documents(
            one.client, coalesce((job.options ->> 'year')::int, nutmeg.office_year()), one.lines, one.items
          );
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
