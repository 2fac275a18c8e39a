import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type FakeStripe,
  paidEvent,
  STRIPE_KEY,
  sendEvent,
  startStripe,
  WEBHOOK_SECRET,
} from '#tests/contract/support/stripe.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';

let portal: TestPortal;
let stripe: FakeStripe;
let admin: Person;
let client: Person;
let stranger: Person;

beforeAll(async () => {
  stripe = await startStripe();
  portal = await startPortal({
    env: { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_URL: stripe.url },
  });
  [admin, client, stranger] = await Promise.all([
    createPerson(portal, { role: 'admin' }),
    createPerson(portal),
    createPerson(portal),
  ]);
});
afterAll(async () => {
  await portal?.close();
  await stripe?.close();
});
beforeEach(async () => {
  stripe.answer('page');
  // The office may write 20 letters an hour to a person.
  await portal.database.query('delete from nutmeg.staff_letters');
});

const AMOUNT = 12_050;

async function issueBill(cents = AMOUNT): Promise<string> {
  const id = randomUUID();
  const lines = [{ kind: 'service', description: 'Personal Taxes', quantity: 1, unit_cents: cents }];
  const call = { invoice_id: id, client_id: client.id, lines, due_on: '2030-01-31' };
  expect((await admin.client.rpc('save_invoice', call)).error).toBeNull();
  expect((await admin.client.rpc('issue_invoice', { invoice_id: id })).error).toBeNull();
  return id;
}

async function askToPay(person: Person, invoiceId: string, all = false) {
  const token = (await person.client.auth.getSession()).data.session?.access_token;
  const response = await fetch(`${portal.url}/functions/v1/pay-invoice`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ invoiceId, all }),
  });
  return { status: response.status, body: (await response.json()) as { url?: string; code?: string } };
}

async function openSession(invoiceId: string): Promise<string> {
  const { body } = await askToPay(client, invoiceId);
  return body.url?.split('/').at(-1) ?? '';
}

async function billOf(id: string) {
  const { data } = await admin.client
    .from('invoices')
    .select('status, balance_cents')
    .eq('id', id)
    .single<{ status: string; balance_cents: number }>();
  return data;
}

async function creditOf(person: Person): Promise<number> {
  const { data } = await admin.client
    .from('billing_accounts')
    .select('credit_cents')
    .eq('client_id', person.id)
    .maybeSingle<{ credit_cents: number }>();
  return data?.credit_cents ?? 0;
}

const problems = () => portal.database.query('select * from nutmeg.ledger_problems()');

test('opens Stripe’s page for what is due, with nothing but a number, and the same page again', async () => {
  const id = await issueBill();
  const first = await askToPay(client, id);
  expect(first.status).toBe(200);
  expect(first.body.url).toMatch(/^https:\/\/checkout\.stripe\.example\/cs_test_/);
  expect((await askToPay(client, id)).body.url).toBe(first.body.url);
  const [asked, ...more] = stripe.asked.filter((one) => one.client_reference_id === id);
  expect(more).toEqual([]);
  expect(asked).toMatchObject({
    path: '/v1/checkout/sessions',
    authorization: `Bearer ${STRIPE_KEY}`,
    mode: 'payment',
    success_url: expect.stringMatching(new RegExp(`paid=\\d+&open=${AMOUNT}#bills$`)),
    'line_items[0][price_data][unit_amount]': String(AMOUNT),
    'line_items[0][price_data][currency]': 'usd',
  });
  expect(JSON.stringify(asked)).not.toContain('Personal Taxes');
  // The page says what was open, so a bill that has changed gets another one, also for the same amount.
  const openPage = () => portal.database.query('select nutmeg.open_checkout($1, $2) as url', [id, AMOUNT]);
  expect(await openPage()).toEqual([{ url: first.body.url }]);
  await admin.client.rpc('void_invoice', { transaction_id: randomUUID(), invoice_id: id, reason: 'Test' });
  expect(await openPage()).toEqual([{ url: null }]);
});

test('no one opens a page for a bill they don’t see, a draft, or a paid bill', async () => {
  const id = await issueBill();
  expect(await askToPay(stranger, id)).toMatchObject({ status: 404, body: { code: 'no_bill' } });
  expect((await askToPay(client, randomUUID())).status).toBe(404);
  await admin.client.rpc('void_invoice', { transaction_id: randomUUID(), invoice_id: id, reason: 'Test' });
  expect((await askToPay(client, id)).status).toBe(404);
});

test.each(['error', 'nonsense', 'silence'] as const)('says so if Stripe answers with %s', async (how) => {
  const id = await issueBill();
  stripe.answer(how);
  expect(await askToPay(client, id)).toMatchObject({ status: 502, body: { code: 'processor' } });
  stripe.answer('page');
  expect((await askToPay(client, id)).status).toBe(200);
});

test('an event pays the bill before the person is back, and again changes nothing', async () => {
  const id = await issueBill();
  const sessionId = await openSession(id);
  const event = paidEvent({ sessionId, invoiceId: id, amount: AMOUNT });
  expect(await sendEvent(portal.url, event)).toMatchObject({ status: 200, body: { outcome: 'paid' } });
  expect(await billOf(id)).toEqual({ status: 'paid', balance_cents: 0 });
  // The same event, also at once, and another one of the same session.
  const again = await Promise.all([1, 2, 3].map(() => sendEvent(portal.url, event)));
  expect(again.map(({ body }) => body.outcome)).toEqual(['duplicate', 'duplicate', 'duplicate']);
  const other = paidEvent({
    sessionId,
    invoiceId: id,
    amount: AMOUNT,
    type: 'checkout.session.async_payment_succeeded',
  });
  expect((await sendEvent(portal.url, other)).body.outcome).toBe('duplicate');
  const { data: payments } = await client.client.rpc('client_payments', { client_id: client.id });
  expect(payments.filter((one: { invoice_id: string }) => one.invoice_id === id)).toHaveLength(1);
  const mail = await portal.mailTo(client.email, ({ subject }) => subject === 'We got your payment');
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('120.50');
  expect(await problems()).toEqual([]);
});

test('forged, changed, and old events are refused', async () => {
  const id = await issueBill();
  const event = paidEvent({ sessionId: 'cs_forged', invoiceId: id, amount: AMOUNT });
  const now = Math.floor(Date.now() / 1000);
  for (const sent of [
    { secret: 'whsec_someone_else' },
    { timestamp: now - 3600 },
    { timestamp: now + 3600 },
    { body: JSON.stringify(event).replace(String(AMOUNT), '1') },
    { body: `${JSON.stringify(event)} ` },
  ]) {
    expect((await sendEvent(portal.url, event, sent)).status, JSON.stringify(sent)).toBe(403);
  }
  const unsigned = await fetch(`${portal.url}/payments/v1/events`, {
    method: 'POST',
    body: JSON.stringify(event),
  });
  expect(unsigned.status).toBe(403);
  expect(await billOf(id)).toEqual({ status: 'open', balance_cents: AMOUNT });
});

test('an event that arrives a week late counts', async () => {
  const id = await issueBill();
  const sessionId = await openSession(id);
  const created = Math.floor(Date.now() / 1000) - 7 * 86_400;
  const event = paidEvent({ sessionId, invoiceId: id, amount: AMOUNT, created });
  expect((await sendEvent(portal.url, event)).body.outcome).toBe('paid');
});

test('a promised payment counts when it is made', async () => {
  const id = await issueBill();
  const sessionId = await openSession(id);
  const promised = paidEvent({ sessionId, invoiceId: id, amount: AMOUNT, status: 'unpaid' });
  expect((await sendEvent(portal.url, promised)).body.outcome).toBe('ignored');
  expect(await billOf(id)).toMatchObject({ status: 'open' });
  const made = paidEvent({
    sessionId,
    invoiceId: id,
    amount: AMOUNT,
    type: 'checkout.session.async_payment_succeeded',
  });
  expect((await sendEvent(portal.url, made)).body.outcome).toBe('paid');
});

test('money for a void bill stays the client’s, and staff see it', async () => {
  const id = await issueBill();
  const sessionId = await openSession(id);
  await admin.client.rpc('void_invoice', {
    transaction_id: randomUUID(),
    invoice_id: id,
    reason: 'Wrong client',
  });
  const before = await creditOf(client);
  const event = paidEvent({ sessionId, invoiceId: id, amount: AMOUNT });
  expect((await sendEvent(portal.url, event)).body.outcome).toBe('on_account');
  expect(await creditOf(client)).toBe(before + AMOUNT);
  const { data: credits } = await admin.client.rpc('clients_with_credit');
  expect(credits).toContainEqual(
    expect.objectContaining({ client_id: client.id, credit_cents: before + AMOUNT }),
  );
  expect(await problems()).toEqual([]);
});

test('another amount than was asked for pays what it covers, and the rest is on account', async () => {
  const [less, more] = [await issueBill(), await issueBill()];
  const before = await creditOf(client);
  const pay = async (id: string, amount: number) =>
    sendEvent(portal.url, paidEvent({ sessionId: await openSession(id), invoiceId: id, amount }));
  expect((await pay(less, 1000)).body.outcome).toBe('paid');
  expect(await billOf(less)).toEqual({ status: 'partly_paid', balance_cents: AMOUNT - 1000 });
  expect((await pay(more, AMOUNT + 500)).body.outcome).toBe('on_account');
  expect(await billOf(more)).toEqual({ status: 'paid', balance_cents: 0 });
  expect(await creditOf(client)).toBe(before + 500);
  expect(await problems()).toEqual([]);
});

test('another currency and unknown bills are listed for staff until they are settled', async () => {
  const id = await issueBill();
  const euros = paidEvent({ sessionId: 'cs_euros', invoiceId: id, amount: AMOUNT, currency: 'eur' });
  const unknown = paidEvent({ sessionId: 'cs_unknown', invoiceId: randomUUID(), amount: 700 });
  const foreign = paidEvent({ sessionId: 'cs_foreign', invoiceId: 'order 7', amount: 800 });
  for (const event of [euros, unknown, foreign, euros]) await sendEvent(portal.url, event);
  const list = () =>
    admin.client.from('unmatched_payments').select('*').is('settled_at', null).order('amount');
  const { data } = await list();
  expect(data?.map(({ reason, amount, currency }) => [reason, amount, currency])).toEqual([
    ['unknown_bill', 700, 'usd'],
    ['unknown_bill', 800, 'usd'],
    ['currency', AMOUNT, 'eur'],
  ]);
  expect(await billOf(id)).toMatchObject({ status: 'open' });
  for (const { id: payment_id } of data ?? []) {
    await admin.client.rpc('settle_unmatched_payment', { payment_id, note: 'Sent back' });
  }
  expect((await list()).data).toEqual([]);
});

test('a refund at Stripe is listed with the client; a later one with the total, also after the first was settled', async () => {
  const id = await issueBill();
  const sessionId = await openSession(id);
  await sendEvent(portal.url, paidEvent({ sessionId, invoiceId: id, amount: AMOUNT }));
  const charge = { id: 'ch_1', payment_intent: `pi_${sessionId}`, amount: AMOUNT, currency: 'usd' };
  const refund = (event: string, amount_refunded: number) => ({
    id: event,
    type: 'charge.refunded',
    data: { object: { ...charge, amount_refunded } },
  });
  const list = async () => {
    const unmatched = admin.client.from('unmatched_payments').select('id, client_id, invoice_id, amount');
    return (await unmatched.eq('reason', 'refunded').is('settled_at', null)).data;
  };
  expect((await sendEvent(portal.url, refund('evt_refund', 500))).body.outcome).toBe('refunded');
  const [first] = (await list()) ?? [];
  expect(first).toMatchObject({ client_id: client.id, invoice_id: id, amount: 500 });
  await admin.client.rpc('settle_unmatched_payment', { payment_id: first?.id, note: 'Recorded' });
  expect(await list()).toEqual([]);
  await sendEvent(portal.url, refund('evt_refund_3', 1500));
  await sendEvent(portal.url, refund('evt_refund_3_again', 1500));
  expect(await list()).toMatchObject([{ client_id: client.id, invoice_id: id, amount: 1500 }]);
});

test('signed nonsense is answered, so that Stripe doesn’t repeat it', async () => {
  for (const event of [{}, { id: 'evt_x', type: 'customer.created', data: { object: {} } }, { id: 5 }]) {
    expect(await sendEvent(portal.url, event)).toMatchObject({ status: 200, body: { outcome: 'ignored' } });
  }
});

test('a server that is killed while events arrive has counted each once', async () => {
  const bills = await Promise.all(Array.from({ length: 6 }, () => issueBill(5000)));
  const events = bills.map((id, index) =>
    paidEvent({ sessionId: `cs_killed_${index}`, invoiceId: id, amount: 5000 }),
  );
  const attempts = events.map((event) => sendEvent(portal.url, event).catch(() => undefined));
  await portal.killAndRestart();
  await Promise.all(attempts);
  // Stripe sends again what was not answered, and sometimes what was.
  for (const event of events) expect((await sendEvent(portal.url, event)).status).toBe(200);
  for (const id of bills) expect(await billOf(id)).toEqual({ status: 'paid', balance_cents: 0 });
  const [sum] = await portal.database.query<{ payments: number }>(
    `select count(*)::int as payments from public.ledger_transactions where invoice_id = any ($1) and kind = 'payment'`,
    [bills],
  );
  expect(sum?.payments).toBe(bills.length);
  expect(await problems()).toEqual([]);
});
