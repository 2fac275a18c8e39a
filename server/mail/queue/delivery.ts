import type { FastifyBaseLogger } from 'fastify';
import type { RenderLetterByName } from '../letters/letter.ts';
import { DeliveryError, type MailTransport, type OutgoingMail } from '../transport/transport.ts';
import type { MailQueue, QueuedMail } from './queue.ts';

export interface Delivery {
  queue: MailQueue;
  transport: MailTransport;
  renderLetter: RenderLetterByName;
  log: FastifyBaseLogger;
  stopping: AbortSignal;
}

export const SEND_LIMIT_MS = 90_000;

/** Makes one attempt and records its outcome in the queue. Throws only if the database fails. */
export async function deliver(
  mail: QueuedMail,
  { queue, transport, renderLetter, log, stopping }: Delivery,
): Promise<void> {
  const about = { mail: mail.id, type: mail.email_type, attempt: mail.attempts };
  try {
    const outgoing = toOutgoingMail(mail, renderLetter);
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

function toOutgoingMail(row: QueuedMail, renderLetter: RenderLetterByName): OutgoingMail {
  const { id, to_email: to, created_at: createdAt } = row;
  if (row.letter === null) {
    return { id, to, subject: row.subject, html: row.body, text: row.text_body, createdAt };
  }
  try {
    return { id, to, createdAt, ...renderLetter(row.letter, row.facts, to, row.language) };
  } catch (cause) {
    // The facts won't change, so another attempt would fail too.
    const kind = cause instanceof Error ? cause.name : 'Error';
    throw new DeliveryError(`the letter "${row.letter}" could not be written`, {
      failure: 'unwritable',
      permanent: true,
      kind,
      cause,
    });
  }
}
