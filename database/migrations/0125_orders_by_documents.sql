-- The list of clients is sorted by what is missing (0123_document_counts) and by the last reminder (0124_last_reminders), too.
-- By preparer, it reads only an index, and no client that the office doesn't serve.
create or replace function nutmeg.client_order(sort text, out source text, out keys text, out missing text)
  language sql immutable
  as $$
  select replace(o.source, '{desc}', case when sort like '-%' then ' desc' else '' end),
    (
      -- One direction for all keys, so that an index is read forward or backward.
      select string_agg(key || case when (sort like '-%') <> o.backward then ' desc' else '' end, ', ' order by place)
      from unnest(o.keys) with ordinality as k (key, place)
    ),
    o.missing
  from (
    values (
      'activity',
      -- The few that are not listed are read once.
      'select l.client_id, l.client_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed) as is_listed,
        l.at as k1, l.client_id as k2
      from nutmeg.last_uploads l',
      array['k1', 'k2'], false,
      'not exists (select from nutmeg.last_uploads l where l.client_id = p.client_id)'
    ), (
      -- When the form of the year came.
      'form',
      'select f.user_id as client_id,
        f.user_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed) as is_listed,
        f.submitted_at as k1, f.user_id as k2
      from public.tax_forms f where f.year = $2',
      array['k1', 'k2'], false,
      'not exists (select from public.tax_forms f where f.user_id = p.client_id and f.year = $2)'
    ), (
      -- The return that the row shows.
      'step',
      'select r.client_id, not r.is_archived as is_listed, r.step as k1, r.updated_at as k2, r.client_id as k3
      from nutmeg.desk_returns r
      where r.year = $2 and (r.kind = ''personal'' or not exists (
        select from nutmeg.desk_returns o where o.client_id = r.client_id and o.year = $2 and o.kind = ''personal''
      ))',
      array['k1', 'k2', 'k3'], false,
      'not exists (select from nutmeg.desk_returns r where r.client_id = p.client_id and r.year = $2)'
    ), (
      'preparer',
      'select c.client_id, c.is_listed, s.search as k1, s.user_id as k2, c.created_at as k3, c.client_id as k4
      -- One preparer after the other, in the order of the list, so that a page stops where it is full.
      from (
        select * from public.user_profiles where role <> ''client'' order by search{desc}, user_id{desc}
      ) as s
      cross join lateral (
        select d.client_id, d.is_listed, d.created_at from nutmeg.desk_clients d where d.preparer_id = s.user_id offset 0
      ) as c',
      array['k1', 'k2', 'k3', 'k4'], false,
      'not exists (select from public.user_profiles s where s.user_id = p.preparer_id and s.role <> ''client'')'
    ), (
      -- By days, so the latest time comes first. Of several returns, the one that has waited longest.
      'waiting',
      'select r.client_id, not r.is_archived as is_listed, r.updated_at as k1, r.client_id as k2
      from nutmeg.desk_returns r
      where r.year = $2 and r.status not in (''e_filed'', ''accepted'')
        -- Few have a business return too, so their clients are read once, and only those are compared.
        and case when r.client_id in (
          select b.client_id from nutmeg.desk_returns b where b.year = $2 and b.kind = ''business''
        ) then not exists (
          select from nutmeg.desk_returns o
          where o.client_id = r.client_id and o.year = $2 and o.status not in (''e_filed'', ''accepted'')
            and (o.updated_at, o.kind) < (r.updated_at, r.kind)
        ) else true end',
      array['k1', 'k2'], true,
      'not exists (
        select from nutmeg.desk_returns r
        where r.client_id = p.client_id and r.year = $2 and r.status not in (''e_filed'', ''accepted'')
      )'
    ), (
      -- Those without a list come last.
      'missing',
      'select c.client_id, c.client_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed) as is_listed,
        c.missing as k1, c.client_id as k2
      from nutmeg.document_counts c where c.year = $2 and c.total > 0',
      array['k1', 'k2'], false,
      'not exists (
        select from nutmeg.document_counts c where c.client_id = p.client_id and c.year = $2 and c.total > 0
      )'
    ), (
      'reminded',
      'select l.client_id, l.client_id not in (select h.client_id from nutmeg.desk_clients h where not h.is_listed) as is_listed,
        l.at as k1, l.client_id as k2
      from nutmeg.last_reminders l',
      array['k1', 'k2'], false,
      'not exists (select from nutmeg.last_reminders l where l.client_id = p.client_id)'
    )
  ) as o (name, source, keys, backward, missing)
  where o.name = ltrim(sort, '-')
$$;

-- As in 0075, and these two.
create or replace function nutmeg.delete_rows_of_clients(clients uuid[], kept uuid[], kept_clients uuid[]) returns void
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
  delete from nutmeg.document_counts c where c.client_id = any (clients);
  delete from nutmeg.last_reminders l where l.client_id = any (clients);
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
