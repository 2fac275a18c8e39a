-- Texts beside two mails: the reminder of an appointment, and the invitation of a client without a login.

-- As before, and with a text if the number of the appointment may get one.
create or replace function nutmeg.remind_of_appointments() returns void
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
