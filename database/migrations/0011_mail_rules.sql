-- How many mails staff may cause, and what they do about mails that failed.
-- A mail's content is never shown: links in it open accounts.

-- The letters that staff have caused within the hour by any act: a step, a request, a letter, an answer.
create table nutmeg.staff_letters (
  recipient text not null,
  written_at timestamptz not null default clock_timestamp()
);

create index staff_letters_recipient_idx on nutmeg.staff_letters (recipient, written_at);

alter table nutmeg.staff_letters enable row level security;

-- Queues a letter that staff cause. A stuck key, or a stolen session, must not fill a mailbox: twenty in an hour for
-- each, which is what the mail worker lets through, and more than any case needs. An act that would cause one more is
-- refused as a whole, so that nothing changes without the client being told.
create function nutmeg.write_staff_letter(to_email text, letter text, facts jsonb) returns uuid
  language plpgsql
  as $$
declare
  mailbox text := lower(btrim(to_email));
begin
  if mailbox = '' then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.staff_letters ' || mailbox, 0));
  delete from nutmeg.staff_letters l where l.recipient = mailbox and l.written_at <= now() - interval '1 hour';
  if (select count(*) from nutmeg.staff_letters l where l.recipient = mailbox) >= 20 then
    raise exception 'You’ve sent 20 letters in the past hour. Please try again later.'
      using errcode = 'PT429', detail = 'too_many_letters';
  end if;
  insert into nutmeg.staff_letters (recipient) values (mailbox);
  return nutmeg.write_letter(to_email, letter, facts);
end
$$;

-- An expired link is useless, so its mail is not sent. A letter that could not be written out may be
-- written by a newer version of this program.
create function nutmeg.can_be_resent(mail public.email_queue) returns boolean
  language sql stable
  as $$ select mail.status = 'failed' and coalesce(mail.expires_at > now(), mail.failure <> 'expired') $$;

create function public.failed_mails() returns table (
    id uuid,
    to_email text,
    email_type text,
    -- The client with this address, if there is one.
    client_id uuid,
    client_name text,
    -- Failed, or pending while it is still tried.
    status text,
    failure text,
    last_error text,
    attempts int,
    created_at timestamptz,
    failed_at timestamptz,
    next_attempt_at timestamptz,
    can_be_resent boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select q.id, q.to_email, q.email_type, p.user_id, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''),
    q.status, q.failure, q.last_error, q.attempts, q.created_at, q.failed_at, q.next_attempt_at,
    nutmeg.can_be_resent(q)
  from public.email_queue q
  left join public.user_profiles p on p.email = q.recipient
  where q.undelivered and (select public.is_staff())
  order by q.created_at desc
  limit 200
$$;

create function nutmeg.resend_mails(mail_ids uuid[]) returns int
  language sql
  as $$
  with resent as (
    update public.email_queue q
    set status = 'pending', attempts = 0, next_attempt_at = now(), failed_at = null, failure = null, last_error = null
    where q.id = any (mail_ids) and nutmeg.can_be_resent(q)
    returning q.id
  ), noted as (
    insert into public.audit_log (actor_id, action, subject_id) select auth.uid(), 'mail.resent', r.id from resent r
  )
  select count(*)::int from resent
$$;

-- Sends a failed mail again at once, with all its attempts, to the address that it had. A wrong address is corrected in
-- the profile, since a mail's links are meant for the person that it was written to.
create function public.resend_mail(mail_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  if nutmeg.resend_mails(array[mail_id]) = 0 then
    raise exception 'This email can’t be sent again' using errcode = '23514', detail = 'mail_not_resendable';
  end if;
end
$$;

-- All mails that failed for a reason that may be over. Returns how many there are.
create function public.resend_failed_mails() returns int
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return nutmeg.resend_mails(array(
    select q.id from public.email_queue q
    where q.undelivered and nutmeg.can_be_resent(q) and q.failure not in ('bad_address', 'refused')
  ));
end
$$;

-- Staff don't want it any more. Its content is deleted, like that of a mail that was sent.
create function public.dismiss_mail(mail_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  update public.email_queue q set status = 'dismissed', body = '', text_body = '', facts = '{}'
  where q.id = mail_id and q.status = 'failed';
  if not found then
    raise exception 'No such mail' using errcode = 'P0002';
  end if;
  insert into public.audit_log (actor_id, action, subject_id) values (auth.uid(), 'mail.dismissed', mail_id);
end
$$;

-- Whether a mail server has said that a client's address does not exist, in which words, and when.
create function public.bad_address_of(client_id uuid) returns table (address text, reason text, since timestamptz)
  language sql stable security definer set search_path = ''
  as $$
  select b.address, b.reason, b.since
  from public.user_profiles p join nutmeg.bad_addresses b on b.address = p.email
  where p.user_id = client_id and (select public.is_staff())
$$;

grant execute on function public.failed_mails(), public.resend_mail(uuid), public.resend_failed_mails(),
  public.dismiss_mail(uuid), public.bad_address_of(uuid) to authenticated;
