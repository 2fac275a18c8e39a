-- A payment of a return can be undone. The constraint is replaced by one that allows more.

alter table public.tax_return_events drop constraint tax_return_events_kind_check,
  add constraint tax_return_events_kind_check check (kind in ('status', 'paid', 'payment_undone')) not valid;
