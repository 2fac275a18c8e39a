import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { VerifyDeps } from './check.ts';
import { createPace } from './pace.ts';
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

/** Everything is seen once in so many days. */
const ROUND_DAYS = 28;
/** As if this much were always there: a small store is done in hours, not spread over weeks. */
const LEAST_BYTES_PER_SECOND = 128 * 1024;
const LOOK_MS = 60_000;
/** Then another server may have its turn, and the rest of the findings is looked at again. */
const SLICE_MS = 10 * 60_000;
const SAVE_MS = 5_000;
/** Rows cost the database little, but a round of a million should not come as one wave. */
const BYTES_PER_ROW = 4096;
const AGAIN_AT_ONCE = 500;

interface Parts extends VerifyDeps {
  database: Database;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Rhythm {
  lookMs?: number;
  sliceMs?: number;
  bytesPerSecond?: number;
}

/**
 * Verifies everything in the background, so slowly that a round takes about a month or, for a small store, some hours
 * once a month. One server at a time; a restart goes on where the last one stopped. What was found is looked at again
 * first, so that a finding goes when the thing is whole again.
 */
export function startScrub(parts: Parts, rhythm: Rhythm = {}): { stop(): Promise<void> } {
  const { lookMs = LOOK_MS } = rhythm;
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = (async () => {
    while (!signal.aborted) {
      try {
        await asTheOnlyOne(parts.database, () => slice(parts, signal, rhythm));
      } catch (err) {
        if (!signal.aborted)
          parts.log.warn({ err }, 'verifying what is stored was interrupted; it goes on later');
      }
      await pause(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}

/** The lock is the transaction's: it goes with the connection, whatever happens to the server. */
async function asTheOnlyOne(database: Database, work: () => Promise<void>): Promise<void> {
  await database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('nutmeg scrub', 0)) as mine`,
    );
    if (rows[0]?.mine) await work();
  });
}

async function slice(parts: Parts, signal: AbortSignal, rhythm: Rhythm): Promise<void> {
  const { database } = parts;
  const { sliceMs = SLICE_MS } = rhythm;
  const rate = rhythm.bytesPerSecond ?? (await rateFor(database));
  const pace = createPace(rate, signal);
  for (const finding of await recordedFindings(database, AGAIN_AT_ONCE)) {
    signal.throwIfAborted();
    const now = await recheck(parts, finding, pace);
    if (!now.some(({ kind }) => kind === finding.kind)) await forgetFinding(database, finding);
    for (const still of now) await recordFinding(database, still);
  }
  const begun = await currentRound(database, ROUND_DAYS);
  if (begun === undefined) return;
  const end = performance.now() + sliceMs;
  let round: Round = begun;
  let saved = performance.now();
  try {
    const report = await verifyPortal({
      ...parts,
      from: begun.cursor,
      signal,
      pace,
      onFinding: (finding) => recordFinding(database, finding),
      shouldPause: () => performance.now() > end,
      onProgress: async ({ documents, bytes }, cursor) => {
        round = { ...begun, cursor, documents: begun.documents + documents, bytes: begun.bytes + bytes };
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
  return Math.max(Number(rows[0]?.bytes ?? 0) / (ROUND_DAYS * 86_400), LEAST_BYTES_PER_SECOND);
}
