import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import type { RenderLetterByName } from '../letters/case-letters.ts';
import { DeliveryError, type MailTransport, type OutgoingMail } from '../transport/transport.ts';
import { openMailQueue, type QueuedMail } from './queue.ts';

interface Options {
  database: Database;
  transport: MailTransport;
  renderLetter: RenderLetterByName;
  log: FastifyBaseLogger;
}

export const SEND_LIMIT_MS = 90_000;
const CONCURRENCY = 5;
const STOP_GRACE_MS = 5_000;
/** Avoids a busy loop if clocks differ or a row is locked. */
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 60 * 60_000;
const RETRY_AFTER_ERROR_MS = 5_000;

/** Sends queued mails, a few at a time, so that one slow mail does not block others. Any number of workers can run. */
export async function startMailWorker({ database, transport, renderLetter, log }: Options) {
  const queue = openMailQueue(database);
  const stopping = new AbortController();
  const inFlight = new Map<QueuedMail, Promise<void>>();
  const worker = createWorker({
    round: async () => {
      const wait = await claimDue();
      return wait === undefined ? undefined : Math.min(Math.max(wait, MIN_WAIT_MS), MAX_WAIT_MS);
    },
    onError: (err) => log.warn({ err }, 'the mail queue could not be read'),
    retryMs: RETRY_AFTER_ERROR_MS,
  });

  /** Milliseconds until the next mail is due; undefined if a notification or a finished mail will wake the worker. */
  const claimDue = async (): Promise<number | undefined> => {
    const free = CONCURRENCY - inFlight.size;
    if (free === 0) return undefined;
    const mails = await queue.claim(
      free,
      [...inFlight.keys()].map(({ recipient }) => recipient),
    );
    for (const mail of mails) inFlight.set(mail, send(mail));
    return mails.length === free ? undefined : queue.nextDueIn();
  };

  /** Makes one attempt and records its outcome in the queue. Throws only if the database fails. */
  const deliver = async (mail: QueuedMail): Promise<void> => {
    const about = { mail: mail.id, type: mail.email_type, attempt: mail.attempts };
    try {
      const outgoing = toOutgoingMail(mail, renderLetter);
      await transport.send(outgoing, AbortSignal.any([stopping.signal, AbortSignal.timeout(SEND_LIMIT_MS)]));
    } catch (error) {
      if (stopping.signal.aborted) return queue.release(mail);
      const failed = asDeliveryError(error);
      const { kind } = failed;
      const retryIn = await queue.failed(mail, failed);
      if (retryIn === undefined) log.error({ ...about, kind }, 'a mail could not be sent; gave up');
      else log.warn({ ...about, kind, retryIn }, 'a mail could not be sent; will try again');
      return;
    }
    await queue.sent(mail);
    log.debug(about, 'mail sent');
  };

  const send = async (mail: QueuedMail) => {
    try {
      await deliver(mail);
    } catch (err) {
      log.warn({ err, mail: mail.id }, 'the outcome of a mail could not be recorded');
    }
    inFlight.delete(mail);
    worker.wake();
  };

  const stopListening = await database.listen('email_queue', worker.wake);
  return {
    /** Stops claiming, waits a few seconds for mails in flight, and returns the others to the queue. */
    stop: async (): Promise<void> => {
      const stopped = worker.stop();
      await stopListening();
      const graceTimer = setTimeout(() => stopping.abort(), STOP_GRACE_MS);
      await stopped;
      await Promise.all(inFlight.values());
      clearTimeout(graceTimer);
      transport.close();
    },
  };
}

export type MailWorker = Awaited<ReturnType<typeof startMailWorker>>;

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
