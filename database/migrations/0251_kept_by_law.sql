-- What the law keeps of a client who is deleted (0250), and what a deletion would do.

-- The last day on which the law keeps what is from that moment: the return period that it falls into ends on June 30, and
-- from there the office's years count (26 U.S.C. 6107(b): at least three).
create function nutmeg.law_keeps_until(at timestamptz) returns date
  language sql stable
  as $$
  select make_date(
    extract(year from d.day)::int + (extract(month from d.day) > 6)::int + greatest(3, coalesce((
      select (s.facts #>> '{retention,legalYears}')::int from public.office_settings s order by s.version desc limit 1
    ), 7)), 6, 30
  )
  from (select (at at time zone nutmeg.office_zone())::date as day) d
$$;

-- The rows that the law keeps, each with its last day. A return that was presented to the client, with its form, its
-- document, and the documents that it was prepared from (26 CFR 1.6695-2(b)(4)); signed documents and consents; the books.
create function nutmeg.kept_by_law(client uuid) returns table (kind text, row_id uuid, year int, until date)
  language sql stable
  as $$
  with presented as (
    select r.id, r.year, r.document_id, nutmeg.law_keeps_until(coalesce(p.at, r.updated_at)) as until
    from public.tax_returns r
    cross join lateral (
      select max(e.at) as at from public.tax_return_events e
      where e.return_id = r.id and nutmeg.step_place(e.to_status) >= nutmeg.step_place('ready_for_review')
    ) p
    where r.user_id = client
      and (p.at is not null or nutmeg.step_place(r.status) >= nutmeg.step_place('ready_for_review'))
  ), years as (
    select p.year, max(p.until) as until from presented p group by p.year
  ), signed as (
    select q.id, q.year, q.document_id, q.sealed_document_id,
      nutmeg.law_keeps_until(greatest(q.ended_at, q.sealed_at, q.created_at)) as until
    from public.signature_requests q where q.client_id = client and q.status in ('signed', 'completed')
  ), kept as (
    select 'return' as kind, p.id as row_id, p.year, p.until from presented p
    union all
    select 'form', f.id, f.year, y.until from public.tax_forms f join years y on y.year = f.year where f.user_id = client
    union all
    select 'tax_number', n.id, null, (select max(y.until) from years y)
    from public.client_tax_numbers n where n.user_id = client
    union all
    select 'document', p.document_id, null, p.until from presented p where p.document_id is not null
    union all
    select 'document', d.document_id, null, y.until
    from public.checklist_items i
    join public.checklist_documents d on d.item_id = i.id
    join years y on y.year = i.year
    where i.user_id = client
    union all
    select 'document', u.id, null, nutmeg.law_keeps_until(u.used_at)
    from public.used_documents u where u.user_id = client and exists (select from years)
    union all
    select 'signature', s.id, s.year, s.until from signed s
    union all
    select 'document', d.id, null, s.until
    from signed s, unnest(array[s.document_id, s.sealed_document_id]) as d (id) where d.id is not null
    union all
    select 'consent', c.id, null, nutmeg.law_keeps_until(greatest(c.answered_at, c.expires_at, c.withdrawn_at))
    from public.tax_consents c where c.client_id = client and c.status in ('given', 'withdrawn')
    union all
    -- All bills and payments of a client balance together.
    select 'bills', client, null, nutmeg.law_keeps_until(max(b.at))
    from (
      select i.issued_at as at from public.invoices i where i.client_id = client and i.issued_at is not null
      union all
      select t.at from public.ledger_transactions t where t.client_id = client
      union all
      select u.received_at from public.unmatched_payments u where u.client_id = client
    ) b having count(*) > 0
  )
  select k.kind, k.row_id, max(k.year), max(k.until)
  from kept k
  where k.kind <> 'document' or exists (select from storage.objects o where o.id = k.row_id)
  group by k.kind, k.row_id having max(k.until) >= nutmeg.office_day()
$$;

-- Why this client can't be deleted now, in words of domain/clients/deletion.ts; empty if it can.
create function nutmeg.deletion_problems(client uuid) returns text[]
  language sql stable
  as $$
  select array_remove(array[
    case when not exists (select from public.clients c where c.id = client) then 'no_client' end,
    case when exists (
      select from public.user_profiles p where p.user_id = any (nutmeg.with_merged(client)) and p.role <> 'client'
    ) then 'staff' end,
    case when exists (
      select from public.client_details d where d.client_id = client and d.archived_into is not null
    ) then 'archived' end,
    case when exists (select from nutmeg.client_deletions d where d.client_id = client) then 'requested' end
  ], null)
$$;

-- The addresses of these clients that no one else has. Messages and mails belong to an address.
create function nutmeg.own_addresses(clients uuid[]) returns text[]
  language sql stable
  as $$
  select coalesce(array_agg(distinct p.email), '{}')
  from public.user_profiles p
  where p.user_id = any (clients) and p.email <> '' and not exists (
    select from public.user_profiles o where o.email = p.email and o.user_id <> all (clients)
  )
$$;

-- What a deletion would do; nothing is written.
create function public.preview_client_deletion(client_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  clients constant uuid[] := nutmeg.with_merged(preview_client_deletion.client_id);
  addresses constant text[] := nutmeg.own_addresses(clients);
  kept uuid[];
begin
  perform nutmeg.require_super();
  select array_agg(k.row_id) into kept from unnest(clients) as c, nutmeg.kept_by_law(c) k;
  kept := coalesce(kept, '{}');
  return jsonb_build_object(
    'problems', to_jsonb(array_remove(nutmeg.deletion_problems(preview_client_deletion.client_id), 'requested')),
    'needs_second', nutmeg.has_active_super(except_id => auth.uid()),
    'login', (
      select u.email from auth.users u where u.id = preview_client_deletion.client_id
    ),
    'deletes', jsonb_build_object(
      'documents', (
        select count(*) from public.file_uploads f where f.user_id = any (clients) and f.id <> all (kept)
      ),
      'trashed', (
        select count(*) from public.trashed_documents t where t.owner_id = any (clients) and not t.is_folder_mark
      ),
      'forms', (select count(*) from public.tax_forms f where f.user_id = any (clients) and f.id <> all (kept)),
      'drafts', (select count(*) from public.tax_form_drafts f where f.user_id = any (clients)),
      'returns', (select count(*) from public.tax_returns r where r.user_id = any (clients) and r.id <> all (kept)),
      'messages', (select count(*) from public.thread_messages m where m.client_id = any (clients)) + (
        select count(*) from public.contact_submissions m where lower(m.email) = any (addresses)
      ),
      'notes', (select count(*) from public.client_notes n where n.user_id = any (clients)),
      'letters', (select count(*) from public.client_letters l where l.user_id = any (clients)),
      'appointments', (
        select count(*) from public.appointments a where a.user_id = any (clients) or lower(a.email) = any (addresses)
      ),
      'signature_requests', (
        select count(*) from public.signature_requests q where q.client_id = any (clients) and q.id <> all (kept)
      ),
      'bills', (
        select count(*) from public.invoices i
        where i.client_id = any (clients) and (i.issued_at is null or i.client_id <> all (kept))
      )
    ),
    'kept', (
      select coalesce(jsonb_agg(to_jsonb(g) order by g.place, g.year, g.until), '[]')
      from (
        select k.kind, r.kind as return_kind, k.year, k.until, count(*) as rows,
          array_position('{return,form,document,signature,consent,bills}', k.kind) as place
        from unnest(clients) as c, nutmeg.kept_by_law(c) k left join public.tax_returns r on r.id = k.row_id
        -- A tax number stays with the return.
        where k.kind <> 'tax_number'
        group by k.kind, r.kind, k.year, k.until
      ) g
    ),
    'owes_cents', (
      select coalesce(sum(i.balance_cents), 0) from public.invoices i where i.client_id = any (clients)
    ),
    -- Who loses sight of this client, and of whom this login loses sight.
    'people', (
      select coalesce(jsonb_agg(distinct coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)), '[]')
      from public.client_members m join public.user_profiles p on p.user_id = m.user_id
      where m.client_id = any (clients) and m.user_id <> all (clients) and (m.ends_at is null or m.ends_at > now())
    ),
    'other_clients', (
      select coalesce(jsonb_agg(distinct c.name), '[]')
      from public.client_members m join public.clients c on c.id = m.client_id
      where m.user_id = any (clients) and m.client_id <> all (clients) and (m.ends_at is null or m.ends_at > now())
    )
  );
end
$$;

revoke execute on function nutmeg.law_keeps_until(timestamptz), nutmeg.kept_by_law(uuid), nutmeg.deletion_problems(uuid),
  nutmeg.own_addresses(uuid[]), public.preview_client_deletion(uuid) from public;
grant execute on function public.preview_client_deletion(uuid) to authenticated;
