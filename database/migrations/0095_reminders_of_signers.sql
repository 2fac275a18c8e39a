-- Each person who must sign gets reminders of the signature. And texts that a night has held up go out in the morning.

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
