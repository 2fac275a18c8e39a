-- After a lost answer, visitors may correct what they typed before they try again.

-- As in 0030, but a repeated request corrects an appointment that waits for its time. One that has its time is refused: a
-- letter with a link to change it went to the address that was typed first.
CREATE OR REPLACE FUNCTION nutmeg.book_appointment(request uuid, pass jsonb, visitor jsonb, new_start timestamp with time zone, elsewhere boolean)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booked public.appointments;
  typed constant public.appointments := jsonb_populate_record(null::public.appointments, visitor);
begin
  -- Also for what takes no seat: the same request may come twice at once.
  perform nutmeg.lock_calendar();
  select a.* into booked
  from nutmeg.captcha_passes p join public.appointments a on a.id = p.subject_id
  where p.action = 'appointment' and p.spent_at > now() - interval '24 hours'
    and (p.request_id = request or request is null and p.id = (pass ->> 'id')::uuid)
  for update of a;
  if booked.id is null then
    if visitor is null then
      raise exception 'the person of the appointment is missing' using errcode = '22023';
    end if;
    booked.id := gen_random_uuid();
    if not coalesce(nutmeg.spend_captcha_pass(pass, 'appointment', booked.id), false) then
      raise exception 'captcha pass required' using errcode = '42501';
    end if;
    -- Also without the page's id: what has one has told the office.
    update nutmeg.captcha_passes p set request_id = coalesce(request, gen_random_uuid())
    where p.id = (pass ->> 'id')::uuid;
    insert into public.appointments (
      id, name, email, phone, service, preferred_date, preferred_time, message, note, language
    )
    values (
      booked.id, typed.name, typed.email, typed.phone, typed.service, typed.preferred_date, typed.preferred_time,
      typed.message, typed.note, typed.language
    )
    returning * into booked;
    if new_start is null then
      perform nutmeg.queue_booking_notice(booked);
    end if;
  -- With a fresh pass, like the first one: otherwise someone could write to the office many times.
  elsif (typed.name, typed.email, typed.phone, typed.note, typed.language)
      is distinct from (booked.name, booked.email, booked.phone, booked.note, booked.language)
    and visitor is not null and coalesce(nutmeg.spend_captcha_pass(pass, 'appointment', booked.id), false) then
    if booked.status <> 'pending' or booked.email_proven_at is not null then
      raise exception 'This appointment is already booked. To change it, use the link in our email, or call us.'
        using errcode = 'PT410', detail = 'booked_already';
    end if;
    update public.appointments a set name = typed.name, email = typed.email, phone = typed.phone, note = typed.note,
      language = typed.language
    where a.id = booked.id returning * into booked;
    perform nutmeg.queue_booking_notice(booked);
  end if;
  if (new_start is null and not elsewhere) or (booked.starts_at = new_start and booked.status = 'confirmed') then
    return booked;
  end if;
  if booked.starts_at is not null or booked.status in ('cancelled', 'done') then
    raise exception 'This appointment is already booked. To change it, use the link in our email, or call us.'
      using errcode = 'PT410', detail = 'booked_already';
  end if;
  update public.appointments a set status = 'confirmed', calendly_completed = true
  where a.id = booked.id
  returning * into booked;
  if elsewhere then
    return booked;
  end if;
  perform nutmeg.limit_open_appointments(booked);
  perform nutmeg.reject_blocked_time(new_start);
  return nutmeg.take_seat(booked.id, new_start);
end
$function$;
