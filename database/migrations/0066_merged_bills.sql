-- Bills and money move with a merge (client_merges) and back.

-- Gives these bills, with their transactions, and these transactions without a bill to a client, and the money with them.
create function nutmeg.give_bills(rows uuid[], giver uuid, taker uuid) returns void
  language plpgsql
  as $$
declare
  short bigint;
begin
  insert into public.billing_accounts (client_id) values (giver), (taker) on conflict do nothing;
  perform from public.billing_accounts a where a.client_id in (giver, taker) order by a.client_id for update;
  update public.invoices i set client_id = taker where i.id = any (rows) and i.client_id = giver;
  update public.ledger_transactions a set client_id = taker
  where a.client_id = giver and (a.invoice_id = any (rows) or a.id = any (rows));
  update public.ledger_entries e set client_id = taker
  from public.ledger_transactions a
  where a.id = e.transaction_id and (a.invoice_id = any (rows) or a.id = any (rows)) and e.client_id = giver;
  -- A deposit of one may have paid a bill of the other: the books say so.
  select -coalesce(sum(e.amount_cents), 0) into short
  from public.ledger_entries e where e.client_id = giver and e.account = 'credit';
  if short < 0 then
    perform nutmeg.transfer_credit(taker, giver, -short);
  else
    select -coalesce(sum(e.amount_cents), 0) into short
    from public.ledger_entries e where e.client_id = taker and e.account = 'credit';
    if short < 0 then
      perform nutmeg.transfer_credit(giver, taker, -short);
    end if;
  end if;
  update public.billing_accounts a set credit_cents = coalesce((
    select -sum(e.amount_cents) from public.ledger_entries e where e.client_id = a.client_id and e.account = 'credit'
  ), 0)
  where a.client_id in (giver, taker);
end
$$;

-- For give_bills, which sets the sums afterwards.
create function nutmeg.transfer_credit(giver uuid, taker uuid, amount bigint) returns void
  language plpgsql
  as $$
declare
  transfer uuid := gen_random_uuid();
begin
  update public.billing_accounts a set credit_cents = credit_cents + amount where a.client_id = giver;
  insert into public.ledger_transactions (id, client_id, kind, amount_cents, on_day)
  values (transfer, giver, 'transfer', amount, nutmeg.office_day());
  insert into public.ledger_entries (transaction_id, client_id, account, amount_cents)
  values (transfer, giver, 'credit', amount), (transfer, taker, 'credit', -amount);
end
$$;

create function nutmeg.move_bills_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  rows uuid[];
begin
  rows := array(
    select i.id from public.invoices i where i.client_id = new.source_id
    union all
    select distinct a.id
    from public.ledger_entries e join public.ledger_transactions a on a.id = e.transaction_id
    where e.client_id = new.source_id and a.invoice_id is null
  );
  if rows <> '{}' then
    -- Bills, and transactions without a bill.
    insert into nutmeg.merged_rows (merge_id, kind, row_id) select new.id, 'bill', r from unnest(rows) as r;
    perform nutmeg.give_bills(rows, new.source_id, new.target_id);
  end if;
  return null;
end
$$;

create trigger client_merges_bills_moved after insert on public.client_merges
  for each row execute function nutmeg.move_bills_of_merge();

create function nutmeg.return_bills_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  rows uuid[];
begin
  rows := array(select b.row_id from nutmeg.merged_rows b where b.merge_id = new.id and b.kind = 'bill');
  if rows <> '{}' then
    perform nutmeg.give_bills(rows, new.target_id, new.source_id);
  end if;
  return null;
end
$$;

create trigger client_merges_bills_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_bills_of_merge();
