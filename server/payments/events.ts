import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { callFunction } from '#server/database/statement.ts';
import { handleError } from '#server/http/error-handler.ts';
import type { Load } from '#server/http/load/load.ts';
import type { PaymentEvent, PaymentProvider } from './stripe.ts';

interface Options {
  database: Pick<Database, 'query'>;
  load: Pick<Load, 'bodyParser'>;
  /** Undefined: no one may post here. */
  provider: PaymentProvider | undefined;
}

/** What the card processor tells us. Answered only when it is in the database. An event that comes twice is one. */
export function paymentEvents({ database, load, provider }: Options): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    // The limit for senders that no one knows yet, 64 KB, is enough: Stripe's events have some kilobytes.
    const readBody = load.bodyParser(async () => undefined, false);
    // The signature is over the bytes, so they stay bytes.
    app.addContentTypeParser('*', (request: FastifyRequest, body: IncomingMessage) =>
      readBody(request, body),
    );
    app.setErrorHandler(handleError);
    app.post('/payments/v1/events', async (request, reply) => {
      const signature = [request.headers['stripe-signature']].flat()[0];
      const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
      const event = provider?.readEvent(body, signature);
      if (provider === undefined || event === undefined) {
        return reply.code(403).send({ code: 'forbidden', message: 'Not signed by the processor' });
      }
      const outcome = await record(database, provider.name, event);
      return reply.send({ received: true, outcome });
    });
  };
}

async function record(database: Pick<Database, 'query'>, name: string, event: PaymentEvent): Promise<string> {
  if (event.kind === 'other') return 'ignored';
  const { eventId, reference, amount, currency } = event;
  if (event.kind === 'paid') {
    const values = [name, eventId, event.sessionId, reference, event.invoiceId, amount, currency];
    return callFunction(database, 'nutmeg.receive_card_payment', values);
  }
  const values = [name, eventId, reference, event.kind, amount, currency];
  return callFunction(database, 'nutmeg.note_card_problem', values);
}
