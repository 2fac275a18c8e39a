-- Every text, written in the transaction that causes it; a worker claims, sends and marks it (server/texts). And what
-- comes in: STOP, START and HELP.

create table nutmeg.texts (
  id uuid primary key default gen_random_uuid(),
  number text not null check (number = nutmeg.text_number(number)),
  -- domain/texts/wording.ts. The last four are answers to a text.
  kind text not null check (kind in (
    'reminder', 'appointment_reminder', 'invitation', 'stopped', 'started', 'help', 'unread'
  )),
  -- Emptied when the text is sent: the code of an invitation opens something.
  facts jsonb not null default '{}',
  language text,
  -- dropped: the number may not get texts anymore.
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed', 'dropped')),
  attempts int not null default 0,
  -- Due now, or when the next try may start. While it is sent: when its worker has died.
  next_attempt_at timestamptz not null default now(),
  -- Not sent after this. No one is texted in the night.
  expires_at timestamptz not null default now() + interval '8 hours',
  failure text check (failure in (
    'bad_number', 'refused', 'busy', 'unreachable', 'login', 'outbox', 'expired', 'unknown', 'unwritable'
  )),
  -- The gateway's words.
  last_error text check (char_length(last_error) <= 500),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz
);

create index texts_due_idx on nutmeg.texts (next_attempt_at, created_at) where status in ('pending', 'sending');

create index texts_number_idx on nutmeg.texts (number, created_at);

create index texts_created_at_idx on nutmeg.texts (created_at);

alter table nutmeg.texts enable row level security;

create function nutmeg.notify_text() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_notify('texts', '');
  return null;
end
$$;

create trigger texts_notified after insert on nutmeg.texts for each statement execute function nutmeg.notify_text();

-- Queues a text if the number may get it. For definer functions and the server.
create function nutmeg.write_text(to_number text, kind text, facts jsonb, language text) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  written uuid;
begin
  if to_number is null or not nutmeg.may_text(to_number) then
    return null;
  end if;
  -- Whatever goes wrong here, no one gets more than ten in a day.
  if (
    select count(*) from nutmeg.texts t where t.number = to_number and t.created_at > now() - interval '1 day'
  ) >= 10 then
    return null;
  end if;
  insert into nutmeg.texts (number, kind, facts, language)
  values (to_number, write_text.kind, write_text.facts, write_text.language) returning id into written;
  return written;
end
$$;

-- A worker takes up to `most` due texts. Consent is checked here again: STOP may have come since. A text whose worker died
-- may have gone out, and is sent again only to a folder, where the second copy replaces the first.
create function nutmeg.claim_texts(most int, lease interval, max_attempts int, repeatable boolean)
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
      and d.kind in ('reminder', 'appointment_reminder', 'invitation') and not nutmeg.may_text(d.number)
    limit 200 for update skip locked
  );
  return query
    update nutmeg.texts t set status = 'sending', attempts = t.attempts + 1, next_attempt_at = now() + lease
    where t.id in (
      select d.id from nutmeg.texts d
      where d.status in ('pending', 'sending') and d.next_attempt_at <= now() and d.attempts < max_attempts
        and d.expires_at > now()
        and (d.kind not in ('reminder', 'appointment_reminder', 'invitation') or nutmeg.may_text(d.number))
      order by d.next_attempt_at, d.created_at limit most for update skip locked
    )
    returning t.*;
end
$$;

create function nutmeg.mark_text_sent(text_id uuid) returns void
  language sql security definer set search_path = ''
  as $$
  update nutmeg.texts t set status = 'sent', sent_at = now(), failure = null, last_error = null, facts = '{}'
  where t.id = text_id and t.status <> 'sent'
$$;

-- `attempt` tells a claim from a later one. Without a time for the next attempt the text is given up. A gateway that says
-- that the number has opted out is believed.
create function nutmeg.mark_text_failed(
  text_id uuid, attempt int, why text, words text, retry_after interval, has_opted_out boolean
) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  failed nutmeg.texts;
begin
  update nutmeg.texts t set
    failure = why, last_error = left(words, 500),
    status = case when retry_after is null or t.expires_at <= now() + retry_after then 'failed' else 'pending' end,
    failed_at = case when retry_after is null or t.expires_at <= now() + retry_after then now() end,
    next_attempt_at = now() + coalesce(retry_after, interval '0')
  where t.id = text_id and t.status = 'sending' and t.attempts = attempt
  returning * into failed;
  if failed.id is not null and has_opted_out then
    insert into nutmeg.text_stops (number) values (failed.number) on conflict do nothing;
  end if;
  return failed.status;
end
$$;

-- A gateway delivers a text again if our answer was lost. Kept for a week; without the text.
create table nutmeg.received_texts (
  id text primary key check (char_length(id) <= 100),
  at timestamptz not null default now()
);

create index received_texts_at_idx on nutmeg.received_texts (at);

alter table nutmeg.received_texts enable row level security;

-- A text came in: stop, start, help, or null for anything else. Each is answered once, and never in a circle with another
-- machine: help and other texts three times a day at most.
create function nutmeg.receive_text(text_id text, from_number text, keyword text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  answer text;
  is_known constant boolean := exists (select from nutmeg.text_consents c where c.number = from_number);
begin
  if text_id <> '' then
    insert into nutmeg.received_texts (id) values (text_id) on conflict do nothing;
    if not found then
      return;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.texts ' || from_number, 0));
  if keyword = 'stop' then
    insert into nutmeg.text_stops (number) values (from_number) on conflict do nothing;
    if found then
      answer := 'stopped';
    end if;
    update nutmeg.texts t set status = 'dropped', facts = '{}'
    where t.number = from_number and t.status = 'pending'
      and t.kind in ('reminder', 'appointment_reminder', 'invitation');
  elsif keyword = 'start' then
    delete from nutmeg.text_stops s where s.number = from_number;
    if found then
      answer := 'started';
    end if;
  elsif not exists (select from nutmeg.text_stops s where s.number = from_number) or keyword = 'help' then
    answer := case when keyword = 'help' then 'help' when is_known then 'unread' end;
    if (
      select count(*) from nutmeg.texts t
      where t.number = from_number and t.kind in ('help', 'unread') and t.created_at > now() - interval '1 day'
    ) >= 3 then
      answer := null;
    end if;
  end if;
  if (
    select count(*) from nutmeg.texts t
    where t.number = from_number and t.kind in ('stopped', 'started') and t.created_at > now() - interval '1 day'
  ) >= 10 then
    answer := null;
  end if;
  if answer in ('stopped', 'started') then
    insert into public.audit_log (action, subject_id, details)
    select 'texts.' || answer, c.user_id, '{}'
    from nutmeg.text_consents c where c.number = from_number and c.ended_at is null;
  end if;
  if answer is not null then
    insert into nutmeg.texts (number, kind, language) values (from_number, answer, (
      select p.language from nutmeg.text_consents c join public.user_profiles p on p.user_id = c.user_id
      where c.number = from_number order by c.given_at desc limit 1
    ));
  end if;
end
$$;

-- The texts of a client, newest first: what staff see in the case. Never what they say beyond their kind.
create function public.texts_to_client(client_id uuid) returns table (kind text, status text, at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select t.kind, t.status, coalesce(t.sent_at, t.failed_at, t.created_at)
    from nutmeg.texts t
    where t.number = (select nutmeg.text_number(p.phone) from public.user_profiles p where p.user_id = texts_to_client.client_id)
    order by t.created_at desc limit 20;
end
$$;

grant execute on function public.texts_to_client(uuid) to authenticated;
