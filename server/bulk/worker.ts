import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
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
  const worker = createWorker({
    round: async () =>
      (await carryOutJobs({ database, log }, () => !worker.isStopped())) ? LOOK_AGAIN_MS : undefined,
    onError: (err) => log.warn({ err }, 'the bulk jobs could not go on; they are tried again'),
    retryMs: RETRY_AFTER_ERROR_MS,
  });
  // Calls back once it listens, too: jobs may have been left by a server that died.
  const stopListening = await database.listen('bulk_jobs', worker.wake);
  return {
    stop: async () => {
      await Promise.all([worker.stop(), stopListening()]);
    },
  };
}
