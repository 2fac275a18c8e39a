-- The office's calendar: seats, blocked times, and the actions of visitors and staff. Visitors are notified of changes by mail.

-- Times when the office takes no appointments: vacations, a course, a broken boiler.
create table public.calendar_blocks (
  id uuid primary key default gen_random_uuid(),
  -- Days that a calendar can show.
  starts_at timestamptz not null check (starts_at between '2000-01-01Z' and '2201-01-01Z'),
  ends_at timestamptz not null check (ends_at between '2000-01-01Z' and '2201-01-01Z'),
  reason text not null default '' check (char_length(reason) <= 200),
  author_id uuid not null default auth.uid(),
  author_name text not null default '',
  created_at timestamptz not null default now(),
  check (ends_at > starts_at)
);

create index calendar_blocks_starts_at_idx on public.calendar_blocks (starts_at);

create trigger calendar_blocks_signed before insert on public.calendar_blocks
  for each row execute function nutmeg.stamp_author();

alter table public.calendar_blocks enable row level security;

grant select, delete on public.calendar_blocks to authenticated;

grant insert (starts_at, ends_at, reason) on public.calendar_blocks to authenticated;

grant select on public.calendar_blocks to service_role;

create policy "staff: read" on public.calendar_blocks for select to authenticated
  using ((select public.is_staff()));

create policy "staff: insert" on public.calendar_blocks for insert to authenticated
  with check ((select public.is_staff()));

create policy "staff: delete" on public.calendar_blocks for delete to authenticated
  using ((select public.is_staff()));

create policy "service_role: read" on public.calendar_blocks for select to service_role using (true);

-- One booking at a time, before anything else is locked. Without this the constraint would still give a seat to only one
-- of two, but two could deadlock, and a blocked time could be added in between.
create function nutmeg.lock_calendar() returns void
  language sql volatile
  as $$ select pg_advisory_xact_lock(hashtext('nutmeg.calendar')) $$;

-- Not for visitors: their own update takes no seat, and with a slow query beside it they would block all bookings.
create function nutmeg.serialize_bookings() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if coalesce(auth.role(), '') not in ('anon', 'authenticated') or public.is_staff() then
    perform nutmeg.lock_calendar();
  end if;
  return null;
end
$$;

-- Status too: a cancellation that is undone needs its seat again.
create trigger appointments_serialized before update of status, starts_at, ends_at, seat on public.appointments
  for each statement execute function nutmeg.serialize_bookings();

create trigger calendar_blocks_serialized before insert on public.calendar_blocks
  for each statement execute function nutmeg.serialize_bookings();

create function nutmeg.slot_length() returns interval
  language plpgsql stable
  as $$
begin
  return make_interval(mins => coalesce(
    (select s.slot_minutes from public.office_settings s order by s.version desc limit 1),
    30
  ));
end
$$;

create function nutmeg.reject_blocked_time(new_start timestamptz) returns void
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

-- Gives the appointment a seat at this time, in place of the one it had. PT409: there is none.
create function nutmeg.take_seat(appointment_id uuid, new_start timestamptz) returns public.appointments
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
create function nutmeg.reject_past_appointment(present public.appointments) returns void
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
create function nutmeg.limit_open_appointments(who public.appointments) returns void
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

-- A visitor's appointment, in the one call of our own pages: saved without a time, or booked, which creates it too.
-- `request` is the page's own id of it. A call that is repeated after a lost answer finds what the first one wrote, and what
-- was saved gets its time, within 24 hours and without another pass. Existing apps have no such id: their pass tells what
-- they wrote. `elsewhere`: an outside calendar has given it a time.
-- 22023: it is new, without a person. 42501: it is new, without a fresh pass. PT410: it needs no time any more. PT429: too many appointments.
create function nutmeg.book_appointment(
  request uuid, pass jsonb, visitor jsonb, new_start timestamptz, elsewhere boolean
) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  booked public.appointments;
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
$$;

-- Another time, for the holder of the link in the confirmation.
create function nutmeg.move_time(appointment_id uuid, new_start timestamptz) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  present public.appointments;
begin
  perform nutmeg.lock_calendar();
  select a.* into present from public.appointments a where a.id = appointment_id for update;
  perform nutmeg.reject_past_appointment(present);
  if present.starts_at = new_start then
    return present;
  end if;
  perform nutmeg.reject_blocked_time(new_start);
  return nutmeg.take_seat(appointment_id, new_start);
end
$$;

-- Cancels, for the holder of the same link. Repeating it changes nothing.
create function nutmeg.cancel_time(appointment_id uuid) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  present public.appointments;
begin
  perform nutmeg.lock_calendar();
  select a.* into present from public.appointments a where a.id = appointment_id for update;
  if present.status = 'cancelled' then
    return present;
  end if;
  perform nutmeg.reject_past_appointment(present);
  update public.appointments a set status = 'cancelled' where a.id = appointment_id returning * into present;
  return present;
end
$$;

create function nutmeg.reject_far_time(new_start timestamptz) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if new_start > now() and new_start < now() + interval '3 years' then
    return;
  end if;
  raise exception 'Choose a time within the next three years.' using errcode = '23514';
end
$$;

-- Staff give an appointment a time, also one that visitors are not offered.
create function public.schedule_appointment(appointment_id uuid, new_start timestamptz)
  returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  perform nutmeg.reject_far_time(new_start);
  perform nutmeg.lock_calendar();
  if not exists (select from public.appointments a where a.id = appointment_id and a.status <> 'done') then
    raise exception 'This appointment is over.' using errcode = '23514', detail = 'appointment_over';
  end if;
  return nutmeg.take_seat(appointment_id, new_start);
end
$$;

-- For a client who calls or comes by. The office knows who it makes an appointment for.
create function public.add_appointment(
  client_name text, client_phone text, new_start timestamptz, client_email text default null
) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  added uuid;
begin
  perform nutmeg.require_staff();
  perform nutmeg.reject_far_time(new_start);
  insert into public.appointments (name, email, phone, user_id)
  values (
    btrim(client_name), nullif(btrim(client_email), ''), btrim(client_phone),
    (select p.user_id from public.user_profiles p where p.email = lower(btrim(client_email)))
  )
  returning id into added;
  return nutmeg.take_seat(added, new_start);
end
$$;

grant execute on function public.schedule_appointment(uuid, timestamptz),
  public.add_appointment(text, text, timestamptz, text) to authenticated;

-- The staff's calendar follows what happens.
create trigger notify_inserted after insert on public.calendar_blocks referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_deleted after delete on public.calendar_blocks referencing old table as changed
  for each statement execute function nutmeg.notify_changes();
