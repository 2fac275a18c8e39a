-- Bills, and money for them. Each function is one database transaction. They lock the client's account first, so that they
-- can't deadlock.

create function nutmeg.lock_billing(client uuid) returns void
  language plpgsql
  as $$
begin
  -- Waits for a merge.
  perform from public.clients c where c.id = client for key share;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  -- What a deleted client owes or has on account is still settled.
  perform nutmeg.refuse_merged(client, refuses_deleted => false);
  insert into public.billing_accounts (client_id) values (client) on conflict do nothing;
  perform from public.billing_accounts a where a.client_id = client for update;
end
$$;

create function nutmeg.next_billing_number(of_kind text) returns bigint
  language sql
  as $$ update nutmeg.billing_numbers n set last = n.last + 1 where n.kind = of_kind returning n.last $$;

-- The bill, locked together with its client's account.
create function nutmeg.lock_invoice(wanted uuid) returns public.invoices
  language plpgsql
  as $$
declare
  invoice public.invoices;
  client uuid;
begin
  select i.client_id into client from public.invoices i where i.id = wanted;
  if not found then
    raise exception 'No such bill' using errcode = 'P0002';
  end if;
  perform nutmeg.lock_billing(client);
  select * into strict invoice from public.invoices i where i.id = wanted for update;
  return invoice;
end
$$;

-- True if this transaction was done before. The same id for something else is refused.
create function nutmeg.is_done(draft public.ledger_transactions) returns boolean
  language plpgsql
  as $$
declare
  done public.ledger_transactions;
begin
  if draft.id is null then
    raise exception 'The transaction has no id' using errcode = '23514';
  end if;
  select * into done from public.ledger_transactions a where a.id = draft.id;
  if not found then
    return false;
  end if;
  if (done.client_id, done.invoice_id, done.kind, done.amount_cents, done.method, done.payment_id, done.reverses)
    is distinct from
    (draft.client_id, draft.invoice_id, draft.kind, draft.amount_cents, draft.method, draft.payment_id, draft.reverses) then
    raise exception 'This id is taken' using errcode = '23505';
  end if;
  return true;
end
$$;

-- Writes a transaction with its entries: pairs of account and amount, of which those of 0 are left out.
create function nutmeg.write_transaction(draft public.ledger_transactions, accounts text[], amounts bigint[]) returns public.ledger_transactions
  language plpgsql
  as $$
declare
  written public.ledger_transactions;
begin
  insert into public.ledger_transactions (
    id, client_id, invoice_id, kind, amount_cents, method, wallet, reference, reason, payment_id, reverses,
    receipt_number, on_day
  ) values (
    draft.id, draft.client_id, draft.invoice_id, draft.kind, draft.amount_cents, draft.method,
    nullif(btrim(draft.wallet), ''), nullif(btrim(draft.reference), ''), nullif(btrim(draft.reason), ''),
    draft.payment_id, draft.reverses,
    case when draft.kind = 'payment' then nutmeg.next_billing_number('receipt') end,
    coalesce(draft.on_day, nutmeg.office_day())
  ) returning * into written;
  insert into public.ledger_entries (transaction_id, client_id, account, invoice_id, amount_cents)
  select written.id, written.client_id, e.account,
    case when e.account not in ('credit', 'cash') then written.invoice_id end, e.amount
  from unnest(accounts, amounts) as e (account, amount) where e.amount <> 0;
  return written;
end
$$;

create function nutmeg.require_reason(reason text) returns void
  language plpgsql
  as $$
begin
  if reason is null or reason !~ '\S' then
    raise exception 'Please say why' using errcode = '23514', detail = 'reason_required';
  end if;
end
$$;

create function nutmeg.require_amount(
  amount bigint, most bigint default null, key text default null, message text default null
) returns void
  language plpgsql
  as $$
begin
  if amount is null or amount <= 0 or amount > 100000000 then
    raise exception 'Enter an amount' using errcode = '23514', detail = 'amount_required';
  end if;
  if amount > most then
    raise exception '%', message using errcode = '23514', detail = key;
  end if;
end
$$;

-- Only in the past: a payment of next week hasn't been made.
create function nutmeg.require_past_day(day date) returns void
  language plpgsql
  as $$
begin
  if day > nutmeg.office_day() then
    raise exception 'This day is in the future' using errcode = '23514', detail = 'day_in_future';
  end if;
end
$$;

-- Saves a draft: the lines replace those it had. `lines` is an array of {kind, item, description, quantity, unit_cents,
-- taxable}.
create function public.save_invoice(
  invoice_id uuid, client_id uuid, lines jsonb, due_on date, tax_rate int default 0, note text default '',
  return_id uuid default null
) returns public.invoices
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  saved public.invoices;
  subtotal bigint;
  tax bigint;
begin
  perform nutmeg.require_staff();
  if save_invoice.invoice_id is null or jsonb_typeof(lines) is distinct from 'array'
    or jsonb_array_length(lines) not between 1 and 50 then
    raise exception 'A bill has 1 to 50 lines' using errcode = '23514';
  end if;
  perform nutmeg.lock_billing(save_invoice.client_id);
  perform nutmeg.refuse_merged(save_invoice.client_id);
  if save_invoice.return_id is not null and not exists (
    select from public.tax_returns r where r.id = save_invoice.return_id and r.user_id = save_invoice.client_id
  ) then
    raise exception 'The return belongs to another client' using errcode = '23514';
  end if;
  insert into public.invoices as i (id, client_id, return_id, due_on, tax_rate, note)
  values (
    save_invoice.invoice_id, save_invoice.client_id, save_invoice.return_id, save_invoice.due_on,
    coalesce(save_invoice.tax_rate, 0), btrim(coalesce(save_invoice.note, ''))
  )
  on conflict (id) do update set
    return_id = excluded.return_id, due_on = excluded.due_on, tax_rate = excluded.tax_rate, note = excluded.note
    where i.client_id = excluded.client_id and i.issued_at is null
  returning * into saved;
  if not found then
    raise exception 'An issued bill can’t be changed' using errcode = '23514', detail = 'issued_bill_changed';
  end if;
  delete from public.invoice_lines l where l.invoice_id = saved.id;
  insert into public.invoice_lines (invoice_id, position, kind, item, description, quantity, unit_cents, taxable)
  select saved.id, o.position, l.kind, nullif(btrim(l.item), ''), btrim(l.description), l.quantity, l.unit_cents,
    coalesce(l.taxable, false)
  from jsonb_array_elements(lines) with ordinality as o (line, position)
  cross join jsonb_to_record(o.line) as l (
    kind text, item text, description text, quantity int, unit_cents bigint, taxable boolean
  );
  select sum(l.amount_cents), greatest(coalesce(sum(l.amount_cents) filter (where l.taxable), 0), 0) * saved.tax_rate
  into subtotal, tax from public.invoice_lines l where l.invoice_id = saved.id;
  -- Half a cent is rounded up; domain/billing/invoice.ts does the same for the screen.
  tax := (tax + 50000) / 100000;
  if subtotal < 0 then
    raise exception 'The discounts are more than the fees' using errcode = '23514';
  end if;
  update public.invoices i set tax_cents = tax, total_cents = subtotal + tax where i.id = saved.id returning * into saved;
  return saved;
end
$$;

create function public.delete_invoice_draft(invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  delete from public.invoices i where i.id = delete_invoice_draft.invoice_id and i.issued_at is null;
  if not found and exists (select from public.invoices i where i.id = delete_invoice_draft.invoice_id) then
    raise exception 'An issued bill can’t be deleted. Void it.' using errcode = '23514', detail = 'issued_bill_deleted';
  end if;
end
$$;

-- The bill that this makes is final. The letter says only that there is a bill.
create function nutmeg.issue(invoice public.invoices, tell boolean) returns public.invoices
  language plpgsql
  as $$
declare
  issued public.invoices;
  posting public.ledger_transactions;
begin
  update public.invoices i set number = nutmeg.next_billing_number('invoice'), issued_at = now(),
    issued_on = nutmeg.office_day()
  where i.id = invoice.id returning * into issued;
  posting.id := issued.id;
  posting.client_id := issued.client_id;
  posting.invoice_id := issued.id;
  posting.kind := 'issue';
  posting.amount_cents := issued.total_cents;
  perform nutmeg.write_transaction(posting, array['receivable', 'income', 'tax'], array[
    issued.total_cents, issued.tax_cents - issued.total_cents, -issued.tax_cents
  ]);
  perform nutmeg.settle_return(issued.return_id, false);
  if tell and issued.total_cents > 0 then
    perform nutmeg.write_staff_letter(p.email, 'invoice_issued', jsonb_build_object('first_name', p.first_name))
    from public.user_profiles p where p.user_id = issued.client_id;
  end if;
  select * into strict issued from public.invoices i where i.id = issued.id;
  return issued;
end
$$;

create function public.issue_invoice(invoice_id uuid) returns public.invoices
  language plpgsql security definer set search_path = ''
  as $$
declare
  invoice public.invoices;
begin
  perform nutmeg.require_staff();
  invoice := nutmeg.lock_invoice(issue_invoice.invoice_id);
  if invoice.issued_at is not null then
    return invoice;
  end if;
  return nutmeg.issue(invoice, true);
end
$$;

-- A return counts as paid once nothing of its bills is open, or the first installment of a plan is paid. `undone`: a transaction
-- was undone, so it may count as unpaid again.
create function nutmeg.settle_return(wanted uuid, undone boolean) returns void
  language plpgsql
  as $$
declare
  tax_return public.tax_returns;
  bills int;
  unsettled int;
begin
  if wanted is null then
    return;
  end if;
  select count(*), count(*) filter (where i.balance_cents > 0 and not coalesce((
    select sum(n.amount_cents) - i.balance_cents >= min(n.amount_cents) filter (where n.position = 1)
    from public.installments n where n.invoice_id = i.id
  ), false))
  into bills, unsettled
  from public.invoices i where i.return_id = wanted and i.status not in ('draft', 'void');
  if bills > 0 and unsettled = 0 then
    update public.tax_returns r set paid_at = now() where r.id = wanted and r.paid_at is null returning * into tax_return;
  elsif undone then
    update public.tax_returns r set paid_at = null
    where r.id = wanted and r.paid_at is not null returning * into tax_return;
  end if;
  if tax_return.id is not null then
    insert into public.tax_return_events (return_id, user_id, actor_id, actor_role, kind)
    values (
      tax_return.id, tax_return.user_id, auth.uid(), nutmeg.role_of_caller(),
      case when tax_return.paid_at is null then 'payment_undone' else 'paid' end
    );
  end if;
end
$$;

create function nutmeg.queue_payment_mail(client uuid) returns void
  language sql
  as $$
  select nutmeg.write_letter(p.email, 'payment_received', jsonb_build_object('first_name', p.first_name))
  from public.user_profiles p where p.user_id = client
$$;

-- Money that came in: for a bill, at most what is open; without one, as a deposit.
create function public.record_payment(
  transaction_id uuid, client_id uuid, amount_cents bigint, method text, invoice_id uuid default null,
  reference text default null, wallet text default null, paid_on date default null
) returns public.ledger_transactions
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.ledger_transactions;
  written public.ledger_transactions;
  invoice public.invoices;
begin
  perform nutmeg.require_staff();
  perform nutmeg.lock_billing(record_payment.client_id);
  draft.id := transaction_id;
  draft.client_id := record_payment.client_id;
  draft.invoice_id := record_payment.invoice_id;
  draft.kind := 'payment';
  draft.amount_cents := record_payment.amount_cents;
  draft.method := record_payment.method;
  draft.wallet := record_payment.wallet;
  draft.reference := record_payment.reference;
  draft.on_day := record_payment.paid_on;
  if nutmeg.is_done(draft) then
    select * into strict written from public.ledger_transactions a where a.id = transaction_id;
    return written;
  end if;
  if draft.method is null or draft.method = 'card_online' then
    raise exception 'Say how it was paid' using errcode = '23514', detail = 'method_required';
  end if;
  perform nutmeg.require_past_day(draft.on_day);
  if draft.invoice_id is null then
    perform nutmeg.require_amount(draft.amount_cents);
    written := nutmeg.write_transaction(
      draft, array['cash', 'credit'], array[draft.amount_cents, -draft.amount_cents]
    );
  else
    select * into invoice from public.invoices i where i.id = draft.invoice_id for update;
    if invoice.client_id is distinct from draft.client_id or invoice.status in ('draft', 'void') then
      raise exception 'No such open bill' using errcode = '23514', detail = 'no_open_bill';
    end if;
    perform nutmeg.require_amount(
      draft.amount_cents, invoice.balance_cents, 'more_than_open', 'That’s more than is open on this bill'
    );
    written := nutmeg.write_transaction(
      draft, array['cash', 'receivable'], array[draft.amount_cents, -draft.amount_cents]
    );
    perform nutmeg.settle_return(invoice.return_id, false);
  end if;
  perform nutmeg.queue_payment_mail(draft.client_id);
  return written;
end
$$;

-- Pays a bill from the client's deposit.
create function public.apply_credit(transaction_id uuid, invoice_id uuid, amount_cents bigint) returns public.ledger_transactions
  language plpgsql security definer set search_path = ''
  as $$
declare
  draft public.ledger_transactions;
  written public.ledger_transactions;
  invoice public.invoices;
begin
  perform nutmeg.require_staff();
  invoice := nutmeg.lock_invoice(apply_credit.invoice_id);
  draft.id := transaction_id;
  draft.client_id := invoice.client_id;
  draft.invoice_id := invoice.id;
  draft.kind := 'credit_applied';
  draft.amount_cents := apply_credit.amount_cents;
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
  perform nutmeg.require_amount(draft.amount_cents, (
    select a.credit_cents from public.billing_accounts a where a.client_id = invoice.client_id
  ), 'more_than_credit', 'The client doesn’t have that much money on account');
  written := nutmeg.write_transaction(
    draft, array['credit', 'receivable'], array[draft.amount_cents, -draft.amount_cents]
  );
  perform nutmeg.settle_return(invoice.return_id, false);
  return written;
end
$$;

grant execute on function
  public.save_invoice(uuid, uuid, jsonb, date, int, text, uuid), public.delete_invoice_draft(uuid),
  public.issue_invoice(uuid), public.record_payment(uuid, uuid, bigint, text, uuid, text, text, date),
  public.apply_credit(uuid, uuid, bigint) to authenticated;
