-- The first folder of a key is a client's id: members read, add, and move documents there as their rights say.

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
        and nutmeg.is_of_my_past(public.document_owner(name), created_at)
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

create or replace function public.unfinished_uploads(owner uuid)
  returns table (
    id uuid, path text, size bigint, received bigint, fingerprint text, updated_at timestamptz, mine boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select u.id, substr(u.key, 38), u.length, u.received, u.fingerprint, u.updated_at,
    u.role = 'authenticated' and u.owner = auth.uid()
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
  ), 0), 0);
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
