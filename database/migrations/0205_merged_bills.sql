-- Bills and money move with a merge (0125) and back.

-- What a merge moved. Not in nutmeg.merged_rows: the release before knows its kinds.
create table nutmeg.merged_bills (
  merge_id uuid not null references public.client_merges on delete cascade,
  -- A bill, or a transaction without a bill.
  row_id uuid not null,
  primary key (merge_id, row_id)
);
alter table nutmeg.merged_bills enable row level security;

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
    insert into nutmeg.merged_bills (merge_id, row_id) select new.id, r from unnest(rows) as r;
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
  rows := array(select b.row_id from nutmeg.merged_bills b where b.merge_id = new.id);
  if rows <> '{}' then
    perform nutmeg.give_bills(rows, new.target_id, new.source_id);
    delete from nutmeg.merged_bills b where b.merge_id = new.id;
  end if;
  return null;
end
$$;
create trigger client_merges_bills_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_bills_of_merge();

revoke execute on function nutmeg.give_bills(uuid[], uuid, uuid), nutmeg.transfer_credit(uuid, uuid, bigint),
  nutmeg.move_bills_of_merge(), nutmeg.return_bills_of_merge() from public;

-- As before. A bill would be lost too.
create or replace function nutmeg.is_blank_client(id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select not exists (select from public.file_uploads f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_forms f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_form_drafts d where d.user_id = is_blank_client.id)
    and not exists (select from public.tax_returns r where r.user_id = is_blank_client.id)
    and not exists (select from public.checklist_items i where i.user_id = is_blank_client.id)
    and not exists (select from public.client_notes n where n.user_id = is_blank_client.id)
    and not exists (select from public.client_letters l where l.user_id = is_blank_client.id)
    and not exists (select from public.thread_messages m where m.client_id = is_blank_client.id)
    and not exists (select from public.invoices v where v.client_id = is_blank_client.id)
    and not exists (select from public.ledger_transactions a where a.client_id = is_blank_client.id)
    and not exists (select from public.client_details d where d.client_id = is_blank_client.id)
    and not exists (
      select from public.client_merges m where is_blank_client.id in (m.source_id, m.target_id)
    )
    and not exists (
      select from nutmeg.client_invitations i where i.client_id = is_blank_client.id and i.closed_at is null
    )
    and not exists (select from public.trashed_documents d where d.owner_id = is_blank_client.id)
    and not exists (select from storage.uploads u where u.owner = is_blank_client.id)
    and not exists (
      select from storage.objects o
      where o.bucket_id = 'user-documents' and o.name >= is_blank_client.id || '/' and o.name < is_blank_client.id || '0'
    )
    and not exists (
      select from public.client_members m where m.client_id = is_blank_client.id and m.user_id <> is_blank_client.id
    )
$$;
