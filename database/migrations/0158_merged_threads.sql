-- Conversations move with a merge (0125) and back. Clients who wait for a reply count in the inbox.

-- What a merge moved. Not in nutmeg.merged_rows: the release before knows its kinds.
create table nutmeg.merged_messages (
  merge_id uuid not null references public.client_merges on delete cascade,
  message_id uuid not null,
  primary key (merge_id, message_id)
);
alter table nutmeg.merged_messages enable row level security;

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
  insert into nutmeg.merged_messages (merge_id, message_id) select new.id, m.id from moved m;
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
    from nutmeg.merged_messages b where b.merge_id = new.id and m.id = b.message_id and m.client_id = new.target_id
    returning m.id
  )
  update public.thread_attachments a set client_id = new.source_id from returned r where a.message_id = r.id;
  delete from nutmeg.merged_messages b where b.merge_id = new.id;
  return null;
end
$$;
create trigger client_merges_messages_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_messages_of_merge();
revoke execute on function nutmeg.move_messages_of_merge(), nutmeg.return_messages_of_merge() from public;

-- As before. A conversation would be lost too.
create or replace function nutmeg.is_blank_client(id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select not exists (select from public.file_uploads f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_forms f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_form_drafts d where d.user_id = is_blank_client.id)
    and not exists (select from public.tax_returns r where r.user_id = is_blank_client.id)
    and not exists (select from public.checklist_items i where i.user_id = is_blank_client.id)
    and not exists (select from public.client_notes n where n.user_id = is_blank_client.id)
    and not exists (select from public.client_letters l where l.user_id = is_blank_client.id)
    and not exists (select from public.thread_messages m where m.client_id = is_blank_client.id)
    and not exists (select from public.client_details d where d.client_id = is_blank_client.id)
    and not exists (
      select from public.client_merges m where is_blank_client.id in (m.source_id, m.target_id)
    )
    and not exists (
      select from nutmeg.client_invitations i where i.client_id = is_blank_client.id and i.closed_at is null
    )
    and not exists (select from public.trashed_documents d where d.owner_id = is_blank_client.id)
    and not exists (select from storage.uploads u where u.owner = is_blank_client.id)
    and not exists (
      select from storage.objects o
      where o.bucket_id = 'user-documents' and o.name >= is_blank_client.id || '/' and o.name < is_blank_client.id || '0'
    )
    and not exists (
      select from public.client_members m where m.client_id = is_blank_client.id and m.user_id <> is_blank_client.id
    )
$$;

-- As before. A client who waits for a reply counts as a message.
create or replace function public.office_queues(new_files_since timestamptz)
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
