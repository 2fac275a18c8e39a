import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { carryOutJobs } from './carry-out.ts';

/** A job's clients are of no use after so long: letters, tasks, and the record have their own rows. */
export const BULK_SWEEPS = [`delete from public.bulk_jobs where ended_at < now() - interval '90 days'`];

interface Options {
  database: Pick<Database, 'asOwner' | 'query' | 'listen'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** While mails have to be sent first, a job that failed waits, or another server has the job, which may die. */
const LOOK_AGAIN_MS = 1_000;
const RETRY_AFTER_ERROR_MS = 5_000;

/** Carries out bulk jobs as soon as they are started. Any number of servers can run it. */
export async function startBulkWorker({ database, log }: Options): Promise<{ stop(): Promise<void> }> {
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;
  let working: Promise<void> | undefined;
  let stopped = false;

  const wake = () => {
    isWoken = true;
    if (working || stopped) return;
    clearTimeout(timer);
    working = work();
  };
  const work = async () => {
    let wait: number | undefined;
    do {
      isWoken = false;
      wait = await carryOutJobs({ database, log }, () => !stopped).then(
        (isLeft) => (isLeft ? LOOK_AGAIN_MS : undefined),
        (err: unknown) => {
          log.warn({ err }, 'the bulk jobs could not go on; they are tried again');
          return RETRY_AFTER_ERROR_MS;
        },
      );
    } while (isWoken && !stopped);
    working = undefined;
    if (!stopped && wait !== undefined) timer = setTimeout(wake, wait);
  };

  // Calls back once it listens, too: jobs may have been left by a server that died.
  const stopListening = await database.listen('bulk_jobs', wake);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await stopListening();
      await working;
    },
  };
}
