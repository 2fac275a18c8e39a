export interface OfficeSize {
  clients: number;
  documents: number;
  /** Entries of the audit log and of the documents' record together. */
  events: number;
}

/** Prime, so that neighbors in time belong to different clients. */
const SCATTER = 7919;
export const STAFF = 20;
/** Three years. */
const DAYS = 1095;

/**
 * The rows of an office by table, in an order that the foreign keys allow. Rows are in the order of time, as they are in a
 * grown table: those of one client are far apart.
 */
export function rowsOfOffice({ clients, documents, events }: OfficeSize) {
  const documentEvents = Math.floor(events * 0.7);
  const audit = events - documentEvents;
  const messages = Math.floor(clients / 5);
  const appointments = Math.floor(clients / 2);
  const time = (n: string, of: number) =>
    `now() - interval '${DAYS} days' * ((${of} - ${n})::float8 / ${of})`;
  return {
    // Only immutable expressions (no `text || int`), so that PostgreSQL inlines them: the load is several times faster.
    functions: `
      create or replace function pg_temp.client(n int) returns uuid language sql immutable
        as $$ select md5('client ' || n::text)::uuid $$;
      create or replace function pg_temp.staff(n int) returns uuid language sql immutable
        as $$ select md5('staff ' || n::text)::uuid $$;
      create or replace function pg_temp.document(n int) returns uuid language sql immutable
        as $$ select md5('document ' || n::text)::uuid $$;
      create or replace function pg_temp.tax_return(n int, year int) returns uuid language sql immutable
        as $$ select md5('return ' || year::text || ' ' || n::text)::uuid $$;
      create or replace function pg_temp.owner(document int) returns int language sql immutable
        as $$ select (document::bigint * ${SCATTER} % ${clients})::int + 1 $$;
      create or replace function pg_temp.folder(n int) returns text language sql immutable
        as $$ select case n / ${clients} % 4 when 0 then null when 1 then '2026' when 2 then '2025' else '2026/W-2s' end $$;
      create or replace function pg_temp.name(n int) returns text language sql immutable
        as $$ select (array['W-2', '1099-NEC', 'Receipt', 'Bank statement', 'Photo of the ID'])[n % 5 + 1] || ' ' || n::text || '.pdf' $$;
      create or replace function pg_temp.path(n int) returns text language sql immutable
        as $$ select coalesce(pg_temp.folder(n) || '/', '') || pg_temp.name(n) $$;`,
    tables: {
      'auth.users': `(id, email, email_confirmed_at, created_at)
        select pg_temp.client(n), 'person' || n || '@example.com', ${time('n', clients)}, ${time('n', clients)}
        from generate_series(1, ${clients}) as n
        union all select pg_temp.staff(n), 'staff' || n || '@example.com', now(), now() from generate_series(1, ${STAFF}) as n`,
      'public.user_profiles': `(user_id, email, first_name, last_name, phone, role, created_at)
        select u.id, u.email,
          case when s.n is null then (array['Maria', 'Rosa', 'John', 'Li', 'Dana', 'Ahmed', 'Olga'])[u.place % 7 + 1] || u.place else 'Pat' end,
          (array['Lopez', 'Núñez', 'Smith', 'Wang', 'Reyes', 'Khan', 'Ivanova', 'Brown'])[u.place % 8 + 1],
          '+1203555' || lpad((u.place % 10000)::text, 4, '0'), case when s.n is null then 'client' else 'admin' end, u.created_at
        from (select *, row_number() over (order by created_at) as place from auth.users) u
        left join generate_series(1, ${STAFF}) as s (n) on pg_temp.staff(s.n) = u.id
        order by u.created_at`,
      'public.clients': `(id, name, created_at)
        select user_id, first_name || ' ' || last_name, created_at from public.user_profiles order by created_at`,
      'public.client_members': `(client_id, user_id, relation, rights)
        select id, id, 'self', array['see', 'upload', 'answer', 'sign', 'manage'] from public.clients
        union all
        select pg_temp.client(n), pg_temp.client(pg_temp.owner(n)), case when n % 2 = 0 then 'spouse' else 'helper' end,
          array['see', 'upload']
        from generate_series(1, ${Math.floor(clients * 0.8)}) as n where pg_temp.owner(n) <> n`,
      'nutmeg.client_search': `(client_id, search)
        select p.user_id, concat_ws(' ', p.search, string_agg(o.search, ' '))
        from public.user_profiles p
        left join public.client_members m on m.client_id = p.user_id and m.user_id <> p.user_id
        left join public.user_profiles o on o.user_id = m.user_id
        group by p.user_id, p.search`,
      'public.client_details': `(client_id, tags, archived_at, preparer_id)
        select pg_temp.client(n), case when n % 50 = 0 then '{early,VIP}' else '{early}'::text[] end,
          case when n % 100 = 0 then now() end, case when n % 10 > 0 then pg_temp.staff(n / 10 % ${STAFF} + 1) end
        from generate_series(1, ${clients}) as n`,
      'auth.sessions': `(user_id, user_agent, created_at, refreshed_at)
        select pg_temp.client(n), 'Firefox', now(), now() - interval '1 minute' * n
        from generate_series(1, ${Math.floor(clients / 4)}) as n`,
      'storage.blobs': `(id, wrapped_key, size, sha256, created_at)
        select md5('blob ' || n)::uuid, '\\x00', 100000, '\\x00', ${time('n', documents)} from generate_series(1, ${documents}) as n`,
      'storage.objects': `(id, bucket_id, name, owner, owner_id, created_at, updated_at, metadata, blob_id)
        select pg_temp.document(n), 'user-documents', c.id || '/' || pg_temp.path(n), c.id, c.id,
          ${time('n', documents)}, ${time('n', documents)},
          '{"size": 100000, "mimetype": "application/pdf", "eTag": "\\"0\\"", "cacheControl": "no-cache"}', md5('blob ' || n)::uuid
        from generate_series(1, ${documents}) as n cross join lateral (select pg_temp.client(pg_temp.owner(n)) as id) as c`,
      'public.file_uploads': `(id, user_id, uploaded_by, file_name, file_path, file_size, file_type, year, parent_folder,
          uploaded_at, sha256, download_count, by_client, seen_at)
        select pg_temp.document(n), c.id, case when n % 8 = 0 then pg_temp.staff(n % ${STAFF} + 1) else c.id end,
          pg_temp.name(n), c.id || '/' || pg_temp.path(n), 100000, 'application/pdf', 2026, pg_temp.folder(n), c.at,
          md5(n::text) || md5(n::text),
          case when n % 100 = 0 or c.at > now() - interval '14 days' and n % 3 = 0 then 0 else 1 end, n % 8 > 0,
          case when c.at < now() - interval '14 days' and n % 1000 > 0 or n % 3 > 0 then c.at end
        from generate_series(1, ${documents}) as n
        cross join lateral (select pg_temp.client(pg_temp.owner(n)) as id, ${time('n', documents)} as at) as c`,
      'nutmeg.last_uploads': `(client_id, at)
        select user_id, max(uploaded_at) from public.file_uploads where by_client group by user_id`,
      'public.tax_forms': `(id, user_id, year, form_data, submitted_at)
        select gen_random_uuid(), pg_temp.client(n), year,
          jsonb_build_object('filingStatus', 'Single', 'city', 'New Haven', 'notes', repeat('An answer. ', 40)),
          make_timestamptz(year, 3, 1, 0, 0, 0) + interval '1 minute' * n
        from generate_series(2024, 2026) as year, generate_series(1, ${clients}) as n where (n + year) % 5 < 3`,
      // 3 for each client.
      'public.tax_returns': `(id, user_id, year, kind, status, created_at, updated_at)
        select pg_temp.tax_return(n, year), pg_temp.client(n), year, 'personal',
          case when year < 2026 or n % 4 = 0 then 'accepted' else (array['documents_received', 'in_preparation',
            'waiting_for_documents', 'ready_for_review', 'approved', 'payment_due', 'e_filed', 'rejected'])[n / 2 % 8 + 1] end,
          at, at
        from generate_series(2023, 2026) as year, generate_series(1, ${clients}) as n,
          lateral (select make_timestamptz(year, 3, 1, 0, 0, 0) + interval '1 minute' * n as at) as t
        where (n + year) % 4 < 3`,
      // One in a hundred is someone else's than the client.
      'public.return_assignments': `(return_id, preparer_id)
        select pg_temp.tax_return(n, year), pg_temp.staff(n % ${STAFF} + 1)
        from generate_series(2025, 2026) as year, generate_series(1, ${clients}) as n
        where (n + year) % 4 < 3 and n % 100 = 7`,
      'nutmeg.desk_clients': `(client_id, profile_id, created_at, name, preparer_id, is_archived)
        select p.user_id, p.id, p.created_at, left(ltrim(p.search), 80), d.preparer_id,
          d.archived_at is not null
        from public.user_profiles p left join public.client_details d on d.client_id = p.user_id order by p.created_at`,
      'nutmeg.desk_returns': `(return_id, client_id, year, kind, status, updated_at, own_preparer_id, client_preparer_id, is_archived)
        select r.id, r.user_id, r.year, r.kind, r.status, r.updated_at, a.preparer_id, d.preparer_id, d.archived_at is not null
        from public.tax_returns r join public.client_details d on d.client_id = r.user_id
        left join public.return_assignments a on a.return_id = r.id order by r.created_at`,
      'public.tax_return_events': `(return_id, user_id, at, actor_id, actor_role, kind, from_status, to_status)
        select r.id, r.user_id, r.updated_at + interval '1 hour' * step, pg_temp.staff(step), 'admin', 'status',
          'documents_received', 'in_preparation'
        from public.tax_returns r, generate_series(1, 3) as step`,
      'public.checklist_items': `(id, user_id, year, item, state)
        select md5('item ' || i || ' ' || n)::uuid, pg_temp.client(n), 2026, 'w2:' || i, 'sent'
        from generate_series(1, ${Math.floor(clients / 2)}) as n, generate_series(1, 4) as i`,
      // As of a release to come, so that the server doesn't count them again.
      'nutmeg.document_counts': `(client_id, year, total, missing, counted_by)
        select user_id, year, 16, abs(hashtext(id::text)) % 17, '{999}' from public.tax_forms`,
      'nutmeg.last_reminders': `(client_id, at)
        select pg_temp.client(n), now() - interval '1 minute' * (n * 7919 % 130000) from generate_series(1, ${clients}) as n where n % 3 > 0`,
      'public.checklist_documents': `(item_id, document_id, user_id)
        select md5('item 1 ' || pg_temp.owner(n))::uuid, pg_temp.document(n), pg_temp.client(pg_temp.owner(n))
        from generate_series(1, ${clients}) as n where pg_temp.owner(n) <= ${Math.floor(clients / 2)}`,
      // 20 for each client, of which one is open.
      'public.tasks': `(kind, title, owner_id, due_on, client_id, year, done_at, created_at)
        select case k when 0 then 'form_received' when 1 then 'documents_complete' else 'manual' end,
          case when k > 1 then 'Call about the W-2' end, case when n % 9 > 0 then pg_temp.staff(n % ${STAFF} + 1) end,
          case when n % 4 > 0 then current_date + n % 90 - 30 end, pg_temp.client(pg_temp.owner(n)),
          case when k < 2 then 2026 end, case when k < 19 then now() end, ${time('n', clients * 20)}
        from generate_series(0, ${clients * 20 - 1}) as n cross join lateral (select n / ${clients} as k) as c`,
      'public.client_dates': `(client_id, kind, year, due_on)
        select pg_temp.client(n), kind, 2026, current_date + n % 300 - 60
        from generate_series(1, ${clients}) as n,
          unnest(array['extension', 'estimated_q1', 'estimated_q2', 'estimated_q3', 'estimated_q4']) as kind
        where n % 2 = 0`,
      // 20 for each client; some of the newest wait for a reply or an answer.
      'public.thread_messages': `(id, client_id, side, author_id, body, is_question, settled_at, created_at, year)
        select md5('message ' || n)::uuid, pg_temp.client(pg_temp.owner(n)), side,
          case side when 'client' then pg_temp.client(pg_temp.owner(n)) else pg_temp.staff(n % ${STAFF} + 1) end,
          'Please look at the W-2 of the second job.', side = 'office' and n % 4 = 0,
          case when n < ${clients * 20} - 400 then now() end, ${time('n', clients * 20)}, 2026
        from generate_series(0, ${clients * 20 - 1}) as n
        cross join lateral (select case when n % 2 = 0 then 'office' else 'client' end as side) as s`,
      'public.thread_reads': `(client_id, user_id, side, read_up_to)
        select pg_temp.client(n), pg_temp.client(n), 'client', n from generate_series(1, ${clients}) as n`,
      'public.client_letters': `(user_id, template, sent_by, sent_by_name, sent_at)
        select pg_temp.client(n), 'form_reminder', pg_temp.staff(1), 'Pat', ${time('n', clients)} from generate_series(1, ${clients}) as n`,
      'public.client_notes': `(user_id, author_id, author_name, body, created_at)
        select pg_temp.client(n), pg_temp.staff(n % ${STAFF} + 1), 'Pat', 'Called about the W-2.', ${time('n', clients)}
        from generate_series(1, ${clients}) as n`,
      'public.contact_submissions': `(name, email, subject, message, status, assigned_to, created_at, updated_at)
        select 'A visitor', 'Person' || n || '@example.com', 'Taxes', repeat('A question. ', 30),
          case when n > ${messages} - 40 then 'new' when n > ${messages} - 80 then 'open' when n % 2 = 0 then 'answered' else 'closed' end,
          case when n > ${messages} - 80 then pg_temp.staff(n % ${STAFF} + 1) end, ${time('n', messages)}, ${time('n', messages)}
        from generate_series(1, ${messages}) as n`,
      'public.contact_replies': `(submission_id, body, mail_id, author_id, author_name, sent_at)
        select id, 'An answer.', gen_random_uuid(), pg_temp.staff(1), 'Pat', updated_at
        from public.contact_submissions where status in ('answered', 'closed')`,
      'public.appointments': `(name, email, phone, service, preferred_date, preferred_time, status, user_id, starts_at, ends_at,
          seat, chosen_at, created_at, updated_at)
        select 'A client', 'person' || n || '@example.com', '+12035550142', 'Personal', t.at::date, null,
          case when t.at > now() then 'confirmed' when n % 10 = 0 then 'cancelled' else 'done' end,
          pg_temp.client(n), t.at, t.at + interval '20 minutes', 1, t.at, t.at - interval '9 days', t.at
        from generate_series(1, ${appointments}) as n, lateral (select ${time('n', appointments)} + interval '5 days' as at) as t`,
      'public.trashed_documents': `(id, owner_id, path, file_name, file_size, file_type, is_folder_mark, deleted_at, uploaded_at,
          download_count, metadata, version, blob_id)
        select gen_random_uuid(), pg_temp.client(n), 'Old ' || n || '.pdf', 'Old ' || n || '.pdf', 100000, 'application/pdf', false,
          now() - interval '1 minute' * n, now(), 0, '{}', '1', md5('blob ' || n)::uuid
        from generate_series(1, ${Math.floor(clients / 5)}) as n`,
      'public.email_queue': `(to_email, subject, body, email_type, status, sent_at, created_at)
        select 'person' || n || '@example.com', 'Your return', '', 'return', 'sent', now(), now() - interval '1 minute' * n
        from generate_series(1, ${clients}) as n`,
      'public.legacy_emails': `(email)
        select 'former' || n || '@example.com' from generate_series(1, ${clients}) as n`,
      'public.document_events': `(at, owner_id, actor_id, actor_name, actor_role, action, document_id, path)
        select ${time('n', documentEvents)}, c.id, case when n % 3 = 0 then pg_temp.staff(n % ${STAFF} + 1) else c.id end,
          case when n % 3 = 0 then 'Pat' else 'Maria' end, case when n % 3 = 0 then 'admin' else 'client' end,
          (array['uploaded', 'opened', 'downloaded', 'opened', 'renamed'])[n % 5 + 1], pg_temp.document(c.number), pg_temp.path(c.number)
        from generate_series(1, ${documentEvents}) as n
        cross join lateral (select n % ${documents} + 1 as number, pg_temp.client(pg_temp.owner(n % ${documents} + 1)) as id) as c`,
      'public.audit_log': `(at, actor_id, action, subject_id, details, address)
        select ${time('n', audit)}, case when n % 50 = 0 then pg_temp.staff(n % ${STAFF} + 1) when n % 10 = 0 then null else c.id end,
          case when n % 50 = 0 then 'tax_form.revealed' when n % 10 = 0 then 'auth.sign_in_failed' else 'auth.signed_in' end,
          c.id, '{"browser": "Firefox"}', '203.0.113.7'
        from generate_series(1, ${audit}) as n cross join lateral (select pg_temp.client(pg_temp.owner(n)) as id) as c`,
    } satisfies Record<string, string>,
  };
}

const DAY_MS = 86_400_000;
const fromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** The times in requests. */
export const DATES = {
  year: 2026,
  fromNow,
  today: () => fromNow(0).slice(0, 10),
  newSince: () => '1970-01-01T00:00:00Z',
  someDays: () => ({ since: fromNow(-200), until: fromNow(-190) }),
};
