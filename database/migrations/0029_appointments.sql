-- Appointments: a visitor's details with a captcha pass, then a time. An appointment holds one of the office's seats for
-- its time; an exclusion constraint gives a seat to one of two who want it. Which times are offered (hours, holidays,
-- horizon) is decided by the server (domain/calendar), what is taken by the tables here.

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

-- Only for callers: the server and its functions set the owner themselves.
create function nutmeg.set_appointment_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not nutmeg.mfa_pending() then
    new.user_id := auth.uid();
  end if;
  return new;
end
$$;

create trigger appointments_owned before insert on public.appointments
  for each row when (current_user = 'authenticated') execute function nutmeg.set_appointment_owner();

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

grant select on public.appointments to anon, authenticated;

-- Not the id: with an id of the visitor's choice a pass could be spent on an existing row.
grant insert (name, email, phone, service, preferred_date, preferred_time, message, status, calendly_completed, note)
  on public.appointments to anon, authenticated;

grant update (status, calendly_completed) on public.appointments to anon, authenticated;

grant select, insert, update, delete on public.appointments to service_role;

-- Spending must come last: it happens only if everything else is right.
create policy "visitor: book with a pass" on public.appointments for insert to anon, authenticated
  with check (status = 'pending' and not calendly_completed and nutmeg.spend_current_captcha_pass('appointment', id));

create policy "visitor: see what the pass wrote" on public.appointments for select to anon, authenticated
  using (id = (select nutmeg.captcha_pass_row('appointment')));

-- Once. An appointment with a time in the office's own calendar is confirmed already (calendar); the page repeats it.
create policy "visitor: confirm what the pass wrote" on public.appointments for update to anon, authenticated
  using (
    status in ('pending', 'confirmed') and not calendly_completed
    and id = (select nutmeg.captcha_pass_row('appointment'))
  )
  with check (status = 'confirmed' and calendly_completed);

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

-- Except for what was written just now, with a captcha pass: its writer sees it, signed in or not.
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

grant insert (language) on public.appointments to anon, authenticated;

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

create function nutmeg.check_appointment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_blank(new.name) then
    raise exception 'Full name is required' using errcode = '23514', detail = 'full_name_required';
  elsif nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'us_numbers_only';
  elsif not nutmeg.is_email(new.email) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email_format';
  end if;
  return new;
end
$$;

-- Not what an import brings, or the office's own programs: it stays as it was written then. `book_time` gets what
-- server/functions/calendar.ts has checked.
create trigger appointments_checked before insert or update of name, email, phone on public.appointments
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.check_appointment();

-- The queues and the calendar of an office that keeps its past appointments: those that wait, the latest that are settled,
-- and those of a week. What is over has an end, too; the start alone would find every appointment before that week.
create index appointments_status_idx on public.appointments (status, preferred_date);

create index appointments_updated_at_idx on public.appointments (updated_at desc);

create index appointments_ends_at_idx on public.appointments (ends_at) where ends_at is not null;
