-- When texts go out: from 8 in the morning to 9 in the evening where the person is, as the law has it for calls (47 CFR
-- 64.1200(c)(1)), and a reminder only on a day without another text. Answers to a text that came in go out at once, at any time.

create function nutmeg.is_text_answer(kind text) returns boolean
  language sql immutable
  as $$ select kind in ('stopped', 'started', 'help', 'unread') $$;

-- When the number may get a text: now, or at 8 in the morning. The zone is that of the person's last session, else the
-- office's.
create function nutmeg.next_text_time(to_number text) returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  zone text := coalesce((
    select s.time_zone
    from nutmeg.text_consents c join auth.sessions s on s.user_id = c.user_id
    where c.number = to_number and c.ended_at is null and s.time_zone is not null
    order by s.refreshed_at desc limit 1
  ), nutmeg.office_zone());
  clock timestamp;
begin
  begin
    clock := now() at time zone zone;
  exception when invalid_parameter_value then
    -- A zone that a browser knows, and this PostgreSQL doesn't.
    zone := nutmeg.office_zone();
    clock := now() at time zone zone;
  end;
  return case
    when clock::time < '08:00' then (clock::date + time '08:00') at time zone zone
    when clock::time >= '21:00' then (clock::date + 1 + time '08:00') at time zone zone
    else now() end;
end
$$;

-- As in 0054.
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
  if write_text.kind = 'reminder' and exists (
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

-- As in 0054, with the hours.
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

-- A START that someone recorded and sends again must not undo a later STOP, so the ids are kept, and a START without one is
-- not obeyed. A STOP always is.
drop index nutmeg.received_texts_at_idx;

-- As in 0054. Who sends START without a consent gets no texts, and isn't promised any.
create or replace function nutmeg.receive_text(text_id text, from_number text, keyword text) returns void
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
  elsif keyword = 'start' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.texts ' || from_number, 0));
  if keyword = 'stop' then
    insert into nutmeg.text_stops (number) values (from_number) on conflict do nothing;
    if found then
      answer := 'stopped';
    end if;
    update nutmeg.texts t set status = 'dropped', facts = '{}'
    where t.number = from_number and t.status = 'pending'
      and not nutmeg.is_text_answer(t.kind);
  elsif keyword = 'start' then
    delete from nutmeg.text_stops s where s.number = from_number;
    if found then
      -- Texts need a consent besides, which may have ended.
      answer := case when nutmeg.may_text(from_number) then 'started' else 'help' end;
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
