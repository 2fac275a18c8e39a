-- "Used": a preparer has entered the document into the tax program. For staff only: clients don't see it.

create table public.used_documents (
  -- The document's.
  id uuid primary key references public.file_uploads (id) on delete cascade,
  user_id uuid not null,
  used_by uuid not null default auth.uid(),
  used_by_name text not null default '',
  used_at timestamptz not null default now()
);
create index used_documents_user_id_idx on public.used_documents (user_id);
alter table public.used_documents enable row level security;

create policy "staff: read" on public.used_documents for select to authenticated using ((select public.is_staff()));
create policy "second step first" on public.used_documents as restrictive for all to authenticated
  using (not (select nutmeg.owes_second_step()));
create policy "service_role: read" on public.used_documents for select to service_role using (true);
grant select on public.used_documents to authenticated, service_role;

create trigger tell_inserted after insert on public.used_documents
  referencing new table as changed for each statement execute function nutmeg.tell_changes('user_id');
create trigger tell_updated after update on public.used_documents
  referencing old table as former new table as changed for each statement execute function nutmeg.tell_changes('user_id');
create trigger tell_deleted after delete on public.used_documents
  referencing old table as changed for each statement execute function nutmeg.tell_changes('user_id');

-- A merge gives the document to another client.
create function nutmeg.give_used_document() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.used_documents u set user_id = new.user_id where u.id = new.id;
  return null;
end
$$;
revoke execute on function nutmeg.give_used_document() from public;
create trigger used_document_follows after update on public.file_uploads
  for each row when (old.user_id is distinct from new.user_id) execute function nutmeg.give_used_document();

alter table public.document_events drop constraint document_events_action_check;
alter table public.document_events add constraint document_events_action_check check (action in (
  'uploaded', 'opened', 'downloaded', 'renamed', 'moved', 'deleted', 'restored', 'marked_new', 'marked_used',
  'marked_unused', 'marked_seen', 'marked_unseen'
)) not valid;
alter table public.document_events validate constraint document_events_action_check;

create policy "what is used: for staff" on public.document_events as restrictive for select to authenticated
  using (
    action not in ('marked_used', 'marked_unused', 'marked_seen', 'marked_unseen') or (select public.is_staff())
  );

-- Marks documents, or takes the mark off. `seen` has the SHA-256 of each as the caller saw it: what was replaced since is
-- left alone, since no one has entered the new one. Returns the documents with the wanted state now, with who marked
-- them first.
create function public.mark_documents_used(document_ids uuid[], is_used boolean, seen text[] default null)
  returns table (id uuid, used_by_name text, used_at timestamptz)
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  found_ids uuid[];
  me record;
begin
  perform nutmeg.require_staff();
  if cardinality(document_ids) > most or seen is not null and cardinality(seen) <> cardinality(document_ids) then
    raise exception 'Name at most % documents, each as it was seen', most using errcode = '22023';
  end if;
  perform nutmeg.lock_documents(document_ids);
  found_ids := array(
    select f.id
    from unnest(document_ids, coalesce(seen, array_fill(null::text, array[cardinality(document_ids)]))) as d (id, seen)
    join public.file_uploads f on f.id = d.id
    where d.seen is null or d.seen is not distinct from f.sha256
  );
  select * into me from nutmeg.person(auth.uid());
  if mark_documents_used.is_used then
    with marked as (
      insert into public.used_documents (id, user_id, used_by_name)
      select f.id, f.user_id, coalesce(me.name, '') from public.file_uploads f where f.id = any(found_ids)
      on conflict on constraint used_documents_pkey do nothing
      returning id
    )
    insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
    select f.user_id, auth.uid(), me.name, me.role, 'marked_used', f.id, nutmeg.path_of(f.file_path)
    from marked m join public.file_uploads f on f.id = m.id order by f.file_path;
    -- Who has entered it has seen it.
    update public.file_uploads f set seen_at = now()
    where f.id = any(found_ids) and f.by_client and f.seen_at is null;
    return query
      select u.id, u.used_by_name, u.used_at from public.used_documents u where u.id = any(found_ids);
    return;
  end if;
  with unmarked as (
    delete from public.used_documents u where u.id = any(found_ids) returning u.id
  )
  insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path)
  select f.user_id, auth.uid(), me.name, me.role, 'marked_unused', f.id, nutmeg.path_of(f.file_path)
  from unmarked m join public.file_uploads f on f.id = m.id order by f.file_path;
  return query select f, null::text, null::timestamptz from unnest(found_ids) as f;
end
$$;
revoke execute on function public.mark_documents_used(uuid[], boolean, text[]) from public;
grant execute on function public.mark_documents_used(uuid[], boolean, text[]) to authenticated;

-- New bytes were entered by no one. A rotated document has the same content, so it keeps the mark: the server says so
-- (`nutmeg.editing`), and requests can't.
create function nutmeg.follow_used_document() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.sha256 is distinct from old.sha256 and current_setting('nutmeg.editing', true) is distinct from 'rotation' then
    delete from public.used_documents u where u.id = new.id;
  elsif new.user_id <> old.user_id then
    update public.used_documents u set user_id = new.user_id where u.id = new.id;
  end if;
  return null;
end
$$;
create trigger file_uploads_used after update of sha256, user_id on public.file_uploads
  for each row when (old.sha256 is distinct from new.sha256 or old.user_id <> new.user_id)
  execute function nutmeg.follow_used_document();
