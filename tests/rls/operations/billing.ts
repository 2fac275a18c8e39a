import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf, type Response } from './outcome.ts';

interface Prepared extends Attempt {
  /** An issued bill of A's: $100, of which $40 is paid, with a plan. */
  billId: string;
  draftId: string;
  /** The payment of $40. */
  paymentId: string;
}

const AMOUNT = 10_000;
const PAID = 4000;

/** New rows for each attempt: nothing is ever removed from the ledger. */
async function prepare({ portal: { database }, a }: Fixtures) {
  const [billId, draftId, paymentId] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [billId, draftId]) {
    await database.query(
      `insert into public.invoices (id, client_id, due_on, total_cents, created_by) values ($1, $2, '2030-01-31', $3, null)`,
      [id, a, AMOUNT],
    );
    await database.query(
      `insert into public.invoice_lines (invoice_id, position, kind, description, quantity, unit_cents)
       values ($1, 1, 'service', 'Personal Taxes', 1, $2)`,
      [id, AMOUNT],
    );
  }
  await database.query('select nutmeg.issue(i, false) from public.invoices i where i.id = $1', [billId]);
  await payAs(
    database,
    { id: paymentId, client_id: a, invoice_id: billId, amount_cents: PAID },
    'receivable',
  );
  await database.query(
    `insert into public.installments (invoice_id, position, due_on, amount_cents)
     values ($1, 1, '2030-02-01', $2)`,
    [billId, AMOUNT - PAID],
  );
  return { billId, draftId, paymentId };
}

async function payAs(
  database: Fixtures['portal']['database'],
  transaction: Record<string, unknown>,
  account: 'receivable' | 'credit',
): Promise<void> {
  await database.query(
    `select nutmeg.write_transaction(jsonb_populate_record(null::public.ledger_transactions, $1), array['cash', $2], array[$3, -$3::bigint])`,
    [JSON.stringify({ kind: 'payment', method: 'cash', ...transaction }), account, transaction.amount_cents],
  );
}

const on =
  (attempt: (prepared: Prepared) => PromiseLike<Response>) =>
  async (given: Attempt): Promise<Outcome> =>
    outcomeOf(await attempt({ ...given, ...(await prepare(given.fixtures)) }));

/** With money on A's account. */
const withCredit = (attempt: (prepared: Prepared) => PromiseLike<Response>) =>
  on(async (prepared) => {
    const { fixtures } = prepared;
    await payAs(
      fixtures.portal.database,
      { id: randomUUID(), client_id: fixtures.a, amount_cents: PAID },
      'credit',
    );
    return attempt(prepared);
  });

const exact = { count: 'exact' } as const;
const lines = [{ kind: 'service', description: 'Return', quantity: 1, unit_cents: 8000, taxable: false }];
const given = (cents: number) => ({ amount_cents: cents, method: 'cash' });

export const billingOperations = {
  "read A's bill": on(({ client, billId }) => client.from('invoices').select('*', exact).eq('id', billId)),
  "read A's draft of a bill": on(({ client, draftId }) =>
    client.from('invoices').select('*', exact).eq('id', draftId),
  ),
  "read the lines of A's bill": on(({ client, billId }) =>
    client.from('invoice_lines').select('*', exact).eq('invoice_id', billId),
  ),
  "read the lines of A's draft": on(({ client, draftId }) =>
    client.from('invoice_lines').select('*', exact).eq('invoice_id', draftId),
  ),
  "read the plan of A's bill": on(({ client, billId }) =>
    client.from('installments').select('*', exact).eq('invoice_id', billId),
  ),
  "read A's account": withCredit(({ client, fixtures }) =>
    client.from('billing_accounts').select('*', exact).eq('client_id', fixtures.a),
  ),
  "read the ledger's transactions": on(({ client, paymentId }) =>
    client.from('ledger_transactions').select('*', exact).eq('id', paymentId),
  ),
  "read the ledger's entries": on(({ client, paymentId }) =>
    client.from('ledger_entries').select('*', exact).eq('transaction_id', paymentId).gt('amount_cents', 0),
  ),
  "change A's bill": on(({ client, billId }) =>
    client.from('invoices').update({ balance_cents: 0 }, exact).eq('id', billId),
  ),
  "delete A's draft of a bill": on(({ client, draftId }) =>
    client.from('invoices').delete(exact).eq('id', draftId),
  ),
  'add a bill': ({ client, fixtures }: Attempt) =>
    Promise.resolve(
      client
        .from('invoices')
        .insert({ id: randomUUID(), client_id: fixtures.a, due_on: '2030-01-31' }, exact),
    ).then(outcomeOf),
  "change a line of A's draft": on(({ client, draftId }) =>
    client.from('invoice_lines').update({ unit_cents: 1 }, exact).eq('invoice_id', draftId),
  ),
  "change A's plan": on(({ client, billId }) =>
    client.from('installments').delete(exact).eq('invoice_id', billId),
  ),
  "change A's account": on(({ client, fixtures }) =>
    client.from('billing_accounts').update({ credit_cents: 1 }, exact).eq('client_id', fixtures.a),
  ),
  'change a transaction of the ledger': on(({ client, paymentId }) =>
    client.from('ledger_transactions').update({ amount_cents: 1 }, exact).eq('id', paymentId),
  ),
  'delete a transaction of the ledger': on(({ client, paymentId }) =>
    client.from('ledger_transactions').delete(exact).eq('id', paymentId),
  ),
  'add a transaction to the ledger': on(({ client, fixtures, billId }) =>
    client.from('ledger_transactions').insert(
      {
        id: randomUUID(),
        client_id: fixtures.a,
        invoice_id: billId,
        kind: 'write_off',
        amount_cents: 1,
        on_day: '2026-01-01',
      },
      exact,
    ),
  ),
  'change an entry of the ledger': on(({ client, paymentId }) =>
    client.from('ledger_entries').update({ amount_cents: 1 }, exact).eq('transaction_id', paymentId),
  ),
  'add an entry to the ledger': on(({ client, fixtures, paymentId }) =>
    client
      .from('ledger_entries')
      .insert({ transaction_id: paymentId, client_id: fixtures.a, account: 'cash', amount_cents: 1 }, exact),
  ),

  'save a bill for A': on(({ client, fixtures }) =>
    client.rpc('save_invoice', {
      invoice_id: randomUUID(),
      client_id: fixtures.a,
      lines,
      due_on: '2030-01-31',
    }),
  ),
  'save an issued bill again': on(({ client, fixtures, billId }) =>
    client.rpc('save_invoice', { invoice_id: billId, client_id: fixtures.a, lines, due_on: '2030-01-31' }),
  ),
  "discard A's draft": on(({ client, draftId }) =>
    client.rpc('delete_invoice_draft', { invoice_id: draftId }),
  ),
  "discard A's issued bill": on(({ client, billId }) =>
    client.rpc('delete_invoice_draft', { invoice_id: billId }),
  ),
  "issue A's bill again": on(({ client, billId }) => client.rpc('issue_invoice', { invoice_id: billId })),
  "issue A's draft": on(async ({ client, draftId, fixtures }) => {
    await fixtures.portal.database.query('delete from nutmeg.staff_letters');
    return client.rpc('issue_invoice', { invoice_id: draftId });
  }),
  "record a payment of A's bill": on(({ client, fixtures, billId }) =>
    client.rpc('record_payment', {
      transaction_id: randomUUID(),
      client_id: fixtures.a,
      invoice_id: billId,
      ...given(100),
    }),
  ),
  "record more than is open on A's bill": on(({ client, fixtures, billId }) =>
    client.rpc('record_payment', {
      transaction_id: randomUUID(),
      client_id: fixtures.a,
      invoice_id: billId,
      ...given(AMOUNT),
    }),
  ),
  "record a payment of A's bill for B": on(({ client, fixtures, billId }) =>
    client.rpc('record_payment', {
      transaction_id: randomUUID(),
      client_id: fixtures.b,
      invoice_id: billId,
      ...given(100),
    }),
  ),
  "use A's deposit": withCredit(({ client, billId }) =>
    client.rpc('apply_credit', { transaction_id: randomUUID(), invoice_id: billId, amount_cents: 100 }),
  ),
  "refund A's payment": on(({ client, paymentId }) =>
    client.rpc('refund_payment', {
      transaction_id: randomUUID(),
      payment_id: paymentId,
      reason: 'Test',
      ...given(100),
    }),
  ),
  'refund more than was paid': on(({ client, paymentId }) =>
    client.rpc('refund_payment', {
      transaction_id: randomUUID(),
      payment_id: paymentId,
      reason: 'Test',
      ...given(PAID + 1),
    }),
  ),
  "give back A's deposit": withCredit(({ client, fixtures }) =>
    client.rpc('refund_credit', {
      transaction_id: randomUUID(),
      client_id: fixtures.a,
      reason: 'Test',
      ...given(100),
    }),
  ),
  "write off A's bill": on(({ client, billId }) =>
    client.rpc('write_off_invoice', {
      transaction_id: randomUUID(),
      invoice_id: billId,
      amount_cents: 100,
      reason: 'Test',
    }),
  ),
  "void A's bill": on(({ client, billId }) =>
    client.rpc('void_invoice', { transaction_id: randomUUID(), invoice_id: billId, reason: 'Test' }),
  ),
  "void A's bill without a reason": on(({ client, billId }) =>
    client.rpc('void_invoice', { transaction_id: randomUUID(), invoice_id: billId, reason: ' ' }),
  ),
  "undo A's payment": on(({ client, paymentId }) =>
    client.rpc('reverse_transaction', {
      transaction_id: randomUUID(),
      reversed_id: paymentId,
      reason: 'Test',
    }),
  ),
  "plan A's bill": on(({ client, billId }) =>
    client.rpc('set_installments', {
      invoice_id: billId,
      plan: [
        { due_on: '2030-03-01', amount_cents: 3000 },
        { due_on: '2030-04-01', amount_cents: 3000 },
      ],
    }),
  ),
  'a plan that does not add up': on(({ client, billId }) =>
    client.rpc('set_installments', {
      invoice_id: billId,
      plan: [
        { due_on: '2030-03-01', amount_cents: 3000 },
        { due_on: '2030-04-01', amount_cents: 3001 },
      ],
    }),
  ),
  "list A's payments": on(({ client, fixtures }) => client.rpc('client_payments', { client_id: fixtures.a })),
  "read A's statement": on(({ client, fixtures }) =>
    client.rpc('client_statement', { client_id: fixtures.a, since: '2026-01-01', until: '2030-12-31' }),
  ),
  'list open bills': ({ client }: Attempt) => Promise.resolve(client.rpc('open_invoices')).then(outcomeOf),
  'sum up the bills': ({ client }: Attempt) => Promise.resolve(client.rpc('billing_summary')).then(outcomeOf),
  'list clients with money on account': ({ client }: Attempt) =>
    Promise.resolve(client.rpc('clients_with_credit')).then(outcomeOf),
  'read the books': ({ client }: Attempt) =>
    Promise.resolve(client.rpc('ledger_export', { since: '2026-01-01', until: '2026-01-02' })).then(
      outcomeOf,
    ),
  'note an export of the books': ({ client }: Attempt) =>
    Promise.resolve(
      client.rpc('note_billing_export', { since: '2026-01-01', until: '2026-01-02', format: 'csv' }),
    ).then(outcomeOf),
  'read a card payment that fits no bill': async ({ client, fixtures }: Attempt) => {
    const id = await unmatched(fixtures);
    return outcomeOf(await client.from('unmatched_payments').select('*', exact).eq('id', id));
  },
  'change a card payment that fits no bill': async ({ client, fixtures }: Attempt) => {
    const id = await unmatched(fixtures);
    return outcomeOf(await client.from('unmatched_payments').update({ amount: 1 }, exact).eq('id', id));
  },
  'settle a card payment that fits no bill': async ({ client, fixtures }: Attempt) => {
    const id = await unmatched(fixtures);
    return outcomeOf(await client.rpc('settle_unmatched_payment', { payment_id: id, note: 'Test' }));
  },
};

async function unmatched({ portal: { database }, a }: Fixtures): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(
    `insert into public.unmatched_payments (provider, reference, reason, amount, currency, client_id)
     values ('stripe', $1, 'currency', 100, 'eur', $2) returning id`,
    [randomUUID(), a],
  );
  return row?.id;
}
