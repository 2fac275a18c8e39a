-- The conversation of the office with a client: one thread for each client. Messages are written by the functions of thread_acts
-- only, and never change, except for when they were settled.

create table public.thread_messages (
  -- Chosen by the page, so that a repeated request posts once.
  id uuid primary key,
  client_id uuid not null references public.clients on delete cascade,
  -- The order within a thread. Drawn under the thread's lock, so that a later message never has a smaller number.
  sequence bigint not null generated always as identity,
  side text not null check (side in ('client', 'office')),
  -- A plain id and the name at the time: the message outlives the account. Of staff only the first name, as in mails.
  author_id uuid not null,
  author_name text not null default '',
  body text not null check (char_length(body) <= 5000),
  -- The office wants an answer.
  is_question boolean not null default false,
  -- The question that this message answers.
  answers uuid references public.thread_messages on delete set null,
  -- When a question was answered or dropped, or when a client's message got its reply.
  settled_at timestamptz,
  -- An answer of a tax form that the message is about (domain/tax-form/fields.ts).
  about_year int check (about_year between 2000 and 2200),
  about_field text check (char_length(about_field) between 1 and 100),
  -- How many documents were attached; those that were deleted since are missing in thread_attachments.
  attachments int not null default 0 check (attachments between 0 and 20),
  created_at timestamptz not null default clock_timestamp(),
  -- Of the day in the office, for members who see the past only.
  year int not null,
  check (body ~ '\S' or attachments > 0),
  check (not is_question or side = 'office'),
  check (answers is null or side = 'client'),
  check ((about_year is null) = (about_field is null)),
  about_document uuid references public.file_uploads on delete set null
);

create unique index thread_messages_client_id_idx on public.thread_messages (client_id, sequence);

create unique index thread_messages_answers_idx on public.thread_messages (answers) where answers is not null;

-- Clients' messages without a reply, and questions without an answer.
create index thread_messages_waiting_idx on public.thread_messages (client_id, sequence) include (created_at)
  where side = 'client' and settled_at is null;

create index thread_messages_questions_idx on public.thread_messages (client_id, sequence) include (created_at)
  where is_question and settled_at is null;

alter table public.thread_messages enable row level security;

grant select on public.thread_messages to authenticated, service_role;

create policy "own thread, or staff: read" on public.thread_messages for select to authenticated
  using (
    client_id = any ((select auth.my_clients('see'))::uuid[])
    or client_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(client_id)
    or (select public.is_staff())
  );

create policy "service_role: read" on public.thread_messages for select to service_role using (true);

create policy "require second factor" on public.thread_messages as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- How far each reader has read.
create table public.thread_reads (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references public.clients on delete cascade,
  -- A plain id: that a message was seen stays known.
  user_id uuid not null,
  side text not null check (side in ('client', 'office')),
  read_up_to bigint not null,
  read_at timestamptz not null default now(),
  unique (client_id, user_id, side)
);

alter table public.thread_reads enable row level security;

grant select on public.thread_reads to authenticated, service_role;

create policy "own thread, or staff: read" on public.thread_reads for select to authenticated
  using (client_id = any ((select auth.my_clients('see'))::uuid[]) or (select public.is_staff()));

create policy "service_role: read" on public.thread_reads for select to service_role using (true);

create policy "require second factor" on public.thread_reads as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- The mail that says that there is a message, for each reader: one until they have read everything.
create table nutmeg.thread_mails (
  client_id uuid not null references public.clients on delete cascade,
  user_id uuid not null,
  mail_id uuid not null,
  primary key (client_id, user_id)
);

alter table nutmeg.thread_mails enable row level security;

-- Open pages reload.
create trigger notify_inserted after insert on public.thread_messages referencing new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_updated after update on public.thread_messages referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_deleted after delete on public.thread_messages referencing old table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_inserted after insert on public.thread_reads referencing new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_updated after update on public.thread_reads referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

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

create policy "require second factor" on public.thread_attachments as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

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
    select w.client_id, coalesce(nutmeg.display_name(p), c.name), d.preparer_id,
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

grant execute on function public.thread_has_reader(uuid), public.thread_page(uuid, bigint, int, boolean),
  public.thread_summary(uuid, boolean), public.open_questions() to authenticated, service_role;

grant execute on function public.waiting_threads(text, int), public.waiting_thread_counts() to authenticated;

create index thread_messages_search_idx on public.thread_messages
  using gin (nutmeg.searched(body) extensions.gin_trgm_ops);

-- The queues of the staff's desk and their sizes; empty for all other callers.
create function public.office_queues(new_files_since timestamptz)
  returns table (queue text, waiting bigint)
  language sql stable security definer set search_path = ''
  as $$
  select q.queue, q.waiting
  from (
    select 'messages' as queue, (select count(*) from public.contact_submissions where status in ('new', 'open')) + (
      select count(distinct m.client_id) from public.thread_messages m where m.side = 'client' and m.settled_at is null
    ) as waiting
    union all
    select 'appointments', nutmeg.waiting_appointments()
    union all
    select 'new_files', public.list_clients_count(new_files_since => office_queues.new_files_since)
    union all
    select 'forms', public.list_clients_count(
      has_form => true, list_year => nutmeg.office_year(), return_status => 'none'
    )
    union all
    select 'returns_office', nutmeg.open_returns(array['not_started', 'documents_received', 'in_preparation', 'approved', 'rejected'])
    union all
    select 'returns_client', nutmeg.open_returns(array['waiting_for_documents', 'ready_for_review', 'payment_due'])
    union all
    select 'mails', count(*) from public.email_queue where undelivered
  ) as q
  where (select public.is_staff())
$$;

grant execute on function public.office_queues(timestamptz) to authenticated;
