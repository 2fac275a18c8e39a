-- Every mail, written in the transaction that causes it; a worker claims, sends and marks.

create table public.email_queue (
  id uuid primary key default gen_random_uuid(),
  to_email text not null,
  subject text not null,
  -- HTML, and the plain text beside it. Emptied when the mail is sent: links in it open accounts.
  body text not null,
  text_body text not null default '',
  -- In place of the words: which letter it is and what it tells. The server writes it out as it sends it
  -- (server/mail/case-letters.ts), so that a mail can be caused by the database too.
  letter text,
  facts jsonb not null default '{}',
  email_type text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts int not null default 0,
  -- Due now, or when the next try may start. A claim moves it forward, so a dead worker's mail comes back.
  next_attempt_at timestamptz not null default now(),
  -- When its link has expired it isn't sent any more. Null: it is of use for ever.
  expires_at timestamptz,
  -- The server's own words on why it failed; never the mail's content.
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index email_queue_due_idx on public.email_queue (next_attempt_at) where status = 'pending';

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
