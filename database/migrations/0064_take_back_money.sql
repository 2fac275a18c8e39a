-- Taking back: refund, write-off, void, undo. And the plan of a bill.

-- Gives back a part of a payment. The bill stays paid: the office earns less. What belongs to no bill is given back by
-- refund_credit.
create function public.refund_payment(
  transaction_id uuid, payment_id uuid, amount_cents bigint, method text, reason text, reference text default null,
  wallet text default null
) returns public.ledger_transactions
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.ledger_transactions;
  written public.ledger_transactions;
  payment public.ledger_transactions;
  invoice public.invoices;
begin
  perform nutmeg.require_staff();
  perform nutmeg.require_reason(reason);
  select * into payment from public.ledger_transactions a where a.id = refund_payment.payment_id and a.kind = 'payment';
  if payment.invoice_id is null then
    raise exception 'This payment belongs to no bill' using errcode = '23514';
  end if;
  invoice := nutmeg.lock_invoice(payment.invoice_id);
  draft.id := transaction_id;
  draft.client_id := invoice.client_id;
  draft.invoice_id := invoice.id;
  draft.kind := 'refund';
  draft.amount_cents := refund_payment.amount_cents;
  draft.method := refund_payment.method;
  draft.wallet := refund_payment.wallet;
  draft.reference := refund_payment.reference;
  draft.reason := refund_payment.reason;
  draft.payment_id := payment.id;
  if nutmeg.is_done(draft) then
    select * into strict written from public.ledger_transactions a where a.id = transaction_id;
    return written;
  end if;
  if draft.method is null then
    raise exception 'Say how it was paid' using errcode = '23514', detail = 'method_required';
  end if;
  if invoice.status = 'void' then
    raise exception 'This bill was voided. Give the money back from the account.'
      using errcode = '23514', detail = 'refund_of_voided_bill';
  end if;
  if exists (select from public.ledger_transactions a where a.reverses = payment.id) then
    raise exception 'This payment was undone' using errcode = '23514', detail = 'payment_undone';
  end if;
  perform nutmeg.require_amount(
    draft.amount_cents, nutmeg.refundable(payment), 'more_than_paid', 'That’s more than was paid'
  );
  written := nutmeg.write_transaction(
    draft, array['refunds', 'cash'], array[draft.amount_cents, -draft.amount_cents]
  );
  perform nutmeg.record_act('billing.refunded', invoice.client_id, jsonb_build_object(
    'transaction', written.id, 'number', invoice.number, 'amount_cents', draft.amount_cents
  ));
  return written;
end
$$;

-- What of a payment went to its bill and wasn't given back.
create function nutmeg.refundable(payment public.ledger_transactions) returns bigint
  language sql stable
  as $$
  select coalesce((
      select -sum(e.amount_cents) from public.ledger_entries e where e.transaction_id = payment.id and e.account = 'receivable'
    ), 0) - coalesce((
      select sum(a.amount_cents) from public.ledger_transactions a
      where a.payment_id = payment.id and not exists (select from public.ledger_transactions r where r.reverses = a.id)
    ), 0)
$$;

-- Gives back money that belongs to no bill.
create function public.refund_credit(
  transaction_id uuid, client_id uuid, amount_cents bigint, method text, reason text, reference text default null,
  wallet text default null
) returns public.ledger_transactions
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.ledger_transactions;
  written public.ledger_transactions;
begin
  perform nutmeg.require_staff();
  perform nutmeg.require_reason(reason);
  perform nutmeg.lock_billing(refund_credit.client_id);
  draft.id := transaction_id;
  draft.client_id := refund_credit.client_id;
  draft.kind := 'refund';
  draft.amount_cents := refund_credit.amount_cents;
  draft.method := refund_credit.method;
  draft.wallet := refund_credit.wallet;
  draft.reference := refund_credit.reference;
  draft.reason := refund_credit.reason;
  if nutmeg.is_done(draft) then
    select * into strict written from public.ledger_transactions a where a.id = transaction_id;
    return written;
  end if;
  if draft.method is null then
    raise exception 'Say how it was paid' using errcode = '23514', detail = 'method_required';
  end if;
  perform nutmeg.require_amount(draft.amount_cents, (
    select a.credit_cents from public.billing_accounts a where a.client_id = draft.client_id
  ), 'more_than_credit', 'The client doesn’t have that much money on account');
  written := nutmeg.write_transaction(
    draft, array['credit', 'cash'], array[draft.amount_cents, -draft.amount_cents]
  );
  perform nutmeg.record_act('billing.refunded', draft.client_id, jsonb_build_object(
    'transaction', written.id, 'amount_cents', draft.amount_cents
  ));
  return written;
end
$$;

-- Gives up what is still open, or a part of it.
create function public.write_off_invoice(transaction_id uuid, invoice_id uuid, amount_cents bigint, reason text)
  returns public.ledger_transactions
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.ledger_transactions;
  written public.ledger_transactions;
  invoice public.invoices;
begin
  perform nutmeg.require_staff();
  perform nutmeg.require_reason(reason);
  invoice := nutmeg.lock_invoice(write_off_invoice.invoice_id);
  draft.id := transaction_id;
  draft.client_id := invoice.client_id;
  draft.invoice_id := invoice.id;
  draft.kind := 'write_off';
  draft.amount_cents := write_off_invoice.amount_cents;
  draft.reason := write_off_invoice.reason;
  if nutmeg.is_done(draft) then
    select * into strict written from public.ledger_transactions a where a.id = transaction_id;
    return written;
  end if;
  if invoice.status in ('draft', 'void') then
    raise exception 'No such open bill' using errcode = '23514', detail = 'no_open_bill';
  end if;
  perform nutmeg.require_amount(
    draft.amount_cents, invoice.balance_cents, 'more_than_open', 'That’s more than is open on this bill'
  );
  written := nutmeg.write_transaction(
    draft, array['receivable', 'write_off'], array[-draft.amount_cents, draft.amount_cents]
  );
  perform nutmeg.settle_return(invoice.return_id, false);
  perform nutmeg.record_act('billing.written_off', invoice.client_id, jsonb_build_object(
    'transaction', written.id, 'number', invoice.number, 'amount_cents', draft.amount_cents
  ));
  return written;
end
$$;

-- Takes a bill back. What was paid for it stays the client's, on account.
create function public.void_invoice(transaction_id uuid, invoice_id uuid, reason text) returns public.ledger_transactions
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.ledger_transactions;
  written public.ledger_transactions;
  invoice public.invoices;
begin
  perform nutmeg.require_staff();
  perform nutmeg.require_reason(reason);
  invoice := nutmeg.lock_invoice(void_invoice.invoice_id);
  draft.id := transaction_id;
  draft.client_id := invoice.client_id;
  draft.invoice_id := invoice.id;
  draft.kind := 'void';
  draft.amount_cents := invoice.total_cents;
  draft.reason := void_invoice.reason;
  if nutmeg.is_done(draft) then
    select * into strict written from public.ledger_transactions a where a.id = transaction_id;
    return written;
  end if;
  if invoice.status in ('draft', 'void') then
    raise exception 'No such open bill' using errcode = '23514', detail = 'no_open_bill';
  end if;
  written := nutmeg.write_transaction(
    draft,
    array['income', 'tax', 'write_off', 'refunds', 'receivable', 'credit'],
    array[
      invoice.total_cents - invoice.tax_cents, invoice.tax_cents, -invoice.written_off_cents, -invoice.refunded_cents,
      -invoice.balance_cents,
      -(invoice.total_cents - invoice.balance_cents - invoice.written_off_cents - invoice.refunded_cents)
    ]
  );
  update public.invoices i set voided_at = now() where i.id = invoice.id;
  perform nutmeg.settle_return(invoice.return_id, true);
  perform nutmeg.record_act('billing.voided', invoice.client_id, jsonb_build_object(
    'transaction', written.id, 'number', invoice.number, 'amount_cents', invoice.total_cents
  ));
  return written;
end
$$;

-- Undoes a payment, a refund, a write-off, or the use of a deposit: the opposite entries, on the day it is undone.
create function public.reverse_transaction(transaction_id uuid, reversed_id uuid, reason text) returns public.ledger_transactions
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.ledger_transactions;
  written public.ledger_transactions;
  reversed public.ledger_transactions;
  invoice public.invoices;
begin
  perform nutmeg.require_staff();
  perform nutmeg.require_reason(reason);
  select * into reversed from public.ledger_transactions a where a.id = reverse_transaction.reversed_id;
  if not found then
    raise exception 'No such transaction' using errcode = 'P0002';
  end if;
  perform nutmeg.lock_billing(reversed.client_id);
  select * into invoice from public.invoices i where i.id = reversed.invoice_id for update;
  draft.id := transaction_id;
  draft.client_id := reversed.client_id;
  draft.invoice_id := reversed.invoice_id;
  draft.kind := 'reversal';
  draft.amount_cents := reversed.amount_cents;
  draft.reason := reverse_transaction.reason;
  draft.reverses := reversed.id;
  if nutmeg.is_done(draft) then
    select * into strict written from public.ledger_transactions a where a.id = transaction_id;
    return written;
  end if;
  if reversed.kind not in ('payment', 'credit_applied', 'refund', 'write_off') then
    raise exception 'This can’t be undone' using errcode = '23514';
  end if;
  if exists (select from public.ledger_transactions a where a.reverses = reversed.id) then
    raise exception 'This was undone already' using errcode = '23514', detail = 'undone_already';
  end if;
  if invoice.status = 'void' then
    raise exception 'This bill was voided' using errcode = '23514', detail = 'bill_voided';
  end if;
  if reversed.kind = 'payment' and exists (
    select from public.ledger_transactions a
    where a.payment_id = reversed.id and not exists (select from public.ledger_transactions r where r.reverses = a.id)
  ) then
    raise exception 'Undo the refund of this payment first' using errcode = '23514', detail = 'refunded_payment';
  end if;
  if (
    select coalesce(-sum(e.amount_cents), 0) from public.ledger_entries e
    where e.transaction_id = reversed.id and e.account = 'credit'
  ) > coalesce((select a.credit_cents from public.billing_accounts a where a.client_id = reversed.client_id), 0) then
    raise exception 'This money was used already' using errcode = '23514', detail = 'money_used';
  end if;
  if invoice.refunded_cents > invoice.total_cents - invoice.written_off_cents - invoice.balance_cents - (
    select coalesce(-sum(e.amount_cents) filter (where e.account = 'receivable'), 0)
      - coalesce(sum(e.amount_cents) filter (where e.account = 'write_off'), 0)
      - coalesce(sum(e.amount_cents) filter (where e.account = 'refunds'), 0)
    from public.ledger_entries e where e.transaction_id = reversed.id
  ) then
    raise exception 'Undo the refund of this payment first' using errcode = '23514', detail = 'refunded_payment';
  end if;
  insert into public.ledger_transactions (id, client_id, invoice_id, kind, amount_cents, reason, reverses, on_day)
  values (
    draft.id, draft.client_id, draft.invoice_id, draft.kind, draft.amount_cents, btrim(draft.reason), draft.reverses,
    nutmeg.office_day()
  ) returning * into written;
  insert into public.ledger_entries (transaction_id, client_id, account, invoice_id, amount_cents)
  select written.id, written.client_id, e.account, e.invoice_id, -e.amount_cents
  -- Backwards, so that the bill's checks hold after each entry.
  from public.ledger_entries e where e.transaction_id = reversed.id order by e.id desc;
  perform nutmeg.settle_return(invoice.return_id, true);
  perform nutmeg.record_act('billing.undone', reversed.client_id, jsonb_build_object(
    'transaction', written.id, 'kind', reversed.kind, 'number', invoice.number, 'amount_cents', reversed.amount_cents
  ));
  return written;
end
$$;

-- A plan for what is open now: an array of {due_on, amount_cents}; an empty one ends the plan.
create function public.set_installments(invoice_id uuid, plan jsonb) returns public.invoices
  language plpgsql security definer set search_path = ''
  as $$
declare
  invoice public.invoices;
  parts int;
begin
  perform nutmeg.require_staff();
  invoice := nutmeg.lock_invoice(set_installments.invoice_id);
  if invoice.balance_cents = 0 then
    raise exception 'Nothing is open on this bill' using errcode = '23514', detail = 'nothing_open';
  end if;
  if jsonb_typeof(plan) is distinct from 'array' or jsonb_array_length(plan) > 24 or jsonb_array_length(plan) = 1 then
    raise exception 'A plan has 2 to 24 payments' using errcode = '23514';
  end if;
  delete from public.installments n where n.invoice_id = invoice.id;
  insert into public.installments (invoice_id, position, due_on, amount_cents)
  select invoice.id, o.position, p.due_on, p.amount_cents
  from jsonb_array_elements(plan) with ordinality as o (part, position)
  cross join jsonb_to_record(o.part) as p (due_on date, amount_cents bigint);
  get diagnostics parts = row_count;
  if parts > 0 and (select sum(n.amount_cents) from public.installments n where n.invoice_id = invoice.id)
    <> invoice.balance_cents then
    raise exception 'The payments of a plan add up to what is open' using errcode = '23514', detail = 'plan_sum';
  end if;
  if exists (
    select from public.installments n join public.installments later
      on later.invoice_id = n.invoice_id and later.position = n.position + 1
    where n.invoice_id = invoice.id and later.due_on <= n.due_on
  ) then
    raise exception 'The dates of a plan follow one another' using errcode = '23514', detail = 'plan_dates';
  end if;
  perform nutmeg.settle_return(invoice.return_id, false);
  return invoice;
end
$$;

grant execute on function
  public.refund_payment(uuid, uuid, bigint, text, text, text, text),
  public.refund_credit(uuid, uuid, bigint, text, text, text, text), public.write_off_invoice(uuid, uuid, bigint, text),
  public.void_invoice(uuid, uuid, text), public.reverse_transaction(uuid, uuid, text), public.set_installments(uuid, jsonb)
  to authenticated;
