-- A mail about a message was the last one to a client who didn't open it, also if it never arrived. Now one mail a day says
-- that there is a message, and a new address gets one at once.
create or replace function nutmeg.mail_of_message(posted public.thread_messages) returns void
  language plpgsql
  as $$
declare
  reader record;
  mail uuid;
begin
  for reader in
    select p.user_id, p.email, p.first_name
    from public.client_members m
    join public.user_profiles p on p.user_id = m.user_id
    where m.client_id = posted.client_id and m.rights @> array['see', 'answer'] and m.last_year is null
      and (m.ends_at is null or m.ends_at > now())
      and p.user_id <> posted.author_id and p.email <> '' and nutmeg.has_login(p.user_id)
      and not exists (
        select from nutmeg.thread_mails t join public.email_queue q on q.id = t.mail_id
        where t.client_id = m.client_id and t.user_id = m.user_id and q.recipient = lower(btrim(p.email))
          and (q.status = 'pending' or q.status = 'sent' and q.created_at > now() - interval '1 day')
      )
      and not exists (
        select from public.thread_reads r
        where r.client_id = m.client_id and r.user_id = m.user_id and r.side = 'client' and r.read_up_to >= posted.sequence
      )
    order by p.user_id
  loop
    mail := nutmeg.write_letter(reader.email, 'thread_message', jsonb_strip_nulls(jsonb_build_object(
      'first_name', reader.first_name, 'client_id', nullif(posted.client_id, reader.user_id)
    )));
    update public.email_queue q set next_attempt_at = now() + interval '2 minutes' where q.id = mail;
    insert into nutmeg.thread_mails as t (client_id, user_id, mail_id) values (posted.client_id, reader.user_id, mail)
    on conflict (client_id, user_id) do update set mail_id = excluded.mail_id;
  end loop;
end
$$;
