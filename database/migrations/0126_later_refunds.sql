-- A later refund of the same payment is listed too: the processor names the total given back, which is another amount.
alter table public.unmatched_payments
  drop constraint unmatched_payments_provider_reference_reason_key,
  add constraint unmatched_payments_provider_reference_reason_amount_key unique (provider, reference, reason, amount);
