import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { MailTransport } from '../transport/transport.ts';
import { type Delivery, deliver, type WriteOut } from './delivery.ts';
import { openMailQueue, type QueuedMail } from './queue.ts';

export type { WriteOut } from './delivery.ts';

export interface MailWorker {
  /** Claims nothing more, lets the mails on their way arrive (a few seconds), gives the others back. */
  stop(): Promise<void>;
}

interface Options {
  database: Database;
  transport: MailTransport;
  writeOut: WriteOut;
  log: FastifyBaseLogger;
}

const AT_ONCE = 5;
const STOP_GRACE_MS = 5_000;
/** Clocks differ, and a row may be locked just now: never a busy loop. */
const SHORTEST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 60 * 60_000;
const AFTER_TROUBLE_MS = 5_000;

/**
 * Sends what the queue holds, a few at a time; a slow one holds up its own place only. Any number of workers may run,
 * in any number of processes.
 */
export async function startMailWorker({ database, transport, writeOut, log }: Options): Promise<MailWorker> {
  const queue = openMailQueue(database);
  const stopping = new AbortController();
  const delivery: Delivery = { queue, transport, writeOut, log, stopping: stopping.signal };
  const underWay = new Map<QueuedMail, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  let looking: Promise<void> | undefined;
  let stopped = false;

  const wake = () => {
    again = true;
    if (looking || stopped) return;
    clearTimeout(timer);
    looking = look();
  };

  /** Takes what there is room for; what woke us meanwhile is looked at too. */
  const look = async () => {
    let wait: number | undefined;
    do {
      again = false;
      wait = await takeDue().catch((err: unknown) => {
        log.warn({ err }, 'the mail queue could not be read');
        return AFTER_TROUBLE_MS;
      });
    } while (again && !stopped);
    looking = undefined;
    if (stopped || wait === undefined) return;
    timer = setTimeout(wake, Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS));
  };

  /** Milliseconds until there is more to take; undefined where the next mail that arrives will wake us. */
  const takeDue = async (): Promise<number | undefined> => {
    const room = AT_ONCE - underWay.size;
    if (room === 0) return undefined;
    const mails = await queue.claim(
      room,
      [...underWay.keys()].map(({ recipient }) => recipient),
    );
    for (const mail of mails) underWay.set(mail, carry(mail));
    return mails.length === room ? undefined : queue.nextDueIn();
  };

  const carry = async (mail: QueuedMail) => {
    try {
      await deliver(mail, delivery);
    } catch (err) {
      log.warn({ err, mail: mail.id }, 'what became of a mail could not be noted');
    }
    underWay.delete(mail);
    wake();
  };

  const endListening = await database.listen('email_queue', wake);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await endListening();
      const patience = setTimeout(() => stopping.abort(), STOP_GRACE_MS);
      await looking;
      await Promise.all(underWay.values());
      clearTimeout(patience);
      transport.close();
    },
  };
}
