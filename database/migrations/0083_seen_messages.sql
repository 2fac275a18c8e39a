-- An answer of the office settles what its author has seen, and no more: a message that came while they wrote still waits. If
-- a colleague has written in the meantime, the author reads that first, so that two don't give two answers. Existing apps
-- don't say what they have seen.

-- Another argument needs another function.
drop function public.write_to_client(uuid, uuid, text, uuid[], boolean, uuid, int, text, boolean);

-- As in 0052. `seen_up_to`: the newest message that the author has seen; 0 for none.
create function public.write_to_client(
  message_id uuid, client_id uuid, body text, document_ids uuid[] default '{}', is_question boolean default false,
  about_document uuid default null, about_year int default null, about_field text default null,
  even_a_note boolean default false, seen_up_to bigint default null
) returns public.thread_messages
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.thread_messages;
  posted public.thread_messages;
  is_new boolean;
begin
  perform nutmeg.require_staff();
  perform nutmeg.lock_thread(write_to_client.client_id);
  draft.id := write_to_client.message_id;
  draft.client_id := write_to_client.client_id;
  draft.side := 'office';
  draft.author_id := auth.uid();
  draft.author_name := coalesce((select btrim(p.first_name) from public.user_profiles p where p.user_id = auth.uid()), '');
  draft.body := write_to_client.body;
  draft.is_question := write_to_client.is_question;
  draft.about_document := write_to_client.about_document;
  draft.about_year := write_to_client.about_year;
  draft.about_field := write_to_client.about_field;
  is_new := not exists (select from public.thread_messages m where m.id = draft.id);
  if is_new and exists (
    select from public.thread_messages m
    where m.client_id = draft.client_id and m.sequence > write_to_client.seen_up_to
      and m.side = 'office' and m.author_id <> draft.author_id
  ) then
    raise exception 'A colleague has just written to this client. Read it, then send yours if it’s still needed.'
      using errcode = '23514', detail = 'colleague_wrote';
  end if;
  if is_new and char_length(draft.body) <= 5000 and not coalesce(even_a_note, false)
    and nutmeg.has_note(draft.client_id, draft.body) then
    raise exception 'This is the text of an internal note' using errcode = 'PT409';
  end if;
  posted := nutmeg.post_message(draft, document_ids);
  if is_new then
    update public.thread_messages m set settled_at = now()
    where m.client_id = posted.client_id and m.side = 'client' and m.settled_at is null
      and m.sequence <= coalesce(write_to_client.seen_up_to, posted.sequence);
    perform nutmeg.mail_of_message(posted);
  end if;
  return posted;
end
$$;

grant execute on function
  public.write_to_client(uuid, uuid, text, uuid[], boolean, uuid, int, text, boolean, bigint) to authenticated;

-- Who is mailed about a message of the office: each may answer it, and has a login.
create function nutmeg.thread_readers(client uuid) returns table (user_id uuid)
  language sql stable
  as $$
  select m.user_id from public.client_members m
  where m.client_id = client and m.rights @> array['see', 'answer'] and m.last_year is null
    and (m.ends_at is null or m.ends_at > now()) and nutmeg.has_login(m.user_id)
$$;

-- As in 0051. A client whose only reader may see but not answer looked as if someone were mailed.
create or replace function public.thread_has_reader(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select case when public.is_staff() then exists (
    select from nutmeg.thread_readers(thread_has_reader.client_id)
  ) end
$$;

-- As in 0052. One mail a day says that there is a message, and a new address gets one at once: a mail may have failed.
create or replace function nutmeg.mail_of_message(posted public.thread_messages) returns void
  language plpgsql
  as $$
declare
  reader record;
  mail uuid;
begin
  for reader in
    select p.user_id, p.email, p.first_name
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
    insert into nutmeg.thread_mails as t (client_id, user_id, mail_id) values (posted.client_id, reader.user_id, mail)
    on conflict (client_id, user_id) do update set mail_id = excluded.mail_id;
  end loop;
end
$$;

-- As in 0052. The numbers of two threads interleave: who has read one of them up to its end has not read the other. Their
-- mark ends before the first message that they haven't read.
create or replace function nutmeg.move_messages_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.thread_reads as mark (client_id, user_id, side, read_up_to)
  select new.target_id, reader.user_id, reader.side, coalesce(
    (
      select min(m.sequence) - 1
      from public.thread_messages m
      left join public.thread_reads r
        on r.client_id = m.client_id and r.user_id = reader.user_id and r.side = reader.side
      where m.client_id in (new.source_id, new.target_id) and m.side <> reader.side and m.sequence > coalesce(r.read_up_to, 0)
    ),
    (select max(m.sequence) from public.thread_messages m where m.client_id in (new.source_id, new.target_id)),
    0
  )
  from (
    select distinct r.user_id, r.side from public.thread_reads r where r.client_id in (new.source_id, new.target_id)
  ) reader
  on conflict on constraint thread_reads_client_id_user_id_side_key do update set read_up_to = excluded.read_up_to;
  with moved as (
    update public.thread_messages m set client_id = new.target_id where m.client_id = new.source_id returning m.id
  ), files as (
    update public.thread_attachments a set client_id = new.target_id where a.client_id = new.source_id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select new.id, 'message', m.id from moved m;
  return null;
end
$$;
