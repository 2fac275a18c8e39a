-- Who may see, add, move, and cancel which documents, and what is new to the office.
--
-- The first folder of a key is a client's id: members read, add, and move documents there as their rights say.

create policy "own files, or staff: read" on public.file_uploads for select to authenticated
  using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );

create policy "documents: upload own, staff all" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = any ((select auth.my_clients('upload'))::uuid[]) or (select public.is_staff()))
  );

create policy "documents: move own, staff all" on storage.objects for update to authenticated
  using (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = any ((select auth.my_clients('upload'))::uuid[]) or (select public.is_staff()))
  )
  with check (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = any ((select auth.my_clients('upload'))::uuid[]) or (select public.is_staff()))
  );

create function nutmeg.note_replacement() returns trigger
  language plpgsql
  as $$
begin
  new.replaced_at := now();
  return new;
end
$$;

-- A document that staff turn (document_edits) stays what it was.
create trigger object_replaced before update of blob_id on storage.objects
  for each row when (
    new.blob_id <> old.blob_id and current_setting('nutmeg.editing', true) is distinct from 'rotation'
  )
  execute function nutmeg.note_replacement();

-- The keys that the caller may read lie from the first of these to before the second; staff read all keys.
create function nutmeg.my_keys(out first text, out after text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if public.is_staff() then
    -- All keys begin with a client's id.
    first := '';
    after := 'g';
  else
    select min(m.client_id::text) || '/', max(m.client_id::text) || '0' into first, after
    from public.client_members m
    where m.user_id = auth.uid() and 'see' = any (m.rights) and (m.ends_at is null or m.ends_at > now());
  end if;
end
$$;

-- The first folders that the caller lists, each as one range: between those of two clients are other clients' keys.
-- `most`: one key shows that a folder is there. Staff and the server have one range with all folders.
create function storage.my_roots() returns table (first text, after text, most bigint)
  language plpgsql stable security definer set search_path = '' rows 10
  as $$
begin
  if auth.role() = 'service_role' or public.is_staff() then
    return query select '', 'g', null::bigint;
  else
    return query
      select id || '/', id || '0', 1::bigint from unnest(auth.my_clients('see') || nutmeg.my_past_clients()) as id;
  end if;
end
$$;

grant execute on function storage.my_roots() to anon, authenticated, service_role;

-- The clients whose rows a read of the API may return (server/rest/sql/own-rows.ts): for staff, all.
create function rest.seen_clients() returns uuid[]
  language sql stable security definer set search_path = ''
  as $$
  select case
    when public.is_staff() then array(select c.id from public.clients c)
    else auth.my_clients('see') || nutmeg.my_past_clients()
  end
$$;

grant execute on function rest.seen_clients() to authenticated;

-- The first folders that the caller may read.
create function nutmeg.my_folders() returns text[]
  language sql stable security definer set search_path = ''
  as $$ select auth.my_clients('see')::text[] $$;

-- Whether the caller, who sees only the past of this client, sees what was written there at that moment.
create function nutmeg.is_of_my_past(client uuid, at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select extract(year from at at time zone nutmeg.office_zone()) <= nutmeg.my_last_year(client) $$;

grant execute on function nutmeg.my_keys(), nutmeg.my_folders(), nutmeg.is_of_my_past(uuid, timestamptz) to authenticated;

-- Deletes uploads. Returns the blobs that had arrived of unfinished ones: no one needs them, so the next sweep removes them.
create function nutmeg.drop_uploads(upload_ids uuid[]) returns setof uuid
  language sql set search_path = ''
  as $$
  with gone as (
    delete from storage.uploads u where u.id = any (upload_ids) returning u.id, u.finished_at
  ), whole as (
    select g.id from gone g where g.finished_at is null
  ), freed as (
    update storage.blobs b set created_at = b.created_at - interval '1 day'
    where b.id in (select p.piece_id from storage.blob_pieces p where p.blob_id in (select w.id from whole w))
    returning b.id
  ), emptied as (
    delete from storage.blobs b where b.id in (select w.id from whole w)
  )
  select f.id from freed f
$$;

-- Whether the caller may cancel uploads of others into this client's folder: staff, and members other than helpers.
create function storage.may_cancel_uploads(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select not nutmeg.mfa_pending() and (
    public.is_staff() or coalesce(client = any (auth.my_clients('upload')), false) and exists (
      select from public.client_members m
      where m.client_id = may_cancel_uploads.client and m.user_id = auth.uid() and m.relation <> 'helper'
    )
  )
$$;

create function public.unfinished_uploads(owner uuid)
  returns table (
    id uuid, path text, size bigint, received bigint, fingerprint text, updated_at timestamptz, mine boolean,
    may_cancel boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select u.id, substr(u.key, 38), u.length, u.received, u.fingerprint, u.updated_at,
    u.role = 'authenticated' and u.owner = auth.uid(),
    u.role = 'authenticated' and u.owner = auth.uid() or storage.may_cancel_uploads(unfinished_uploads.owner)
  from storage.uploads u
  where u.bucket_id = 'user-documents' and u.finished_at is null and u.expires_at > now()
    and u.key >= unfinished_uploads.owner || '/' and u.key < unfinished_uploads.owner || '0'
    and (unfinished_uploads.owner = any (auth.my_clients('upload')) or public.is_staff())
    and not nutmeg.mfa_pending()
    and (u.upsert or not exists (
      select from storage.objects o where o.bucket_id = u.bucket_id and o.name = u.key
    ))
  order by u.updated_at desc, u.id
$$;

grant execute on function storage.may_cancel_uploads(uuid) to authenticated;

grant execute on function public.unfinished_uploads(uuid) to authenticated;

-- The files and folders directly in a folder, at most a thousand, in the order of their keys. `after` is the last name of
-- the page before, with "/" if it is a folder. Folders have no id. The mark of an empty folder is an entry too, without the
-- columns of file_uploads. The caller's policies decide.
--
-- For each entry, one key is found in the index: after a file the next one, after a folder the first one behind all that is
-- in it ("0" comes after "/"). Without `set search_path`, so that PostgreSQL plans it as a part of the statement.
create function public.list_folder(owner uuid, folder text default '', after text default null)
  returns table (
    name text, id uuid, file_size bigint, file_type text, uploaded_at timestamptz, sha256 text, uploaded_by uuid,
    by_client boolean, seen_at timestamptz, download_count int
  )
  language sql stable rows 100
  as $$
  with recursive base as (
    select list_folder.owner || '/' || case when list_folder.folder = '' then '' else list_folder.folder || '/' end as prefix
  ), entry (place, name, id, next) as (
    select 0, null::text collate "C", null::uuid, (b.prefix || case
      when list_folder.after is null then ''
      when list_folder.after like '%/' then left(list_folder.after, -1) || '0'
      else list_folder.after || chr(1)
    end) collate "C"
    from base b
    union all
    select e.place + 1, o.step, case when not o.is_folder then o.id end,
      b.prefix || o.step || case when o.is_folder then '0' else chr(1) end
    from entry e cross join base b cross join lateral (
      select o.id, split_part(substr(o.name, length(b.prefix) + 1), '/', 1) as step,
        position('/' in substr(o.name, length(b.prefix) + 1)) > 0 as is_folder
      from storage.objects o
      where o.bucket_id = 'user-documents' and o.name >= e.next and o.name < left(b.prefix, -1) || '0'
      order by o.name limit 1
    ) as o
    where e.place < 1000
  )
  select e.name, e.id, u.file_size, u.file_type, u.uploaded_at, u.sha256, u.uploaded_by, u.by_client, u.seen_at,
    u.download_count
  -- With a limit, each is found by its key, and not by reading the table.
  from entry e left join lateral (select * from public.file_uploads f where f.id = e.id limit 1) as u on true
  where e.place > 0
  order by e.place
$$;

grant execute on function public.list_folder(uuid, text, text) to authenticated;

-- New to the office is what a login other than staff's has sent: the client's own, a spouse's, or a helper's. What staff add is
-- from the office, also in a client's folder that is their own. Who sent it when is what counts: a login may become staff's
-- later, or be deleted.

create function nutmeg.is_client(login uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_profiles p where p.user_id = login and p.role = 'client') $$;

-- A document that moves to another client stays as it is.
create function nutmeg.note_sender() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.by_client := coalesce(
    (select t.by_client from public.trashed_documents t where t.id = new.id), nutmeg.is_client(new.uploaded_by)
  );
  new.seen_at := (select t.seen_at from public.trashed_documents t where t.id = new.id);
  return new;
end
$$;

create trigger file_uploads_by_client before insert on public.file_uploads
  for each row execute function nutmeg.note_sender();

-- Whether this person reads this client's documents for the office, and not as a member of the client.
create function nutmeg.reads_for_office(reader uuid, client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select nutmeg.has_staff_role(reader) and not exists (
    select from public.client_members m
    where m.user_id = reader and m.client_id = client and (m.ends_at is null or m.ends_at > now())
  )
$$;

-- A client reads, uploads and moves inside their own prefix and never deletes; staff do everything, everywhere. The
-- policy for reading is a range of keys, which the index answers: a client who lists the root of the bucket must not
-- make the database read everybody's keys. All keys begin with a user's id (above), so they are below 'g'.
create policy "documents: read own, staff all" on storage.objects for select to authenticated
  using (
    bucket_id = 'user-documents'
    and name collate "C" >= (select k.first from nutmeg.my_keys() k)
    and name collate "C" < (select k.after from nutmeg.my_keys() k)
    and (
      substr(name, 1, 36) = any ((select nutmeg.my_folders())::text[])
      or (select public.is_staff())
      or public.document_owner(name) = any ((select nutmeg.my_past_clients())::uuid[])
        and nutmeg.is_of_my_past(public.document_owner(name), greatest(created_at, replaced_at))
    )
  );
