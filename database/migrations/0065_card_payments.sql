-- Payments by card, on a page of the processor. The processor tells the server what was paid (server/payments): maybe twice,
-- maybe late, maybe for a bill that was voided meanwhile. Money is never lost: what fits no bill goes to the client's account,
-- and what fits no client is listed for staff.

-- The processor's page for a bill, used again while it is open: one page can't be paid twice.
create table nutmeg.checkouts (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices on delete cascade,
  amount_cents bigint not null check (amount_cents > 0),
  provider text not null,
  session_id text not null unique check (char_length(session_id) <= 200),
  url text not null check (char_length(url) <= 2000),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by uuid
);

create index checkouts_invoice_id_idx on nutmeg.checkouts (invoice_id);

-- What the processor has said. An event counts once.
create table nutmeg.payment_events (
  provider text not null,
  event_id text not null check (char_length(event_id) <= 200),
  received_at timestamptz not null default now(),
  outcome text not null,
  primary key (provider, event_id)
);

create table public.unmatched_payments (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  -- What the processor calls the payment.
  reference text not null check (char_length(reference) <= 200),
  reason text not null check (reason in ('unknown_bill', 'currency', 'refunded', 'disputed')),
  -- In the smallest unit of the currency.
  amount bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  invoice_id uuid,
  client_id uuid,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid,
  settled_note text check (char_length(settled_note) <= 500),
  unique (provider, reference, reason)
);

create index unmatched_payments_open_idx on public.unmatched_payments (received_at) where settled_at is null;

alter table nutmeg.checkouts enable row level security;

alter table nutmeg.payment_events enable row level security;

alter table public.unmatched_payments enable row level security;

grant select on public.unmatched_payments to authenticated, service_role;

create policy "staff: read" on public.unmatched_payments for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.unmatched_payments for select to service_role using (true);

create policy "require second factor" on public.unmatched_payments as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- For the server: what is due now on a bill: the next installment, or everything.
create function nutmeg.due_now(wanted uuid) returns bigint
  language sql stable
  as $$
  select case when i.status not in ('open', 'partly_paid') then 0 else coalesce((
    -- The first installment that the payments so far don't cover.
    select p.up_to - p.paid
    from (
      select sum(n.amount_cents) over (order by n.position) as up_to,
        sum(n.amount_cents) over () - i.balance_cents as paid
      from public.installments n where n.invoice_id = i.id
    ) p
    where p.up_to > p.paid order by p.up_to limit 1
  ), i.balance_cents) end
  from public.invoices i where i.id = wanted
$$;

create function nutmeg.open_checkout(wanted uuid, amount bigint) returns text
  language sql stable
  as $$
  select c.url from nutmeg.checkouts c
  where c.invoice_id = wanted and c.amount_cents = amount and c.expires_at > now() + interval '10 minutes'
    and not exists (select from public.ledger_transactions a where a.id = md5(c.provider || ' ' || c.session_id)::uuid)
  order by c.created_at desc limit 1
$$;

-- For the server: money that the processor has. Returns what became of it.
create function nutmeg.receive_card_payment(
  provider text, event_id text, session_id text, reference text, invoice_id uuid, amount bigint, currency text
) returns text
  language plpgsql
  as $$
#variable_conflict use_column
declare
  invoice public.invoices;
  draft public.ledger_transactions;
  for_bill bigint := 0;
  became text;
begin
  insert into nutmeg.payment_events (provider, event_id, outcome)
  values (receive_card_payment.provider, receive_card_payment.event_id, 'received') on conflict do nothing;
  if not found then
    return 'duplicate';
  end if;
  select * into invoice from public.invoices i where i.id = receive_card_payment.invoice_id and i.issued_at is not null;
  if invoice.id is null or receive_card_payment.currency <> 'usd' or amount not between 1 and 100000000
    or not exists (select from public.clients c where c.id = invoice.client_id) then
    insert into public.unmatched_payments (provider, reference, reason, amount, currency, invoice_id, client_id)
    values (
      receive_card_payment.provider, receive_card_payment.reference,
      case when invoice.id is null or receive_card_payment.currency = 'usd' then 'unknown_bill' else 'currency' end,
      receive_card_payment.amount, receive_card_payment.currency, receive_card_payment.invoice_id, invoice.client_id
    ) on conflict do nothing;
    became := 'unmatched';
  else
    -- Waits for a merge, which takes the bill with it.
    perform from public.clients c where c.id = invoice.client_id for key share;
    select * into strict invoice from public.invoices i where i.id = invoice.id;
    insert into public.billing_accounts (client_id) values (invoice.client_id) on conflict do nothing;
    perform from public.billing_accounts a where a.client_id = invoice.client_id for update;
    select * into strict invoice from public.invoices i where i.id = invoice.id for update;
    -- Several events speak of one session.
    draft.id := md5(receive_card_payment.provider || ' ' || receive_card_payment.session_id)::uuid;
    if exists (select from public.ledger_transactions a where a.id = draft.id) then
      became := 'duplicate';
    else
      if invoice.status in ('open', 'partly_paid') then
        for_bill := least(invoice.balance_cents, receive_card_payment.amount);
      end if;
      draft.client_id := invoice.client_id;
      draft.invoice_id := invoice.id;
      draft.kind := 'payment';
      draft.amount_cents := receive_card_payment.amount;
      draft.method := 'card_online';
      draft.reference := left(receive_card_payment.reference, 100);
      perform nutmeg.write_transaction(draft, array['cash', 'receivable', 'credit'], array[
        receive_card_payment.amount, -for_bill, for_bill - receive_card_payment.amount
      ]);
      perform nutmeg.settle_return(invoice.return_id, false);
      perform nutmeg.queue_payment_mail(invoice.client_id);
      became := case when for_bill = receive_card_payment.amount then 'paid' else 'on_account' end;
    end if;
  end if;
  update nutmeg.payment_events e set outcome = became
  where e.provider = receive_card_payment.provider and e.event_id = receive_card_payment.event_id;
  return became;
end
$$;

-- For the server: the processor gave money back, or the card's owner disputes the payment. Staff record what follows.
create function nutmeg.note_card_problem(
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
  insert into public.unmatched_payments (provider, reference, reason, amount, currency, invoice_id, client_id)
  values (
    note_card_problem.provider, note_card_problem.reference, note_card_problem.reason, note_card_problem.amount,
    note_card_problem.currency, payment.invoice_id, payment.client_id
  ) on conflict do nothing;
  return note_card_problem.reason;
end
$$;

-- Staff have dealt with it, and say how.
create function public.settle_unmatched_payment(payment_id uuid, note text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  settled public.unmatched_payments;
begin
  perform nutmeg.require_staff();
  perform nutmeg.require_reason(note);
  update public.unmatched_payments p set settled_at = now(), settled_by = auth.uid(), settled_note = btrim(note)
  where p.id = settle_unmatched_payment.payment_id and p.settled_at is null returning * into settled;
  if not found then
    return;
  end if;
  perform nutmeg.record_act('billing.unmatched_settled', settled.client_id, jsonb_build_object('payment', settled.id));
end
$$;

grant execute on function public.settle_unmatched_payment(uuid, text) to authenticated;

create trigger notify_inserted after insert on public.unmatched_payments referencing new table as changed
  for each statement execute function nutmeg.notify_changes();

create trigger notify_updated after update on public.unmatched_payments
  referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes();
