-- What is told about an appointment's time, and to whom: the words are the server's (server/mail).

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
revoke execute on function nutmeg.write_appointment_letter(public.appointments, text, text, jsonb, boolean) from public;

-- Letters about the former time that still wait, because a mail server was down, would arrive after the current one and
-- mislead the visitor. A letter that is being sent right now is still recorded as sent.
create function nutmeg.drop_overtaken_letters(a public.appointments) returns void
  language sql
  as $$
  update public.email_queue q set status = 'dismissed', body = '', text_body = '', facts = '{}'
  where q.status = 'pending' and q.recipient = lower(btrim(a.email)) and q.facts ->> 'appointment_id' = a.id::text
    and q.letter <> 'appointment_notice'
$$;
revoke execute on function nutmeg.drop_overtaken_letters(public.appointments) from public;

-- Tells the visitor what became of the time, and the office what the visitor did. A trigger, so that every way to change
-- an appointment sends its letters.
create function nutmeg.tell_of_appointment() returns trigger
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
    perform nutmeg.drop_overtaken_letters(new);
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
  for each row execute function nutmeg.tell_of_appointment();

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
  end loop;
end
$$;
revoke execute on function nutmeg.remind_of_appointments() from public;
