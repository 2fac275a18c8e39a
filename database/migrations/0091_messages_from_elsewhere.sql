-- Messages that came by text or by the contact form join the client's thread.

alter table public.thread_messages
  -- portal: written in it.
  add column origin text not null default 'portal' check (origin in ('portal', 'text', 'form')),
  -- Sent without a login, in a form where anyone can write any address; and the answer to it.
  add column staff_only boolean not null default false,
  -- Its author writes for other clients, too; this thread was the latest.
  add column is_guess boolean not null default false,
  -- As the contact page had it.
  add column submission_id uuid references public.contact_submissions on delete set null,
  drop constraint thread_messages_body_check,
  add constraint thread_messages_body_check check (char_length(body) <= case origin when 'form' then 10000 else 5000 end);

create index thread_messages_submission_id_idx on public.thread_messages (submission_id, sequence)
  where submission_id is not null;

alter policy "own thread, or staff: read" on public.thread_messages
  using (
    not staff_only and (
      client_id = any ((select auth.my_clients('see'))::uuid[])
      or client_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(client_id)
    )
    or (select public.is_staff())
  );

-- More columns need another function.
drop function public.thread_page(uuid, bigint, int, boolean);

-- As in 0051, with where a message came from.
create function public.thread_page(
  client_id uuid, before_sequence bigint default null, page_size int default 50, open_questions_only boolean default false
) returns table (
    id uuid,
    sequence bigint,
    side text,
    author_id uuid,
    author_name text,
    body text,
    is_question boolean,
    settled_at timestamptz,
    -- The question that this message answers, and the answer that this question got.
    answers_question text,
    answer text,
    about_document uuid,
    about_document_name text,
    about_year int,
    about_field text,
    -- How many were attached, and those that are still there.
    attachments int,
    documents jsonb,
    created_at timestamptz,
    origin text,
    staff_only boolean,
    is_guess boolean,
    submission_id uuid
  )
  language sql stable
  as $$
  select m.id, m.sequence, m.side, m.author_id, m.author_name, m.body, m.is_question, m.settled_at,
    (select q.body from public.thread_messages q where q.id = m.answers and q.client_id = m.client_id),
    (select a.body from public.thread_messages a where a.answers = m.id and a.client_id = m.client_id),
    m.about_document, (select f.file_name from public.file_uploads f where f.id = m.about_document),
    m.about_year, m.about_field, m.attachments,
    case when m.attachments = 0 then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.file_name) order by f.file_name, f.id), '[]')
      from public.thread_attachments t join public.file_uploads f on f.id = t.document_id
      where t.message_id = m.id
    ) end,
    m.created_at, m.origin, m.staff_only, m.is_guess, m.submission_id
  from public.thread_messages m
  where m.client_id = thread_page.client_id and m.sequence < coalesce(before_sequence, 9223372036854775807)
    and (not open_questions_only or m.is_question and m.settled_at is null)
  order by m.sequence desc
  limit least(greatest(page_size, 1), 200)
$$;

grant execute on function public.thread_page(uuid, bigint, int, boolean) to authenticated, service_role;

-- Where a message belongs that doesn't name a client: to the one of the senders' clients whose thread was the latest.
create function nutmeg.thread_of_people(people uuid[])
  returns table (client_id uuid, user_id uuid, clients bigint)
  language sql stable
  as $$
  with found as (
    select m.client_id, m.user_id, m.created_at, (
      select max(t.sequence) from public.thread_messages t where t.client_id = m.client_id and not t.staff_only
    ) as latest
    from public.client_members m
    where m.user_id = any (people) and m.rights @> array['see', 'answer'] and m.last_year is null
      and (m.ends_at is null or m.ends_at > now()) and not nutmeg.has_staff_role(m.user_id)
      and not exists (
        select from public.client_details d where d.client_id = m.client_id and d.archived_into is not null
      )
      and not nutmeg.is_deleted_client(m.client_id)
  )
  select f.client_id, f.user_id, (select count(distinct o.client_id) from found o)
  from found f
  order by f.latest desc nulls last, f.client_id = f.user_id desc, f.created_at, f.client_id, f.user_id
  limit 1
$$;

-- Adds a message that came from elsewhere.
create function nutmeg.join_thread(draft public.thread_messages) returns void
  language plpgsql
  as $$
declare
  is_first boolean;
begin
  perform nutmeg.lock_thread(draft.client_id);
  -- Waits for a merge.
  perform from public.clients c where c.id = draft.client_id for key share;
  perform nutmeg.refuse_merged(draft.client_id);
  is_first := not exists (
    select from public.thread_messages m
    where m.client_id = draft.client_id and m.side = 'client' and m.settled_at is null
  );
  insert into public.thread_messages (
    id, client_id, side, author_id, author_name, body, origin, staff_only, is_guess, submission_id, settled_at, year
  ) values (
    gen_random_uuid(), draft.client_id, draft.side, draft.author_id, draft.author_name, btrim(draft.body, E' \t\r\n'),
    draft.origin, draft.staff_only, draft.is_guess, draft.submission_id,
    -- What came by the form waits in the inbox.
    case draft.origin when 'form' then now() end, extract(year from now() at time zone nutmeg.office_zone())
  );
  if draft.origin = 'text' and is_first and nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'client_wrote', jsonb_build_object(
      'client_id', c.id, 'client_name', c.name
    )) from public.clients c where c.id = draft.client_id;
  end if;
end
$$;

create function nutmeg.full_name(person uuid) returns text
  language sql stable
  as $$
  select coalesce((
    select btrim(p.first_name || ' ' || p.last_name) from public.user_profiles p where p.user_id = person
  ), '')
$$;

-- A text came in. Without a keyword, that of a person who agreed to texts is a message; a picture is not taken, and the
-- person hears that. One without an id may be a repetition, and is none. Everything else as before.
create function nutmeg.receive_text(text_id text, from_number text, keyword text, body text, has_picture boolean)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  sender_client uuid;
  sender_id uuid;
  clients bigint;
  draft public.thread_messages;
begin
  if keyword is null and text_id <> '' and (body ~ '\S' or has_picture) then
    perform pg_advisory_xact_lock(hashtextextended('nutmeg.texts ' || from_number, 0));
    select t.client_id, t.user_id, t.clients into sender_client, sender_id, clients
    from nutmeg.thread_of_people(array(
      select c.user_id from nutmeg.text_consents c join public.user_profiles p on p.user_id = c.user_id
      where c.number = from_number and c.ended_at is null and nutmeg.text_number(p.phone) = from_number
    )) t;
  end if;
  if sender_client is null or exists (select from nutmeg.received_texts r where r.id = text_id)
    or nutmeg.take_token(
      sha256(convert_to('nutmeg.texted ' || from_number, 'UTF8')), nutmeg.max_messages('client'), 3600
    ) > 0 then
    perform nutmeg.receive_text(text_id, from_number, keyword);
    return;
  end if;
  insert into nutmeg.received_texts (id) values (text_id);
  if body ~ '\S' then
    draft.client_id := sender_client;
    draft.side := 'client';
    draft.author_id := sender_id;
    draft.author_name := nutmeg.full_name(sender_id);
    draft.body := left(body, 5000);
    draft.origin := 'text';
    draft.staff_only := false;
    draft.is_guess := clients > 1;
    perform nutmeg.join_thread(draft);
  end if;
  if has_picture and not exists (select from nutmeg.text_stops s where s.number = from_number) and (
    select count(*) from nutmeg.texts t
    where t.number = from_number and t.kind = 'no_picture' and t.created_at > now() - interval '1 day'
  ) < 3 then
    insert into nutmeg.texts (number, kind, language)
    select from_number, 'no_picture', p.language from public.user_profiles p where p.user_id = sender_id;
  end if;
end
$$;

-- A message of the contact page. Who is logged in is known; otherwise the address has to be that of one confirmed person
-- with one client, and only staff see it, since anyone can write any address.
create function nutmeg.join_form_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  is_known constant boolean := auth.uid() is not null and not nutmeg.mfa_pending();
  people uuid[];
  sender record;
  draft public.thread_messages;
begin
  people := case when is_known then array[auth.uid()] else array(
    select p.user_id from public.user_profiles p
    where p.email = lower(btrim(new.email)) and p.confirmed and nutmeg.has_login(p.user_id) limit 2
  ) end;
  if cardinality(people) <> 1 then
    return null;
  end if;
  select t.* into sender from nutmeg.thread_of_people(people) t;
  if sender.client_id is null or not is_known and sender.clients > 1 then
    return null;
  end if;
  draft.client_id := sender.client_id;
  draft.side := 'client';
  draft.author_id := case when is_known then sender.user_id else new.id end;
  draft.author_name := case when is_known then nutmeg.full_name(sender.user_id) else new.name end;
  draft.body := new.message;
  draft.origin := 'form';
  draft.staff_only := not is_known;
  draft.is_guess := sender.clients > 1;
  draft.submission_id := new.id;
  perform nutmeg.join_thread(draft);
  return null;
end
$$;

create trigger contact_submissions_joined after insert on public.contact_submissions
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.join_form_message();

-- The answer from the inbox is mailed, and joins the thread beside its question.
create function nutmeg.join_form_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.thread_messages;
begin
  select m.* into draft from public.thread_messages m
  where m.submission_id = new.submission_id and m.side = 'client' order by m.sequence limit 1;
  if draft.id is not null then
    draft.side := 'office';
    draft.author_id := new.author_id;
    draft.author_name := coalesce((
      select btrim(p.first_name) from public.user_profiles p where p.user_id = new.author_id
    ), '');
    draft.body := new.body;
    perform nutmeg.join_thread(draft);
  end if;
  return null;
end
$$;

create trigger contact_replies_joined after insert on public.contact_replies
  for each row when (new.author_id is not null) execute function nutmeg.join_form_reply();

-- As in 0052, without what the reader can't see. A text that still waits is not needed either.
create or replace function public.mark_thread_read(client_id uuid, up_to bigint, for_office boolean default false) returns void
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
  select max(m.sequence) into newest from public.thread_messages m
  where m.client_id = mark_thread_read.client_id and (for_office or not m.staff_only);
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
      returning t.mail_id, t.text_id
    ), texts as (
      update nutmeg.texts x set status = 'dropped', facts = '{}'
      from gone g where x.id = g.text_id and x.status = 'pending' and x.attempts = 0
    )
    update public.email_queue q set status = 'dismissed', body = '', text_body = '', facts = '{}'
    from gone g where q.id = g.mail_id and q.status = 'pending' and q.attempts = 0;
  end if;
end
$$;
