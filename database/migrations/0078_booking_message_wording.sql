-- Clearer wording of messages about appointments. Each function is otherwise unchanged, and `or replace` keeps its grants.

create or replace function nutmeg.refuse_blocked(new_start timestamptz) returns void
  language plpgsql stable set search_path = ''
  as $$
declare
  -- Not in the query, which would compute it for each row.
  new_end timestamptz := new_start + nutmeg.slot_length();
begin
  if exists (
    select from public.calendar_blocks b
    where tstzrange(b.starts_at, b.ends_at) && tstzrange(new_start, new_end)
  ) then
    raise exception 'This time was just taken. Please choose another one.' using errcode = 'PT409';
  end if;
end
$$;

create or replace function nutmeg.take_seat(appointment_id uuid, new_start timestamptz) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  new_end timestamptz := new_start + nutmeg.slot_length();
  zone text := nutmeg.office_zone();
  seats int := nutmeg.calendar_seats();
  held int[];
  taken public.appointments;
begin
  perform nutmeg.lock_calendar();
  select coalesce(array_agg(distinct a.seat), '{}') into held
  from public.appointments a
  where a.id <> appointment_id and a.starts_at is not null and a.status <> 'cancelled'
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(new_start, new_end);
  -- Seats above the present number count too: they were taken when the office had more. If fewer than `seats` are held,
  -- one of the first `seats` is free.
  if cardinality(held) >= seats then
    raise exception 'This time was just taken. Please choose another one.' using errcode = 'PT409';
  end if;
  update public.appointments a
  set starts_at = new_start, ends_at = new_end, chosen_at = now(), reminded_at = null, status = 'confirmed',
    seat = (select min(s) from generate_series(1, seats) as s where s <> all (held)),
    -- For the apps and the lists, which know only these two.
    preferred_date = (new_start at time zone zone)::date,
    preferred_time = to_char(new_start at time zone zone, 'FMHH12:MI AM')
  where a.id = appointment_id
  returning * into taken;
  return taken;
end
$$;

-- The next three acts are for the server only. It has checked that the office offers the time.
create or replace function nutmeg.refuse_if_over(present public.appointments) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if present.starts_at > now() and present.status in ('pending', 'confirmed') then
    return;
  end if;
  raise exception 'This appointment is over or was canceled. Please call us, or book a new one.'
    using errcode = 'PT410';
end
$$;

-- One person must not take all seats: this many future appointments, and more by calling. A person is an email address,
-- or without one a phone number. A made-up one for each request is limited by the network it comes from
-- (server/functions).
create or replace function nutmeg.refuse_hoarding(who public.appointments) returns void
  language plpgsql stable set search_path = ''
  as $$
declare
  enough constant int := 5;
  mailbox constant text := lower(btrim(who.email));
  digits constant text := right(regexp_replace(who.phone, '\D', '', 'g'), 10);
begin
  if (
    select count(*) from public.appointments a
    where a.id <> who.id and a.starts_at > now() and a.status <> 'cancelled'
      and case
        when mailbox is not null then lower(btrim(a.email)) = mailbox
        else a.email is null and right(regexp_replace(a.phone, '\D', '', 'g'), 10) = digits
      end
  ) >= enough then
    raise exception 'You already have % appointments with us. Please call us to book another one.', enough
      using errcode = 'PT429';
  end if;
end
$$;

-- A visitor's choice of a time. The pass is that of the appointment that waits for its time, or a fresh one, which
-- creates the appointment too (`visitor`). A repeated request for the same time, after a lost answer, succeeds again.
-- 42501: no such pass. 22023: `visitor` is missing. PT410: it needs no time any more. PT429: too many appointments.
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
    insert into public.appointments (id, name, email, phone)
    values (booked.id, visitor ->> 'name', visitor ->> 'email', visitor ->> 'phone')
    returning * into booked;
  end if;
  perform nutmeg.refuse_hoarding(booked);
  perform nutmeg.refuse_blocked(new_start);
  return nutmeg.take_seat(booked.id, new_start);
end
$$;

create or replace function nutmeg.refuse_far_time(new_start timestamptz) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if new_start > now() and new_start < now() + interval '3 years' then
    return;
  end if;
  raise exception 'Choose a time within the next three years.' using errcode = '23514';
end
$$;
