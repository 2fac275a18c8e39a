-- Every mail, written in the transaction that causes it; a worker claims, sends and marks.

create table public.email_queue (
  id uuid primary key default gen_random_uuid(),
  to_email text not null,
  -- Two spellings of one mailbox.
  recipient text not null generated always as (lower(btrim(to_email))) stored,
  subject text not null,
  -- HTML, and the plain text beside it. Emptied when the mail is sent: links in it open accounts.
  body text not null,
  text_body text not null default '',
  -- In place of the words: which letter it is and what it tells. The server writes it out as it sends it
  -- (server/mail/case-letters.ts), so that a mail can be caused by the database too.
  letter text,
  facts jsonb not null default '{}',
  email_type text not null,
  -- Somebody sits before a screen and waits for it: goes before all others.
  urgent boolean not null default false,
  -- Dismissed: staff have seen that it failed, and want it neither sent nor listed; or it was overtaken (0028).
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'dismissed')),
  attempts int not null default 0,
  -- The last time that it was shown to the recipient's side; what the limits count.
  tried_at timestamptz,
  -- Due now, or when the next try may start. A claim moves it forward, so a dead worker's mail comes back.
  next_attempt_at timestamptz not null default now(),
  -- When its link has expired it isn't sent any more. Null: it is of use for ever.
  expires_at timestamptz,
  -- Why the last try failed: what kind it is (contract/mail-failures.ts), and the other side's own words; never the
  -- mail's content.
  failure text check (failure in (
    'bad_address', 'refused', 'busy', 'unreachable', 'untrusted', 'insecure', 'login', 'outbox', 'expired',
    'unwritable', 'unfinished'
  )),
  last_error text,
  -- What staff should know of: given up, or tried in vain for a while.
  undelivered boolean not null generated always as (status = 'failed' or (status = 'pending' and attempts >= 3)) stored,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz
);
create index email_queue_due_idx on public.email_queue (urgent, next_attempt_at, created_at) where status = 'pending';
create index email_queue_waiting_idx on public.email_queue (recipient, urgent, next_attempt_at) where status = 'pending';
create index email_queue_tried_idx on public.email_queue (recipient, urgent, tried_at) where tried_at is not null;
create index email_queue_undelivered_idx on public.email_queue (created_at) where undelivered;

-- The workers listen, so that a mail leaves at once and nobody polls for it.
create function public.announce_email() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('email_queue', '');
  return null;
end
$$;
create trigger email_queue_announced after insert on public.email_queue
  for each statement execute function public.announce_email();
-- A failed mail that an operator puts back by hand.
create trigger email_queue_requeued after update of status on public.email_queue
  for each row when (new.status = 'pending' and old.status <> 'pending')
  execute function public.announce_email();

-- Closed to every caller: links in mails open accounts. The one mail that a visitor may write is in 0009.
alter table public.email_queue enable row level security;

-- Queues a letter by its name, in the transaction that causes it. For definer functions: nobody else may.
create schema if not exists nutmeg;
create function nutmeg.write_letter(to_email text, letter text, facts jsonb) returns uuid
  language sql
  as $$
  insert into public.email_queue (to_email, subject, body, letter, facts, email_type)
  values (to_email, '', '', letter, facts, letter)
  returning id
$$;
revoke execute on function nutmeg.write_letter(text, text, jsonb) from public;

-- The address that the office reads; the server names it on each connection.
create function nutmeg.staff_inbox() returns text
  language sql stable
  as $$ select nullif(current_setting('nutmeg.staff_inbox', true), '') $$;

-- Addresses of which a mail server has said that they don't exist; until one takes a mail after all. Mails to them
-- are still tried: the office may have been told wrongly, and mends the address where it stands.
create table nutmeg.bad_addresses (
  address text primary key,
  -- The mail server's own words.
  reason text not null,
  since timestamptz not null default now()
);

-- No mailbox outside gets more than 20 mails in an hour and 60 in a day, whatever goes wrong here; urgent ones, which
-- whoever causes them is limited in, count by themselves, so that nothing can keep a code from its owner. Null: the
-- next one may leave now. The office's own mailbox has no limit.
create function nutmeg.next_mail_at(to_recipient text, are_urgent boolean) returns timestamptz
  language sql stable
  as $$
  select case when to_recipient is distinct from lower(nutmeg.staff_inbox()) then greatest(
    (
      select q.tried_at from public.email_queue q
      where q.recipient = to_recipient and q.urgent = are_urgent and q.tried_at > now() - interval '1 hour'
      order by q.tried_at desc offset 19 limit 1
    ) + interval '1 hour',
    (
      select q.tried_at from public.email_queue q
      where q.recipient = to_recipient and q.urgent = are_urgent and q.tried_at > now() - interval '1 day'
      order by q.tried_at desc offset 59 limit 1
    ) + interval '1 day'
  ) end
$$;

-- Moves the due mails of one mailbox out of the others' way, twenty for each hour from then on, so that however many
-- there are, each is moved a few times only.
create function nutmeg.postpone_mails(to_recipient text, are_urgent boolean, until_time timestamptz) returns void
  language sql
  as $$
  with due as (
    select q.id, q.next_attempt_at, q.created_at from public.email_queue q
    where q.status = 'pending' and q.recipient = to_recipient and q.urgent = are_urgent and q.next_attempt_at <= now()
    for update skip locked
  ), placed as (
    select d.id, row_number() over (order by d.next_attempt_at, d.created_at) - 1 as place from due d
  )
  update public.email_queue q set next_attempt_at = until_time + p.place / 20 * interval '1 hour'
  from placed p where q.id = p.id
$$;

-- A worker takes up to `most` due mails. Urgent ones go first; then whoever has none under way, so that a thousand
-- mails to one mailbox delay no other one; then who waits longest. What is not worth a try is given up here: a mail
-- that ended its worker each time must not do so for ever, and a link that has expired only puzzles people.
create function nutmeg.claim_mails(most int, lease interval, max_attempts int, under_way text[])
  returns setof public.email_queue
  language plpgsql
  as $$
declare
  served text[];
  taken int := 0;
  -- Much to give up or to postpone is done in several turns, so that nobody waits for the lock for long.
  turns int := 0;
  one public.email_queue;
  -- How far the line was looked through: before it stand only mailboxes that have had their turn.
  seen_due timestamptz;
  seen_created timestamptz;
  are_urgent boolean;
  free_at timestamptz;
begin
  -- One claim at a time, on all servers: else two of them would each count the other's mails as not sent yet.
  perform pg_advisory_xact_lock(hashtext('nutmeg.claim_mails'));
  foreach are_urgent in array array[true, false] loop
    served := under_way;
    seen_due := '-infinity';
    seen_created := '-infinity';
    while taken < most and turns < 200 loop
      turns := turns + 1;
      select q.* into one from public.email_queue q
      where q.status = 'pending' and q.urgent = are_urgent and q.next_attempt_at <= now()
        and (q.next_attempt_at, q.created_at) >= (seen_due, seen_created) and q.recipient <> all (served)
      order by q.next_attempt_at, q.created_at limit 1
      for update skip locked;
      if one.id is null then
        exit when cardinality(served) = 0;
        served := '{}';
        seen_due := '-infinity';
        seen_created := '-infinity';
        continue;
      end if;
      seen_due := one.next_attempt_at;
      seen_created := one.created_at;
      if one.expires_at <= now() then
        -- Nobody can send it again, so nobody needs its content.
        update public.email_queue q
        set status = 'failed', failed_at = now(), failure = 'expired', body = '', text_body = '', facts = '{}'
        where q.id = one.id;
      elsif one.attempts >= max_attempts then
        update public.email_queue q
        set status = 'failed', failed_at = now(), failure = coalesce(q.failure, 'unfinished')
        where q.id = one.id;
      else
        free_at := nutmeg.next_mail_at(one.recipient, are_urgent);
        if free_at > now() then
          perform nutmeg.postpone_mails(one.recipient, are_urgent, free_at);
        else
          served := served || one.recipient;
          taken := taken + 1;
          return query
            update public.email_queue q
            set attempts = q.attempts + 1, tried_at = now(), next_attempt_at = now() + lease
            where q.id = one.id
            returning q.*;
        end if;
      end if;
    end loop;
  end loop;
end
$$;

-- It has arrived. What a link opens is nobody's business any more once it is on its way, so the content goes.
create function nutmeg.mail_was_sent(mail_id uuid) returns void
  language sql
  as $$
  with sent as (
    update public.email_queue q
    set status = 'sent', sent_at = now(), failed_at = null, failure = null, last_error = null,
      body = '', text_body = '', facts = '{}'
    where q.id = mail_id and q.status <> 'sent'
    returning q.recipient
  )
  delete from nutmeg.bad_addresses b using sent s where b.address = s.recipient
$$;

-- It has not. `attempt` tells a claim from a later one, so that a worker that was late changes nothing of another's.
-- Without a time for the next try it is given up; so it is where that would be too late.
create function nutmeg.mail_was_not_sent(
  mail_id uuid, attempt int, why text, words text, retry_after interval, has_reached_them boolean
) returns text
  language sql
  as $$
  with failed as (
    update public.email_queue q
    set failure = why, last_error = words,
      status = case when retry_after is null or q.expires_at <= now() + retry_after then 'failed' else 'pending' end,
      failed_at = case when retry_after is null or q.expires_at <= now() + retry_after then now() end,
      next_attempt_at = now() + coalesce(retry_after, interval '0'),
      -- What never came as far as the recipient's side uses up nothing of what they may get.
      tried_at = case when has_reached_them then q.tried_at end
    where q.id = mail_id and q.status = 'pending' and q.attempts = attempt
    returning q.status, q.recipient
  ), noted as (
    insert into nutmeg.bad_addresses as b (address, reason)
    select f.recipient, words from failed f where why = 'bad_address'
    on conflict (address) do update set reason = excluded.reason
  )
  select f.status from failed f
$$;
revoke execute on function nutmeg.next_mail_at(text, boolean), nutmeg.postpone_mails(text, boolean, timestamptz),
  nutmeg.claim_mails(int, interval, int, text[]), nutmeg.mail_was_sent(uuid),
  nutmeg.mail_was_not_sent(uuid, int, text, text, interval, boolean) from public;
