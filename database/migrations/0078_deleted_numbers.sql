-- A client's old bills and receipts are deleted with the client. Their numbers are counted, so that `ledger_problems` reports
-- only numbers that are missing for another reason. The first number is 1001.

alter table nutmeg.billing_numbers add column deleted bigint not null default 0;

create function nutmeg.count_deleted_number() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.billing_numbers n set deleted = n.deleted + 1 where n.kind = tg_argv[0];
  return null;
end
$$;

-- Counted at the commit: issuing a bill needs the same row, and would wait for the whole deletion.
create constraint trigger count_deleted_number after delete on public.invoices
  deferrable initially deferred
  for each row when (old.number is not null) execute function nutmeg.count_deleted_number('invoice');

create constraint trigger count_deleted_number after delete on public.ledger_transactions
  deferrable initially deferred
  for each row when (old.receipt_number is not null) execute function nutmeg.count_deleted_number('receipt');

create or replace function nutmeg.ledger_problems() returns table (problem text, about text)
  language sql stable
  as $$
  select 'transaction out of balance', e.transaction_id::text
  from public.ledger_entries e group by e.transaction_id having sum(e.amount_cents) <> 0
  union all
  select 'bill and ledger differ', i.id::text
  from public.invoices i
  left join lateral (
    select coalesce(sum(e.amount_cents) filter (where e.account = 'receivable'), 0) as balance,
      coalesce(sum(e.amount_cents) filter (where e.account = 'write_off'), 0) as written_off,
      coalesce(sum(e.amount_cents) filter (where e.account = 'refunds'), 0) as refunded
    from public.ledger_entries e where e.invoice_id = i.id
  ) l on true
  where (i.balance_cents, i.written_off_cents, i.refunded_cents) <> (l.balance, l.written_off, l.refunded)
  union all
  select 'account and ledger differ', a.client_id::text
  from public.billing_accounts a
  where a.credit_cents <> coalesce((
    select -sum(e.amount_cents) from public.ledger_entries e where e.client_id = a.client_id and e.account = 'credit'
  ), 0)
  union all
  select n.kind || ' number is missing', n.last::text
  from nutmeg.billing_numbers n
  where n.last - 1000 - n.deleted <> case n.kind
    when 'invoice' then (select count(i.number) from public.invoices i)
    else (select count(t.receipt_number) from public.ledger_transactions t)
  end
$$;
