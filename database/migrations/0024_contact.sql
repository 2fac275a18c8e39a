-- Messages to the office: who handles one, and the replies. A reply is sent by mail; the visitor's own
-- answer to it comes to the office's mailbox, where the mails of one message are kept together by their Message-ID.

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  phone text check (char_length(phone) <= 40),
  subject text not null check (char_length(subject) between 1 and 200),
  message text not null check (char_length(message) between 1 and 10000),
  status text not null default 'new' check (status in ('new', 'open', 'answered', 'closed')),
  assigned_to uuid references public.user_profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of the page that it was written on, for the reply. Null: the app didn't tell.
  language text check (nutmeg.is_language(language))
);

create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);

-- In the order of the inbox: open messages oldest first, settled ones latest first.
create index contact_submissions_waiting_idx on public.contact_submissions (created_at)
  where status in ('new', 'open');

create index contact_submissions_settled_idx on public.contact_submissions (updated_at desc)
  where status in ('answered', 'closed');

create trigger contact_submissions_touched before update on public.contact_submissions
  for each row execute function public.touch_updated_at();

create function nutmeg.check_contact_subject() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.subject not in (
    'general-inquiry', 'tax-services', 'pricing', 'appointment', 'technical-support', 'refund-status',
    'business-website', 'business-registration', 'upload-questions', 'app-development', 'seo-questions',
    'print-questions', 'bookkeeping-questions', 'privacy-policy-inquiry', 'other'
  ) then
    raise exception 'Please choose one of the subjects on the list.'
      using errcode = '23514', detail = 'unknown_subject';
  end if;
  return new;
end
$$;

-- It binds who writes by the contact page. The office's own apps and an import of older messages may use any subject.
create trigger contact_submissions_subject before insert on public.contact_submissions
  for each row when (current_user in ('anon', 'authenticated'))
  execute function nutmeg.check_contact_subject();

create function nutmeg.check_assignee() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.assigned_to is not null and not exists (
    select from public.user_profiles p where p.user_id = new.assigned_to and p.role in ('admin', 'super')
  ) then
    raise exception 'Only staff can be assigned to a message' using errcode = '23514';
  end if;
  return new;
end
$$;

-- Only when it changes: a message that is assigned to a former staff member must still be answered.
create trigger contact_submissions_assigned before update of assigned_to on public.contact_submissions
  for each row when (new.assigned_to is distinct from old.assigned_to) execute function nutmeg.check_assignee();

-- Notifies the office of a message, without its content.
create function nutmeg.queue_message_notice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(
      nutmeg.staff_inbox(), 'contact_received', jsonb_build_object('message_id', new.id, 'name', new.name)
    );
  end if;
  return null;
end
$$;

create trigger contact_submissions_told after insert on public.contact_submissions
  for each row execute function nutmeg.queue_message_notice();

alter table public.contact_submissions enable row level security;

grant select on public.contact_submissions to anon, authenticated;

grant insert (name, email, phone, subject, message, status) on public.contact_submissions to anon, authenticated;

grant update (status, assigned_to) on public.contact_submissions to authenticated;

grant select, insert, update, delete on public.contact_submissions to service_role;

create policy "visitor: write with a pass" on public.contact_submissions for insert to anon, authenticated
  with check (status = 'new' and nutmeg.spend_current_captcha_pass('contact', id));

-- The page and the apps read back what they have just written (Prefer: return=representation).
create policy "visitor: see what the pass wrote" on public.contact_submissions for select to anon, authenticated
  using (id = (select nutmeg.captcha_pass_row('contact')));

create policy "staff: read" on public.contact_submissions for select to authenticated
  using ((select public.is_staff()));

create policy "staff: update" on public.contact_submissions for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "service_role: all" on public.contact_submissions to service_role using (true) with check (true);

create table public.contact_replies (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  body text not null check (char_length(body) between 1 and 10000 and btrim(body) <> ''),
  -- The mail in the queue, whose Message-ID the next answer refers to.
  mail_id uuid not null,
  author_id uuid,
  author_name text not null default '',
  -- Not now(): of two transactions that wait for each other, the later one may have started first.
  sent_at timestamptz not null default clock_timestamp()
);

create index contact_replies_submission_id_idx on public.contact_replies (submission_id, sent_at);

create trigger contact_replies_signed before insert on public.contact_replies
  for each row execute function nutmeg.stamp_author();

alter table public.contact_replies enable row level security;

grant select on public.contact_replies to authenticated, service_role;

create policy "staff: read" on public.contact_replies for select to authenticated
  using ((select public.is_staff()));

create policy "service_role: read" on public.contact_replies for select to service_role using (true);

-- Sends an answer. `replies_seen`: how many earlier answers its writer has read. If there are more, a colleague was
-- faster, or the writer's own answer was sent and only the confirmation was lost; it is refused, so that the visitor
-- doesn't get two answers by accident.
create function public.reply_to_message(submission_id uuid, reply text, replies_seen int default null)
  returns public.contact_replies
  language plpgsql security definer set search_path = ''
  as $$
declare
  words text := btrim(reply, E' \t\r\n');
  asked public.contact_submissions;
  earlier jsonb;
  sent public.contact_replies;
begin
  perform nutmeg.require_staff();
  if coalesce(words, '') = '' then
    raise exception 'Write something' using errcode = '23514', detail = 'nothing_written';
  end if;
  -- Locked, so that two answers at once see each other and their mails form one thread.
  select s.* into asked from public.contact_submissions s
  where s.id = reply_to_message.submission_id for update;
  if asked.id is null then
    raise exception 'There is no such message' using errcode = '23514', detail = 'no_such_message';
  end if;
  select coalesce(jsonb_agg(r.mail_id order by r.sent_at), '[]') into earlier
  from public.contact_replies r where r.submission_id = asked.id;
  if jsonb_array_length(earlier) > replies_seen then
    raise exception 'Someone has already answered this message' using errcode = 'PT409', detail = 'answered_already';
  end if;
  insert into public.contact_replies (submission_id, body, mail_id)
  values (asked.id, words, nutmeg.write_staff_letter(asked.email, 'contact_reply', jsonb_build_object(
    'message_id', asked.id, 'name', asked.name, 'subject', asked.subject, 'message', asked.message,
    'asked_at', asked.created_at, 'reply', words, 'earlier', earlier,
    'signed', (select p.first_name from public.user_profiles p where p.user_id = auth.uid())
  )))
  returning * into sent;
  update public.contact_submissions s
  set status = 'answered', assigned_to = coalesce(s.assigned_to, auth.uid())
  where s.id = asked.id;
  return sent;
end
$$;

-- What became of the mails with the answers to a message: waiting, sent, or failed and why (mail).
create function public.reply_mails(submission_id uuid)
  returns table (reply_id uuid, status text, failure text, last_error text)
  language sql stable security definer set search_path = ''
  as $$
  select r.id, q.status, q.failure, q.last_error
  from public.contact_replies r
  join public.email_queue q on q.id = r.mail_id
  where r.submission_id = reply_mails.submission_id and (select public.is_staff())
$$;

grant execute on function public.reply_to_message(uuid, text, int), public.reply_mails(uuid) to authenticated;

-- For the staff's list. These rows have no owner, so only staff are notified of deletions.
create trigger notify_inserted after insert on public.contact_submissions referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_updated after update on public.contact_submissions referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_deleted after delete on public.contact_submissions referencing old table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_inserted after insert on public.contact_replies referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

grant insert (language) on public.contact_submissions to anon, authenticated;

create function nutmeg.check_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_blank(new.name) then
    raise exception 'Name is required' using errcode = '23514', detail = 'name_required';
  elsif not nutmeg.is_email(new.email) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email_format';
  elsif new.phone <> '' and nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'us_numbers_only';
  elsif nutmeg.is_blank(new.message) then
    raise exception 'Message is required' using errcode = '23514', detail = 'message_required';
  end if;
  return new;
end
$$;

create trigger contact_submissions_checked before insert on public.contact_submissions
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.check_message();

-- Of the person's own changes. Staff write down what a client says, whole: a number abroad, or an extension.
create trigger user_profiles_checked before update of first_name, last_name, phone on public.user_profiles
  for each row when (current_user = 'authenticated') execute function nutmeg.check_own_profile();

create index contact_submissions_email_idx on public.contact_submissions (lower(email), created_at desc);

create index contact_submissions_search_idx on public.contact_submissions
  using gin ((nutmeg.searched(name || ' ' || email || ' ' || subject || ' ' || message)) extensions.gin_trgm_ops);
