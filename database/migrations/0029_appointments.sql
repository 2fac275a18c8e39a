-- Appointments, and the mails about them, whose text is written by the server (server/mail). An appointment holds one of the
-- office's seats for its time; an exclusion constraint gives a seat to one of two who want it. Which times are offered (hours,
-- holidays, horizon) is decided by the server (domain/booking), what is taken by the tables here.

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text check (char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  phone text not null check (char_length(phone) between 1 and 40),
  service text check (char_length(service) <= 500),
  -- A day, not 'infinity': the staff's queue groups appointments by day.
  preferred_date date check (preferred_date between '2000-01-01' and '2200-12-31'),
  preferred_time text check (char_length(preferred_time) <= 500),
  message text check (char_length(message) <= 5000),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled', 'done')),
  calendly_completed boolean not null default false,
  -- The owner. A typed address proves nothing: a stranger's text would be shown to the client with that address as their
  -- own. An appointment is a client's own if they wrote it while signed in, if the office made it for them, or if
  -- someone has opened the link that was mailed to the address. Staff see all of them.
  user_id uuid references auth.users on delete set null,
  email_proven_at timestamptz,
  -- These four, or none of them: an appointment without a time waits for one, or has it in an outside calendar.
  starts_at timestamptz,
  ends_at timestamptz,
  -- From 1 to the number of appointments that the office has at once.
  seat int check (seat >= 1),
  chosen_at timestamptz,
  reminded_at timestamptz,
  -- Which edition of the invitation this is, as calendar programs count (RFC 5545, SEQUENCE).
  sequence int not null default 0,
  -- What the visitor's quote came to, for the person who will meet them.
  note text check (char_length(note) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint appointments_whole_time check (num_nulls(starts_at, ends_at, seat, chosen_at) in (0, 4)),
  constraint appointments_end_after_start check (ends_at > starts_at),
  constraint appointments_seat_held_once exclude using gist (
    int4range(seat, seat, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  ) where (starts_at is not null and status <> 'cancelled'),
  -- Of the page that it was asked for on, for its letters and its invitation. Null: the app didn't tell, or the office
  -- made it.
  language text check (nutmeg.is_language(language))
);

create index appointments_created_at_idx on public.appointments (created_at desc);

create index appointments_email_idx on public.appointments (lower(email));

create index appointments_starts_at_idx on public.appointments (starts_at) where starts_at is not null;

create index appointments_user_id_idx on public.appointments (user_id) where user_id is not null;

create trigger appointments_touched before update on public.appointments
  for each row execute function public.touch_updated_at();

-- Programs that leave a field empty send it empty.
create function nutmeg.no_empty_address() returns trigger
  language plpgsql
  as $$
begin
  new.email := nullif(btrim(new.email), '');
  return new;
end
$$;

create trigger appointments_address before insert on public.appointments
  for each row execute function nutmeg.no_empty_address();

create function nutmeg.increment_sequence() returns trigger
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
  for each row execute function nutmeg.increment_sequence();

alter table public.appointments enable row level security;

grant select, update (status) on public.appointments to authenticated;

grant select, insert, update, delete on public.appointments to service_role;

create policy "client: own" on public.appointments for select to authenticated
  using (
    user_id = (select auth.uid())
    or email_proven_at is not null
      and lower(email) = (select p.email from public.user_profiles p where p.user_id = (select auth.uid()))
  );

create policy "staff: read" on public.appointments for select to authenticated
  using ((select public.is_staff()));

create policy "staff: update" on public.appointments for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "service_role: all" on public.appointments to service_role using (true) with check (true);

-- Except for what an app wrote just now, with a captcha pass: its writer sees it, signed in or not.
create policy "require second factor" on public.appointments as restrictive for select to authenticated
  using (not (select nutmeg.mfa_pending()) or id = (select nutmeg.captcha_pass_row('appointment')));

-- The link in a letter about the appointment was opened, so the reader has access to the mailbox.
create function nutmeg.prove_appointment_email(appointment_id uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
  update public.appointments a set email_proven_at = now()
  where a.id = appointment_id and a.email is not null and a.email_proven_at is null
$$;

create trigger notify_inserted after insert on public.appointments referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_updated after update on public.appointments referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_deleted after delete on public.appointments referencing old table as changed
  for each statement execute function nutmeg.notify_changes();

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

-- The queues and the calendar of an office that keeps its past appointments: those that wait, the latest that are settled,
-- and those of a week. What is over has an end, too; the start alone would find every appointment before that week.
create index appointments_status_idx on public.appointments (status, preferred_date);

create index appointments_updated_at_idx on public.appointments (updated_at desc);

create index appointments_ends_at_idx on public.appointments (ends_at) where ends_at is not null;

-- Tells the office who wants an appointment and has no time yet.
create function nutmeg.queue_booking_notice(a public.appointments, delay interval default '0') returns uuid
  language sql
  as $$
  insert into public.email_queue (to_email, subject, body, letter, facts, email_type, next_attempt_at)
  select inbox, '', '', 'booking_notice',
    jsonb_build_object('appointment_id', a.id, 'name', a.name, 'email', a.email, 'phone', a.phone),
    'appointment', now() + delay
  from nutmeg.staff_inbox() as inbox
  where inbox is not null
  returning id
$$;

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
