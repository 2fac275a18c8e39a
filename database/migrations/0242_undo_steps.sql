-- Staff take back their last step before anyone is mailed about it.

-- Puts the return back as it was, and takes away what the step caused: its event, its mails, and the tasks of the rules. The
-- mail worker locks a mail before it takes it, as this does: either the step is undone, or the mail is sent.
create function public.undo_return_step(return_id uuid, undone_status text) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  present public.tax_returns;
  former public.tax_returns;
  step nutmeg.undoable_steps;
begin
  perform nutmeg.require_staff();
  select * into present from public.tax_returns r where r.id = undo_return_step.return_id for update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  select s.* into step
  from (
    select e.id from public.tax_return_events e where e.return_id = present.id order by e.id desc limit 1
  ) last join nutmeg.undoable_steps s on s.event_id = last.id
  where present.status = undone_status and s.taken_at > now() - interval '1 minute';
  if not found then
    raise exception 'This step can’t be undone anymore' using errcode = '23514';
  end if;
  perform from public.email_queue q where q.id = any (step.mail_ids) order by q.id for update;
  if (
    select count(*) from public.email_queue q where q.id = any (step.mail_ids) and q.status = 'pending' and q.attempts = 0
  ) < cardinality(step.mail_ids) then
    raise exception 'The email is on its way already, so this step can’t be undone' using errcode = '23514';
  end if;
  delete from public.email_queue q where q.id = any (step.mail_ids);
  delete from public.tax_return_events e where e.id = step.event_id;
  -- Without the triggers that follow a step: the return is again as old as it was.
  perform set_config('nutmeg.merging', 'on', true);
  former := jsonb_populate_record(null::public.tax_returns, step.before);
  update public.tax_returns r set
    status = former.status, document_id = former.document_id, document_sha256 = former.document_sha256,
    approved_at = former.approved_at, approved_name = former.approved_name, approved_address = former.approved_address,
    approved_sha256 = former.approved_sha256, updated_at = former.updated_at
  where r.id = present.id returning * into former;
  -- Everything of a transaction has one time.
  delete from public.tasks t where t.return_id = present.id and t.kind = undone_status and t.created_at = step.taken_at;
  update public.tasks t set done_at = now()
  where t.return_id = present.id and t.kind = undone_status and t.done_at is null;
  update public.tasks t set done_at = null
  where t.done_at = step.taken_at and t.done_by is null and t.kind <> 'manual' and (
    t.return_id = present.id or t.client_id = present.user_id and t.year = present.year and t.return_id is null
  );
  perform set_config('nutmeg.merging', '', true);
  perform nutmeg.record_act('return.step_undone', present.user_id, jsonb_build_object(
    'return', present.id, 'from', undone_status, 'to', former.status
  ));
  return former;
end
$$;

-- The people who would get a letter to a client, for its preview.
create function public.letter_readers(client_id uuid) returns table (email text, first_name text, language text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select r.email, r.first_name, r.language
    from nutmeg.readers_of_client(letter_readers.client_id) r
    order by r.user_id <> letter_readers.client_id, r.user_id;
end
$$;

revoke execute on function public.undo_return_step(uuid, text), public.letter_readers(uuid) from public;
grant execute on function public.undo_return_step(uuid, text), public.letter_readers(uuid) to authenticated;
