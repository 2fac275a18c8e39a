-- The acts of a conversation: write, mark as read, and settle.

-- A day has one message every few minutes at most; a stuck program must not fill the database.
create function nutmeg.max_messages(side text) returns int
  language sql immutable
  as $$ select case side when 'office' then 600 else 60 end $$;

-- One at a time in a thread: the numbers are in the order of the commits, and the marks of readers miss no message.
create function nutmeg.lock_thread(client uuid) returns void
  language sql
  as $$ select pg_advisory_xact_lock(hashtextextended('nutmeg.thread ' || client, 0)) $$;

-- Writes a message; the functions below have checked who may, and locked the thread. A message that was posted already is
-- returned as it is.
create function nutmeg.post_message(draft public.thread_messages, document_ids uuid[]) returns public.thread_messages
  language plpgsql
  as $$
declare
  posted public.thread_messages;
  wanted uuid[];
begin
  if draft.id is null or draft.body is null or char_length(draft.body) > 5000 or cardinality(document_ids) > 20 then
    raise exception 'A message has at most 5000 characters and 20 files' using errcode = '23514';
  end if;
  select * into posted from public.thread_messages m where m.id = draft.id;
  if found then
    if (posted.client_id, posted.author_id, posted.side) is distinct from (draft.client_id, draft.author_id, draft.side) then
      raise exception 'This id is taken' using errcode = '23505';
    end if;
    return posted;
  end if;
  -- Waits for a merge.
  perform from public.clients c where c.id = draft.client_id for key share;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.refuse_merged(draft.client_id);
  wanted := array(select distinct d from unnest(document_ids) as d where d is not null);
  if draft.body !~ '\S' and cardinality(wanted) = 0 then
    raise exception 'Write something' using errcode = '23514', detail = 'nothing_written';
  end if;
  if exists (
    select from unnest(wanted || draft.about_document) as w
    where w is not null
      and not exists (select from public.file_uploads f where f.id = w and f.user_id = draft.client_id)
  ) then
    raise exception 'A file was not found' using errcode = '42501', detail = 'file_not_found';
  end if;
  if nutmeg.take_token(
    sha256(convert_to('nutmeg.thread ' || draft.side || ' ' || draft.author_id, 'UTF8')), nutmeg.max_messages(draft.side), 3600
  ) > 0 then
    raise exception 'You’ve reached the limit for this hour. Please try again later.'
      using errcode = 'PT429', detail = 'hourly_limit';
  end if;
  insert into public.thread_messages (
    id, client_id, side, author_id, author_name, body, is_question, answers, about_document, about_year, about_field,
    attachments, year
  ) values (
    draft.id, draft.client_id, draft.side, draft.author_id, draft.author_name, btrim(draft.body, E' \t\r\n'),
    coalesce(draft.is_question, false), draft.answers, draft.about_document, draft.about_year, draft.about_field,
    cardinality(wanted), extract(year from now() at time zone nutmeg.office_zone())
  ) returning * into posted;
  insert into public.thread_attachments (message_id, document_id, client_id)
  select posted.id, d, posted.client_id from unnest(wanted) as d;
  return posted;
end
$$;

-- A message of the client, by a member who may answer for it; maybe the answer to a question.
create function public.write_to_office(
  message_id uuid, client_id uuid, body text, document_ids uuid[] default '{}', answers uuid default null
) returns public.thread_messages
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.thread_messages;
  posted public.thread_messages;
  is_first boolean;
begin
  if auth.uid() is null or nutmeg.mfa_pending() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if not coalesce(write_to_office.client_id = any (auth.my_clients('answer')), false) then
    raise exception 'You can’t answer for this client' using errcode = '42501';
  end if;
  perform nutmeg.lock_thread(write_to_office.client_id);
  draft.id := write_to_office.message_id;
  draft.client_id := write_to_office.client_id;
  draft.side := 'client';
  draft.author_id := auth.uid();
  draft.author_name := coalesce((
    select btrim(p.first_name || ' ' || p.last_name) from public.user_profiles p where p.user_id = auth.uid()
  ), '');
  draft.body := write_to_office.body;
  draft.answers := write_to_office.answers;
  if draft.answers is not null and not exists (
    select from public.thread_messages m
    where m.id = draft.answers and m.client_id = draft.client_id and m.is_question
      and (
        m.settled_at is null
        or exists (select from public.thread_messages a where a.id = draft.id and a.answers = m.id)
      )
  ) then
    raise exception 'This question needs no answer anymore' using errcode = 'PT409';
  end if;
  is_first := not exists (
    select from public.thread_messages m
    where m.id = draft.id or m.client_id = draft.client_id and m.side = 'client' and m.settled_at is null
  );
  posted := nutmeg.post_message(draft, document_ids);
  update public.thread_messages m set settled_at = now() where m.id = posted.answers and m.settled_at is null;
  -- The office gets a mail for the first one that waits, as for messages from the contact page.
  if is_first and nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'client_wrote', jsonb_build_object(
      'client_id', c.id, 'client_name', c.name
    )) from public.clients c where c.id = posted.client_id;
  end if;
  return posted;
end
$$;

-- Small differences don't matter: case, and blanks between words.
create function nutmeg.compared_text(words text) returns text
  language sql immutable
  as $$ select btrim(regexp_replace(lower(words), '\s+', ' ', 'g')) $$;

-- Whether the text has an internal note of this client in it, or a line of one, or is a part of one. Very short ones may be
-- written by chance.
create function nutmeg.has_note(client uuid, words text) returns boolean
  language sql stable
  as $$
  select exists (
    select from (
      select n.body from public.client_notes n where n.user_id = client order by n.created_at desc limit 100
    ) n
    cross join (select nutmeg.compared_text(words) as body) m
    cross join lateral (
      select nutmeg.compared_text(n.body) as part
      union all
      select nutmeg.compared_text(line) from regexp_split_to_table(n.body, '\n') as line
    ) p
    where p.part = m.body
      or char_length(p.part) >= 20 and position(p.part in m.body) > 0
      or char_length(m.body) >= 20 and position(m.body in p.part) > 0
  )
$$;

-- A message of the office. The text of an internal note is refused with PT409, unless it is meant for the client.
create function public.write_to_client(
  message_id uuid, client_id uuid, body text, document_ids uuid[] default '{}', is_question boolean default false,
  about_document uuid default null, about_year int default null, about_field text default null,
  even_a_note boolean default false
) returns public.thread_messages
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.thread_messages;
  posted public.thread_messages;
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
  if char_length(draft.body) <= 5000 and not coalesce(even_a_note, false)
    and not exists (select from public.thread_messages m where m.id = draft.id)
    and nutmeg.has_note(draft.client_id, draft.body) then
    raise exception 'This is the text of an internal note' using errcode = 'PT409';
  end if;
  posted := nutmeg.post_message(draft, document_ids);
  -- What the client wrote before has its reply.
  update public.thread_messages m set settled_at = now()
  where m.client_id = posted.client_id and m.side = 'client' and m.settled_at is null and m.sequence < posted.sequence;
  perform nutmeg.mail_of_message(posted);
  return posted;
end
$$;

-- Members who may answer and have a login get one mail until they have read everything. It waits two minutes: who has the
-- page open reads first, and needs none.
create function nutmeg.mail_of_message(posted public.thread_messages) returns void
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
        select from nutmeg.thread_mails t where t.client_id = m.client_id and t.user_id = m.user_id
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
    insert into nutmeg.thread_mails (client_id, user_id, mail_id) values (posted.client_id, reader.user_id, mail);
  end loop;
end
$$;

-- The caller has read this far, as a member or for the office. A mail that still waits is not needed then.
create function public.mark_thread_read(client_id uuid, up_to bigint, for_office boolean default false) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  newest bigint;
begin
  if auth.uid() is null or nutmeg.mfa_pending() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if coalesce(for_office, false) then
    perform nutmeg.require_staff();
  elsif not coalesce(mark_thread_read.client_id = any (auth.my_clients('see')), false) then
    raise exception 'You can’t read for this client' using errcode = '42501';
  end if;
  -- A message that is being written is mailed.
  perform nutmeg.lock_thread(mark_thread_read.client_id);
  select max(m.sequence) into newest from public.thread_messages m where m.client_id = mark_thread_read.client_id;
  if newest is null or up_to is null then
    return;
  end if;
  insert into public.thread_reads as r (client_id, user_id, side, read_up_to)
  values (
    mark_thread_read.client_id, auth.uid(), case when for_office then 'office' else 'client' end, least(up_to, newest)
  )
  on conflict on constraint thread_reads_client_id_user_id_side_key do update
    set read_up_to = excluded.read_up_to, read_at = now()
    where r.read_up_to < excluded.read_up_to;
  if up_to >= newest and not coalesce(for_office, false) then
    with gone as (
      delete from nutmeg.thread_mails t
      where t.client_id = mark_thread_read.client_id and t.user_id = auth.uid()
      returning t.mail_id
    )
    update public.email_queue q set status = 'dismissed', body = '', text_body = '', facts = '{}'
    from gone g where q.id = g.mail_id and q.status = 'pending' and q.attempts = 0;
  end if;
end
$$;

-- What the client has written up to here needs no reply.
create function public.settle_thread(client_id uuid, up_to bigint) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  update public.thread_messages m set settled_at = now()
  where m.client_id = settle_thread.client_id and m.side = 'client' and m.settled_at is null and m.sequence <= up_to;
end
$$;

-- A question needs no answer anymore, because the client called, for example.
create function public.settle_question(message_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  update public.thread_messages m set settled_at = now()
  where m.id = settle_question.message_id and m.is_question and m.settled_at is null;
end
$$;

grant execute on function
  public.write_to_office(uuid, uuid, text, uuid[], uuid),
  public.write_to_client(uuid, uuid, text, uuid[], boolean, uuid, int, text, boolean),
  public.mark_thread_read(uuid, bigint, boolean), public.settle_thread(uuid, bigint), public.settle_question(uuid)
  to authenticated;

-- Conversations move with a merge (client_merges) and back. Clients who wait for a reply count in the inbox.

-- The threads become one, in the order of their messages. Readers keep their marks, unless they have one already.
create function nutmeg.move_messages_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  with moved as (
    update public.thread_messages m set client_id = new.target_id where m.client_id = new.source_id returning m.id
  ), files as (
    update public.thread_attachments a set client_id = new.target_id where a.client_id = new.source_id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select new.id, 'message', m.id from moved m;
  insert into public.thread_reads (client_id, user_id, side, read_up_to, read_at)
  select new.target_id, r.user_id, r.side, r.read_up_to, r.read_at
  from public.thread_reads r where r.client_id = new.source_id
  on conflict do nothing;
  return null;
end
$$;

create trigger client_merges_messages_moved after insert on public.client_merges
  for each row execute function nutmeg.move_messages_of_merge();

create function nutmeg.return_messages_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  with returned as (
    update public.thread_messages m set client_id = new.source_id
    from nutmeg.merged_rows b
    where b.merge_id = new.id and b.kind = 'message' and m.id = b.row_id and m.client_id = new.target_id
    returning m.id
  )
  update public.thread_attachments a set client_id = new.source_id from returned r where a.message_id = r.id;
  return null;
end
$$;

create trigger client_merges_messages_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_messages_of_merge();
