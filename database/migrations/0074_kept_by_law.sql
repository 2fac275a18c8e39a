-- What the law keeps of a client who is deleted (client_deletions), and what a deletion would do.

-- The last day on which the law keeps what is from that moment: the return period that it falls into ends on June 30, and
-- from there the years count (26 U.S.C. 6107(b): at least three).
create function nutmeg.law_keeps_until(at timestamptz, years int, zone text) returns date
  language sql stable
  as $$
  select make_date(extract(year from d.day)::int + (extract(month from d.day) > 6)::int + years, 6, 30)
  from (select (at at time zone zone)::date as day) d
$$;

-- The rows of these clients, who are one by merges, that the law keeps, each with its last day. A return that was presented,
-- with its form, its document, and the documents that it was prepared from (26 CFR 1.6695-2(b)(4)); what was signed; the
-- books, whose bills and payments balance together.
create function nutmeg.kept_by_law(clients uuid[])
  returns table (kind text, row_id uuid, client_id uuid, year int, until date)
  language sql stable
  as $$
  with rule as materialized (
    select greatest(3, coalesce((
      select (s.facts #>> '{retention,legalYears}')::int from public.office_settings s order by s.version desc limit 1
    ), 7)) as years, nutmeg.office_zone() as zone, nutmeg.office_day() as today
  ), presented as (
    select r.id, r.user_id, r.year, r.document_id,
      nutmeg.law_keeps_until(coalesce(p.at, r.updated_at), rule.years, rule.zone) as until
    from public.tax_returns r
    cross join rule
    cross join lateral (
      select max(e.at) as at from public.tax_return_events e
      where e.return_id = r.id and nutmeg.step_position(e.to_status) >= nutmeg.step_position('ready_for_review')
    ) p
    where r.user_id = any (clients)
      and (p.at is not null or nutmeg.step_position(r.status) >= nutmeg.step_position('ready_for_review'))
  ), years as (
    select p.year, max(p.until) as until from presented p group by p.year
  ), used as (
    select u.id, u.user_id, nutmeg.law_keeps_until(u.used_at, rule.years, rule.zone) as until
    from public.used_documents u cross join rule where u.user_id = any (clients)
  ), signed as (
    select q.id, q.client_id, q.year, q.document_id, q.sealed_document_id,
      nutmeg.law_keeps_until(greatest(q.ended_at, q.sealed_at, q.created_at), rule.years, rule.zone) as until
    from public.signature_requests q cross join rule
    where q.client_id = any (clients) and q.status in ('signed', 'completed')
  ), books as (
    select b.client_id, max(b.at) over () as at
    from (
      select i.client_id, i.issued_at as at
      from public.invoices i where i.client_id = any (clients) and i.issued_at is not null
      union all
      select t.client_id, t.at from public.ledger_transactions t where t.client_id = any (clients)
      union all
      select u.client_id, u.received_at from public.unmatched_payments u where u.client_id = any (clients)
    ) b
  ), kept as (
    select 'return' as kind, p.id as row_id, p.user_id as client_id, p.year, p.until from presented p
    union all
    select 'form', f.id, f.user_id, f.year, y.until
    from public.tax_forms f join years y on y.year = f.year where f.user_id = any (clients)
    union all
    select 'tax_number', n.id, n.user_id, null, y.until
    from public.client_tax_numbers n cross join years y where n.user_id = any (clients)
    union all
    select 'document', p.document_id, p.user_id, null, p.until from presented p where p.document_id is not null
    union all
    select 'document', d.document_id, i.user_id, null, y.until
    from public.checklist_items i
    join public.checklist_documents d on d.item_id = i.id
    join years y on y.year = i.year
    where i.user_id = any (clients)
    union all
    -- As long as the return that they were used for, which comes after them.
    select 'document', u.id, u.user_id, null, coalesce(
      (select min(y.until) from years y where y.until >= u.until), u.until
    ) from used u where exists (select from years)
    union all
    select 'signature', s.id, s.client_id, s.year, s.until from signed s
    union all
    select 'document', d.id, s.client_id, null, s.until
    from signed s, unnest(array[s.document_id, s.sealed_document_id]) as d (id) where d.id is not null
    union all
    select 'consent', c.id, c.client_id, null,
      nutmeg.law_keeps_until(greatest(c.answered_at, c.expires_at, c.withdrawn_at), rule.years, rule.zone)
    from public.tax_consents c cross join rule
    where c.client_id = any (clients) and c.status in ('given', 'withdrawn')
    union all
    select 'bills', b.client_id, b.client_id, null, nutmeg.law_keeps_until(b.at, rule.years, rule.zone)
    from books b cross join rule
  )
  -- A document stays where it is, which may be with another of these clients.
  select k.kind, k.row_id, coalesce(f.user_id, k.client_id), max(k.year), max(k.until)
  from kept k left join public.file_uploads f on k.kind = 'document' and f.id = k.row_id
  where k.kind <> 'document' or f.user_id = any (clients)
  group by k.kind, k.row_id, coalesce(f.user_id, k.client_id)
  having max(k.until) >= (select today from rule)
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
    -- Staff move signed files between clients (signature_requests).
    case when exists (
      select from public.file_uploads f
      where f.user_id = any (nutmeg.with_merged(client)) and (
        exists (
          select from public.tax_returns r
          where r.document_id = f.id and r.user_id <> all (nutmeg.with_merged(client))
        ) or exists (
          select from public.signature_requests q
          where f.id in (q.document_id, q.sealed_document_id) and q.client_id <> all (nutmeg.with_merged(client))
        )
      )
    ) then 'foreign_file' end,
    case when exists (select from nutmeg.client_deletions d where d.client_id = client) then 'requested' end
  ], null)
$$;

-- The addresses of these clients that no one else has. Messages and mails belong to an address.
create function nutmeg.own_addresses(clients uuid[]) returns text[]
  language sql stable
  as $$
  select coalesce(array_agg(distinct p.email), '{}')
  from public.user_profiles p
  where p.user_id = any (clients) and p.email <> '' and p.email is distinct from lower(btrim(nutmeg.staff_inbox())) and not exists (
    select from public.user_profiles o where o.email = p.email and o.user_id <> all (clients)
  )
$$;

-- The same for numbers, as texts go to them.
create function nutmeg.own_numbers(clients uuid[]) returns text[]
  language sql stable
  as $$
  select coalesce(array_agg(distinct nutmeg.text_number(p.phone)) filter (where nutmeg.text_number(p.phone) is not null), '{}')
  from public.user_profiles p
  where p.user_id = any (clients) and not exists (
    select from public.user_profiles o
    where o.user_id <> all (clients) and nutmeg.us_phone(o.phone) = nutmeg.us_phone(p.phone)
  )
$$;

create function nutmeg.appointments_to_delete(clients uuid[]) returns setof uuid
  language sql stable
  as $$
  select a.id from public.appointments a
  where a.user_id = any (clients) or lower(a.email) = any (nutmeg.own_addresses(clients))
    or a.user_id is null and a.email is null and nutmeg.text_number(a.phone) = any (nutmeg.own_numbers(clients))
$$;

-- What a deletion would do; nothing is written.
create function public.preview_client_deletion(client_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  clients constant uuid[] := nutmeg.with_merged(preview_client_deletion.client_id);
  groups jsonb;
  kept uuid[];
begin
  perform nutmeg.require_super();
  with k as materialized (select * from nutmeg.kept_by_law(clients))
  select coalesce((select array_agg(k.row_id) from k), '{}'), (
    select coalesce(jsonb_agg(to_jsonb(g) order by g.place, g.year, g.until), '[]')
    from (
      select k.kind, r.kind as return_kind, k.year, k.until, count(*) as rows, bool_or(r.document_id is not null) as has_document,
        array_position('{return,form,document,signature,consent,bills}', k.kind) as place
      from k left join public.tax_returns r on r.id = k.row_id
      -- A tax number stays with the return.
      where k.kind <> 'tax_number'
      group by k.kind, r.kind, k.year, k.until
    ) g
  ) into kept, groups;
  return jsonb_build_object(
    'problems', to_jsonb(array_remove(nutmeg.deletion_problems(preview_client_deletion.client_id), 'requested')),
    'needs_second', nutmeg.needs_second_super(),
    'logins', (
      select coalesce(jsonb_agg(u.email order by u.id <> preview_client_deletion.client_id, u.email), '[]')
      from auth.users u where u.id = any (clients) and u.email is not null
    ),
    -- Merged into this one.
    'merged', (
      select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from public.clients c where c.id = any (clients) and c.id <> preview_client_deletion.client_id
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
        select count(*) from public.contact_submissions m where lower(m.email) = any (nutmeg.own_addresses(clients))
      ),
      'notes', (select count(*) from public.client_notes n where n.user_id = any (clients)),
      'letters', (select count(*) from public.client_letters l where l.user_id = any (clients)),
      'appointments', (select count(*) from nutmeg.appointments_to_delete(clients)),
      'signature_requests', (
        select count(*) from public.signature_requests q where q.client_id = any (clients) and q.id <> all (kept)
      ),
      'bills', (
        select count(*) from public.invoices i
        where i.client_id = any (clients) and (i.issued_at is null or i.client_id <> all (kept))
      )
    ),
    'kept', groups,
    'owes_cents', (
      select coalesce(sum(i.balance_cents), 0) from public.invoices i where i.client_id = any (clients)
    ),
    'credit_cents', (
      select coalesce(sum(b.credit_cents), 0) from public.billing_accounts b where b.client_id = any (clients)
    ),
    -- Who doesn't see this client anymore, and which clients this login doesn't see anymore.
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

grant execute on function public.preview_client_deletion(uuid) to authenticated;
