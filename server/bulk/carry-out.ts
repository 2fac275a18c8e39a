import type { FastifyBaseLogger } from 'fastify';
import { decide } from '#domain/bulk/decide.ts';
import { bulkAct } from '#domain/bulk/jobs.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { readFacts } from './facts.ts';

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

interface Deps {
  database: Pick<Database, 'asOwner' | 'query'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
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
