-- The language of the page that an appointment was asked for on, for its letters and its invitation. Null: the app didn't
-- tell, or the office made it.

alter table public.appointments add column language text check (nutmeg.is_language(language));
grant insert (language) on public.appointments to anon, authenticated;

-- `visitor` may have a language. Otherwise unchanged.
create or replace function nutmeg.book_time(pass jsonb, new_start timestamptz, visitor jsonb) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  booked public.appointments;
begin
  perform nutmeg.lock_calendar();
  select a.* into booked
  from nutmeg.captcha_passes p join public.appointments a on a.id = p.subject_id
  where p.id = (pass ->> 'id')::uuid and p.action = 'appointment' and p.spent_at > now() - interval '24 hours'
  for update of a;
  if booked.starts_at = new_start and booked.status = 'confirmed' then
    return booked;
  end if;
  if booked.starts_at is not null or booked.status in ('cancelled', 'done') then
    raise exception 'This appointment is already booked. To change it, use the link in our email, or call us.'
      using errcode = 'PT410';
  end if;
  if booked.id is null then
    if visitor is null then
      raise exception 'the person of the appointment is missing' using errcode = '22023';
    end if;
    booked.id := gen_random_uuid();
    if not coalesce(nutmeg.spend_pass(pass, 'appointment', booked.id), false) then
      raise exception 'captcha pass required' using errcode = '42501';
    end if;
    insert into public.appointments (id, name, email, phone, language)
    values (
      booked.id, visitor ->> 'name', visitor ->> 'email', visitor ->> 'phone', visitor ->> 'language'
    )
    returning * into booked;
  end if;
  perform nutmeg.refuse_hoarding(booked);
  perform nutmeg.refuse_blocked(new_start);
  return nutmeg.take_seat(booked.id, new_start);
end
$$;

-- The language of a mail, asked for when it is sent: what it says, or of the page that caused it, or of the recipient (several
-- clients can share an address). Null for the office's own mailbox and for strangers.
create function nutmeg.language_of_mail(mail public.email_queue) returns text
  language sql stable
  as $$
  select case when mail.recipient is distinct from lower(btrim(nutmeg.staff_inbox())) then coalesce(
    mail.facts ->> 'language',
    (select a.language from public.appointments a where a.id = (mail.facts ->> 'appointment_id')::uuid),
    (select s.language from public.contact_submissions s where s.id = (mail.facts ->> 'message_id')::uuid),
    (
      select p.language from public.user_profiles p where p.email = mail.recipient
      order by p.confirmed desc, p.created_at, p.id limit 1
    )
  ) end
$$;
revoke execute on function nutmeg.language_of_mail(public.email_queue) from public;
