import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { type MailQueue, openMailQueue, type QueuedMail } from './queue.ts';
import { DeliveryError, type MailTransport, type OutgoingMail, type Written } from './transport.ts';

export interface MailWorker {
  /** Claims nothing more, lets the mails on their way arrive (a few seconds), gives the others back. */
  stop(): Promise<void>;
}

/** Writes out a letter that the queue knows by name. Throws where there is none, or the facts don't suffice. */
export type WriteOut = (letter: string, facts: unknown) => Written;

interface Options {
  database: Database;
  transport: MailTransport;
  writeOut: WriteOut;
  log: FastifyBaseLogger;
}

const AT_ONCE = 5;
const SEND_LIMIT_MS = 90_000;
const STOP_GRACE_MS = 5_000;
/** Clocks differ, and a row may be locked just now: never a busy loop. */
const SHORTEST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 60 * 60_000;
const AFTER_TROUBLE_MS = 5_000;

/** Sends what the queue holds. Any number of workers may run, in any number of processes. */
export async function startMailWorker({ database, transport, writeOut, log }: Options): Promise<MailWorker> {
  const queue = openMailQueue(database);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  let running = false;
  let round = Promise.resolve();
  let stopped = false;

  const wake = () => {
    again = true;
    if (running || stopped) return;
    running = true;
    clearTimeout(timer);
    round = rounds();
  };

  /** Resolves when nothing is due; what woke us meanwhile is looked at too. */
  const rounds = async () => {
    let wait: number | undefined;
    do {
      again = false;
      try {
        while (!stopped && (await sendDue())) again = false;
        wait = await queue.nextDueIn();
      } catch (err) {
        log.warn({ err }, 'the mail queue could not be read');
        wait = AFTER_TROUBLE_MS;
      }
    } while (again && !stopped);
    running = false;
    if (stopped || wait === undefined) return;
    timer = setTimeout(wake, Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS));
  };

  const sendDue = async (): Promise<boolean> => {
    const mails = await queue.claim(AT_ONCE);
    const outcomes = await Promise.allSettled(
      mails.map((mail) => deliver(mail, { queue, transport, writeOut, log, stopping: stopping.signal })),
    );
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    if (lost) throw lost.reason;
    return mails.length > 0;
  };

  const endListening = await database.listen('email_queue', wake);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await endListening();
      const patience = setTimeout(() => stopping.abort(), STOP_GRACE_MS);
      await round;
      clearTimeout(patience);
      transport.close();
    },
  };
}

interface Delivery {
  queue: MailQueue;
  transport: MailTransport;
  writeOut: WriteOut;
  log: FastifyBaseLogger;
  stopping: AbortSignal;
}

/** One try. Its outcome is in the queue when this resolves; only a lost database makes it throw. */
async function deliver(
  mail: QueuedMail,
  { queue, transport, writeOut, log, stopping }: Delivery,
): Promise<void> {
  const about = { mail: mail.id, type: mail.email_type, attempt: mail.attempts };
  try {
    const outgoing = outgoingOf(mail, writeOut);
    await transport.send(outgoing, AbortSignal.any([stopping, AbortSignal.timeout(SEND_LIMIT_MS)]));
  } catch (error) {
    if (stopping.aborted) return queue.release(mail);
    const failure = asFailure(error);
    const retryIn = await queue.failed(mail, { reason: failure.message, permanent: failure.permanent });
    if (retryIn === undefined)
      log.error({ ...about, kind: failure.kind }, 'a mail could not be sent; gave up');
    else log.warn({ ...about, kind: failure.kind, retryIn }, 'a mail could not be sent; will try again');
    return;
  }
  await queue.sent(mail);
  log.debug(about, 'mail sent');
}

function asFailure(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return new DeliveryError(message, { permanent: false, kind: name, cause: error });
}

function outgoingOf(row: QueuedMail, writeOut: WriteOut): OutgoingMail {
  const { id, to_email: to, created_at: createdAt } = row;
  if (row.letter === null) {
    return { id, to, subject: row.subject, html: row.body, text: row.text_body, createdAt };
  }
  try {
    return { id, to, createdAt, ...writeOut(row.letter, row.facts) };
  } catch (cause) {
    // The same facts won't do the next time either.
    const kind = cause instanceof Error ? cause.name : 'Error';
    throw new DeliveryError(`the letter "${row.letter}" could not be written`, {
      permanent: true,
      kind,
      cause,
    });
  }
}
