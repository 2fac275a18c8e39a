-- The conversation of the office with a client: one thread for each client. Messages are written by the functions of 0157
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
  check ((about_year is null) = (about_field is null))
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
create policy "second step first" on public.thread_messages as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));

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
create policy "second step first" on public.thread_reads as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));

-- The mail that says that there is a message, for each reader: one until they have read everything.
create table nutmeg.thread_mails (
  client_id uuid not null references public.clients on delete cascade,
  user_id uuid not null,
  mail_id uuid not null,
  primary key (client_id, user_id)
);
alter table nutmeg.thread_mails enable row level security;

-- Open pages reload.
create trigger tell_inserted after insert on public.thread_messages referencing new table as changed
  for each statement execute function nutmeg.tell_changes('client_id');
create trigger tell_updated after update on public.thread_messages referencing old table as former new table as changed
  for each statement execute function nutmeg.tell_changes('client_id');
create trigger tell_deleted after delete on public.thread_messages referencing old table as changed
  for each statement execute function nutmeg.tell_changes('client_id');
create trigger tell_inserted after insert on public.thread_reads referencing new table as changed
  for each statement execute function nutmeg.tell_changes('client_id');
create trigger tell_updated after update on public.thread_reads referencing old table as former new table as changed
  for each statement execute function nutmeg.tell_changes('client_id');
