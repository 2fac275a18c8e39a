-- Someone who only helps others, such as a bookkeeper, has an own client like everyone who logs in, but the office doesn't
-- serve it. Such clients are kept here until something of theirs exists. They have no details, so none is archived.
create table nutmeg.unserved_clients (
  client_id uuid primary key references public.clients on delete cascade
);

-- As in 0035, with tasks, dates, consents, and signature requests.
CREATE OR REPLACE FUNCTION nutmeg.is_blank_client(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (select from public.file_uploads f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_forms f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_form_drafts d where d.user_id = is_blank_client.id)
    and not exists (select from public.tax_returns r where r.user_id = is_blank_client.id)
    and not exists (select from public.checklist_items i where i.user_id = is_blank_client.id)
    and not exists (select from public.client_notes n where n.user_id = is_blank_client.id)
    and not exists (select from public.client_letters l where l.user_id = is_blank_client.id)
    and not exists (select from public.thread_messages m where m.client_id = is_blank_client.id)
    and not exists (select from public.invoices v where v.client_id = is_blank_client.id)
    and not exists (select from public.ledger_transactions a where a.client_id = is_blank_client.id)
    and not exists (select from public.tasks t where t.client_id = is_blank_client.id)
    and not exists (select from public.client_dates d where d.client_id = is_blank_client.id)
    and not exists (select from public.tax_consents c where c.client_id = is_blank_client.id)
    and not exists (select from public.signature_requests r where r.client_id = is_blank_client.id)
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
    );
end
$function$;

create function nutmeg.is_unserved(person uuid) returns boolean
  language plpgsql stable
  as $$
begin
  return nutmeg.has_login(person) and nutmeg.is_blank_client(person) and not exists (
    select from public.appointments a
    where a.user_id = person or lower(a.email) = (
      select p.email from public.user_profiles p where p.user_id = person and p.email <> ''
    )
  );
end
$$;

create function nutmeg.note_unserved_client() returns trigger
  language plpgsql security definer
  set search_path to ''
  as $$
begin
  -- Documents wait for the sum of their sizes. It comes first, since an upload takes it before anything else.
  insert into nutmeg.storage_use as u (owner_id, bytes) values (new.user_id, 0)
  on conflict (owner_id) do update set bytes = u.bytes;
  -- As for a merge, what is written about the client waits for this lock, and then finds the row. Someone who is writing
  -- already makes it a client that is served.
  perform from public.user_profiles p join public.clients c on c.id = p.user_id
  where p.user_id = new.user_id for update skip locked;
  if not found then
    return null;
  end if;
  if nutmeg.is_unserved(new.user_id) then
    insert into nutmeg.unserved_clients (client_id) values (new.user_id) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger client_members_unserved after insert or update of user_id on public.client_members
  for each row when (new.user_id <> new.client_id) execute function nutmeg.note_unserved_client();

-- As in 0038. All that is written about a client comes here first, so this is also where the office begins to serve it.
CREATE OR REPLACE FUNCTION nutmeg.refuse_merged(client uuid, refuses_deleted boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not nutmeg.is_merging() and exists (
    select from public.client_details d where d.client_id = client and d.archived_into is not null
  ) then
    raise exception 'This client was merged into another one' using errcode = '42501', detail = 'client_merged';
  end if;
  if refuses_deleted and nutmeg.is_deleted_client(client) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
  delete from nutmeg.unserved_clients u where u.client_id = client;
end
$function$;

-- As in 0019. A document that comes from an import or an app of the office begins it, too.
CREATE OR REPLACE FUNCTION nutmeg.add_to_quota(owners uuid[], changes bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change record;
  now_used bigint;
begin
  for change in
    select c.owner, sum(c.bytes)::bigint as bytes from unnest(owners, changes) as c (owner, bytes)
    where c.owner is not null group by c.owner having sum(c.bytes) <> 0 order by c.owner
  loop
    insert into nutmeg.storage_use as u (owner_id, bytes) values (change.owner, change.bytes)
    on conflict (owner_id) do update set bytes = u.bytes + excluded.bytes
    returning u.bytes into now_used;
    if change.bytes > 0 and auth.role() = 'authenticated' then
      perform nutmeg.refuse_merged(change.owner);
    elsif change.bytes > 0 then
      delete from nutmeg.unserved_clients u where u.client_id = change.owner;
    end if;
    if change.bytes > 0 and now_used > nutmeg.client_quota()
      and auth.role() = 'authenticated' and not public.is_staff() then
      perform nutmeg.drop_abandoned_uploads(change.owner);
      if (select u.bytes from nutmeg.storage_use u where u.owner_id = change.owner) > nutmeg.client_quota() then
        raise exception 'no more room for this client' using errcode = 'NM413';
      end if;
    end if;
  end loop;
end
$function$;
