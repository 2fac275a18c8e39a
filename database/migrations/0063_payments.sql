-- Payments that are recorded for a return, or for a client.

create function public.record_return_payment(
  return_id uuid, transaction_id uuid default null, amount_cents bigint default null, method text default null,
  reference text default null, wallet text default null, paid_on date default null
) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  tax_return public.tax_returns;
  bill public.invoices;
begin
  perform nutmeg.require_staff();
  select * into tax_return from public.tax_returns r where r.id = record_return_payment.return_id;
  if tax_return.id is not null then
    perform nutmeg.lock_billing(tax_return.user_id);
    select * into tax_return from public.tax_returns r where r.id = record_return_payment.return_id for update;
  end if;
  if transaction_id is not null and exists (
    select from public.ledger_transactions a where a.id = transaction_id and a.client_id = tax_return.user_id and a.kind = 'payment'
  ) then
    return tax_return;
  end if;
  if tax_return.id is null or tax_return.status <> 'payment_due' or tax_return.paid_at is not null then
    raise exception 'This return is not waiting for payment'
      using errcode = '23514', detail = 'not_waiting_for_payment';
  end if;
  if amount_cents is null then
    for bill in
      select * from public.invoices i
      where i.return_id = tax_return.id and i.status in ('open', 'partly_paid') order by i.number
    loop
      perform public.record_payment(
        gen_random_uuid(), tax_return.user_id, bill.balance_cents, coalesce(method, 'other'), bill.id,
        record_return_payment.reference, record_return_payment.wallet, record_return_payment.paid_on
      );
    end loop;
    update public.tax_returns r set paid_at = now() where r.id = tax_return.id and r.paid_at is null;
    if found then
      insert into public.tax_return_events (return_id, user_id, actor_id, actor_role, kind)
      values (tax_return.id, tax_return.user_id, auth.uid(), nutmeg.role_of_caller(), 'paid');
    end if;
  else
    select * into bill from public.invoices i
    where i.return_id = tax_return.id and i.status in ('open', 'partly_paid') order by i.number limit 1;
    if bill.id is null then
      perform nutmeg.require_amount(amount_cents);
      bill := public.save_invoice(
        gen_random_uuid(), tax_return.user_id, jsonb_build_array(jsonb_build_object(
          'kind', 'service', 'quantity', 1, 'unit_cents', amount_cents,
          'description', case tax_return.kind when 'business' then 'Business return ' else 'Personal return ' end
            || tax_return.year
        )), nutmeg.office_day(), 0, '', tax_return.id
      );
      bill := nutmeg.issue(bill, false);
    end if;
    perform public.record_payment(
      coalesce(transaction_id, gen_random_uuid()), tax_return.user_id, record_return_payment.amount_cents,
      record_return_payment.method, bill.id, record_return_payment.reference, record_return_payment.wallet,
      record_return_payment.paid_on
    );
  end if;
  select * into strict tax_return from public.tax_returns r where r.id = tax_return.id;
  return tax_return;
end
$$;

-- What came in and went out, for members and staff: without the reasons that staff note.
create function public.client_payments(client_id uuid) returns table (
    id uuid,
    kind text,
    invoice_id uuid,
    invoice_number bigint,
    receipt_number bigint,
    amount_cents bigint,
    method text,
    wallet text,
    reference text,
    on_day date,
    is_undone boolean
  )
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  if nutmeg.mfa_pending() or not (
    public.is_staff() or coalesce(client_payments.client_id = any (auth.my_clients('see')), false)
  ) then
    raise exception 'No such client of yours' using errcode = '42501';
  end if;
  return query
    select a.id, a.kind, a.invoice_id, i.number, a.receipt_number, a.amount_cents, a.method, a.wallet, a.reference,
      a.on_day, exists (select from public.ledger_transactions r where r.reverses = a.id)
    from public.ledger_transactions a left join public.invoices i on i.id = a.invoice_id
    where a.client_id = client_payments.client_id and a.kind in ('payment', 'refund')
    order by a.sequence desc limit 500;
end
$$;

grant execute on function public.record_return_payment(uuid, uuid, bigint, text, text, text, date),
  public.client_payments(uuid) to authenticated;
