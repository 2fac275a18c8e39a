-- For existing apps only: they insert an appointment with a captcha pass, write the notice to the office themselves, and
-- confirm the appointment when an outside calendar has given it a time. Our own pages make one call (0030_calendar). When no
-- app does this any more, a migration can take back all that is here.

alter table nutmeg.captcha_passes
  -- Whether the app has written the notice of the row.
  add column office_told boolean not null default false,
  -- The notice that the database has queued.
  add column notice_id uuid;

-- The server and its functions set the owner themselves.
create function nutmeg.set_appointment_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not nutmeg.mfa_pending() then
    new.user_id := auth.uid();
  end if;
  return new;
end
$$;

create trigger appointments_owned before insert on public.appointments
  for each row when (current_user = 'authenticated') execute function nutmeg.set_appointment_owner();

create function nutmeg.check_appointment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_blank(new.name) then
    raise exception 'Full name is required' using errcode = '23514', detail = 'full_name_required';
  elsif nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'us_numbers_only';
  elsif not nutmeg.is_email(new.email) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email_format';
  end if;
  return new;
end
$$;

-- Not what an import brings, or the office's own programs: it stays as it was written then. What our own pages send,
-- server/functions/calendar.ts has checked.
create trigger appointments_checked before insert or update of name, email, phone on public.appointments
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.check_appointment();

grant select on public.appointments to anon;

-- Not the id: with an id of the visitor's choice a pass could be spent on an existing row.
grant insert (
  name, email, phone, service, preferred_date, preferred_time, message, status, calendly_completed, note, language
) on public.appointments to anon, authenticated;

grant update (status, calendly_completed) on public.appointments to anon, authenticated;

-- Spending must come last: it happens only if everything else is right.
create policy "visitor: book with a pass" on public.appointments for insert to anon, authenticated
  with check (status = 'pending' and not calendly_completed and nutmeg.spend_current_captcha_pass('appointment', id));

create policy "visitor: see what the pass wrote" on public.appointments for select to anon, authenticated
  using (id = (select nutmeg.captcha_pass_row('appointment')));

-- Once.
create policy "visitor: confirm what the pass wrote" on public.appointments for update to anon, authenticated
  using (
    status in ('pending', 'confirmed') and not calendly_completed
    and id = (select nutmeg.captcha_pass_row('appointment'))
  )
  with check (status = 'confirmed' and calendly_completed);

-- Tells the office, so that no app has to. An app that writes the notice does it right after the appointment, so this one
-- waits five seconds: the app's replaces it (below).
create function nutmeg.queue_replaceable_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  notice constant uuid := nutmeg.queue_booking_notice(new, interval '5 seconds');
begin
  update nutmeg.captcha_passes p set notice_id = notice where p.subject_id = new.id;
  return null;
end
$$;

create trigger appointments_noticed after insert on public.appointments
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.queue_replaceable_notice();

-- The notice of a booking to the office: the only mail that a visitor may write, once for each appointment.
-- Subject and body are the visitor's own, so they become facts of a letter, which the server sanitizes when it writes it
-- out (server/mail/letters/visitor-notice.ts). They can't leave the office as they are.
create function nutmeg.accept_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- The app knows the address that the office publishes, or has published when the app was opened; the office may read
  -- another one.
  if lower(new.to_email) = lower(nutmeg.staff_inbox())
    or exists (select from public.office_settings s where lower(s.staff_inbox) = lower(new.to_email)) then
    new.to_email := nutmeg.staff_inbox();
  end if;
  new.letter := 'visitor_notice';
  new.facts := jsonb_build_object('subject', new.subject, 'html', new.body);
  new.body := '';
  return new;
end
$$;

create trigger email_queue_notice before insert on public.email_queue
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.accept_notice();

-- True once for the appointment that the presented pass wrote. The call of our own pages has told the office itself.
create function nutmeg.claim_visitor_notice() returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update nutmeg.captcha_passes p set office_told = true
  where p.id = (nutmeg.current_captcha_pass() ->> 'id')::uuid and p.action = 'appointment' and p.subject_id is not null
    and p.request_id is null and p.spent_at > now() - interval '24 hours' and not p.office_told;
  return found or nutmeg.captcha_is_off();
end
$$;

grant execute on function nutmeg.claim_visitor_notice(), nutmeg.staff_inbox() to anon, authenticated;

-- Write only: links in mails open accounts.
grant insert (to_email, subject, body, email_type, status) on public.email_queue to anon, authenticated;

create policy "visitor: queue a notice of the own appointment" on public.email_queue for insert to anon, authenticated
  with check (
    to_email = nutmeg.staff_inbox() and email_type = 'appointment' and status = 'pending'
    and subject like 'New Appointment Booked: _%' and char_length(subject) <= 250
    and char_length(facts ->> 'html') between 1 and 10000
    and nutmeg.claim_visitor_notice()
  );

-- One booking, one notice. The app's replaces the queued one; if that one was sent already, or is being sent, the app's is
-- not sent.
create function nutmeg.replace_queued_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  queued constant uuid := (
    select p.notice_id from nutmeg.captcha_passes p where p.id = (nutmeg.current_captcha_pass() ->> 'id')::uuid
  );
begin
  if queued is null then
    return null;
  end if;
  delete from public.email_queue q where q.id = queued and q.status = 'pending' and q.attempts = 0;
  if not found then
    update public.email_queue q set status = 'dismissed', body = '', text_body = '', facts = '{}' where q.id = new.id;
  end if;
  return null;
end
$$;

create trigger email_queue_one_notice after insert on public.email_queue
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.replace_queued_notice();
