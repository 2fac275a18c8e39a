import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let admin: Person;
let superUser: Person;
let client: Person;

beforeAll(async () => {
  [admin, superUser] = await Promise.all([
    createPerson(portal, { role: 'admin' }),
    createPerson(portal, { role: 'super' }),
  ]);
});
beforeEach(async () => {
  client = await createPerson(portal);
});

async function call(name: string, values: Record<string, unknown>) {
  const { data, error } = await admin.client.rpc(name, values);
  if (error) throw new Error(error.message);
  return data;
}

async function issueBill(
  cents: number,
  more: Record<string, unknown> = {},
  person = client,
): Promise<string> {
  const id = randomUUID();
  const lines = [{ kind: 'service', description: 'Personal Taxes', quantity: 1, unit_cents: cents }];
  await call('save_invoice', { invoice_id: id, client_id: person.id, lines, due_on: '2026-01-31', ...more });
  await call('issue_invoice', { invoice_id: id });
  return id;
}

async function billOf(id: string) {
  const { data } = await admin.client.from('invoices').select('*').eq('id', id).single();
  return data;
}

const pay = (id: string | null, cents: number, person = client) =>
  call('record_payment', {
    transaction_id: randomUUID(),
    client_id: person.id,
    amount_cents: cents,
    method: 'check',
    reference: '1204',
    ...(id && { invoice_id: id }),
  });

async function fetchAs(person: Person, path: string, body?: object): Promise<Response> {
  const token = (await person.client.auth.getSession()).data.session?.access_token;
  return fetch(`${portal.url}/functions/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function paymentDue(person: Person): Promise<string> {
  const [row] = await portal.database.query<{ id: string }>(
    `insert into public.tax_returns (user_id, year, kind, status) values ($1, 2025, 'personal', 'payment_due') returning id`,
    [person.id],
  );
  return row?.id ?? '';
}

const eventsOf = async (returnId: string) =>
  (
    await portal.database.query<{ kind: string }>(
      'select kind from public.tax_return_events where return_id = $1 order by id',
      [returnId],
    )
  ).map(({ kind }) => kind);

test('a bill adds up its lines, the tax, and the discount, and is final once issued', async () => {
  const lines = [
    {
      kind: 'service',
      item: 'personal',
      description: 'Personal Taxes',
      quantity: 2,
      unit_cents: 8000,
      taxable: true,
    },
    { kind: 'discount', description: 'Discount', quantity: 1, unit_cents: -1000, taxable: true },
    { kind: 'service', description: 'Copies', quantity: 1, unit_cents: 500 },
  ];
  const id = await issueBill(1, { lines, tax_rate: 6350 });
  expect(await billOf(id)).toMatchObject({
    tax_cents: 953,
    total_cents: 16_453,
    balance_cents: 16_453,
    status: 'open',
  });
  const again = await admin.client.rpc('save_invoice', {
    invoice_id: id,
    client_id: client.id,
    lines,
    due_on: '2026-01-31',
  });
  expect(again.error?.message).toBe('An issued bill can’t be changed');
  await expect(
    portal.database.query('update public.invoice_lines set unit_cents = 1 where invoice_id = $1', [id]),
  ).rejects.toThrow();
  await expect(portal.database.query('delete from public.invoices where id = $1', [id])).rejects.toThrow();
});

test('numbers have no gaps, also when bills are issued at once and some fail', async () => {
  const [before] = await portal.database.query<{ last: string }>(
    `select last from nutmeg.billing_numbers where kind = 'invoice'`,
  );
  const drafts = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const id = randomUUID();
      const lines = [{ kind: 'service', description: 'Return', quantity: 1, unit_cents: 100 }];
      await call('save_invoice', { invoice_id: id, client_id: client.id, lines, due_on: '2026-01-31' });
      return id;
    }),
  );
  await Promise.all(
    [...drafts, randomUUID(), ...drafts].map((id) => admin.client.rpc('issue_invoice', { invoice_id: id })),
  );
  const rows = await portal.database.query<{ number: string }>(
    'select number from public.invoices where id = any ($1) order by number',
    [drafts],
  );
  expect(rows.map(({ number }) => Number(number))).toEqual(
    drafts.map((_, index) => Number(before?.last) + 1 + index),
  );
});

test('the fee of a return makes a bill, pays it, and can be undone', async () => {
  const returnId = await paymentDue(client);
  const transactionId = randomUUID();
  const payment = {
    return_id: returnId,
    transaction_id: transactionId,
    amount_cents: 12_000,
    method: 'cash',
  };
  expect((await call('record_return_payment', payment)).paid_at).not.toBeNull();
  // Pressed again after a lost connection.
  expect((await call('record_return_payment', payment)).id).toBe(returnId);
  const { data: bills } = await client.client
    .from('invoices')
    .select('total_cents, status')
    .eq('return_id', returnId);
  expect(bills).toEqual([{ total_cents: 12_000, status: 'paid' }]);
  await call('reverse_transaction', {
    transaction_id: randomUUID(),
    reversed_id: transactionId,
    reason: 'The check bounced',
  });
  const { data: after } = await client.client
    .from('tax_returns')
    .select('paid_at')
    .eq('id', returnId)
    .single();
  expect(after?.paid_at).toBeNull();
  expect(await eventsOf(returnId)).toEqual(['paid', 'payment_undone']);
});

test('without an amount, a return is paid as before: its open bill, or only the mark', async () => {
  const [withBill, without] = [await paymentDue(client), await paymentDue(superUser)];
  const id = await issueBill(9000, { return_id: withBill });
  for (const return_id of [withBill, without]) {
    expect((await call('record_return_payment', { return_id })).paid_at).not.toBeNull();
    expect(await eventsOf(return_id)).toEqual(['paid']);
  }
  expect(await billOf(id)).toMatchObject({ status: 'paid' });
  const again = await admin.client.rpc('record_return_payment', { return_id: without });
  expect(again.error).toMatchObject({ code: '23514', message: 'This return is not waiting for payment' });
});

test('with a plan, a return counts as paid after the first payment', async () => {
  const returnId = await paymentDue(client);
  const id = await issueBill(60_000, { return_id: returnId });
  const plan = [
    { due_on: '2026-12-01', amount_cents: 20_000 },
    { due_on: '2027-01-01', amount_cents: 20_000 },
    { due_on: '2027-02-01', amount_cents: 20_000 },
  ];
  await call('set_installments', { invoice_id: id, plan });
  await pay(id, 15_000);
  expect(await eventsOf(returnId)).toEqual([]);
  await pay(id, 5000);
  expect(await eventsOf(returnId)).toEqual(['paid']);
  expect(await billOf(id)).toMatchObject({ status: 'partly_paid', balance_cents: 40_000 });
});

test('what was paid for a void bill is on account, and pays the next bill', async () => {
  const [wrong, right] = [await issueBill(5000), await issueBill(8000)];
  await pay(wrong, 3000);
  await call('void_invoice', { transaction_id: randomUUID(), invoice_id: wrong, reason: 'Wrong price' });
  await call('apply_credit', { transaction_id: randomUUID(), invoice_id: right, amount_cents: 3000 });
  expect(await billOf(right)).toMatchObject({ balance_cents: 5000 });
  const { data: log } = await superUser.client
    .from('audit_log')
    .select('details')
    .eq('action', 'billing.voided')
    .eq('subject_id', client.id);
  expect(log).toHaveLength(1);
  expect(JSON.stringify(log)).not.toContain('Wrong price');
});

test('bills, receipts, and statements are PDF files for those who see the client', async () => {
  const id = await issueBill(8000, { note: 'Señora Núñez, gracias por su confianza. Łódź 中' });
  const payment = await pay(id, 3000);
  const stranger = await createPerson(portal);
  const paths = [
    `billing-pdf?invoice=${id}`,
    `billing-pdf?receipt=${payment.id}`,
    `billing-pdf?statement=${client.id}&since=2026-01-01&until=2030-12-31`,
  ];
  for (const path of paths) {
    for (const person of [client, admin]) {
      const response = await fetchAs(person, path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    expect((await fetchAs(stranger, path)).status, path).toBe(404);
  }
  expect((await fetchAs(client, 'billing-pdf?invoice=x')).status).toBe(400);
});

test('open bills are found by a part of the name, each character as it was typed', async () => {
  const mark = randomUUID().slice(0, 8);
  const bills = new Map<string, string>();
  for (const sign of ['_', '%', '\\', 'a']) {
    const person = await createPerson(portal, { data: { first_name: `Ana${mark}${sign}x` } });
    bills.set(sign, await issueBill(100, {}, person));
  }
  const found = async (term: string) =>
    (await call('open_invoices', { term })).map(({ id }: { id: string }) => id).toSorted();
  for (const [sign, id] of bills) expect(await found(`ANA${mark}${sign}X`)).toEqual([id]);
  expect(await found(mark)).toEqual([...bills.values()].toSorted());
});

test('the books are exported for staff, as CSV and for QuickBooks, and the log says so', async () => {
  await pay(await issueBill(8000), 8000);
  const range = { since: '2026-01-01', until: '2030-12-31' };
  const csv = await (await fetchAs(admin, 'billing-export', { ...range, format: 'csv' })).text();
  expect(csv).toContain('Accounts Receivable,80.00,');
  const iif = await (await fetchAs(admin, 'billing-export', { ...range, format: 'iif' })).text();
  const amounts = iif.split('\r\n').filter((line) => /^(TRNS|SPL)\t/.test(line));
  expect(amounts.length).toBeGreaterThan(3);
  expect(amounts.reduce((sum, line) => sum + Math.round(Number(line.split('\t')[5]) * 100), 0)).toBe(0);
  expect((await fetchAs(client, 'billing-export', { ...range, format: 'csv' })).status).toBe(403);
  const { data } = await superUser.client.from('audit_log').select('id').eq('action', 'billing.exported');
  expect(data?.length).toBeGreaterThanOrEqual(2);
});

test('bills and money move with a merge and back, also when a deposit was used meanwhile', async () => {
  const other = await createPerson(portal);
  const bill = await issueBill(5000, {}, other);
  await pay(null, 7000, other);
  const mine = await issueBill(6000);
  const merge = async (path: string, body: object) => (await fetchAs(superUser, path, body)).json();
  const { mergeId } = (await merge('client-merge', {
    source: other.id,
    target: client.id,
    requestId: randomUUID(),
    people: [other.id, client.id],
  })) as { mergeId: string };
  expect(await billOf(bill)).toMatchObject({ client_id: client.id });
  await call('apply_credit', { transaction_id: randomUUID(), invoice_id: mine, amount_cents: 6000 });
  expect(await portal.database.query('select * from nutmeg.ledger_problems()')).toEqual([]);
  await merge('client-merge-undo', { mergeId });
  expect(await billOf(bill)).toMatchObject({ client_id: other.id });
  expect(await billOf(mine)).toMatchObject({ client_id: client.id, status: 'paid' });
  const { data: left } = await admin.client
    .from('billing_accounts')
    .select('credit_cents')
    .in('client_id', [other.id, client.id]);
  expect(left?.map(({ credit_cents }) => credit_cents).sort()).toEqual([0, 1000]);
  expect(await portal.database.query('select * from nutmeg.ledger_problems()')).toEqual([]);
});

test('a payment says what of it can still be given back', async () => {
  const id = await issueBill(20_000);
  await pay(id, 20_000);
  await pay(null, 5_000);
  const refundable = async (): Promise<Record<number, number>> =>
    Object.fromEntries(
      (await call('client_payments', { client_id: client.id })).map(
        (row: { amount_cents: number; refundable_cents: number }) => [row.amount_cents, row.refundable_cents],
      ),
    );
  // A deposit is given back from the account.
  expect(await refundable()).toEqual({ 20000: 20_000, 5000: 0 });
  const [{ id: payment_id }] = (await call('client_payments', { client_id: client.id })).filter(
    (row: { amount_cents: number }) => row.amount_cents === 20_000,
  );
  const refund = (amount_cents: number) => ({
    transaction_id: randomUUID(),
    payment_id,
    amount_cents,
    method: 'check',
    reason: 'Too much',
  });
  await call('refund_payment', refund(15_000));
  expect(await refundable()).toEqual({ 20000: 5_000, 15000: 0, 5000: 0 });
  await expect(call('refund_payment', refund(5_001))).rejects.toThrow('That’s more than was paid');
  await call('refund_payment', refund(5_000));
  expect((await refundable())[20_000]).toBe(0);
});
