import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';
import { createWorker } from '#server/startup/worker.ts';
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
export function startReminderWorker({ database, office, log, now = Date.now }: Options) {
  let rounds = 0;
  const worker = createWorker({
    round: async () => {
      if (rounds++ % FIND_EVERY === 0) await database.query('select nutmeg.find_reminder_rounds()');
      for (let done = 0; done < PER_ROUND && !worker.isStopped(); done++) {
        if (!(await remindOne({ database, office, now, log }))) break;
      }
      return MINUTE;
    },
    onError: (err) => log.warn({ err }, 'the reminders could not be sent; they are tried again in a minute'),
    retryMs: MINUTE,
  });
  worker.wake();
  return worker;
}
