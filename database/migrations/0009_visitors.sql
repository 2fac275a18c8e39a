-- What a visitor may leave: an appointment, a message. And what a login may ask before anybody is signed in.

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text check (char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  phone text not null check (char_length(phone) between 1 and 40),
  service text check (char_length(service) <= 500),
  preferred_date date,
  preferred_time text check (char_length(preferred_time) <= 500),
  message text check (char_length(message) <= 5000),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled', 'done')),
  calendly_completed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
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
create index appointments_created_at_idx on public.appointments (created_at desc);
create index appointments_email_idx on public.appointments (lower(email));
create trigger appointments_touched before update on public.appointments
  for each row execute function public.touch_updated_at();

alter table public.appointments enable row level security;
grant select on public.appointments to anon, authenticated;
-- Not the id: with an id of the visitor's choice a pass could be spent on a row that is already there.
grant insert (name, email, phone, service, preferred_date, preferred_time, message, status, calendly_completed)
  on public.appointments to anon, authenticated;
grant update (status, calendly_completed) on public.appointments to anon, authenticated;
grant select, insert, update, delete on public.appointments to service_role;

-- Spending must stand last: it is done only where all else is right.
create policy "visitor: book with a pass" on public.appointments for insert to anon, authenticated
  with check (status = 'pending' and not calendly_completed and nutmeg.spend_presented_pass('appointment', id));
create policy "visitor: see what the pass wrote" on public.appointments for select to anon, authenticated
  using (id = (select nutmeg.row_of_pass('appointment')));
-- Once. Whoever has chosen a time in the office's own calendar is confirmed already (0024); the page says it again.
create policy "visitor: confirm what the pass wrote" on public.appointments for update to anon, authenticated
  using (
    status in ('pending', 'confirmed') and not calendly_completed
    and id = (select nutmeg.row_of_pass('appointment'))
  )
  with check (status = 'confirmed' and calendly_completed);
create policy "client: own by e-mail" on public.appointments for select to authenticated
  using (lower(email) = (select p.email from public.user_profiles p where p.user_id = (select auth.uid())));
create policy "staff: read" on public.appointments for select to authenticated
  using ((select public.is_staff()));
create policy "staff: update" on public.appointments for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "service_role: all" on public.appointments to service_role using (true) with check (true);

-- The notice to the office that somebody has booked: the one mail that a visitor may write, once for each
-- appointment. Subject and body are the visitor's own; as they come in they become facts of a letter, which the
-- server sanitises as it writes it out (server/mail/visitor-notice.ts), so that there is no way for them to leave as
-- they are.
create function nutmeg.take_in_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- The page knows the address that the office publishes; the office may read another one (STAFF_INBOX).
  if lower(new.to_email) in (lower(nutmeg.staff_inbox()), lower(current_setting('nutmeg.published_inbox', true))) then
    new.to_email := nutmeg.staff_inbox();
  end if;
  new.letter := 'visitor_notice';
  new.facts := jsonb_build_object('subject', new.subject, 'html', new.body);
  new.body := '';
  return new;
end
$$;
create trigger email_queue_notice before insert on public.email_queue
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.take_in_notice();

-- True once for the appointment that the presented pass wrote.
create function nutmeg.tell_office_once() returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update nutmeg.captcha_passes p set office_told = true
  where p.id = (nutmeg.presented_pass() ->> 'id')::uuid and p.action = 'appointment' and p.subject_id is not null
    and p.spent_at > now() - interval '24 hours' and not p.office_told;
  return found or nutmeg.captcha_is_off();
end
$$;
grant execute on function nutmeg.tell_office_once(), nutmeg.staff_inbox() to anon, authenticated;

-- Nobody reads the queue: links in mails open accounts.
grant insert (to_email, subject, body, email_type, status) on public.email_queue to anon, authenticated;
create policy "visitor: tell the office of the own appointment" on public.email_queue for insert to anon, authenticated
  with check (
    to_email = nutmeg.staff_inbox() and email_type = 'appointment' and status = 'pending'
    and subject like 'New Appointment Booked: _%' and char_length(subject) <= 250
    and char_length(facts ->> 'html') between 1 and 10000
    and nutmeg.tell_office_once()
  );

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  phone text check (char_length(phone) <= 40),
  subject text not null check (char_length(subject) between 1 and 200),
  message text not null check (char_length(message) between 1 and 10000),
  status text not null default 'new' check (status in ('new', 'open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);
create trigger contact_submissions_touched before update on public.contact_submissions
  for each row execute function public.touch_updated_at();

alter table public.contact_submissions enable row level security;
grant select on public.contact_submissions to anon, authenticated;
grant insert (name, email, phone, subject, message, status) on public.contact_submissions to anon, authenticated;
grant update (status) on public.contact_submissions to authenticated;
grant select, insert, update, delete on public.contact_submissions to service_role;

create policy "visitor: write with a pass" on public.contact_submissions for insert to anon, authenticated
  with check (status = 'new' and nutmeg.spend_presented_pass('contact', id));
-- The page, and the apps, ask for what they have just written (Prefer: return=representation).
create policy "visitor: see what the pass wrote" on public.contact_submissions for select to anon, authenticated
  using (id = (select nutmeg.row_of_pass('contact')));
create policy "staff: read" on public.contact_submissions for select to authenticated
  using ((select public.is_staff()));
create policy "staff: update" on public.contact_submissions for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "service_role: all" on public.contact_submissions to service_role using (true) with check (true);

-- The clients of the system before this one. Visitors never see the list; they learn of their own address only.
create table public.legacy_emails (
  email text primary key check (email = lower(btrim(email)) and email like '%_@_%'),
  created_at timestamptz not null default now()
);
alter table public.legacy_emails enable row level security;
grant select, insert, update, delete on public.legacy_emails to authenticated, service_role;
create policy "super: all" on public.legacy_emails to authenticated
  using ((select public.is_super())) with check ((select public.is_super()));
create policy "service_role: all" on public.legacy_emails to service_role using (true) with check (true);

-- Whether an address has an account: for the holder of a login's or sign-up's pass, spent or not, three times at
-- most.
create function public.check_user_login_status(user_email text)
  returns table (profile_exists boolean, profile_confirmed boolean, is_legacy boolean)
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  pass jsonb := nutmeg.presented_pass();
  wanted text := lower(btrim(user_email));
begin
  if not nutmeg.captcha_is_off() then
    if pass is null or not (pass ->> 'fresh')::boolean or pass ->> 'action' not in ('login', 'signup') then
      raise exception 'captcha pass required' using errcode = '42501';
    end if;
    insert into nutmeg.captcha_passes as p (id, action, status_checks)
    values ((pass ->> 'id')::uuid, pass ->> 'action', 1)
    on conflict (id) do update set status_checks = p.status_checks + 1 where p.status_checks < 3;
    if not found then
      raise exception 'captcha pass used up' using errcode = '42501';
    end if;
  end if;
  return query select
    exists (select from auth.users u where u.email = wanted),
    exists (select from auth.users u where u.email = wanted and u.email_confirmed_at is not null),
    exists (select from public.legacy_emails l where l.email = wanted);
end
$$;
grant execute on function public.check_user_login_status(text) to anon, authenticated;
