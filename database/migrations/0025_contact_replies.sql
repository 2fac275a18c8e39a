-- The office's inbox: who looks after a message, and what was answered. An answer leaves by mail; the visitor's own
-- answer to it comes to the office's mailbox, where the mails of one message stand together by their Message-ID.

alter table public.contact_submissions
  add column assigned_to uuid references public.user_profiles (user_id) on delete set null;
grant update (assigned_to) on public.contact_submissions to authenticated;

create function nutmeg.check_assignee() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.assigned_to is not null and not exists (
    select from public.user_profiles p where p.user_id = new.assigned_to and p.role in ('admin', 'super')
  ) then
    raise exception 'Only staff can look after a message' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger contact_submissions_assigned before update of assigned_to on public.contact_submissions
  for each row execute function nutmeg.check_assignee();

-- The office hears of a message; what it says stays in the portal.
create function nutmeg.tell_of_message() returns trigger
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
  for each row execute function nutmeg.tell_of_message();

create table public.contact_replies (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  body text not null check (char_length(body) between 1 and 10000 and btrim(body) <> ''),
  -- The mail in the queue, whose Message-ID the next answer refers to.
  mail_id uuid not null,
  author_id uuid,
  author_name text not null default '',
  sent_at timestamptz not null default now()
);
create index contact_replies_submission_id_idx on public.contact_replies (submission_id, sent_at);
create trigger contact_replies_signed before insert on public.contact_replies
  for each row execute function nutmeg.sign_note();

alter table public.contact_replies enable row level security;
grant select on public.contact_replies to authenticated, service_role;
create policy "staff: read" on public.contact_replies for select to authenticated
  using ((select public.is_staff()));
create policy "service_role: read" on public.contact_replies for select to service_role using (true);

create function public.reply_to_message(submission_id uuid, reply text) returns public.contact_replies
  language plpgsql security definer set search_path = ''
  as $$
declare
  asked public.contact_submissions;
  earlier jsonb;
  sent public.contact_replies;
begin
  perform nutmeg.require_staff();
  if coalesce(btrim(reply), '') = '' then
    raise exception 'Write something' using errcode = '23514';
  end if;
  -- Two answers at once know of each other, so the mails stand in one line.
  select s.* into asked from public.contact_submissions s
  where s.id = reply_to_message.submission_id for update;
  if asked.id is null then
    raise exception 'There is no such message' using errcode = '23514';
  end if;
  if (
    select count(*) from public.contact_replies r
    where r.submission_id = asked.id and r.sent_at > now() - interval '1 hour'
  ) >= 10 then
    raise exception 'Ten answers in an hour are enough for one message' using errcode = 'PT429';
  end if;
  select coalesce(jsonb_agg(r.mail_id order by r.sent_at), '[]') into earlier
  from public.contact_replies r where r.submission_id = asked.id;
  insert into public.contact_replies (submission_id, body, mail_id)
  values (asked.id, btrim(reply), nutmeg.write_letter(asked.email, 'contact_reply', jsonb_build_object(
    'message_id', asked.id, 'name', asked.name, 'subject', asked.subject, 'message', asked.message,
    'asked_at', asked.created_at, 'reply', btrim(reply), 'earlier', earlier
  )))
  returning * into sent;
  update public.contact_submissions s
  set status = 'answered', assigned_to = coalesce(s.assigned_to, auth.uid())
  where s.id = asked.id;
  return sent;
end
$$;
revoke execute on function public.reply_to_message(uuid, text) from public;
grant execute on function public.reply_to_message(uuid, text) to authenticated;

create trigger tell_inserted after insert on public.contact_replies referencing new table as changed
  for each statement execute function nutmeg.tell_changes();
