-- The mails about an appointment, and who gets them. Their text is written by the server (server/mail).

-- Tells the office who wants an appointment. A trigger, so that no app has to do it. Existing apps write the notice
-- themselves right after the appointment (mail_rules), so this one waits a little: theirs replaces it (below).
create function nutmeg.queue_booking_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  notice uuid;
begin
  if nutmeg.staff_inbox() is null then
    return null;
  end if;
  insert into public.email_queue (to_email, subject, body, letter, facts, email_type, next_attempt_at)
  values (
    nutmeg.staff_inbox(), '', '', 'booking_notice',
    jsonb_build_object('appointment_id', new.id, 'name', new.name, 'email', new.email, 'phone', new.phone),
    'appointment', now() + interval '5 seconds'
  )
  returning id into notice;
  update nutmeg.captcha_passes p set notice_id = notice where p.subject_id = new.id;
  return null;
end
$$;

-- Only for callers: when the office books, or a time is booked right away, the trigger below tells the office.
create trigger appointments_noticed after insert on public.appointments
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.queue_booking_notice();

-- One booking, one notice. A notice that an app writes replaces the queued one; if that one was sent already, or is
-- being sent, the app's is not sent.
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

-- Queues a letter about an appointment. Unless it is useful afterwards, it is not sent once the time has come.
create function nutmeg.write_appointment_letter(
  a public.appointments, to_email text, letter text, more jsonb default '{}', useful_after boolean default false
) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  facts constant jsonb := more || jsonb_build_object(
    'appointment_id', a.id, 'name', a.name, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'sequence', a.sequence
  );
  written uuid;
begin
  if public.is_staff() then
    written := nutmeg.write_staff_letter(to_email, letter, facts);
  else
    written := nutmeg.write_letter(to_email, letter, facts);
  end if;
  if not useful_after then
    update public.email_queue q set expires_at = a.starts_at where q.id = written;
  end if;
end
$$;

-- Letters about the former time that still wait, because a mail server was down, would arrive after the current one and
-- mislead the visitor. A letter that is being sent right now is still recorded as sent.
create function nutmeg.drop_superseded_letters(a public.appointments) returns void
  language sql
  as $$
  update public.email_queue q set status = 'dismissed', body = '', text_body = '', facts = '{}'
  where q.status = 'pending' and q.recipient = lower(btrim(a.email)) and q.facts ->> 'appointment_id' = a.id::text
    and q.letter not in ('appointment_notice', 'booking_notice')
$$;

-- Notifies the visitor of changes, and the office of the visitor's actions. A trigger, so that every way to change
-- an appointment sends its letters.
create function nutmeg.queue_appointment_mail() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  what text := case
    when new.starts_at is null or new.starts_at < now() then null
    when new.status = 'cancelled' and old.status <> 'cancelled' and old.starts_at is not null then 'cancelled'
    when new.status in ('cancelled', 'done') then null
    when old.starts_at is null or old.status = 'cancelled' then 'booked'
    when new.starts_at <> old.starts_at then 'moved'
  end;
  was jsonb := case when what = 'moved' then jsonb_build_object('was', old.starts_at) else '{}' end;
begin
  if what is null then
    return null;
  end if;
  if new.email is not null then
    perform nutmeg.drop_superseded_letters(new);
    perform nutmeg.write_appointment_letter(
      new, new.email, 'appointment_' || what, was, useful_after => what = 'cancelled'
    );
  end if;
  if not coalesce(public.is_staff(), false) and nutmeg.staff_inbox() is not null then
    perform nutmeg.write_appointment_letter(
      new, nutmeg.staff_inbox(), 'appointment_notice', was || jsonb_build_object('what', what), useful_after => true
    );
  end if;
  return null;
end
$$;

create trigger appointments_told after update on public.appointments
  for each row execute function nutmeg.queue_appointment_mail();

-- Reminds the day before, unless the time was chosen within that day. Several servers may run it at once: the one that
-- marks an appointment sends its reminder.
create function nutmeg.remind_of_appointments() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  due public.appointments;
begin
  for due in
    update public.appointments a set reminded_at = now()
    where a.id in (
      select d.id from public.appointments d
      where d.status = 'confirmed' and d.reminded_at is null
        and d.starts_at > now() and d.starts_at <= now() + interval '24 hours'
        and d.chosen_at < d.starts_at - interval '24 hours'
      for update skip locked
    )
    returning a.*
  loop
    if due.email is not null then
      perform nutmeg.write_appointment_letter(due, due.email, 'appointment_reminder');
    end if;
    perform nutmeg.write_text(nutmeg.text_number(due.phone), 'appointment_reminder', '{}', due.language);
  end loop;
end
$$;
