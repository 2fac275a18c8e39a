-- The first folder of a key is a client's id: members read, add, and move documents there as their rights say.

-- When other bytes took the place of the first ones. A copy is new; a move or the trash keeps the time.
alter table storage.objects add column replaced_at timestamptz;

create function nutmeg.note_replacement() returns trigger
  language plpgsql
  as $$
begin
  new.replaced_at := now();
  return new;
end
$$;
-- A document that staff turn (0176) stays what it was.
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

-- A range of keys, which the index answers: who lists the root of the bucket must not make the database read all keys.
-- Several clients' folders have others between them, so each key's folder is compared too.
alter policy "documents: read own, staff all" on storage.objects using (
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
alter policy "documents: upload own, staff all" on storage.objects with check (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = any ((select auth.my_clients('upload'))::uuid[]) or (select public.is_staff()))
  );
alter policy "documents: move own, staff all" on storage.objects
  using (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = any ((select auth.my_clients('upload'))::uuid[]) or (select public.is_staff()))
  )
  with check (
    bucket_id = 'user-documents'
    and (public.document_owner(name) = any ((select auth.my_clients('upload'))::uuid[]) or (select public.is_staff()))
  );

-- Clients don't delete. So who may upload to two clients must not move documents from one to the other, either.
create or replace function public.refuse_replacement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.role() = 'authenticated' and not public.is_staff() and exists (
    select n.id, n.blob_id, n.metadata, nutmeg.is_folder_mark(n.name), public.document_owner(n.name)
    from new_rows n where n.bucket_id = 'user-documents'
    except
    select o.id, o.blob_id, o.metadata, nutmeg.is_folder_mark(o.name), public.document_owner(o.name) from old_rows o
  ) then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return null;
end
$$;

-- Who begins an upload may lose the right to go on: a membership ends or changes, a login is deactivated. What has arrived
-- takes no room from then on, and is swept.
create function nutmeg.may_upload(login uuid, client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select from auth.users u where u.id = login and not auth.is_banned(u)) and (
    nutmeg.has_staff_role(login)
    or exists (
      select from public.client_members m
      where m.client_id = may_upload.client and m.user_id = login and 'upload' = any (m.rights) and m.last_year is null
        and (m.ends_at is null or m.ends_at > now())
    )
  )
$$;

-- The uploads that no one may go on with, into one client's folder or all.
create function nutmeg.abandoned_uploads(client uuid default null) returns setof storage.uploads
  language sql stable set search_path = ''
  as $$
  select u.* from storage.uploads u
  where u.bucket_id = 'user-documents' and u.finished_at is null and u.owner is not null
    and (client is null or u.key >= client || '/' and u.key < client || '0')
    and not nutmeg.may_upload(u.owner, public.document_owner(u.key))
$$;

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
  select not nutmeg.owes_second_step() and (
    public.is_staff() or coalesce(client = any (auth.my_clients('upload')), false) and exists (
      select from public.client_members m
      where m.client_id = may_cancel_uploads.client and m.user_id = auth.uid() and m.relation <> 'helper'
    )
  )
$$;
revoke execute on function nutmeg.may_upload(uuid, uuid), nutmeg.abandoned_uploads(uuid), nutmeg.drop_uploads(uuid[])
  from public;
grant execute on function storage.may_cancel_uploads(uuid) to authenticated;

drop function public.unfinished_uploads(uuid);
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
    and not nutmeg.owes_second_step()
    and (u.upsert or not exists (
      select from storage.objects o where o.bucket_id = u.bucket_id and o.name = u.key
    ))
  order by u.updated_at desc, u.id
$$;
grant execute on function public.unfinished_uploads(uuid) to authenticated;

-- As before, but refuses who may not add documents there: bytes of an upload that goes on are not taken after the right for
-- it has ended.
create or replace function storage.room_left(bucket text, key text) returns bigint
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  client constant uuid := public.document_owner(key);
begin
  if bucket <> 'user-documents' or auth.role() is distinct from 'authenticated' or public.is_staff() then
    return null;
  end if;
  if not coalesce(client = any (auth.my_clients('upload')), false) then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  return greatest(nutmeg.room_for_each() - coalesce((
    select u.bytes from nutmeg.storage_use u where u.owner_id = client
  ), 0) + coalesce((
    select sum(nutmeg.room_of(a.received + 4096 * a.pieces::bigint, a.tus_metadata))
    from nutmeg.abandoned_uploads(client) a
  ), 0), 0)::bigint;
end
$$;

-- Policies can't be applied to a deleted row, so this repeats them: it reaches those who see the client, and staff.
create or replace function nutmeg.may_hear_deletion(owner uuid) returns boolean
  language sql stable
  as $$
  select not nutmeg.owes_second_step() and (coalesce(owner = any (auth.my_clients('see')), false) or public.is_staff())
$$;

-- Whether someone who made a link may still read what it opens.
create function nutmeg.may_still_read(reader uuid, bucket text, key text, written timestamptz) returns boolean
  language sql stable
  as $$
  select exists (select from auth.users u where u.id = reader and not auth.is_banned(u))
    and (
      bucket <> 'user-documents'
      or exists (select from public.user_profiles p where p.user_id = reader and p.role <> 'client')
      or exists (
        select from public.client_members m
        where m.user_id = reader and m.client_id = public.document_owner(key) and 'see' = any (m.rights)
          and (m.ends_at is null or m.ends_at > now())
          and (m.last_year is null or extract(year from written at time zone nutmeg.office_zone()) <= m.last_year)
      )
    )
$$;
