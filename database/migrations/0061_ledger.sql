-- Bills and the ledger. Amounts are whole cents. The ledger only grows: a mistake is undone by a transaction with the opposite
-- entries. Nothing here is written by requests; the functions of bills, payments, take_back_money, and card_payments are the only way.

create table public.invoices (
  -- Chosen by the page, so that a repeated request makes one bill.
  id uuid primary key,
  -- A plain id, here and below: the books outlive the account.
  client_id uuid not null,
  return_id uuid references public.tax_returns on delete set null,
  -- Without gaps, given when the bill is issued.
  number bigint unique,
  issued_at timestamptz,
  issued_on date,
  due_on date not null check (due_on between '2000-01-01' and '2200-12-31'),
  -- Printed on the bill.
  note text not null default '' check (char_length(note) <= 1000),
  -- In thousandths of a percent: 6350 is 6.35%.
  tax_rate int not null default 0 check (tax_rate between 0 and 30000),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  total_cents bigint not null default 0 check (total_cents between 0 and 100000000 and total_cents >= tax_cents),
  -- Sums of the ledger, kept by a trigger.
  balance_cents bigint not null default 0 check (balance_cents >= 0),
  written_off_cents bigint not null default 0 check (written_off_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  voided_at timestamptz,
  status text not null generated always as (
    case
      when issued_at is null then 'draft'
      when voided_at is not null then 'void'
      when balance_cents > 0 and balance_cents < total_cents then 'partly_paid'
      when balance_cents > 0 then 'open'
      when written_off_cents > 0 then 'written_off'
      else 'paid'
    end
  ) stored,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  updated_at timestamptz not null default now(),
  constraint invoices_numbered check ((issued_at is null) = (number is null) and (issued_at is null) = (issued_on is null)),
  constraint invoices_not_overpaid check (balance_cents + written_off_cents <= total_cents),
  constraint invoices_not_overrefunded check (refunded_cents <= total_cents - balance_cents - written_off_cents),
  constraint invoices_void_owes_nothing check (voided_at is null or issued_at is not null and balance_cents = 0)
);

create index invoices_client_id_idx on public.invoices (client_id, created_at desc);

create index invoices_return_id_idx on public.invoices (return_id) where return_id is not null;

create index invoices_open_idx on public.invoices (due_on, id) where status in ('open', 'partly_paid');

create table public.invoice_lines (
  invoice_id uuid not null references public.invoices on delete cascade,
  position int not null check (position between 1 and 50),
  kind text not null check (kind in ('service', 'discount', 'referral')),
  -- The id of a price of the office's facts.
  item text check (char_length(item) <= 60),
  description text not null check (description ~ '\S' and char_length(description) <= 200),
  quantity int not null check (quantity between 1 and 999),
  unit_cents bigint not null check (unit_cents between -10000000 and 10000000),
  amount_cents bigint not null generated always as (quantity * unit_cents) stored,
  taxable boolean not null default false,
  primary key (invoice_id, position),
  check (case when kind = 'service' then unit_cents >= 0 else unit_cents < 0 end)
);

-- A plan: what is due when. Its amounts add up to what was open when the plan was made.
create table public.installments (
  invoice_id uuid not null references public.invoices on delete cascade,
  position int not null check (position between 1 and 24),
  due_on date not null check (due_on between '2000-01-01' and '2200-12-31'),
  amount_cents bigint not null check (amount_cents > 0),
  primary key (invoice_id, position)
);

-- Money of a client that belongs to no bill: deposits, and what was paid too much.
create table public.billing_accounts (
  client_id uuid primary key,
  credit_cents bigint not null default 0 constraint billing_accounts_credit_left check (credit_cents >= 0)
);

create index billing_accounts_credit_idx on public.billing_accounts (client_id) where credit_cents > 0;

create table public.ledger_transactions (
  -- Chosen by the page, so that a repeated request is recorded once. A bill is issued under its own id.
  id uuid primary key,
  sequence bigint generated always as identity unique,
  client_id uuid not null,
  invoice_id uuid references public.invoices,
  kind text not null check (
    kind in ('issue', 'payment', 'credit_applied', 'refund', 'write_off', 'void', 'reversal', 'transfer')
  ),
  amount_cents bigint not null check (amount_cents between 0 and 100000000),
  method text check (method in (
    'cash', 'check', 'money_order', 'wallet', 'card_desk', 'card_online', 'refund_deduction', 'bank_transfer', 'other'
  )),
  -- Which wallet.
  wallet text check (char_length(wallet) <= 40),
  -- The number of a check, or what a wallet or a card processor calls the payment.
  reference text check (char_length(reference) <= 100),
  reason text check (char_length(reason) <= 500),
  -- The payment that a refund gives back.
  payment_id uuid references public.ledger_transactions,
  -- A transaction is undone once.
  reverses uuid unique references public.ledger_transactions,
  -- Of payments.
  receipt_number bigint unique,
  on_day date not null check (on_day between '2000-01-01' and '2200-12-31'),
  at timestamptz not null default now(),
  actor_id uuid default auth.uid(),
  check ((kind = 'payment') = (receipt_number is not null)),
  check ((kind = 'reversal') = (reverses is not null)),
  check (kind in ('payment', 'refund') or method is null)
);

create index ledger_transactions_client_id_idx on public.ledger_transactions (client_id, sequence);

create index ledger_transactions_invoice_id_idx on public.ledger_transactions (invoice_id, sequence) where invoice_id is not null;

create index ledger_transactions_payment_id_idx on public.ledger_transactions (payment_id) where payment_id is not null;

create index ledger_transactions_on_day_idx on public.ledger_transactions (on_day, sequence);

-- What a transaction means for each account. Debits are positive, credits negative, and each transaction adds up to zero.
create table public.ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references public.ledger_transactions,
  client_id uuid not null,
  account text not null
    check (account in ('receivable', 'credit', 'cash', 'income', 'tax', 'write_off', 'refunds')),
  invoice_id uuid references public.invoices,
  amount_cents bigint not null check (amount_cents <> 0),
  check (account not in ('receivable', 'write_off', 'refunds') or invoice_id is not null)
);

create index ledger_entries_transaction_id_idx on public.ledger_entries (transaction_id);

create index ledger_entries_client_id_idx on public.ledger_entries (client_id);

create index ledger_entries_invoice_id_idx on public.ledger_entries (invoice_id) where invoice_id is not null;

-- The last numbers given. Locked until the commit, so that there are no gaps. The first one is 1001. A client's old bills
-- and receipts are deleted with the client: their numbers are counted.
create table nutmeg.billing_numbers (
  kind text primary key check (kind in ('invoice', 'receipt')),
  last bigint not null,
  deleted bigint not null default 0
);

insert into nutmeg.billing_numbers (kind, last) values ('invoice', 1000), ('receipt', 1000);

alter table public.invoices enable row level security;

alter table public.invoice_lines enable row level security;

alter table public.installments enable row level security;

alter table public.billing_accounts enable row level security;

alter table public.ledger_transactions enable row level security;

alter table public.ledger_entries enable row level security;

alter table nutmeg.billing_numbers enable row level security;

grant select on public.invoices, public.invoice_lines, public.installments, public.billing_accounts, public.ledger_transactions,
  public.ledger_entries to authenticated, service_role;

-- Members see bills that were issued. What staff note in the ledger is theirs; client_payments (payments) has the rest.
create policy "own issued bills, or staff: read" on public.invoices for select to authenticated using (
  client_id = any ((select auth.my_clients('see'))::uuid[]) and issued_at is not null or (select public.is_staff())
);

create policy "own issued bills, or staff: read" on public.invoice_lines for select to authenticated using (
  (select public.is_staff()) or exists (
    select from public.invoices i
    where i.id = invoice_id and i.client_id = any ((select auth.my_clients('see'))::uuid[]) and i.issued_at is not null
  )
);

create policy "own issued bills, or staff: read" on public.installments for select to authenticated using (
  (select public.is_staff()) or exists (
    select from public.invoices i
    where i.id = invoice_id and i.client_id = any ((select auth.my_clients('see'))::uuid[]) and i.issued_at is not null
  )
);

create policy "own account, or staff: read" on public.billing_accounts for select to authenticated using (
  client_id = any ((select auth.my_clients('see'))::uuid[]) or (select public.is_staff())
);

create policy "staff: read" on public.ledger_transactions for select to authenticated using ((select public.is_staff()));

create policy "staff: read" on public.ledger_entries for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.invoices for select to service_role using (true);

create policy "service_role: read" on public.invoice_lines for select to service_role using (true);

create policy "service_role: read" on public.installments for select to service_role using (true);

create policy "service_role: read" on public.billing_accounts for select to service_role using (true);

create policy "service_role: read" on public.ledger_transactions for select to service_role using (true);

create policy "service_role: read" on public.ledger_entries for select to service_role using (true);

create policy "require second factor" on public.invoices as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.invoice_lines as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.installments as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.billing_accounts as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.ledger_transactions as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.ledger_entries as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- The ledger only grows. A merge (merged_bills) changes whose it is, and nothing else.
create function nutmeg.refuse_ledger_change() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'UPDATE' and nutmeg.is_merging() and to_jsonb(new) - 'client_id' = to_jsonb(old) - 'client_id' then
    return new;
  end if;
  raise exception 'The ledger is append only' using errcode = '42501';
end
$$;

create trigger ledger_transactions_append_only before update or delete on public.ledger_transactions
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.refuse_ledger_change();

create trigger ledger_entries_append_only before update or delete on public.ledger_entries
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.refuse_ledger_change();

create trigger ledger_transactions_no_truncate before truncate on public.ledger_transactions
  for each statement execute function nutmeg.refuse_ledger_change();

create trigger ledger_entries_no_truncate before truncate on public.ledger_entries
  for each statement execute function nutmeg.refuse_ledger_change();

-- The sums on the bill and the account follow in the same statement; their checks refuse what can't be.
create function nutmeg.sync_balances() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.account = 'credit' then
    insert into public.billing_accounts as a (client_id, credit_cents) values (new.client_id, 0) on conflict do nothing;
    update public.billing_accounts a set credit_cents = a.credit_cents - new.amount_cents where a.client_id = new.client_id;
  elsif new.account in ('receivable', 'write_off', 'refunds') then
    update public.invoices i set
      balance_cents = i.balance_cents + case new.account when 'receivable' then new.amount_cents else 0 end,
      written_off_cents = i.written_off_cents + case new.account when 'write_off' then new.amount_cents else 0 end,
      refunded_cents = i.refunded_cents + case new.account when 'refunds' then new.amount_cents else 0 end
    where i.id = new.invoice_id;
  end if;
  return null;
end
$$;

create trigger ledger_entries_followed after insert on public.ledger_entries
  for each row execute function nutmeg.sync_balances();

create function nutmeg.check_ledger_act() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if (select sum(e.amount_cents) from public.ledger_entries e where e.transaction_id = new.transaction_id) <> 0 then
    raise exception 'The entries of a ledger transaction add up to zero' using errcode = '23514';
  end if;
  return null;
end
$$;

create constraint trigger ledger_entries_balanced after insert on public.ledger_entries
  deferrable initially deferred for each row execute function nutmeg.check_ledger_act();

-- An issued bill keeps its number, its lines, and its total.
create function nutmeg.guard_invoice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    if old.issued_at is not null then
      raise exception 'An issued bill can’t be deleted. Void it.'
        using errcode = '23514', detail = 'issued_bill_deleted';
    end if;
    return old;
  end if;
  new.updated_at := now();
  if old.issued_at is not null and (
    new.id, new.number, new.issued_at, new.issued_on, new.due_on, new.note, new.tax_rate, new.tax_cents, new.total_cents
  ) is distinct from (
    old.id, old.number, old.issued_at, old.issued_on, old.due_on, old.note, old.tax_rate, old.tax_cents, old.total_cents
  ) then
    raise exception 'An issued bill can’t be changed' using errcode = '23514', detail = 'issued_bill_changed';
  end if;
  return new;
end
$$;

create trigger invoices_guarded before update or delete on public.invoices
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.guard_invoice();

create function nutmeg.guard_invoice_line() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
    select from public.invoices i
    where i.id = case tg_op when 'DELETE' then old.invoice_id else new.invoice_id end and i.issued_at is not null
  ) then
    raise exception 'An issued bill can’t be changed' using errcode = '23514', detail = 'issued_bill_changed';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create trigger invoice_lines_guarded before insert or update or delete on public.invoice_lines
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.guard_invoice_line();

create function nutmeg.count_deleted_number() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.billing_numbers n set deleted = n.deleted + 1 where n.kind = tg_argv[0];
  return null;
end
$$;

-- Counted at the commit: issuing a bill needs the same row, and would wait for the whole deletion.
create constraint trigger count_deleted_number after delete on public.invoices
  deferrable initially deferred
  for each row when (old.number is not null) execute function nutmeg.count_deleted_number('invoice');

create constraint trigger count_deleted_number after delete on public.ledger_transactions
  deferrable initially deferred
  for each row when (old.receipt_number is not null) execute function nutmeg.count_deleted_number('receipt');

-- What is wrong in the books: nothing, ever. For tests and for doubts.
create function nutmeg.ledger_problems() returns table (problem text, about text)
  language sql stable
  as $$
  select 'transaction out of balance', e.transaction_id::text
  from public.ledger_entries e group by e.transaction_id having sum(e.amount_cents) <> 0
  union all
  select 'bill and ledger differ', i.id::text
  from public.invoices i
  left join lateral (
    select coalesce(sum(e.amount_cents) filter (where e.account = 'receivable'), 0) as balance,
      coalesce(sum(e.amount_cents) filter (where e.account = 'write_off'), 0) as written_off,
      coalesce(sum(e.amount_cents) filter (where e.account = 'refunds'), 0) as refunded
    from public.ledger_entries e where e.invoice_id = i.id
  ) l on true
  where (i.balance_cents, i.written_off_cents, i.refunded_cents) <> (l.balance, l.written_off, l.refunded)
  union all
  select 'account and ledger differ', a.client_id::text
  from public.billing_accounts a
  where a.credit_cents <> coalesce((
    select -sum(e.amount_cents) from public.ledger_entries e where e.client_id = a.client_id and e.account = 'credit'
  ), 0)
  union all
  select n.kind || ' number is missing', n.last::text
  from nutmeg.billing_numbers n
  where n.last - 1000 - n.deleted <> case n.kind
    when 'invoice' then (select count(i.number) from public.invoices i)
    else (select count(t.receipt_number) from public.ledger_transactions t)
  end
$$;

-- Open pages reload.
create trigger notify_inserted after insert on public.invoices referencing new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_updated after update on public.invoices referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_deleted after delete on public.invoices referencing old table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_inserted after insert on public.ledger_transactions referencing new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create index ledger_transactions_card_idx on public.ledger_transactions (reference) where method = 'card_online';
