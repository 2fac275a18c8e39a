import type { FastifyBaseLogger } from 'fastify';
import { decide } from '#domain/bulk/decide.ts';
import { bulkAct } from '#domain/bulk/jobs.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import { readFacts } from './facts.ts';

/** A job's clients are of no use after so long: letters, tasks, and the record have their own rows. */
export const BULK_SWEEPS = [`delete from public.bulk_jobs where ended_at < now() - interval '90 days'`];

interface Deps {
  database: Pick<Database, 'asOwner' | 'query'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** While mails have to be sent first, a job that failed waits, or another server has the job, which may die. */
const LOOK_AGAIN_MS = 1_000;
const RETRY_AFTER_ERROR_MS = 5_000;

/** Carries out bulk jobs as soon as they are started. Any number of servers can run it. */
export async function startBulkWorker({
  database,
  log,
}: Deps & { database: Pick<Database, 'listen'> }): Promise<{ stop(): Promise<void> }> {
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

/** Small, so that a stop and other acts on the same clients wait only briefly. */
const CLIENTS_AT_ONCE = 25;
/** Letters wait while so many mails do: mails are sent a few at a time, and others come first. */
const MOST_WAITING_MAILS = 50;

interface Claimed {
  job_id: string;
  kind: string;
  options: unknown;
  client_ids: string[];
}

/**
 * Does the jobs that are running, a few clients in each transaction, so that a server that dies has done all of them or
 * none. Several servers share the jobs: each is locked by one of them.
 * @returns whether a job is left: letters or a job that failed may have to wait, or another server works on it
 */
export async function carryOutJobs(deps: Deps, shouldContinue = () => true): Promise<boolean> {
  while (shouldContinue() && (await carryOutSome(deps)));
  const { rows } = await deps.database.query<{ is_left: boolean }>(
    `select exists (select from public.bulk_jobs where state = 'running') as is_left`,
  );
  return rows[0]?.is_left ?? false;
}

/** @returns whether there was something to do */
async function carryOutSome({ database, log }: Deps): Promise<boolean> {
  let claimed: Claimed | undefined;
  try {
    return await database.asOwner(async (tx) => {
      const { rows } = await tx.query<Claimed>('select * from nutmeg.claim_bulk_clients($1, $2)', [
        CLIENTS_AT_ONCE,
        MOST_WAITING_MAILS,
      ]);
      claimed = rows[0];
      if (claimed) await carryOut(tx, claimed);
      return claimed !== undefined;
    });
  } catch (err) {
    if (!claimed) throw err;
    // One job, or one of its clients, must not hold up the others. Throws if the database is gone.
    await database.query('select nutmeg.note_bulk_failure($1, $2)', [claimed.job_id, claimed.client_ids]);
    log.warn({ err, job: claimed.job_id }, 'a bulk job could not go on; it is tried again later');
    return true;
  }
}

async function carryOut(
  tx: Transaction,
  { job_id: jobId, kind, options, client_ids: clientIds }: Claimed,
): Promise<void> {
  const act = bulkAct.parse({ kind, options });
  const facts = await readFacts(tx, act, clientIds);
  const decisions = clientIds.map((client) => ({ client, ...decide(act, facts.get(client)) }));
  await tx.query('select nutmeg.carry_out_bulk($1, $2)', [jobId, JSON.stringify(decisions)]);
}
