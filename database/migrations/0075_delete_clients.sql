-- The deletion of a client (client_deletions) of what the law doesn't keep (kept_by_law), and later of that, too.

-- Takes the login away at once and tells the client, while the address is still known. The rest goes in parts (below): the
-- first one now, which is all for nearly every client.
create function nutmeg.begin_client_deletion(client uuid) returns void
  language plpgsql
  as $$
declare
  clients constant uuid[] := nutmeg.with_merged(client);
  kept date;
begin
  perform nutmeg.lock_clients(variadic clients);
  -- What was decided before the locks may have changed: by a merge, or a change of role.
  if nutmeg.with_merged(client) <> clients or array_remove(nutmeg.deletion_problems(client), 'requested') <> '{}' then
    raise exception 'Someone changed this client just now. Please try again.'
      using errcode = '23514', detail = 'changed';
  end if;
  kept := (select max(k.until) from nutmeg.kept_by_law(clients) k);
  delete from public.email_queue q where q.recipient = any (nutmeg.own_addresses(clients));
  perform nutmeg.write_letter(l.email, 'client_deleted', jsonb_strip_nulls(jsonb_build_object(
    'first_name', l.first_name, 'kept_until', kept, 'language', l.language
  ))) from (
    select distinct on (p.email) p.email, p.first_name, p.language
    from public.user_profiles p
    where p.user_id = any (clients) and p.email is distinct from lower(btrim(nutmeg.staff_inbox()))
    order by p.email, p.user_id <> client
  ) l;
  perform nutmeg.end_login(c) from unnest(clients) as c;
  perform set_config('nutmeg.deleting_client', 'on', true);
  -- They leave all lists and queues, and no one is merged with them anymore.
  insert into public.client_details as d (client_id, archived_at) select c, now() from unnest(clients) as c
  on conflict on constraint client_details_pkey do update set archived_at = coalesce(d.archived_at, now());
  perform set_config('nutmeg.deleting_client', '', true);
  update nutmeg.client_deletions d set
    confirmed_by = auth.uid(), confirmed_at = now(), client_ids = clients, kept_until = kept
  where d.client_id = client;
  perform nutmeg.record_act('client.deleted', client, jsonb_strip_nulls(jsonb_build_object('kept_until', kept)));
  perform nutmeg.delete_part_of_client(client);
end
$$;

-- As for a client who never had a login.
create function nutmeg.end_login(person uuid) returns void
  language plpgsql
  as $$
begin
  delete from auth.sessions s where s.user_id = person;
  delete from auth.identities i where i.user_id = person;
  delete from auth.mfa_factors f where f.user_id = person;
  delete from auth.one_time_tokens t where t.user_id = person;
  delete from auth.flow_state f where f.user_id = person;
  delete from auth.sign_in_places p where p.user_id = person;
  delete from nutmeg.email_corrections c where c.user_id = person;
  delete from nutmeg.consented_helpers h where person in (h.user_id, h.client_id);
  delete from nutmeg.client_invitations i where person in (i.client_id, i.accepted_by);
  delete from public.client_members m where person in (m.user_id, m.client_id) and m.user_id <> m.client_id;
  update auth.users u set
    email = null, encrypted_password = null, email_confirmed_at = null, email_change = null, last_sign_in_at = null,
    raw_app_meta_data = '{}', raw_user_meta_data = '{}', updated_at = now()
  where u.id = person;
end
$$;

-- The rows that a part deletes at most of each kind that a client can have many of.
create function nutmeg.max_deleted_rows() returns int language sql immutable as $$ select 1000 $$;

-- Deletes the next part of a client. Returns whether something is left for another part.
create function nutmeg.delete_part_of_client(client uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
declare
  deletion nutmeg.client_deletions;
  clients uuid[];
  kept uuid[];
  kept_clients uuid[];
  is_left boolean;
  first_day date;
  last_day date;
begin
  select * into strict deletion from nutmeg.client_deletions d where d.client_id = client for update;
  clients := deletion.client_ids;
  perform nutmeg.lock_clients(variadic clients);
  perform set_config('nutmeg.deleting_client', 'on', true);
  select coalesce(array_agg(k.row_id), '{}'), coalesce(array_agg(distinct k.client_id), '{}'), min(k.until), max(k.until)
    into kept, kept_clients, first_day, last_day
  from nutmeg.kept_by_law(clients) k;
  perform nutmeg.delete_signatures_and_books(clients, kept);
  is_left := nutmeg.delete_documents_of_clients(clients, kept);
  if not is_left then
    perform nutmeg.delete_rows_of_clients(clients, kept, kept_clients);
    if deletion.ended_at is not null and deletion.kept_until is not null and last_day is null then
      perform nutmeg.record_act('client.kept_deleted', client);
    end if;
  end if;
  update nutmeg.client_deletions d set
    tried_at = null, kept_until = last_day,
    ended_at = case when is_left then d.ended_at else coalesce(d.ended_at, now()) end,
    -- The office may change its years, or a bill may be paid.
    next_look = case when is_left then d.next_look when last_day is not null
      then least(first_day + 1, nutmeg.office_day() + 7) end
  where d.id = deletion.id;
  perform set_config('nutmeg.deleting_client', '', true);
  return is_left;
end
$$;

-- What others refer to goes first. Rows of append-only tables, which only a deletion may delete.
create function nutmeg.delete_signatures_and_books(clients uuid[], kept uuid[]) returns void
  language plpgsql
  as $$
declare
  requests constant uuid[] := array(
    select q.id from public.signature_requests q where q.client_id = any (clients) and q.id <> all (kept)
  );
  consents constant uuid[] := array(
    select c.id from public.tax_consents c where c.client_id = any (clients) and c.id <> all (kept)
  );
  signers constant uuid[] := array(select s.id from public.signers s where s.request_id = any (requests));
  without_books constant uuid[] := array(select c from unnest(clients) as c where c <> all (kept));
  -- Not those that balance with the books of someone else, who got money. They have no names.
  transactions constant uuid[] := array(
    select t.id from public.ledger_transactions t where t.client_id = any (without_books) and not exists (
      select from public.ledger_entries e where e.transaction_id = t.id and e.client_id <> all (without_books)
    )
  );
begin
  delete from nutmeg.signature_marks m where m.signer_id = any (signers);
  delete from public.signing_consents c where c.signer_id = any (signers);
  delete from public.signature_fields f where f.request_id = any (requests);
  delete from public.signature_events e where e.request_id = any (requests);
  delete from public.signers s where s.request_id = any (requests);
  delete from public.signature_requests q where q.id = any (requests);
  delete from public.tax_consent_events e where e.consent_id = any (consents);
  delete from public.tax_consents c where c.id = any (consents);
  delete from public.ledger_entries e where e.transaction_id = any (transactions);
  delete from public.ledger_transactions t where t.id = any (transactions);
  update public.ledger_transactions t set reference = null, reason = null where t.client_id = any (without_books);
  delete from public.unmatched_payments u where u.client_id = any (without_books);
  delete from public.billing_accounts b where b.client_id = any (without_books);
  delete from public.invoices i
  where i.client_id = any (clients) and (i.issued_at is null or i.client_id = any (without_books));
end
$$;

-- Documents, also those in the trash, and what the record of documents says of them: names are personal, that someone did
-- something at that time is not. The bytes follow within a day (server/storage/blobs/sweep.ts).
create function nutmeg.delete_documents_of_clients(clients uuid[], kept uuid[]) returns boolean
  language plpgsql
  as $$
declare
  many constant int := nutmeg.max_deleted_rows();
  objects int;
  trashed int;
  events int;
begin
  perform nutmeg.drop_uploads(array(
    select u.id from storage.uploads u
    where u.bucket_id = 'user-documents' and public.document_owner(u.key) = any (clients) or u.owner = any (clients)
  ));
  delete from storage.objects o where o.id in (
    select d.id from unnest(clients) as c, storage.objects d
    where d.bucket_id = 'user-documents' and d.name >= c || '/' and d.name < c || '0' and d.id <> all (kept)
    limit many
  );
  get diagnostics objects = row_count;
  delete from public.trashed_documents t where t.id in (
    select d.id from public.trashed_documents d where d.owner_id = any (clients) limit many
  );
  get diagnostics trashed = row_count;
  update public.document_events e set
    path = e.owner_id || '/…', new_path = null,
    actor_name = case when e.actor_role <> 'client' then e.actor_name end
  where e.id in (
    select d.id from public.document_events d
    where d.owner_id = any (clients) and d.path <> d.owner_id || '/…'
      and (d.document_id is null or d.document_id <> all (kept))
    limit many
  );
  get diagnostics events = row_count;
  return many in (objects, trashed, events);
end
$$;

-- Everything else. The account goes if nothing is kept; otherwise the name stays, since a kept return has to have one.
create function nutmeg.delete_rows_of_clients(clients uuid[], kept uuid[], kept_clients uuid[]) returns void
  language plpgsql
  as $$
declare
  addresses constant text[] := nutmeg.own_addresses(clients);
begin
  -- By address or number.
  delete from public.contact_submissions m where lower(m.email) = any (addresses);
  delete from public.appointments a where a.id in (select nutmeg.appointments_to_delete(clients));
  delete from public.legacy_emails l where lower(l.email) = any (addresses);
  delete from nutmeg.bad_addresses b where b.address = any (addresses);
  delete from nutmeg.client_invitations i where lower(i.email) = any (addresses);
  -- Also those to others that name the client.
  delete from public.email_queue q
  where (q.recipient = any (addresses) or q.status <> 'sent' and q.facts ->> 'client_id' = any (clients::text[]))
    and q.letter is distinct from 'client_deleted';
  delete from nutmeg.staff_letters l where l.recipient = any (addresses);
  delete from nutmeg.texts t where t.number = any (nutmeg.own_numbers(clients));

  -- By client.
  delete from public.client_merges m where m.source_id = any (clients) or m.target_id = any (clients);
  delete from public.tax_returns r where r.user_id = any (clients) and r.id <> all (kept);
  delete from public.tax_forms f where f.user_id = any (clients) and f.id <> all (kept);
  delete from public.client_tax_numbers n where n.user_id = any (clients) and n.id <> all (kept);
  delete from public.tax_form_drafts d where d.user_id = any (clients);
  delete from public.checklist_items i where i.user_id = any (clients) and not exists (
    select from public.checklist_documents d where d.item_id = i.id and d.document_id = any (kept)
  );
  update public.checklist_items i set note = null, reason = case when i.state = 'not_available' then '-' end
  where i.user_id = any (clients);
  delete from public.thread_messages m where m.client_id = any (clients);
  delete from public.thread_reads r where r.client_id = any (clients);
  delete from public.client_notes n where n.user_id = any (clients);
  delete from public.client_letters l where l.user_id = any (clients);
  delete from public.client_dates d where d.client_id = any (clients);
  delete from public.tasks t where t.client_id = any (clients);
  delete from nutmeg.archive_links a
  where a.owner_id = any (clients) or a.claims ->> 'sub' = any (clients::text[]);
  delete from public.bulk_job_clients b where b.client_id = any (clients);
  delete from nutmeg.case_visits v where v.client_id = any (clients);
  delete from nutmeg.document_edits e where e.owner_id = any (clients);
  delete from nutmeg.findings f where f.client_id = any (clients);
  delete from nutmeg.imported_clients i where i.client_id = any (clients);
  delete from nutmeg.invitation_misses m where m.user_id = any (clients);
  delete from nutmeg.last_uploads l where l.client_id = any (clients);
  delete from nutmeg.lists_to_check l where l.client_id = any (clients);
  delete from nutmeg.record_pace r where r.actor_id = any (clients);
  delete from nutmeg.reminder_choices r where r.client_id = any (clients);
  delete from nutmeg.reminder_rounds r where r.client_id = any (clients);
  delete from nutmeg.reminders r where r.client_id = any (clients);
  delete from nutmeg.text_consents t where t.user_id = any (clients);
  delete from nutmeg.thread_mails m where m.client_id = any (clients) or m.user_id = any (clients);

  delete from public.client_details d where d.client_id = any (clients);
  delete from auth.users u where u.id = any (clients) and u.id <> all (kept_clients);
  delete from nutmeg.storage_use s
  where s.owner_id = any (clients) and not exists (select from auth.users u where u.id = s.owner_id);
  update public.user_profiles p set email = '', phone = '', referred_by = '', confirmed = false
  where p.user_id = any (clients);
  -- With the last digits of a number that stays.
  insert into public.client_details (client_id, archived_at, tax_id_last4)
  select p.user_id, now(), (
    select right(n.tax_number, 4) from public.client_tax_numbers n where n.user_id = p.user_id
  ) from public.user_profiles p where p.user_id = any (clients);
end
$$;

-- The next client with something to delete; null if there is none. One that failed waits, so that the others go on.
create function nutmeg.claim_client_deletion() returns uuid
  language sql security definer set search_path = ''
  as $$
  update nutmeg.client_deletions c set tried_at = now()
  where c.id = (
    select d.id from nutmeg.client_deletions d
    where d.confirmed_at is not null and (d.ended_at is null or d.next_look <= nutmeg.office_day())
      and (d.tried_at is null or d.tried_at < now() - interval '10 minutes')
    order by d.tried_at nulls first, d.confirmed_at, d.id limit 1 for update skip locked
  )
  returning c.client_id
$$;
