-- Clearer wording of messages that people read. Each function is otherwise unchanged, and `or replace` keeps its grants.

create or replace function nutmeg.require_staff() returns void
  language plpgsql stable
  as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff can do this' using errcode = '42501';
  end if;
end
$$;

-- Queues a letter that staff cause. A stuck key, or a stolen session, must not fill a mailbox: twenty in an hour for
-- each, which is what the mail worker lets through, and more than any case needs. An act that would cause one more is
-- refused as a whole, so that nothing changes without the client being told.
create or replace function nutmeg.write_staff_letter(to_email text, letter text, facts jsonb) returns uuid
  language plpgsql
  as $$
declare
  mailbox text := lower(btrim(to_email));
begin
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.staff_letters ' || mailbox, 0));
  delete from nutmeg.staff_letters l where l.recipient = mailbox and l.written_at <= now() - interval '1 hour';
  if (select count(*) from nutmeg.staff_letters l where l.recipient = mailbox) >= 20 then
    raise exception 'You’ve sent 20 letters in the past hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  insert into nutmeg.staff_letters (recipient) values (mailbox);
  return nutmeg.write_letter(to_email, letter, facts);
end
$$;

-- Sends a failed mail again at once, with all its attempts, to the address that it had. A wrong address is corrected in
-- the profile, since a mail's links are meant for the person that it was written to.
create or replace function public.resend_mail(mail_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  if nutmeg.resend_mails(array[mail_id]) = 0 then
    raise exception 'This email can’t be sent again' using errcode = '23514';
  end if;
end
$$;

create or replace function nutmeg.check_assignee() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.assigned_to is not null and not exists (
    select from public.user_profiles p where p.user_id = new.assigned_to and p.role in ('admin', 'super')
  ) then
    raise exception 'Only staff can be assigned to a message' using errcode = '23514';
  end if;
  return new;
end
$$;

-- Sends an answer. `replies_seen`: how many earlier answers its writer has read. If there are more, a colleague was
-- faster, or the writer's own answer was sent and only the confirmation was lost; it is refused, so that the visitor
-- doesn't get two answers by accident.
create or replace function public.reply_to_message(submission_id uuid, reply text, replies_seen int default null)
  returns public.contact_replies
  language plpgsql security definer set search_path = ''
  as $$
declare
  words text := btrim(reply, E' \t\r\n');
  asked public.contact_submissions;
  earlier jsonb;
  sent public.contact_replies;
begin
  perform nutmeg.require_staff();
  if coalesce(words, '') = '' then
    raise exception 'Write something' using errcode = '23514';
  end if;
  -- Locked, so that two answers at once see each other and their mails form one thread.
  select s.* into asked from public.contact_submissions s
  where s.id = reply_to_message.submission_id for update;
  if asked.id is null then
    raise exception 'There is no such message' using errcode = '23514';
  end if;
  select coalesce(jsonb_agg(r.mail_id order by r.sent_at), '[]') into earlier
  from public.contact_replies r where r.submission_id = asked.id;
  if jsonb_array_length(earlier) > replies_seen then
    raise exception 'Someone has already answered this message' using errcode = 'PT409';
  end if;
  insert into public.contact_replies (submission_id, body, mail_id)
  values (asked.id, words, nutmeg.write_staff_letter(asked.email, 'contact_reply', jsonb_build_object(
    'message_id', asked.id, 'name', asked.name, 'subject', asked.subject, 'message', asked.message,
    'asked_at', asked.created_at, 'reply', words, 'earlier', earlier,
    'signed', (select p.first_name from public.user_profiles p where p.user_id = auth.uid())
  )))
  returning * into sent;
  update public.contact_submissions s
  set status = 'answered', assigned_to = coalesce(s.assigned_to, auth.uid())
  where s.id = asked.id;
  return sent;
end
$$;

-- Takes a return one step further. The step to the review names a file of the client; its bytes are what is approved.
-- The client is mailed unless staff say otherwise.
drop function public.step_return(uuid, text, text, uuid);
create function public.step_return(
  return_id uuid, new_status text, note text default null, review_document_id uuid default null,
  email_client boolean default true
) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  before public.tax_returns;
  after public.tax_returns;
  hash text;
begin
  perform nutmeg.require_staff();
  select * into before from public.tax_returns r where r.id = return_id for update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  if nutmeg.is_deleted_client(before.user_id) then
    raise exception 'This client was deleted' using errcode = '42501';
  end if;
  if not exists (
    select from nutmeg.return_steps s
    where s.from_status = before.status and s.to_status = new_status and s.taken_by = 'staff'
  ) then
    raise exception 'A return cannot go from "%" to "%"', before.status, new_status using errcode = '23514';
  end if;
  if new_status = 'ready_for_review' then
    hash := nutmeg.current_sha256(review_document_id, before.user_id);
    if hash is null then
      raise exception 'Choose the file for the client to review' using errcode = '23514';
    end if;
    update public.tax_returns r set status = new_status, document_id = review_document_id, document_sha256 = hash
    where r.id = before.id returning * into after;
  elsif new_status = 'in_preparation' then
    -- The file for review and the approval are withdrawn; a fee that was paid stays paid.
    update public.tax_returns r set status = new_status, document_id = null, document_sha256 = null,
      approved_at = null, approved_name = null, approved_address = null, approved_sha256 = null
    where r.id = before.id returning * into after;
  else
    if new_status = 'e_filed' then
      if before.paid_at is null then
        raise exception 'The fee has not been paid yet' using errcode = '23514';
      end if;
      if before.approved_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id)
        or before.approved_sha256 is null then
        raise exception 'This isn’t the file the client approved' using errcode = '23514';
      end if;
    end if;
    update public.tax_returns r set status = new_status where r.id = before.id returning * into after;
  end if;
  perform nutmeg.note_return_step(after, before.status, nutmeg.role_of_caller(), note, email_client, before);
  return after;
end
$$;
revoke execute on function public.step_return(uuid, text, text, uuid, boolean) from public;
grant execute on function public.step_return(uuid, text, text, uuid, boolean) to authenticated;

-- The client's approval, for exactly the bytes that they have seen. No one can approve for another person.
create or replace function public.approve_return(return_id uuid, signature text, seen_sha256 text) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  before public.tax_returns;
  after public.tax_returns;
  typed text := btrim(signature);
begin
  select * into before from public.tax_returns r
  where r.id = return_id and r.user_id = auth.uid() and not nutmeg.owes_second_step() for update;
  if not found then
    raise exception 'No such return of yours' using errcode = '42501';
  end if;
  if before.status <> 'ready_for_review' then
    raise exception 'This return is not ready for review' using errcode = '23514';
  end if;
  if typed is null or char_length(typed) > 200 or typed !~ '[[:alpha:]].*[[:alpha:]]' then
    raise exception 'Please type your name' using errcode = '23514';
  end if;
  if seen_sha256 is distinct from before.document_sha256
    or before.document_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id) then
    raise exception 'The file has changed since you opened it. Please read it again.' using errcode = '23514';
  end if;
  update public.tax_returns r set status = 'approved', approved_at = now(), approved_name = typed,
    approved_address = nullif(current_setting('request.address', true), '')::inet,
    approved_sha256 = before.document_sha256
  where r.id = before.id returning * into after;
  perform nutmeg.note_return_step(after, before.status, 'client', null);
  if nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'return_approved', jsonb_build_object(
      'client_id', p.user_id, 'client_name', concat_ws(' ', p.first_name, p.last_name), 'year', after.year
    )) from public.user_profiles p where p.user_id = after.user_id;
  end if;
  return after;
end
$$;

-- Reveals one sensitive answer to staff and records the access first. The function returns only which answer was
-- asked for, as JSON: {"form_id", "field"}. The server opens the seal and responds with the answer itself
-- (server/rest/tables). The type is text because the answer that the client gets is one.
create or replace function public.reveal_tax_answer(form_id uuid, field text) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  form public.tax_forms;
begin
  if not public.is_staff() then
    raise exception 'Only staff can see this' using errcode = '42501';
  end if;
  if field is null or field !~ '^(ssn|spouseSSN|businessEin|routingNumber|accountNumber|dependents\.(0|[1-9][0-9]?)\.ssn)$' then
    raise exception 'Not a sensitive answer' using errcode = '22023';
  end if;
  select * into form from public.tax_forms f where f.id = reveal_tax_answer.form_id;
  if form.form_data #>> string_to_array(field, '.') is null then
    raise exception 'There is no such answer' using errcode = 'P0002';
  end if;
  -- More than a person can copy by hand; far less than a stolen session would want.
  if (
    select count(*) from public.audit_log l
    where l.actor_id = auth.uid() and l.action = 'tax_form.revealed' and l.at > now() - interval '1 hour'
  ) >= 300 then
    raise exception 'You’ve viewed a lot of numbers in the past hour. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.audit_log (actor_id, action, subject_id, details, address)
  values (
    auth.uid(), 'tax_form.revealed', form.user_id,
    jsonb_build_object('form', form.id, 'year', form.year, 'field', field),
    nullif(current_setting('request.address', true), '')::inet
  );
  return jsonb_build_object('form_id', form.id, 'field', field)::text;
end
$$;

-- The client's answer to one item: these files, or that there is none and why, or nothing yet.
create or replace function public.answer_checklist_item(
  list_year int, list_item text, new_state text, document_ids uuid[] default '{}', why text default null
) returns public.checklist_items
  language plpgsql security definer set search_path = ''
  as $$
declare
  answered public.checklist_items;
  wanted uuid[] := (select coalesce(array_agg(distinct d), '{}') from unnest(document_ids) as d);
begin
  if auth.uid() is null or nutmeg.owes_second_step() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if new_state is null or new_state not in ('open', 'sent', 'not_available') then
    raise exception 'An item can be sent, not available or open' using errcode = '23514';
  end if;
  if new_state = 'sent' and cardinality(wanted) = 0 then
    raise exception 'Choose at least one file' using errcode = '23514';
  end if;
  if new_state = 'not_available' and coalesce(btrim(why), '') = '' then
    raise exception 'Please tell us why you don’t have it' using errcode = '23514';
  end if;
  if (select count(*) from public.file_uploads f where f.id = any(wanted) and f.user_id = auth.uid())
    <> cardinality(wanted) then
    raise exception 'A file was not found' using errcode = '42501';
  end if;
  -- Only staff add requests; the client's answer updates the row.
  if list_item like 'asked:%' and not exists (
    select from public.checklist_items i where i.user_id = auth.uid() and i.year = list_year and i.item = list_item
  ) then
    raise exception 'No one has asked for this document' using errcode = '23514';
  end if;
  -- No real list is this long; a client must not fill the database with answers to things that were not asked for.
  if (select count(*) from public.checklist_items i where i.user_id = auth.uid()) >= 2000
    and not exists (
      select from public.checklist_items i where i.user_id = auth.uid() and i.year = list_year and i.item = list_item
    ) then
    raise exception 'Your list is full. Please call us.' using errcode = '23514';
  end if;
  insert into public.checklist_items as i (user_id, year, item, title, state, reason, updated_by)
  values (
    auth.uid(), list_year, list_item,
    (select o.title from public.checklist_items o
     where o.user_id = auth.uid() and o.year = list_year and o.item = list_item),
    new_state, case when new_state = 'not_available' then btrim(why) end, auth.uid()
  )
  on conflict (user_id, year, item) do update set
    state = excluded.state, reason = excluded.reason, updated_by = excluded.updated_by
    -- A confirmed item can't be changed.
    where i.state <> 'confirmed'
  returning * into answered;
  if not found then
    raise exception 'Our office has already confirmed this' using errcode = '23514';
  end if;
  delete from public.checklist_documents d where d.item_id = answered.id and d.document_id <> all(wanted);
  insert into public.checklist_documents (item_id, document_id, user_id)
  select answered.id, d, auth.uid() from unnest(wanted) as d
  on conflict do nothing;
  return answered;
end
$$;

create or replace function public.send_client_letter(
  client_id uuid, letter_template text, letter_items text[] default '{}', staff_note text default null
) returns public.client_letters
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent public.client_letters;
begin
  perform nutmeg.require_staff();
  if letter_template = 'document_request' and cardinality(letter_items) = 0 then
    raise exception 'Name the documents you need' using errcode = '23514';
  end if;
  -- Checked here, since the letter is written out only after staff have read that it was sent.
  if exists (
    select from unnest(letter_items) as i
    where i is null or btrim(i) = '' or char_length(i) > 200
  ) then
    raise exception 'Each document needs a name of 1 to 200 characters' using errcode = '23514';
  end if;
  if letter_template = 'message' and coalesce(btrim(staff_note), '') = '' then
    raise exception 'Write something' using errcode = '23514';
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
  perform nutmeg.write_staff_letter(p.email, letter_template, jsonb_build_object(
    'first_name', p.first_name, 'items', to_jsonb(sent.items), 'note', sent.note
  ))
  from public.user_profiles p where p.user_id = client_id;
  return sent;
end
$$;
