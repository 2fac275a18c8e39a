import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import type { RenderLetterByName } from '../letters/letter.ts';
import type { MailTransport } from '../transport/transport.ts';
import { type Delivery, deliver } from './delivery.ts';
import { openMailQueue, type QueuedMail } from './queue.ts';

interface Options {
  database: Database;
  transport: MailTransport;
  renderLetter: RenderLetterByName;
  log: FastifyBaseLogger;
}

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
  const delivery: Delivery = { queue, transport, renderLetter, log, stopping: stopping.signal };
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

  const send = async (mail: QueuedMail) => {
    try {
      await deliver(mail, delivery);
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
