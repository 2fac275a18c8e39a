import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';
import { remindOne } from './remind.ts';

interface Options {
  database: Pick<Database, 'asOwner' | 'query'>;
  office: Pick<Office, 'current'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now?: () => number;
}

const MINUTE = 60_000;
/** How often clients are looked for who may have something open. Their first reminder is days away. */
const FIND_EVERY = 60;
/** A busy morning is spread over some minutes, so that other mails are not delayed. */
const PER_ROUND = 300;

/** Reminds clients at 9 in their morning. Any number of servers can run it. */
export function startReminderWorker({ database, office, log, now = Date.now }: Options): {
  stop(): Promise<void>;
} {
  let stopped = false;
  let round = 0;
  let running: Promise<void> | undefined;

  const work = async () => {
    try {
      if (round++ % FIND_EVERY === 0) await database.query('select nutmeg.find_reminder_rounds()');
      for (let done = 0; done < PER_ROUND && !stopped; done++) {
        if (!(await remindOne({ database, office, now, log }))) return;
      }
    } catch (err) {
      log.warn({ err }, 'the reminders could not be sent; they are tried again in a minute');
    }
  };
  const start = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  start();
  const timer = setInterval(start, MINUTE);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
