-- Every mail, written in the transaction that causes it; a worker claims, sends and marks it.

create table public.email_queue (
  id uuid primary key default gen_random_uuid(),
  to_email text not null,
  -- One spelling for each mailbox.
  recipient text not null generated always as (lower(btrim(to_email))) stored,
  subject text not null,
  -- HTML, and the plain text beside it. Emptied when the mail is sent: links in it open accounts.
  body text not null,
  text_body text not null default '',
  -- In place of a body: the name of a letter, and its facts. The server writes it out when it sends it
  -- (server/mail/letters/case-letters.ts), so that the database can cause a mail too.
  letter text,
  facts jsonb not null default '{}',
  email_type text not null,
  -- A person is waiting for it, so it is sent first.
  urgent boolean not null default false,
  -- Dismissed: staff have seen that it failed and want it neither sent nor listed; or a newer letter replaced it (appointments).
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'dismissed')),
  attempts int not null default 0,
  -- When it was last offered to the recipient's mail server; this is what the limits count.
  tried_at timestamptz,
  -- Due now, or when the next try may start. A claim moves it forward, so a dead worker's mail comes back.
  next_attempt_at timestamptz not null default now(),
  -- Not sent after this, since its link has expired. Null: never expires.
  expires_at timestamptz,
  -- Why the last attempt failed: the kind of failure (contract/mail-failures.ts) and the mail server's own words; never
  -- the mail's content.
  failure text check (failure in (
    'bad_address', 'refused', 'busy', 'unreachable', 'untrusted', 'insecure', 'login', 'outbox', 'expired',
    'unwritable', 'unfinished'
  )),
  last_error text,
  -- What staff should know about: given up, or three failed attempts.
  undelivered boolean not null generated always as (status = 'failed' or (status = 'pending' and attempts >= 3)) stored,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz
);

create index email_queue_due_idx on public.email_queue (urgent, next_attempt_at, created_at) where status = 'pending';

create index email_queue_waiting_idx on public.email_queue (recipient, urgent, next_attempt_at) where status = 'pending';

create index email_queue_tried_idx on public.email_queue (recipient, urgent, tried_at) where tried_at is not null;

create index email_queue_undelivered_idx on public.email_queue (created_at) where undelivered;

-- The workers listen, so that a mail is sent at once without polling.
create function public.notify_email() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('email_queue', '');
  return null;
end
$$;

create trigger email_queue_notified after insert on public.email_queue
  for each statement execute function public.notify_email();

-- A failed mail that an operator puts back by hand.
create trigger email_queue_requeued after update of status on public.email_queue
  for each row when (new.status = 'pending' and old.status <> 'pending')
  execute function public.notify_email();

-- Closed to every caller: links in mails open accounts. The one mail that a visitor may write is in
-- bookings_by_existing_apps.
alter table public.email_queue enable row level security;

-- Queues a letter by its name, in the transaction that causes it. For definer functions only. A client without an address
-- gets no letters: what they say is on the client's page, to print or to say on the phone.
create function nutmeg.write_letter(to_email text, letter text, facts jsonb) returns uuid
  language sql
  as $$
  insert into public.email_queue (to_email, subject, body, letter, facts, email_type)
  select write_letter.to_email, '', '', write_letter.letter, write_letter.facts, write_letter.letter
  where write_letter.to_email <> ''
  returning id
$$;

-- Where the office reads its mail. The server sets it on each connection: the address of STAFF_INBOX, "facts" for the
-- one in the office's facts, or nothing, so that a command causes no mail.
create function nutmeg.staff_inbox() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  told text := nullif(current_setting('nutmeg.staff_inbox', true), '');
begin
  if told = 'facts' then
    return (select s.staff_inbox from public.office_settings s order by s.version desc limit 1);
  end if;
  return told;
end
$$;

-- Addresses that don't exist, according to a mail server, until one accepts a mail after all. Mails to them are still
-- tried: the mail server may have been wrong.
create table nutmeg.bad_addresses (
  address text primary key,
  -- The mail server's own words.
  reason text not null,
  since timestamptz not null default now()
);

-- No mailbox outside gets more than 20 mails in an hour and 60 in a day, whatever goes wrong here. Urgent mails have a
-- count of their own, so that nothing delays a code; requests for them are limited elsewhere. Null: the next one may be
-- sent now. The office's own mailbox has no limit.
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

-- Postpones the due mails of one mailbox, twenty for each hour from then on, so that they don't delay others, and each
-- is moved only a few times however many there are.
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

-- A worker takes up to `most` due mails: urgent ones first, then mailboxes that have none under way, so that a thousand
-- mails to one mailbox don't delay the others, then the oldest. Mails that are not worth an attempt are given up here: a
-- mail that crashed its worker each time must not do so forever, and an expired link only puzzles its reader.
create function nutmeg.claim_mails(most int, lease interval, max_attempts int, under_way text[])
  returns setof public.email_queue
  language plpgsql
  as $$
declare
  served text[];
  taken int := 0;
  -- A lot to give up or to postpone is done in several rounds, so that the lock is never held for long.
  turns int := 0;
  one public.email_queue;
  -- How far the queue was read: before this point there are only mailboxes that have had their turn.
  seen_due timestamptz;
  seen_created timestamptz;
  are_urgent boolean;
  free_at timestamptz;
begin
  -- One claim at a time on all servers: otherwise two of them would each miss the other's mails in their counts.
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
        -- It can't be sent again, so its content is not needed.
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

-- The mail server accepted it. Links in it open accounts, so the content is deleted.
create function nutmeg.mark_mail_sent(mail_id uuid) returns void
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

-- The attempt failed. `attempt` tells a claim from a later one, so that a slow worker doesn't change another's claim.
-- Without a time for the next attempt the mail is given up, and also if that time would be too late.
create function nutmeg.mark_mail_failed(
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
      -- An attempt that didn't reach the recipient's mail server doesn't count against their limit.
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

-- The same for mails that are not done with.
create index email_queue_open_idx on public.email_queue (status) where status in ('pending', 'failed');
