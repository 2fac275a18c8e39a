-- What the office has seen: opening or downloading a document says so, and staff can say so, or take it back.

-- As before (0009), but what someone at the office opens or downloads is seen, also if there is a record already.
create or replace function nutmeg.record_document_access(
  document_ids uuid[],
  action text,
  actor uuid,
  via text default null,
  continues boolean default false
) returns int
  language plpgsql security definer set search_path = ''
  as $$
declare
  known int;
  fresh uuid[];
begin
  -- The second of two at once sees what the first has recorded.
  perform nutmeg.lock_documents(document_ids);
  select count(*), array_agg(o.id) filter (where not exists (
    select from public.document_events e
    where e.document_id = o.id and e.actor_id is not distinct from record_document_access.actor
      and case
        -- Only since the last change: a file that was replaced is another one.
        when continues then e.action in ('opened', 'downloaded')
          and e.at > greatest(now() - interval '1 day', o.updated_at)
        else record_document_access.action = 'opened' and e.action = 'opened' and e.at > now() - interval '10 minutes'
      end
  ))
  into known, fresh
  from storage.objects o where o.id = any(document_ids) and o.bucket_id = 'user-documents';
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path, via)
  select public.document_owner(o.name), record_document_access.actor, p.name, p.role,
    record_document_access.action, o.id, nutmeg.path_of(o.name), record_document_access.via
  from storage.objects o cross join nutmeg.person(record_document_access.actor) p
  where o.id = any(fresh);
  if record_document_access.action = 'downloaded' and actor is not null then
    update public.file_uploads f set download_count = f.download_count + 1 where f.id = any(fresh);
  end if;
  update public.file_uploads f set seen_at = now()
  where f.id = any(document_ids) and f.by_client and f.seen_at is null
    and nutmeg.reads_for_office(record_document_access.actor, f.user_id);
  return known;
end
$$;

-- As before (0009), and no one has seen them. Returns how many of them had been downloaded or seen.
create or replace function public.mark_documents_as_new(document_ids uuid[]) returns int
  language plpgsql security definer set search_path = ''
  as $$
declare
  changed int;
begin
  if not public.is_super() then
    raise exception 'Only a super user may mark documents as new' using errcode = '42501';
  end if;
  perform nutmeg.lock_documents(document_ids);
  with marked as (
    update public.file_uploads f set download_count = 0, seen_at = null
    where f.id = any(document_ids) and (f.download_count > 0 or f.by_client and f.seen_at is not null)
    returning f.id, f.user_id, f.file_path
  )
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
  select m.user_id, auth.uid(), p.name, p.role, 'marked_new', m.id, nutmeg.path_of(m.file_path)
  from marked m cross join nutmeg.person(auth.uid()) p;
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- Marks what clients have sent as seen, or takes the mark off. Returns how many of them changed.
create function public.mark_documents_seen(document_ids uuid[], is_seen boolean default true) returns int
  language plpgsql security definer set search_path = ''
  as $$
declare
  most constant int := 1000;
  changed int;
begin
  perform nutmeg.require_staff();
  if cardinality(document_ids) > most then
    raise exception 'Name at most % documents', most using errcode = '22023';
  end if;
  perform nutmeg.lock_documents(document_ids);
  with marked as (
    update public.file_uploads f set seen_at = case when is_seen then now() end
    where f.id = any(document_ids) and f.by_client and (f.seen_at is null) = is_seen
    returning f.id, f.user_id, f.file_path
  )
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
  select m.user_id, auth.uid(), p.name, p.role, case when is_seen then 'marked_seen' else 'marked_unseen' end, m.id,
    nutmeg.path_of(m.file_path)
  from marked m cross join nutmeg.person(auth.uid()) p order by m.file_path;
  get diagnostics changed = row_count;
  return changed;
end
$$;
revoke execute on function public.mark_documents_seen(uuid[], boolean) from public;
grant execute on function public.mark_documents_seen(uuid[], boolean) to authenticated;
