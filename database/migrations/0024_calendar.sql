-- The office's own calendar. An appointment holds one of the office's seats for its time, and of two that want the
-- same seat PostgreSQL lets one have it. Which times are offered (hours, holidays, horizon) is the server's to say
-- (domain/calendar); what is taken is said here.

alter table public.appointments
  -- All four or none: an appointment without a time waits for one, or has it in an outside calendar.
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

-- Whoever takes a time waits for whoever is just taking one. Without this the constraint would still let only one
-- have a seat, but two could wait for each other, and a block could slip in between.
create function nutmeg.lock_calendar() returns void
  language sql volatile
  as $$ select pg_advisory_xact_lock(hashtext('nutmeg.calendar')) $$;

create function nutmeg.lock_calendar_first() returns trigger
  language plpgsql
  as $$
begin
  perform nutmeg.lock_calendar();
  return null;
end
$$;
create trigger calendar_blocks_in_turn before insert on public.calendar_blocks
  for each statement execute function nutmeg.lock_calendar_first();

create function nutmeg.slot_length() returns interval
  language sql stable
  as $$ select make_interval(mins => current_setting('nutmeg.slot_minutes')::int) $$;

create function nutmeg.is_blocked(from_time timestamptz, to_time timestamptz) returns boolean
  language sql stable
  as $$
  select exists (
    select from public.calendar_blocks b where tstzrange(b.starts_at, b.ends_at) && tstzrange(from_time, to_time)
  )
$$;

-- Gives the appointment a seat at this time, in place of the one it had. PT409: there is none.
create function nutmeg.take_seat(appointment_id uuid, new_start timestamptz) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  new_end timestamptz := new_start + nutmeg.slot_length();
  zone text := current_setting('nutmeg.time_zone');
  free int;
  taken public.appointments;
begin
  perform nutmeg.lock_calendar();
  select s into free
  from generate_series(1, current_setting('nutmeg.calendar_seats')::int) as s
  where not exists (
    select from public.appointments a
    where a.seat = s and a.id <> appointment_id and a.status <> 'cancelled'
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(new_start, new_end)
  )
  order by s limit 1;
  if free is null then
    raise exception 'This time has just been taken. Please choose another one.' using errcode = 'PT409';
  end if;
  update public.appointments a
  set starts_at = new_start, ends_at = new_end, seat = free, chosen_at = now(), reminded_at = null,
    status = 'confirmed',
    -- For whoever knows these two only: the apps, and the lists.
    preferred_date = (new_start at time zone zone)::date,
    preferred_time = to_char(new_start at time zone zone, 'FMHH12:MI AM')
  where a.id = appointment_id
  returning * into taken;
  return taken;
end
$$;
revoke execute on function nutmeg.take_seat(uuid, timestamptz) from public;

-- For the server alone, which has asked whether the office offers this time: a visitor's choice. The pass is that of
-- the appointment that waits for its time; or a fresh one, which writes the appointment too. Asked again for the
-- same time, since the answer was lost, it answers the same.
create function nutmeg.book_time(pass jsonb, new_start timestamptz, visitor jsonb) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  booked public.appointments;
begin
  select a.* into booked
  from nutmeg.captcha_passes p join public.appointments a on a.id = p.subject_id
  where p.id = (pass ->> 'id')::uuid and p.action = 'appointment' and p.spent_at > now() - interval '24 hours'
  for update of a;
  if booked.id is null then
    booked.id := gen_random_uuid();
    if not nutmeg.spend_pass(pass, 'appointment', booked.id) then
      raise exception 'captcha pass required' using errcode = '42501';
    end if;
    insert into public.appointments (id, name, email, phone)
    values (booked.id, visitor ->> 'name', nullif(visitor ->> 'email', ''), visitor ->> 'phone');
  elsif booked.starts_at = new_start and booked.status = 'confirmed' then
    return booked;
  elsif booked.starts_at is not null or booked.status <> 'pending' then
    raise exception 'This appointment has its time already.' using errcode = 'PT409';
  end if;
  perform nutmeg.lock_calendar();
  if nutmeg.is_blocked(new_start, new_start + nutmeg.slot_length()) then
    raise exception 'This time has just been taken. Please choose another one.' using errcode = 'PT409';
  end if;
  return nutmeg.take_seat(booked.id, new_start);
end
$$;
revoke execute on function nutmeg.book_time(jsonb, timestamptz, jsonb) from public;

-- The same for whoever has the link of the confirmation: another time.
create function nutmeg.move_time(appointment_id uuid, new_start timestamptz) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  present public.appointments;
begin
  select a.* into present from public.appointments a where a.id = appointment_id for update;
  if present.id is null or present.starts_at <= now() or present.status not in ('pending', 'confirmed') then
    raise exception 'This appointment is over or was cancelled.' using errcode = 'PT409';
  end if;
  if present.starts_at = new_start then
    return present;
  end if;
  perform nutmeg.lock_calendar();
  if nutmeg.is_blocked(new_start, new_start + nutmeg.slot_length()) then
    raise exception 'This time has just been taken. Please choose another one.' using errcode = 'PT409';
  end if;
  return nutmeg.take_seat(appointment_id, new_start);
end
$$;
revoke execute on function nutmeg.move_time(uuid, timestamptz) from public;

-- Staff move what is asked for or agreed, also into hours and times that visitors are not offered.
create function public.schedule_appointment(appointment_id uuid, new_start timestamptz)
  returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  if new_start < now() then
    raise exception 'This time is over.' using errcode = '23514';
  end if;
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
  if new_start < now() then
    raise exception 'This time is over.' using errcode = '23514';
  end if;
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

-- Tells the visitor what became of the time, and the office what the visitor did to it; in the transaction that did
-- it, whoever did it, so that no way to change an appointment forgets to say so.
create function nutmeg.tell_of_appointment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  what text := case
    when new.starts_at is null or new.starts_at < now() then null
    when new.status = 'cancelled' and old.status <> 'cancelled' and old.starts_at is not null then 'cancelled'
    when new.status = 'cancelled' then null
    when old.starts_at is null or old.status = 'cancelled' then 'booked'
    when new.starts_at <> old.starts_at then 'moved'
  end;
  facts jsonb := jsonb_build_object(
    'appointment_id', new.id, 'name', new.name, 'starts_at', new.starts_at, 'ends_at', new.ends_at,
    'sequence', new.sequence
  );
begin
  if what is null then
    return null;
  end if;
  if new.email is not null then
    perform nutmeg.write_letter(new.email, 'appointment_' || what, facts);
  end if;
  if not coalesce(public.is_staff(), false) and nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'appointment_notice', facts || jsonb_build_object('what', what));
  end if;
  return null;
end
$$;
create trigger appointments_told after update on public.appointments
  for each row execute function nutmeg.tell_of_appointment();

-- The day before; not for who has chosen the time within it. Two servers may do it at once: a row is reminded of by
-- whoever marks it.
create function nutmeg.remind_of_appointments() returns void
  language sql security definer set search_path = ''
  as $$
  with due as (
    update public.appointments a set reminded_at = now()
    where a.status = 'confirmed' and a.reminded_at is null
      and a.starts_at > now() and a.starts_at <= now() + interval '24 hours'
      and a.chosen_at < a.starts_at - interval '24 hours'
    returning a.*
  )
  select nutmeg.write_letter(d.email, 'appointment_reminder', jsonb_build_object(
    'appointment_id', d.id, 'name', d.name, 'starts_at', d.starts_at, 'ends_at', d.ends_at, 'sequence', d.sequence
  ))
  from due d where d.email is not null
$$;
revoke execute on function nutmeg.remind_of_appointments() from public;

-- The staff's calendar follows what happens.
create trigger tell_inserted after insert on public.calendar_blocks referencing new table as changed
  for each statement execute function nutmeg.tell_changes();
create trigger tell_deleted after delete on public.calendar_blocks referencing old table as changed
  for each statement execute function nutmeg.tell_changes();
