-- A message may be about a line of the checklist. And an answer in the conversation is a reply to what the client wrote
-- through the contact form (0096).

-- The id reveals nothing to someone who can't read the line. It has no foreign key, since adding one would lock the
-- checklist, too. If the line was deleted, the message shows none.
alter table public.thread_messages add column about_checklist_item uuid;

-- A merge or its undo moves messages to the other client. If both clients have the line, each keeps its row, so the message
-- takes the row of the client it moves to.
create function nutmeg.move_line_of_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  select own.id into new.about_checklist_item
  from public.checklist_items other
  join public.checklist_items own on own.user_id = new.client_id and own.year = other.year and own.item = other.item
  where other.id = old.about_checklist_item;
  new.about_checklist_item := coalesce(new.about_checklist_item, old.about_checklist_item);
  return new;
end
$$;

create trigger thread_messages_line_moved before update of client_id on public.thread_messages
  for each row when (old.about_checklist_item is not null and old.client_id <> new.client_id)
  execute function nutmeg.move_line_of_message();

-- Replaces a text in the newest version of a function, which must have it.
create function pg_temp.replace_in(one regproc, before text, after text) returns void
  language plpgsql
  as $$
begin
  if position(before in pg_get_functiondef(one)) = 0 then
    raise exception '% has no %', one, before;
  end if;
  execute replace(pg_get_functiondef(one), before, after);
end
$$;

select pg_temp.replace_in('public.reply_to_message', $$order by r.sent_at), '[]') into$$,
  $$order by r.sent_at) filter (where r.mail_id is not null), '[]') into$$);
select pg_temp.replace_in('public.reply_to_message', 'jsonb_array_length(earlier) > replies_seen',
  '(select count(*) from public.contact_replies r where r.submission_id = asked.id) > replies_seen');
select pg_temp.replace_in('nutmeg.post_message', 'answers, about_document,', 'answers, about_checklist_item, about_document,');
select pg_temp.replace_in('nutmeg.post_message', 'draft.answers, draft.about_document,',
  'draft.answers, draft.about_checklist_item, draft.about_document,');

-- More arguments and columns need other functions.
drop function public.write_to_client(uuid, uuid, text, uuid[], boolean, uuid, int, text, boolean, bigint);
drop function public.thread_page(uuid, bigint, int, boolean);

-- As in 0083, opened to reception by 0094. With the line of the checklist, and with the messages of the contact form that
-- its author says to have seen: without `seen_up_to` none, as in release 1.0.0, whose pages show none of them.
create function public.write_to_client(
  message_id uuid, client_id uuid, body text, document_ids uuid[] default '{}', is_question boolean default false,
  about_document uuid default null, about_year int default null, about_field text default null,
  even_a_note boolean default false, seen_up_to bigint default null, about_item_year int default null,
  about_item text default null
) returns public.thread_messages
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.thread_messages;
  posted public.thread_messages;
  is_new boolean;
  waiting uuid[];
begin
  perform nutmeg.require_office();
  -- Before the thread, in the order of an answer from the inbox.
  waiting := array(
    select s.id from public.contact_submissions s
    where s.status in ('new', 'open') and exists (
      select from public.thread_messages m
      where m.submission_id = s.id and m.side = 'client' and m.client_id = write_to_client.client_id
    )
    order by s.id for update
  );
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
  if is_new and about_item is not null then
    perform nutmeg.require_staff();
    -- Until someone changes it, a line that an answer requires has no row.
    insert into public.checklist_items (user_id, year, item, updated_by)
    select draft.client_id, about_item_year, about_item, draft.author_id
    where not exists (
      select from public.checklist_items i
      where i.user_id = draft.client_id and i.year = about_item_year and i.item = about_item
    )
    on conflict do nothing;
    select i.id into draft.about_checklist_item from public.checklist_items i
    where i.user_id = draft.client_id and i.year = about_item_year and i.item = about_item;
  end if;
  posted := nutmeg.post_message(draft, document_ids);
  if is_new then
    with seen as (
      select distinct m.submission_id from public.thread_messages m
      where m.submission_id = any (waiting) and m.client_id = posted.client_id and m.side = 'client'
        and m.sequence <= write_to_client.seen_up_to
    ), replied as (
      insert into public.contact_replies (submission_id, body) select s.submission_id, posted.body from seen s
    )
    update public.contact_submissions s
    set status = 'answered', assigned_to = coalesce(s.assigned_to, posted.author_id)
    from seen where s.id = seen.submission_id;
    update public.thread_messages m set settled_at = now()
    where m.client_id = posted.client_id and m.side = 'client' and m.settled_at is null
      and m.sequence <= coalesce(write_to_client.seen_up_to, posted.sequence);
    perform nutmeg.mail_of_message(posted);
  end if;
  return posted;
end
$$;

grant execute on function
  public.write_to_client(uuid, uuid, text, uuid[], boolean, uuid, int, text, boolean, bigint, int, text) to authenticated;

-- As in 0091, with the line of the checklist: none that the reader can't see.
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
    submission_id uuid,
    about_item_year int,
    about_item text
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
    m.created_at, m.origin, m.staff_only, m.is_guess, m.submission_id, i.year, i.item
  from public.thread_messages m
  left join public.checklist_items i on i.id = m.about_checklist_item and i.user_id = m.client_id
  where m.client_id = thread_page.client_id and m.sequence < coalesce(before_sequence, 9223372036854775807)
    and (not open_questions_only or m.is_question and m.settled_at is null)
  order by m.sequence desc
  limit least(greatest(page_size, 1), 200)
$$;

grant execute on function public.thread_page(uuid, bigint, int, boolean) to authenticated, service_role;
