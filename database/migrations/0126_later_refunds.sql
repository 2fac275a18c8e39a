-- As in 0065, but a later refund of the same payment is listed, also after the first was settled. The processor names the
-- total given back, so an event that comes late has less than the list, and changes nothing.
create or replace function nutmeg.note_card_problem(
  provider text, event_id text, reference text, reason text, amount bigint, currency text
) returns text
  language plpgsql
  as $$
#variable_conflict use_column
declare
  payment public.ledger_transactions;
begin
  insert into nutmeg.payment_events (provider, event_id, outcome)
  values (note_card_problem.provider, note_card_problem.event_id, note_card_problem.reason) on conflict do nothing;
  if not found then
    return 'duplicate';
  end if;
  select * into payment from public.ledger_transactions a
  where a.kind = 'payment' and a.method = 'card_online' and a.reference = left(note_card_problem.reference, 100) limit 1;
  insert into public.unmatched_payments as listed (provider, reference, reason, amount, currency, invoice_id, client_id)
  values (
    note_card_problem.provider, note_card_problem.reference, note_card_problem.reason, note_card_problem.amount,
    note_card_problem.currency, payment.invoice_id, payment.client_id
  ) on conflict (provider, reference, reason) do update
  set amount = excluded.amount, received_at = now(), settled_at = null, settled_by = null, settled_note = null
  where excluded.amount > listed.amount;
  return note_card_problem.reason;
end
$$;
