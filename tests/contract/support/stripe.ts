import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const STRIPE_KEY = 'sk_test_nutmeg_0123456789';
export const WEBHOOK_SECRET = 'whsec_nutmeg_0123456789';

export type Answer = 'page' | 'error' | 'nonsense' | 'silence';

export interface FakeStripe {
  url: string;
  /** The received forms, with the idempotency key and the credentials, oldest first. */
  asked: Record<string, string>[];
  /** How the next requests are answered. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

/**
 * A server in place of Stripe's API. The same idempotency key gets the same session, and is refused with another form, as
 * at Stripe. After `silence`, the session is there, but its answer got lost.
 */
export async function startStripe(): Promise<FakeStripe> {
  const asked: Record<string, string>[] = [];
  const sessions = new Map<string, { id: string; form: string }>();
  let how: Answer = 'page';
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const form = Object.fromEntries(new URLSearchParams(sent));
    const key = String(request.headers['idempotency-key']);
    asked.push({
      ...form,
      key,
      authorization: String(request.headers.authorization),
      path: String(request.url),
    });
    if (how === 'nonsense') return response.end('<html>');
    if (how === 'error') {
      return response.writeHead(402).end(JSON.stringify({ error: { type: 'card_error', code: 'declined' } }));
    }
    const session = sessions.get(key) ?? {
      id: `cs_test_${sessions.size + 1}_${key.slice(0, 8)}`,
      form: sent,
    };
    const { id } = session;
    if (session.form !== sent) {
      return response.writeHead(400).end(JSON.stringify({ error: { type: 'idempotency_error' } }));
    }
    sessions.set(key, session);
    if (how === 'silence') return request.socket.destroy();
    return response.end(
      JSON.stringify({
        id,
        url: `https://checkout.stripe.example/${id}`,
        expires_at: Number(form.expires_at),
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Sent {
  secret?: string;
  /** Seconds since 1970. */
  timestamp?: number;
  /** Sent instead of what was signed. */
  body?: string;
}

/** Posts an event as Stripe does, signed by Stripe's own library. */
export async function sendEvent(portalUrl: string, event: object, sent: Sent = {}) {
  const payload = JSON.stringify(event);
  const { secret = WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1000), body = payload } = sent;
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
  const response = await fetch(`${portalUrl}/payments/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  });
  return { status: response.status, body: (await response.json()) as { outcome?: string } };
}

let events = 0;

interface Paid {
  sessionId: string;
  invoiceId: string;
  amount: number;
  currency?: string;
  type?: string;
  status?: string;
  id?: string;
  /** Seconds since 1970: when it happened, which may be long before it arrives. */
  created?: number;
}

/** The event of a paid session. */
export function paidEvent({
  sessionId,
  invoiceId,
  amount,
  currency = 'usd',
  type = 'checkout.session.completed',
  status = 'paid',
  id = `evt_${++events}`,
  created = Math.floor(Date.now() / 1000),
}: Paid): object {
  return {
    id,
    object: 'event',
    type,
    created,
    data: {
      object: {
        id: sessionId,
        object: 'checkout.session',
        payment_status: status,
        amount_total: amount,
        currency,
        client_reference_id: invoiceId,
        payment_intent: `pi_${sessionId}`,
      },
    },
  };
}
