-- A letter to many clients leaves out clients if it isn't true for them: their form is here already, or they have no return
-- at that step. Letters and the archive are for clients, not for colleagues, who are on the list too.

alter table public.bulk_job_clients drop constraint bulk_job_clients_reason_check;
alter table public.bulk_job_clients add constraint bulk_job_clients_reason_check check (reason in (
  'gone', 'staff', 'merged', 'archived', 'no_email', 'bad_address', 'too_many_letters', 'no_form', 'form_sent',
  'nothing_missing', 'nothing_to_review', 'nothing_to_pay', 'just_sent', 'unchanged', 'too_many_tags', 'refused'
));

-- Another result needs another function.
drop function nutmeg.bulk_facts(uuid[], int);

-- As in 0058, with what makes a letter true.
create function nutmeg.bulk_facts(client_ids uuid[], of_year int default null)
  returns table (
    client_id uuid, name text, first_name text, email text, language text, is_staff boolean, is_archived boolean,
    is_merged boolean, is_bad_address boolean, has_too_many_letters boolean, has_sent_form boolean,
    has_return_to_review boolean, has_return_to_pay boolean, preparer_id uuid, tags text[], form jsonb, items jsonb
  )
  language sql stable
  as $$
  select p.user_id,
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    coalesce(r.first_name, p.first_name), coalesce(r.email, ''), coalesce(r.language, p.language),
    p.role <> 'client', d.archived_at is not null, d.archived_into is not null,
    exists (select from nutmeg.bad_addresses b where b.address = m.mailbox),
    (
      select count(*) from nutmeg.staff_letters l
      where l.recipient = m.mailbox and l.written_at > now() - interval '1 hour'
    ) >= 20,
    exists (
      select from public.tax_forms f
      where f.user_id = p.user_id and f.year = nutmeg.office_year() and f.submitted_at is not null
    ),
    exists (select from public.tax_returns t where t.user_id = p.user_id and t.status = 'ready_for_review'),
    exists (select from public.tax_returns t where t.user_id = p.user_id and t.status = 'payment_due'),
    d.preparer_id, coalesce(d.tags, '{}'),
    (
      select f.form_data from public.tax_forms f
      where f.user_id = p.user_id and f.year = of_year and f.submitted_at is not null limit 1
    ),
    (
      select jsonb_agg(jsonb_build_object('item', i.item, 'title', i.title, 'state', i.state) order by i.updated_at)
      from public.checklist_items i where i.user_id = p.user_id and i.year = of_year
    )
  from unnest(client_ids) as c (id)
  join public.user_profiles p on p.user_id = c.id
  -- The preview shows the letter to the first of them.
  left join lateral (
    select * from nutmeg.readers_of_client(p.user_id) as all_readers
    order by all_readers.user_id <> p.user_id, all_readers.user_id limit 1
  ) r on true
  cross join lateral (select lower(btrim(coalesce(r.email, ''))) as mailbox) as m
  left join public.client_details d on d.client_id = c.id
$$;
