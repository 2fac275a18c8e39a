import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isUuid } from '#domain/text/uuid.ts';

interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly url: string;
}

interface CheckoutRequest {
  readonly invoiceId: string;
  readonly number: number;
  readonly amountCents: number;
  readonly officeName: string;
  readonly email: string | null;
  readonly language: string;
  /** Where the processor sends the person afterwards. Says nothing about the outcome: the event does. */
  readonly paidUrl: string;
  readonly leftUrl: string;
  /** The same request twice within the hour gives one page. */
  readonly idempotencyKey: string;
}

/** The processor can't be reached or refuses. The message is for the log. */
export class ProviderError extends Error {}

/** Stripe closes a page after a day at the latest. */
const HOURS_OPEN = 23;
const MAX_ANSWER = 200_000;

const session = z.object({ id: z.string().max(200), url: z.url().max(2000), expires_at: z.number() });
const problem = z.object({ error: z.object({ type: z.string().nullish(), code: z.string().nullish() }) });

const id = z.string().min(1).max(200);
const amount = z.number().int();
const currency = z.string().regex(/^[a-z]{3}$/);
const event = z.object({ id, type: z.string().max(100), data: z.object({ object: z.unknown() }) });
const paidSession = z.object({
  id,
  payment_status: z.string(),
  amount_total: amount,
  currency,
  client_reference_id: z.string().nullish(),
  payment_intent: z.string().max(200).nullish(),
});
const charge = z.object({
  id,
  payment_intent: z.string().max(200).nullish(),
  amount,
  amount_refunded: amount.optional(),
  currency,
});

/** Stripe Checkout: a page at Stripe by redirect, and events that Stripe signs. No card data reaches this server. */
export function stripeProvider({ secretKey, webhookSecret, url }: StripeSettings) {
  return {
    name: 'stripe',
    /** Opens a page where a client pays a bill. Throws `ProviderError`. */
    openCheckout: async (request: CheckoutRequest, signal: AbortSignal) => {
      const body = fieldsOf(request);
      // Stripe refuses a key that comes again with other fields.
      const key = createHash('sha256').update(`${request.idempotencyKey} ${body}`).digest('hex');
      const response = await fetch(`${url}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': key },
        body,
        redirect: 'error',
        signal,
      }).catch((cause: unknown) => {
        throw new ProviderError('Stripe does not answer', { cause });
      });
      const answer = await bounded(response);
      if (!response.ok) {
        const { type, code } = problem.safeParse(answer).data?.error ?? {};
        throw new ProviderError(`Stripe refused: ${[response.status, type, code].filter(Boolean).join(' ')}`);
      }
      const made = session.safeParse(answer);
      if (!made.success || !/^https?:/.test(made.data.url))
        throw new ProviderError('Stripe answered without a page');
      const { id: sessionId, url: page, expires_at } = made.data;
      return { sessionId, url: page, expiresAt: new Date(expires_at * 1000) };
    },
    /** The event of a request whose raw body is signed; undefined if the signature is wrong or old. */
    readEvent: (body: Buffer, signature: string | undefined) =>
      isSignedByStripe(body, signature, webhookSecret) ? eventIn(body) : undefined,
  };
}

export type PaymentProvider = ReturnType<typeof stripeProvider>;
export type PaymentEvent = ReturnType<typeof eventIn>;

function fieldsOf(request: CheckoutRequest): URLSearchParams {
  const { invoiceId, number, amountCents, officeName, email, language, paidUrl, leftUrl } = request;
  return new URLSearchParams({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': String(amountCents),
    // No description of the work: what a tax office does for someone is confidential.
    'line_items[0][price_data][product_data][name]': `${officeName}, ${number}`,
    client_reference_id: invoiceId,
    'payment_intent_data[metadata][bill]': String(number),
    locale: language,
    success_url: paidUrl,
    cancel_url: leftUrl,
    // The same for an hour, in which a second try gets the page of the first.
    expires_at: String((Math.floor(Date.now() / 3_600_000) + HOURS_OPEN) * 3600),
    ...(email !== null && { customer_email: email }),
  });
}

async function bounded(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER) throw new ProviderError('Stripe answered with too much');
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString('utf8'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What doesn't concern us: a signed event that can't be read, as little as one of another kind. */
const OTHER = { kind: 'other' } as const;

function eventIn(body: Buffer) {
  const read = event.safeParse(parsed(body.toString('utf8')));
  if (!read.success) return OTHER;
  const { id: eventId, type, data } = read.data;
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    const paid = paidSession.safeParse(data.object).data;
    // Some ways to pay are only promised when the page is done; another event follows.
    if (paid?.payment_status !== 'paid') return OTHER;
    const bill = paid.client_reference_id ?? '';
    return {
      kind: 'paid' as const,
      eventId,
      sessionId: paid.id,
      reference: paid.payment_intent ?? paid.id,
      // Null if the processor names no bill of ours.
      invoiceId: isUuid(bill) ? bill : null,
      amount: paid.amount_total,
      currency: paid.currency,
    };
  }
  if (type === 'charge.refunded' || type === 'charge.dispute.created') {
    const found = charge.safeParse(data.object).data;
    if (!found) return OTHER;
    const isRefund = type === 'charge.refunded';
    return {
      kind: isRefund ? ('refunded' as const) : ('disputed' as const),
      eventId,
      reference: found.payment_intent ?? found.id,
      amount: isRefund ? (found.amount_refunded ?? found.amount) : found.amount,
      currency: found.currency,
    };
  }
  return OTHER;
}

/** Older signatures are refused, so that a copied request is of no use. Stripe signs each attempt anew. */
const TOLERANCE_SECONDS = 300;
const MAX_HEADER = 2000;
const MAX_SIGNATURES = 20;

/**
 * Whether Stripe signed this body: the header "t=<seconds>,v1=<hex>,..." has the HMAC-SHA256 of "<seconds>.<body>". There
 * are several signatures while the secret is being replaced. The body is the raw one: JSON that was parsed and written
 * again is another text.
 */
function isSignedByStripe(body: Buffer, header: string | undefined, secret: string): boolean {
  if (header === undefined || header.length > MAX_HEADER) return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const given = parts.filter(([name]) => name === 'v1').slice(0, MAX_SIGNATURES);
  return given.some(
    ([, hex = '']) => /^[0-9a-f]{64}$/.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), right),
  );
}
