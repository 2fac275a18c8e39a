import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import type { VerifyDeps } from './check.ts';
import { createPace } from './check.ts';
import {
  currentRound,
  endRound,
  forgetFinding,
  type Round,
  recordedFindings,
  recordFinding,
  saveRound,
} from './record.ts';
import { recheck, verifyPortal } from './verify-portal.ts';

/** Everything is verified once in this many days. */
const ROUND_DAYS = 28;
/** A minimum speed, so that a small store is done in hours instead of weeks. */
const MIN_BYTES_PER_SECOND = 128 * 1024;
const CHECK_MS = 60_000;
/** After this time, another server may take over, and findings are checked again. */
const SLICE_MS = 10 * 60_000;
const SAVE_MS = 5_000;
/** Counts each row as some bytes, so that a million rows are not read at once. */
const BYTES_PER_ROW = 4096;
const RECHECK_LIMIT = 500;

interface Deps extends VerifyDeps {
  database: Database;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

interface ScrubOptions {
  checkMs?: number;
  sliceMs?: number;
  bytesPerSecond?: number;
}

/**
 * Verifies everything in the background, slowly: a round takes about a month or, for a small store, some hours once a
 * month. One server at a time does it, and continues where the last one stopped. Each slice first checks old findings
 * again, so that repaired ones disappear.
 */
export function startScrub(deps: Deps, options: ScrubOptions = {}): { stop(): Promise<void> } {
  const { checkMs = CHECK_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const worker = createWorker({
    round: async () => {
      await withScrubLock(deps.database, () => runSlice(deps, signal, options));
      return checkMs;
    },
    onError: (err) => {
      if (!signal.aborted)
        deps.log.warn({ err }, 'verifying what is stored was interrupted; it goes on later');
    },
    retryMs: checkMs,
  });
  worker.wake();
  return {
    stop: async () => {
      stopping.abort();
      await worker.stop();
    },
  };
}

/** A transaction-level lock, which ends with the connection even if the server is killed. */
async function withScrubLock(database: Database, work: () => Promise<void>): Promise<void> {
  await database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('nutmeg scrub', 0)) as locked`,
    );
    if (rows[0]?.locked) await work();
  });
}

async function runSlice(deps: Deps, signal: AbortSignal, options: ScrubOptions): Promise<void> {
  const { database } = deps;
  const { sliceMs = SLICE_MS } = options;
  const rate = options.bytesPerSecond ?? (await rateFor(database));
  const pace = createPace(rate, signal);
  for (const finding of await recordedFindings(database, RECHECK_LIMIT)) {
    signal.throwIfAborted();
    const now = await recheck(deps, finding, pace);
    if (!now.some(({ kind }) => kind === finding.kind)) await forgetFinding(database, finding);
    for (const still of now) await recordFinding(database, still);
  }
  const start = await currentRound(database, ROUND_DAYS);
  if (start === undefined) return;
  const end = performance.now() + sliceMs;
  let round: Round = start;
  let saved = performance.now();
  try {
    const report = await verifyPortal({
      ...deps,
      from: start.cursor,
      signal,
      pace,
      onFinding: (finding) => recordFinding(database, finding),
      shouldPause: () => performance.now() > end,
      onProgress: async ({ documents, bytes }, cursor) => {
        round = { ...start, cursor, documents: start.documents + documents, bytes: start.bytes + bytes };
        if (performance.now() > saved + SAVE_MS) {
          saved = performance.now();
          await saveRound(database, round);
        }
        await pace(BYTES_PER_ROW);
      },
    });
    if (report.finished) await endRound(database, round);
    else await saveRound(database, round);
  } catch (error) {
    await saveRound(database, round).catch(() => undefined);
    throw error;
  }
}

async function rateFor(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select coalesce(sum(b.size), 0)::bigint + ${BYTES_PER_ROW} * count(*) as bytes from storage.blobs b
     where not exists (select from storage.blob_pieces p where p.piece_id = b.id)`,
  );
  return Math.max(Number(rows[0]?.bytes ?? 0) / (ROUND_DAYS * 86_400), MIN_BYTES_PER_SECOND);
}
