-- After a lost answer, visitors may correct what they typed before they try again.

-- The appointment as the visitor has corrected it, with a letter to the right address; null if nothing changed. Like the
-- first letter, it takes a fresh pass.
create function nutmeg.correct_appointment(booked public.appointments, pass jsonb, visitor jsonb)
  returns public.appointments
  language plpgsql
  set search_path to ''
  as $$
declare
  typed constant public.appointments := jsonb_populate_record(booked, visitor);
  corrected public.appointments;
begin
  if visitor is null or booked.status not in ('pending', 'confirmed') or booked.email_proven_at is not null
    or (typed.name, typed.phone, typed.email) is not distinct from (booked.name, booked.phone, booked.email)
    or not coalesce(nutmeg.spend_captcha_pass(pass, 'appointment', booked.id), false) then
    return null;
  end if;
  perform nutmeg.drop_superseded_letters(booked);
  update public.appointments a set name = typed.name, phone = typed.phone, email = typed.email
  where a.id = booked.id returning * into corrected;
  if corrected.starts_at is null then
    perform nutmeg.queue_booking_notice(corrected);
    return corrected;
  end if;
  perform nutmeg.limit_open_appointments(corrected);
  if corrected.email is not null then
    perform nutmeg.write_appointment_letter(corrected, corrected.email, 'appointment_booked');
  end if;
  return corrected;
end
$$;

-- As in 0030, but a repeated request corrects who the appointment is for. The visitor didn't see the answer, so the time that
-- they choose then counts, too.
CREATE OR REPLACE FUNCTION nutmeg.book_appointment(request uuid, pass jsonb, visitor jsonb, new_start timestamp with time zone, elsewhere boolean)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booked public.appointments;
  corrected public.appointments;
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
    select booked.id, v.name, v.email, v.phone, v.service, v.preferred_date, v.preferred_time, v.message, v.note, v.language
    from jsonb_populate_record(null::public.appointments, visitor) as v
    returning * into booked;
    if new_start is null then
      perform nutmeg.queue_booking_notice(booked);
    end if;
  else
    corrected := nutmeg.correct_appointment(booked, pass, visitor);
    booked := coalesce(corrected, booked);
  end if;
  if (new_start is null and not elsewhere) or (booked.starts_at = new_start and booked.status = 'confirmed') then
    return booked;
  end if;
  if booked.starts_at is not null and corrected.id is not null then
    return nutmeg.move_time(booked.id, new_start);
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
