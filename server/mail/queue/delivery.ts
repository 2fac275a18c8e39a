import type { FastifyBaseLogger } from 'fastify';
import {
  DeliveryError,
  type MailTransport,
  type OutgoingMail,
  type Written,
} from '../transport/transport.ts';
import type { MailQueue, QueuedMail } from './queue.ts';

/** Writes out a letter that the queue knows by name. Throws where there is none, or the facts don't suffice. */
export type WriteOut = (letter: string, facts: unknown, to: string) => Written;

export interface Delivery {
  queue: MailQueue;
  transport: MailTransport;
  writeOut: WriteOut;
  log: FastifyBaseLogger;
  stopping: AbortSignal;
}

const SEND_LIMIT_MS = 90_000;

/** One try. Its outcome is in the queue when this resolves; only a lost database makes it throw. */
export async function deliver(
  mail: QueuedMail,
  { queue, transport, writeOut, log, stopping }: Delivery,
): Promise<void> {
  const about = { mail: mail.id, type: mail.email_type, attempt: mail.attempts };
  try {
    const outgoing = outgoingOf(mail, writeOut);
    await transport.send(outgoing, AbortSignal.any([stopping, AbortSignal.timeout(SEND_LIMIT_MS)]));
  } catch (error) {
    if (stopping.aborted) return queue.release(mail);
    const { message: reason, kind, ...failed } = asDeliveryError(error);
    const retryIn = await queue.failed(mail, { ...failed, reason });
    if (retryIn === undefined) log.error({ ...about, kind }, 'a mail could not be sent; gave up');
    else log.warn({ ...about, kind, retryIn }, 'a mail could not be sent; will try again');
    return;
  }
  await queue.sent(mail);
  log.debug(about, 'mail sent');
}

function asDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const slow = name === 'TimeoutError';
  return new DeliveryError(slow ? `no answer within ${SEND_LIMIT_MS / 1000} seconds` : message, {
    failure: slow ? 'unreachable' : 'unfinished',
    permanent: false,
    kind: name,
    cause: error,
  });
}

function outgoingOf(row: QueuedMail, writeOut: WriteOut): OutgoingMail {
  const { id, to_email: to, created_at: createdAt } = row;
  if (row.letter === null) {
    return { id, to, subject: row.subject, html: row.body, text: row.text_body, createdAt };
  }
  try {
    return { id, to, createdAt, ...writeOut(row.letter, row.facts, to) };
  } catch (cause) {
    // The same facts won't do the next time either.
    const kind = cause instanceof Error ? cause.name : 'Error';
    throw new DeliveryError(`the letter "${row.letter}" could not be written`, {
      failure: 'unwritable',
      permanent: true,
      kind,
      cause,
    });
  }
}
