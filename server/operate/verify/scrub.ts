import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import { createPace, type Finding, type VerifyDeps } from './check.ts';
import { forgetFinding, recordFinding } from './record.ts';
import { type Cursor, recheck, verifyPortal } from './verify-portal.ts';

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
  const worker = createWorker({
    round: async (stopping) => {
      await withScrubLock(deps.database, () => runSlice(deps, stopping, options));
      return checkMs;
    },
    onError: (err) => {
      if (worker.isStopped()) return;
      deps.log.warn({ err }, 'verifying what is stored was interrupted; it goes on later');
    },
    retryMs: checkMs,
  });
  worker.wake();
  return worker;
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
  await recheckFindings(deps, signal, pace);
  const { rows } = await database.query<Round>(CURRENT_ROUND, [ROUND_DAYS]);
  const [start] = rows;
  if (start === undefined) return;
  const end = performance.now() + sliceMs;
  let round = start;
  let saved = performance.now();
  const save = ({ cursor, documents, bytes }: Round) =>
    database.query('update nutmeg.scrub set check_name = $1, after_key = $2, documents = $3, bytes = $4', [
      cursor?.check ?? null,
      cursor?.after ?? null,
      documents,
      bytes,
    ]);
  try {
    const report = await verifyPortal({
      ...deps,
      from: start.cursor,
      signal,
      pace,
      onFinding: (finding) => recordFinding(database, finding),
      shouldPause: () => performance.now() > end,
      onProgress: async ({ documents, bytes }, cursor) => {
        round = { cursor, documents: start.documents + documents, bytes: start.bytes + bytes };
        if (performance.now() > saved + SAVE_MS) {
          saved = performance.now();
          await save(round);
        }
        await pace(BYTES_PER_ROW);
      },
    });
    if (report.finished) await database.query(END_ROUND, [round.documents, round.bytes]);
    else await save(round);
  } catch (error) {
    await save(round).catch(() => undefined);
    throw error;
  }
}

interface Round {
  cursor: Cursor | null;
  documents: number;
  bytes: number;
}

/** The current round, or a new one if it is due; no row if there is nothing to do. */
const CURRENT_ROUND = `
  update nutmeg.scrub set started_at = coalesce(started_at, now())
  where started_at is not null or last_started_at is null or last_started_at < now() - make_interval(days => $1)
  returning documents::float8, bytes::float8,
    case when check_name is not null and after_key is not null
      then jsonb_build_object('check', check_name, 'after', after_key) end as cursor`;

const END_ROUND = `
  update nutmeg.scrub set last_started_at = started_at, last_finished_at = now(), last_documents = $1,
    last_bytes = $2, started_at = null, check_name = null, after_key = null, documents = 0, bytes = 0`;

/** The findings that were checked longest ago. */
async function recheckFindings(deps: Deps, signal: AbortSignal, pace: (bytes: number) => Promise<void>) {
  const { database } = deps;
  const { rows } = await database.query<Pick<Finding, 'check' | 'key' | 'kind'>>(
    'select check_name as check, key, kind from nutmeg.findings order by seen_at, check_name, key limit $1',
    [RECHECK_LIMIT],
  );
  for (const finding of rows) {
    signal.throwIfAborted();
    const now = await recheck(deps, finding, pace);
    if (!now.some(({ kind }) => kind === finding.kind)) await forgetFinding(database, finding);
    for (const still of now) await recordFinding(database, still);
  }
}

async function rateFor(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select coalesce(sum(b.size), 0)::bigint + ${BYTES_PER_ROW} * count(*) as bytes from storage.blobs b
     where not exists (select from storage.blob_pieces p where p.piece_id = b.id)`,
  );
  return Math.max(Number(rows[0]?.bytes ?? 0) / (ROUND_DAYS * 86_400), MIN_BYTES_PER_SECOND);
}
