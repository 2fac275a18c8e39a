-- The office's own calendar. An appointment holds one of the office's seats for its time, and of two that want the
-- same seat PostgreSQL lets one have it. Which times are offered (hours, holidays, horizon) is the server's to say
-- (domain/calendar); what is taken is said here.

alter table public.appointments
  -- These four, or none of them: an appointment without a time waits for one, or has it in an outside calendar.
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  -- From 1 to the number of appointments that the office has at once.
  add column seat int check (seat >= 1),
  add column chosen_at timestamptz,
  add column reminded_at timestamptz,
  -- Which edition of the invitation this is, as calendar programs count (RFC 5545, SEQUENCE).
  add column sequence int not null default 0,
  -- What the visitor's quote came to, for whoever will meet them.
  add column note text check (char_length(note) <= 500),
  add constraint appointments_whole_time check (num_nulls(starts_at, ends_at, seat, chosen_at) in (0, 4)),
  add constraint appointments_end_after_start check (ends_at > starts_at),
  add constraint appointments_seat_held_once exclude using gist (
    int4range(seat, seat, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  ) where (starts_at is not null and status <> 'cancelled');
create index appointments_starts_at_idx on public.appointments (starts_at) where starts_at is not null;
grant insert (note) on public.appointments to anon, authenticated;

-- When nobody can come: staff's holidays, a course, a broken boiler.
create table public.calendar_blocks (
  id uuid primary key default gen_random_uuid(),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null default '' check (char_length(reason) <= 200),
  author_id uuid not null default auth.uid(),
  author_name text not null default '',
  created_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
create index calendar_blocks_starts_at_idx on public.calendar_blocks (starts_at);
create trigger calendar_blocks_signed before insert on public.calendar_blocks
  for each row execute function nutmeg.sign_note();

alter table public.calendar_blocks enable row level security;
grant select, delete on public.calendar_blocks to authenticated;
grant insert (starts_at, ends_at, reason) on public.calendar_blocks to authenticated;
grant select on public.calendar_blocks to service_role;
create policy "staff: read" on public.calendar_blocks for select to authenticated
  using ((select public.is_staff()));
create policy "staff: write" on public.calendar_blocks for insert to authenticated
  with check ((select public.is_staff()));
create policy "staff: delete" on public.calendar_blocks for delete to authenticated
  using ((select public.is_staff()));
create policy "service_role: read" on public.calendar_blocks for select to service_role using (true);

-- Whoever takes a time waits for whoever is just taking one, before anything else is locked. Without this the
-- constraint would still let only one have a seat, but two could wait for each other, and a block could slip in
-- between.
create function nutmeg.lock_calendar() returns void
  language sql volatile
  as $$ select pg_advisory_xact_lock(hashtext('nutmeg.calendar')) $$;

-- Not for visitors, whose own update only says that a time was chosen and wants no seat: whatever they ask the
-- database to search for beside it, nobody else would get a time meanwhile.
create function nutmeg.lock_calendar_first() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if coalesce(auth.role(), '') not in ('anon', 'authenticated') or public.is_staff() then
    perform nutmeg.lock_calendar();
  end if;
  return null;
end
$$;
-- Also a cancellation that is taken back wants its seat again.
create trigger appointments_in_turn before update of status, starts_at, ends_at, seat on public.appointments
  for each statement execute function nutmeg.lock_calendar_first();
create trigger calendar_blocks_in_turn before insert on public.calendar_blocks
  for each statement execute function nutmeg.lock_calendar_first();

create function nutmeg.slot_length() returns interval
  language sql stable
  as $$ select make_interval(mins => current_setting('nutmeg.slot_minutes')::int) $$;

create function nutmeg.refuse_blocked(new_start timestamptz) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if exists (
    select from public.calendar_blocks b
    where tstzrange(b.starts_at, b.ends_at) && tstzrange(new_start, new_start + nutmeg.slot_length())
  ) then
    raise exception 'This time has just been taken. Please choose another one.' using errcode = 'PT409';
  end if;
end
$$;

-- Gives the appointment a seat at this time, in place of the one it had. PT409: there is none.
create function nutmeg.take_seat(appointment_id uuid, new_start timestamptz) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  new_end timestamptz := new_start + nutmeg.slot_length();
  zone text := current_setting('nutmeg.time_zone');
  seats int := current_setting('nutmeg.calendar_seats')::int;
  held int[];
  taken public.appointments;
begin
  perform nutmeg.lock_calendar();
  select coalesce(array_agg(distinct a.seat), '{}') into held
  from public.appointments a
  where a.id <> appointment_id and a.starts_at is not null and a.status <> 'cancelled'
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(new_start, new_end);
  -- Seats beyond the number count too: they are of a time when more could come. With fewer than that held, one of
  -- those within it is free.
  if cardinality(held) >= seats then
    raise exception 'This time has just been taken. Please choose another one.' using errcode = 'PT409';
  end if;
  update public.appointments a
  set starts_at = new_start, ends_at = new_end, chosen_at = now(), reminded_at = null, status = 'confirmed',
    seat = (select min(s) from generate_series(1, seats) as s where s <> all (held)),
    -- For whoever knows these two only: the apps, and the lists.
    preferred_date = (new_start at time zone zone)::date,
    preferred_time = to_char(new_start at time zone zone, 'FMHH12:MI AM')
  where a.id = appointment_id
  returning * into taken;
  return taken;
end
$$;
revoke execute on function nutmeg.take_seat(uuid, timestamptz) from public;

-- The three that follow are for the server alone. It has asked whether the office offers the time.

create function nutmeg.refuse_if_over(present public.appointments) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if present.starts_at > now() and present.status in ('pending', 'confirmed') then
    return;
  end if;
  raise exception 'This appointment is over or was cancelled. Please call us, or book a new one.'
    using errcode = 'PT410';
end
$$;

-- Nobody keeps the seats from all others: so many that are ahead, and more by calling. A person is an e-mail address;
-- who gives none, a telephone. Who makes up a new one each time is bounded by where they come from (server/functions).
create function nutmeg.refuse_hoarding(who public.appointments) returns void
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
    raise exception 'You have % appointments with us already. Please call us for another one.', enough
      using errcode = 'PT429';
  end if;
end
$$;

-- A visitor's choice. The pass is that of the appointment that waits for its time; or a fresh one, which writes the
-- appointment too (`visitor`). Asked again for the same time, since the answer was lost, it answers the same.
-- 42501: no such pass. 22023: who it is for was not said. PT410: it needs no time any more. PT429: enough of them.
create function nutmeg.book_time(pass jsonb, new_start timestamptz, visitor jsonb) returns public.appointments
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
    raise exception 'This appointment has been arranged already. To change it, use the link in our email, or call us.'
      using errcode = 'PT410';
  end if;
  if booked.id is null then
    if visitor is null then
      raise exception 'who the appointment is for was not said' using errcode = '22023';
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
revoke execute on function nutmeg.book_time(jsonb, timestamptz, jsonb) from public;

-- For whoever has the link of the confirmation: another time.
create function nutmeg.move_time(appointment_id uuid, new_start timestamptz) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  present public.appointments;
begin
  perform nutmeg.lock_calendar();
  select a.* into present from public.appointments a where a.id = appointment_id for update;
  perform nutmeg.refuse_if_over(present);
  if present.starts_at = new_start then
    return present;
  end if;
  perform nutmeg.refuse_blocked(new_start);
  return nutmeg.take_seat(appointment_id, new_start);
end
$$;
revoke execute on function nutmeg.move_time(uuid, timestamptz) from public;

-- For the same: nobody comes. Said twice, it is so.
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
  perform nutmeg.refuse_if_over(present);
  update public.appointments a set status = 'cancelled' where a.id = appointment_id returning * into present;
  return present;
end
$$;
revoke execute on function nutmeg.cancel_time(uuid) from public;

create function nutmeg.refuse_far_time(new_start timestamptz) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if new_start > now() and new_start < now() + interval '3 years' then
    return;
  end if;
  raise exception 'Choose a time from now on, and within the next three years.' using errcode = '23514';
end
$$;

-- Staff move what is asked for or agreed, also into hours and times that visitors are not offered.
create function public.schedule_appointment(appointment_id uuid, new_start timestamptz)
  returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  perform nutmeg.refuse_far_time(new_start);
  perform nutmeg.lock_calendar();
  if not exists (select from public.appointments a where a.id = appointment_id and a.status <> 'done') then
    raise exception 'This appointment is over.' using errcode = '23514';
  end if;
  return nutmeg.take_seat(appointment_id, new_start);
end
$$;

-- For who calls or stands at the desk.
create function public.add_appointment(
  client_name text, client_phone text, new_start timestamptz, client_email text default null
) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  added uuid;
begin
  perform nutmeg.require_staff();
  perform nutmeg.refuse_far_time(new_start);
  insert into public.appointments (name, email, phone)
  values (btrim(client_name), nullif(btrim(client_email), ''), btrim(client_phone))
  returning id into added;
  return nutmeg.take_seat(added, new_start);
end
$$;
revoke execute on function public.schedule_appointment(uuid, timestamptz),
  public.add_appointment(text, text, timestamptz, text) from public;
grant execute on function public.schedule_appointment(uuid, timestamptz),
  public.add_appointment(text, text, timestamptz, text) to authenticated;

create function nutmeg.count_editions() returns trigger
  language plpgsql
  as $$
begin
  if old.starts_at is not null
    and (new.starts_at <> old.starts_at or (new.status = 'cancelled') <> (old.status = 'cancelled')) then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end
$$;
create trigger appointments_editions before update on public.appointments
  for each row execute function nutmeg.count_editions();

-- Who has asked and has no time yet waits also when the day of asking is over; so does who has a time in an outside
-- calendar, which nobody here knows.
create or replace function nutmeg.waiting_appointments() returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select count(*) from public.appointments
  where status in ('pending', 'confirmed')
    and (preferred_date >= nutmeg.office_day() or (starts_at is null and (status = 'pending' or calendly_completed)))
$$;

-- The staff's calendar follows what happens.
create trigger tell_inserted after insert on public.calendar_blocks referencing new table as changed
  for each statement execute function nutmeg.tell_changes();
create trigger tell_deleted after delete on public.calendar_blocks referencing old table as changed
  for each statement execute function nutmeg.tell_changes();
