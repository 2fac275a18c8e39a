-- What staff read about money: the open bills by age, sums for the page, the statement of a client, and the books for export.

-- When the next payment of a bill is due: of its plan, or of the bill.
create function nutmeg.next_due(invoice public.invoices) returns date
  language sql stable
  as $$
  select coalesce((
    select p.due_on
    from (
      select n.due_on, sum(n.amount_cents) over (order by n.position) as up_to,
        sum(n.amount_cents) over () - invoice.balance_cents as paid
      from public.installments n where n.invoice_id = invoice.id
    ) p
    where p.up_to > p.paid order by p.up_to limit 1
  ), invoice.due_on)
$$;

-- By how long it is overdue: not_due, 0 (to 30 days), 31, 61, or 91 and more.
create function nutmeg.age_of_bill(due date) returns text
  language sql stable
  as $$
  select case
    when due > d.today then 'not_due'
    when d.today - due <= 30 then '0'
    when d.today - due <= 60 then '31'
    when d.today - due <= 90 then '61'
    else '91' end
  from (select nutmeg.office_day() as today) d
$$;

-- Open bills, the oldest due date first. `bill_age` is one of the ages above, or null for all.
create function public.open_invoices(
  term text default null, bill_age text default null, page_size int default 100, skip int default 0
) returns table (
    id uuid,
    number bigint,
    client_id uuid,
    client_name text,
    issued_on date,
    due_on date,
    age text,
    total_cents bigint,
    balance_cents bigint,
    matches bigint
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  patterns constant text[] := nutmeg.like_patterns(term);
begin
  perform nutmeg.require_staff();
  return query
    select o.*, count(*) over ()
    from (
      select i.id, i.number, i.client_id, nutmeg.display_name(p) as client_name, i.issued_on, d.due_on,
        nutmeg.age_of_bill(d.due_on) as age, i.total_cents, i.balance_cents
      from public.invoices i
      left join public.user_profiles p on p.user_id = i.client_id
      cross join lateral (select nutmeg.next_due(i) as due_on) d
      where i.status in ('open', 'partly_paid')
    ) o
    where (nutmeg.searched(o.client_name) like all (patterns) or o.number::text like all (patterns))
      and (bill_age is null or o.age = bill_age)
    order by o.due_on, o.id
    limit least(greatest(page_size, 1), 200) offset least(greatest(skip, 0), 100000);
end
$$;

-- One row for each age of open bills, one for the money on account, and one for what staff have to settle.
create function public.billing_summary() returns table (part text, bills bigint, cents bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select nutmeg.age_of_bill(nutmeg.next_due(i)), count(*), sum(i.balance_cents)::bigint
    from public.invoices i where i.status in ('open', 'partly_paid') group by 1
    union all
    select 'on_account', count(*), coalesce(sum(a.credit_cents), 0)::bigint
    from public.billing_accounts a where a.credit_cents > 0
    union all
    select 'unmatched', count(*), 0::bigint from public.unmatched_payments u where u.settled_at is null;
end
$$;

-- Clients with money on account, the most first.
create function public.clients_with_credit() returns table (client_id uuid, client_name text, credit_cents bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query
    select a.client_id, nutmeg.display_name(p), a.credit_cents
    from public.billing_accounts a left join public.user_profiles p on p.user_id = a.client_id
    where a.credit_cents > 0 order by a.credit_cents desc, a.client_id limit 200;
end
$$;

-- What happened on a client's account in these days, and how much it changed what the client owes. The first row has what was
-- owed before. For members and staff.
create function public.client_statement(client_id uuid, since date, until date) returns table (
    sequence bigint,
    on_day date,
    kind text,
    reversed_kind text,
    invoice_number bigint,
    receipt_number bigint,
    change_cents bigint
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  if nutmeg.mfa_pending() or not (
    public.is_staff() or coalesce(client_statement.client_id = any (auth.my_clients('see')), false)
  ) then
    raise exception 'No such client of yours' using errcode = '42501';
  end if;
  return query
    select 0::bigint, since, 'opening'::text, null::text, null::bigint, null::bigint, coalesce(sum(e.amount_cents), 0)::bigint
    from public.ledger_transactions a join public.ledger_entries e on e.transaction_id = a.id
    where e.client_id = client_statement.client_id and a.on_day < since and e.account in ('receivable', 'credit')
    union all (
      select a.sequence, a.on_day, a.kind, r.kind, i.number, a.receipt_number, c.cents
      from public.ledger_transactions a
      left join public.ledger_transactions r on r.id = a.reverses
      left join public.invoices i on i.id = a.invoice_id
      cross join lateral (
        select sum(e.amount_cents)::bigint as cents from public.ledger_entries e
        where e.transaction_id = a.id and e.client_id = client_statement.client_id and e.account in ('receivable', 'credit')
      ) c
      where (a.client_id = client_statement.client_id or a.kind = 'transfer' and exists (
          select from public.ledger_entries e where e.transaction_id = a.id and e.client_id = client_statement.client_id
        ))
        and a.on_day between since and until and c.cents <> 0
      order by a.on_day, a.sequence limit 20000
    )
    order by 2, 1;
end
$$;

-- The books of these days, an entry a row, in the order of the transactions. A page begins after the last one of the page
-- before.
create function public.ledger_export(since date, until date, after bigint default 0, transactions int default 500) returns table (
    sequence bigint,
    on_day date,
    kind text,
    client_name text,
    invoice_number bigint,
    receipt_number bigint,
    method text,
    wallet text,
    reference text,
    account text,
    amount_cents bigint
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query
    select a.sequence, a.on_day, a.kind, nutmeg.display_name(p), i.number, a.receipt_number, a.method, a.wallet,
      a.reference, e.account, e.amount_cents
    from (
      select * from public.ledger_transactions l
      where l.on_day between ledger_export.since and ledger_export.until and l.sequence > ledger_export.after
      order by l.sequence limit least(greatest(ledger_export.transactions, 1), 1000)
    ) a
    join public.ledger_entries e on e.transaction_id = a.id
    left join public.user_profiles p on p.user_id = e.client_id
    left join public.invoices i on i.id = a.invoice_id
    order by a.sequence, e.id;
end
$$;

-- Written before the first line of an export leaves; server/billing asks for the lines after it.
create function public.note_billing_export(since date, until date, format text) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  perform nutmeg.record_act('billing.exported', null, jsonb_build_object(
    'since', since, 'until', until, 'format', left(format, 10)
  ));
end
$$;

grant execute on function public.open_invoices(text, text, int, int), public.billing_summary(), public.clients_with_credit(),
  public.client_statement(uuid, date, date), public.ledger_export(date, date, bigint, int),
  public.note_billing_export(date, date, text) to authenticated;
