-- A bulk reminder leaves out clients whose newest documents staff have not sorted yet.
alter table public.bulk_job_clients
  drop constraint bulk_job_clients_reason_check,
  add constraint bulk_job_clients_reason_check check (reason in (
    'gone', 'merged', 'archived', 'no_email', 'bad_address', 'too_many_letters', 'no_form', 'nothing_missing',
    'just_sent', 'unchanged', 'too_many_tags', 'refused'
  ));

-- Those of the clients who sent a document within a day that belongs to no line of their list yet: it may be what a
-- reminder would ask for. What the office uploads asks for nothing.
create function nutmeg.clients_with_unsorted(client_ids uuid[]) returns setof uuid
  language sql stable set search_path = ''
  as $$
  select c.client_id from unnest(client_ids) as c(client_id)
  where exists (
    select from public.file_uploads f
    where f.user_id = c.client_id and f.uploaded_at > now() - interval '1 day'
      and f.by_client
      and f.file_name <> '.emptyFolderPlaceholder'
      and not exists (select from public.checklist_documents d where d.document_id = f.id)
  )
$$;
revoke all on function nutmeg.clients_with_unsorted(uuid[]) from public;
