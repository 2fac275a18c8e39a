-- Documents in a conversation, and how it is read: by pages, in short, and in the inbox.

-- What a message has attached: documents of the client, which keep their own rights.
create table public.thread_attachments (
  message_id uuid not null references public.thread_messages on delete cascade,
  document_id uuid not null references public.file_uploads on delete cascade,
  client_id uuid not null,
  primary key (message_id, document_id)
);
create index thread_attachments_document_id_idx on public.thread_attachments (document_id);

alter table public.thread_attachments enable row level security;
grant select on public.thread_attachments to authenticated, service_role;
create policy "own thread, or staff: read" on public.thread_attachments for select to authenticated
  using (
    client_id = any ((select auth.my_clients('see'))::uuid[])
    or client_id = any ((select nutmeg.my_past_clients())::uuid[])
      and exists (select from public.thread_messages m where m.id = message_id and m.year <= nutmeg.my_last_year(m.client_id))
    or (select public.is_staff())
  );
create policy "service_role: read" on public.thread_attachments for select to service_role using (true);
create policy "second step first" on public.thread_attachments as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));

-- The document that a message is about.
alter table public.thread_messages add column about_document uuid references public.file_uploads on delete set null;
create index thread_messages_about_document_idx on public.thread_messages (about_document) where about_document is not null;

-- A page of a thread, newest first, or of its open questions; the next one begins before its last message. As the caller, so
-- that the policies decide who sees what.
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
    created_at timestamptz
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
    m.created_at
  from public.thread_messages m
  where m.client_id = thread_page.client_id and m.sequence < coalesce(before_sequence, 9223372036854775807)
    and (not open_questions_only or m.is_question and m.settled_at is null)
  order by m.sequence desc
  limit least(greatest(page_size, 1), 200)
$$;

-- Whether someone can read what the office writes. For staff only: others must not learn of clients who aren't theirs.
create function public.thread_has_reader(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select case when public.is_staff() then exists (
    select from public.client_members m
    where m.client_id = thread_has_reader.client_id and 'see' = any (m.rights) and m.last_year is null
      and (m.ends_at is null or m.ends_at > now()) and nutmeg.has_login(m.user_id)
  ) end
$$;

-- What a thread has to do, for the caller's side. Counts end at 100.
create function public.thread_summary(client_id uuid, for_office boolean default false)
  returns table (unread bigint, open_questions bigint, waiting bigint, seen_up_to bigint, has_reader boolean)
  language sql stable
  as $$
  select
    (
      select count(*) from (
        select from public.thread_messages m
        where m.client_id = thread_summary.client_id
          and m.side = case when for_office then 'client' else 'office' end
          and m.sequence > coalesce((
            select r.read_up_to from public.thread_reads r
            where r.client_id = thread_summary.client_id and r.user_id = auth.uid()
              and r.side = case when for_office then 'office' else 'client' end
          ), 0)
        order by m.sequence desc limit 100
      ) u
    ),
    (
      select count(*) from (
        select from public.thread_messages m
        where m.client_id = thread_summary.client_id and m.is_question and m.settled_at is null limit 100
      ) q
    ),
    (
      select count(*) from (
        select from public.thread_messages m
        where m.client_id = thread_summary.client_id and m.side = 'client' and m.settled_at is null limit 100
      ) w
    ),
    coalesce((
      select max(r.read_up_to) from public.thread_reads r
      where r.client_id = thread_summary.client_id and r.side = case when for_office then 'client' else 'office' end
    ), 0),
    case when for_office then public.thread_has_reader(thread_summary.client_id) end
$$;

-- Questions without an answer, which count as waiting for the client.
create function public.open_questions() returns table (client_id uuid, message_id uuid, asked_at timestamptz)
  language sql stable
  as $$
  select m.client_id, m.id, m.created_at from public.thread_messages m where m.is_question and m.settled_at is null
$$;

-- The threads in which a client waits for a reply, longest first: `wanted` is mine (clients that the caller prepares) or all.
create function public.waiting_threads(wanted text default 'all', page_size int default 50)
  returns table (
    client_id uuid,
    client_name text,
    preparer_id uuid,
    waiting_since timestamptz,
    messages bigint,
    latest text
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query
    select w.client_id, coalesce(nutmeg.name_or_email(p), c.name), d.preparer_id,
      w.since, w.messages, left(l.body, 200)
    from (
      select m.client_id, min(m.created_at) as since, count(*) as messages, max(m.sequence) as newest
      from public.thread_messages m where m.side = 'client' and m.settled_at is null group by m.client_id
    ) w
    join public.clients c on c.id = w.client_id
    join public.thread_messages l on l.client_id = w.client_id and l.sequence = w.newest
    left join public.user_profiles p on p.user_id = w.client_id
    left join public.client_details d on d.client_id = w.client_id
    where wanted <> 'mine' or d.preparer_id = auth.uid()
    order by w.since, w.client_id
    limit least(greatest(page_size, 1), 500);
end
$$;

create function public.waiting_thread_counts() returns table (everyone bigint, mine bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select count(*), count(*) filter (where d.preparer_id = auth.uid())
    from (
      select distinct m.client_id from public.thread_messages m where m.side = 'client' and m.settled_at is null
    ) w
    left join public.client_details d on d.client_id = w.client_id;
end
$$;

revoke execute on function public.thread_has_reader(uuid), public.thread_page(uuid, bigint, int, boolean),
  public.thread_summary(uuid, boolean), public.open_questions(), public.waiting_threads(text, int),
  public.waiting_thread_counts() from public;
grant execute on function public.thread_has_reader(uuid), public.thread_page(uuid, bigint, int, boolean),
  public.thread_summary(uuid, boolean), public.open_questions() to authenticated, service_role;
grant execute on function public.waiting_threads(text, int), public.waiting_thread_counts() to authenticated;
