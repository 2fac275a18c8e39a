-- What staff see of mails that were not delivered, and do about them. Never a mail's content: links in it open accounts.

-- A link that has expired helps nobody: whoever wants one asks for a new one. A letter that could not be put together
-- may be, by a newer version of this program.
create function nutmeg.can_be_resent(mail public.email_queue) returns boolean
  language sql stable
  as $$ select mail.status = 'failed' and coalesce(mail.expires_at > now(), mail.failure <> 'expired') $$;

create function public.failed_mails() returns table (
    id uuid,
    to_email text,
    email_type text,
    -- Whose address it is, if a client's.
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

-- Sends it after all: with all its tries, at once. To the address that it had; who mends an address does so where it
-- stands, since a mail's links are for whom it was written to.
create function public.resend_mail(mail_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  if nutmeg.resend_mails(array[mail_id]) = 0 then
    raise exception 'This mail cannot be sent again' using errcode = '23514';
  end if;
end
$$;

-- All that failed for a reason that may be over. Says how many they are.
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

-- Seen, and not wanted any more. Its content goes, as that of a mail that was sent.
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

revoke execute on function nutmeg.can_be_resent(public.email_queue), nutmeg.resend_mails(uuid[]),
  public.failed_mails(), public.resend_mail(uuid), public.resend_failed_mails(), public.dismiss_mail(uuid),
  public.bad_address_of(uuid) from public;
grant execute on function public.failed_mails(), public.resend_mail(uuid), public.resend_failed_mails(),
  public.dismiss_mail(uuid), public.bad_address_of(uuid) to authenticated;
