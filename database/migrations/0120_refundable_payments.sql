-- As in 0063, with what can still be given back of each payment of a bill.
drop function public.client_payments(uuid);
create function public.client_payments(client_id uuid)
returns table (
  id uuid, kind text, invoice_id uuid, invoice_number bigint, receipt_number bigint, amount_cents bigint, method text,
  wallet text, reference text, on_day date, is_undone boolean, refundable_cents bigint
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
      a.on_day, u.is_undone,
      case when a.kind = 'payment' and i.status <> 'void' and not u.is_undone then nutmeg.refundable(a) else 0 end
    from public.ledger_transactions a
    left join public.invoices i on i.id = a.invoice_id
    cross join lateral (
      select exists (select from public.ledger_transactions r where r.reverses = a.id) as is_undone
    ) u
    where a.client_id = client_payments.client_id and a.kind in ('payment', 'refund')
    order by a.sequence desc limit 500;
end
$$;
grant execute on function public.client_payments(uuid) to authenticated;
