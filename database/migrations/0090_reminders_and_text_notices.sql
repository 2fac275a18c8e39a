-- Each person who must sign gets reminders of the signature. Texts that a night has held up go out in the morning. And a
-- message of the office is announced by text, too, to those who agreed to that.

-- Whose reminder it is: a signer's, or the client's own. The default is no one's id, since a key has no nulls; the previous
-- release doesn't know the column.
alter table nutmeg.reminders
  add column signer_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint reminders_pkey,
  add primary key (client_id, day, signer_id);

-- As in 0084. A text whose time comes at night waits for the morning, and has as many hours left then as it had.
create or replace function nutmeg.claim_texts(most int, lease interval, max_attempts int, repeatable boolean)
  returns setof nutmeg.texts
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.texts t set
    status = 'failed', failed_at = now(), facts = '{}',
    failure = case
      when t.status = 'sending' and not repeatable then 'unknown'
      when t.expires_at <= now() then 'expired'
      else coalesce(t.failure, 'unknown') end
  where t.id in (
    select d.id from nutmeg.texts d
    where d.status in ('pending', 'sending') and d.next_attempt_at <= now()
      and ((d.status = 'sending' and not repeatable) or d.expires_at <= now() or d.attempts >= max_attempts)
    limit 200 for update skip locked
  );
  update nutmeg.texts t set status = 'dropped', facts = '{}'
  where t.id in (
    select d.id from nutmeg.texts d
    where d.status in ('pending', 'sending') and d.next_attempt_at <= now()
      and not nutmeg.is_text_answer(d.kind) and not nutmeg.may_text(d.number)
    limit 200 for update skip locked
  );
  update nutmeg.texts t set
    status = 'pending', next_attempt_at = n.at, expires_at = t.expires_at + (n.at - now())
  from (
    select d.id, nutmeg.next_text_time(d.number) as at from nutmeg.texts d
    where d.status in ('pending', 'sending') and d.next_attempt_at <= now() and not nutmeg.is_text_answer(d.kind)
    limit 200 for update skip locked
  ) n
  where t.id = n.id and n.at > now();
  return query
    update nutmeg.texts t set status = 'sending', attempts = t.attempts + 1, next_attempt_at = now() + lease
    where t.id in (
      select d.id from nutmeg.texts d
      where d.status in ('pending', 'sending') and d.next_attempt_at <= now() and d.attempts < max_attempts
        and d.expires_at > now()
        and (
          nutmeg.is_text_answer(d.kind) or nutmeg.may_text(d.number) and nutmeg.next_text_time(d.number) <= now()
        )
      order by d.next_attempt_at, d.created_at limit most for update skip locked
    )
    returning t.*;
end
$$;

alter table nutmeg.texts drop constraint texts_kind_check, add constraint texts_kind_check check (kind in (
  'reminder', 'message', 'appointment_reminder', 'invitation', 'stopped', 'started', 'help', 'unread', 'no_picture'
));

-- As in 0084.
create or replace function nutmeg.is_text_answer(kind text) returns boolean
  language sql immutable
  as $$ select kind in ('stopped', 'started', 'help', 'unread', 'no_picture') $$;

alter table nutmeg.text_consents
  -- Whether the words say that messages are announced.
  add column covers_messages boolean not null default false;

alter table nutmeg.thread_mails add column text_id uuid;

drop function nutmeg.add_consent(uuid, text, text, uuid, text);
drop function public.my_texts();
drop function public.agree_to_texts(text);
drop function public.record_spoken_consent(uuid, text);

-- As in 0053. A consent to more replaces one to less.
create function nutmeg.add_consent(
  person uuid, wording text, source text, by_person uuid, by_name text, covers_messages boolean
) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  their_number constant text := (select nutmeg.text_number(p.phone) from public.user_profiles p where p.user_id = person);
begin
  -- One after the other for each person.
  perform from public.user_profiles p where p.user_id = person for no key update;
  if their_number is null then
    raise exception 'There is no US or Canadian mobile number' using errcode = '23514';
  end if;
  if exists (
    select from nutmeg.text_consents c where c.user_id = person and c.ended_at is null and c.number = their_number
      and c.covers_messages >= coalesce(add_consent.covers_messages, false)
  ) then
    return;
  end if;
  update nutmeg.text_consents c set ended_at = now(), ended_by = auth.uid() where c.user_id = person and c.ended_at is null;
  insert into nutmeg.text_consents (user_id, number, wording, source, recorded_by, recorded_by_name, covers_messages)
  values (person, their_number, btrim(add_consent.wording), add_consent.source, by_person, by_name,
    coalesce(add_consent.covers_messages, false));
  perform nutmeg.record_act('texts.agreed', person, jsonb_build_object('source', add_consent.source));
end
$$;

create function public.my_texts() returns table (
    number text, agreed_at timestamptz, stopped_at timestamptz, covers_messages boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select t.number, t.agreed_at, t.stopped_at, exists (
    select from nutmeg.text_consents c
    where c.user_id = auth.uid() and c.ended_at is null and c.number = t.number and c.covers_messages
  )
  from nutmeg.text_choice_of(auth.uid()) t
  where not nutmeg.mfa_pending()
$$;

create function public.agree_to_texts(wording text, covers_messages boolean default false)
  returns void
  language plpgsql
  security definer
  set search_path = ''
  as $$
begin
  if auth.uid() is null or nutmeg.mfa_pending() then
    raise exception 'Only a person who is logged in can agree' using errcode = '42501';
  end if;
  perform nutmeg.limit_own_acts();
  perform nutmeg.add_consent(auth.uid(), wording, 'account', null, null, agree_to_texts.covers_messages);
end
$$;

create function public.record_spoken_consent(
  client_id uuid, wording text, covers_messages boolean default false
) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  if not exists (select from auth.users u where u.id = record_spoken_consent.client_id and u.email is null) then
    raise exception 'This client has a login and agrees in their own account' using errcode = '42501';
  end if;
  perform nutmeg.refuse_merged(record_spoken_consent.client_id);
  perform nutmeg.add_consent(
    record_spoken_consent.client_id, wording, 'spoken', auth.uid(), coalesce(nutmeg.staff_name(auth.uid()), ''),
    record_spoken_consent.covers_messages
  );
end
$$;

grant execute on function public.my_texts(), public.agree_to_texts(text, boolean),
  public.record_spoken_consent(uuid, text, boolean) to authenticated;

-- As in 0084. A message is announced on a day without another text, as a reminder is.
create or replace function nutmeg.write_text(to_number text, kind text, facts jsonb, language text) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  due timestamptz;
  written uuid;
begin
  if to_number is null or not nutmeg.may_text(to_number) then
    return null;
  end if;
  -- One after the other for each number.
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.texts ' || to_number, 0));
  due := nutmeg.next_text_time(to_number);
  -- A reminder is not sent on the day of another text; what a person waits for is. A text expires 8 hours after it is due,
  -- so this is: due less than 20 hours before. No day from 8 to 21 has two.
  if write_text.kind in ('reminder', 'message') and exists (
    select from nutmeg.texts t
    where t.number = to_number and not nutmeg.is_text_answer(t.kind)
      and (t.status in ('pending', 'sending', 'sent') or t.failure = 'unknown')
      and t.expires_at > due - interval '12 hours'
  ) then
    return null;
  end if;
  -- Whatever goes wrong here, no one gets more than ten in a day.
  if (
    select count(*) from nutmeg.texts t where t.number = to_number and t.created_at > now() - interval '1 day'
  ) >= 10 then
    return null;
  end if;
  insert into nutmeg.texts (number, kind, facts, language, next_attempt_at, expires_at)
  values (to_number, write_text.kind, write_text.facts, write_text.language, due, due + interval '8 hours')
  returning id into written;
  return written;
end
$$;

-- The same number, if the person agreed to texts about messages.
create function nutmeg.message_number(person uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
  select nutmeg.consented_number(c.user_id) from nutmeg.text_consents c
  where c.user_id = person and c.ended_at is null and c.covers_messages
$$;

-- As in 0083, with the text.
create or replace function nutmeg.mail_of_message(posted public.thread_messages) returns void
  language plpgsql
  as $$
declare
  reader record;
  mail uuid;
  words uuid;
begin
  for reader in
    select p.user_id, p.email, p.first_name, p.language
    from nutmeg.thread_readers(posted.client_id) m
    join public.user_profiles p on p.user_id = m.user_id
    where p.user_id <> posted.author_id and p.email <> ''
      and not exists (
        select from nutmeg.thread_mails t join public.email_queue q on q.id = t.mail_id
        where t.client_id = posted.client_id and t.user_id = m.user_id and q.recipient = lower(btrim(p.email))
          and (q.status = 'pending' or q.status = 'sent' and q.created_at > now() - interval '1 day')
      )
      and not exists (
        select from public.thread_reads r
        where r.client_id = posted.client_id and r.user_id = m.user_id and r.side = 'client'
          and r.read_up_to >= posted.sequence
      )
    order by p.user_id
  loop
    mail := nutmeg.write_letter(reader.email, 'thread_message', jsonb_strip_nulls(jsonb_build_object(
      'first_name', reader.first_name, 'client_id', nullif(posted.client_id, reader.user_id)
    )));
    update public.email_queue q set next_attempt_at = now() + interval '2 minutes' where q.id = mail;
    words := nutmeg.write_text(
      nutmeg.message_number(reader.user_id), 'message',
      jsonb_strip_nulls(jsonb_build_object('client_id', nullif(posted.client_id, reader.user_id))), reader.language
    );
    update nutmeg.texts x set next_attempt_at = greatest(x.next_attempt_at, now() + interval '2 minutes')
    where x.id = words;
    insert into nutmeg.thread_mails as t (client_id, user_id, mail_id, text_id)
    values (posted.client_id, reader.user_id, mail, words)
    on conflict (client_id, user_id) do update set mail_id = excluded.mail_id, text_id = excluded.text_id;
  end loop;
end
$$;
