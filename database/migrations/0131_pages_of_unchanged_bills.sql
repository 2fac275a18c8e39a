-- As in 0065, but a bill that has changed gets a new card page: the page says in its return address what was open.
create or replace function nutmeg.open_checkout(wanted uuid, amount bigint) returns text
  language sql stable
  as $$
  select c.url from nutmeg.checkouts c
  where c.invoice_id = wanted and c.amount_cents = amount and c.expires_at > now() + interval '10 minutes'
    and not exists (select from public.ledger_transactions a where a.id = md5(c.provider || ' ' || c.session_id)::uuid)
    and not exists (select from public.ledger_transactions a where a.invoice_id = wanted and a.at > c.created_at)
  order by c.created_at desc limit 1
$$;
