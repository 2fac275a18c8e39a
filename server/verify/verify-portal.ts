import type { RowCheck, VerifyDeps } from './check.ts';
import { blobCheck } from './check-blobs.ts';
import { objectCheck, trashCheck } from './check-documents.ts';
import { missingSealChecks, orphanedSealCheck, sealChecks } from './check-seals.ts';
import type { Finding } from './finding.ts';
import { ORPHANS, orphans, recheckOrphan } from './orphans.ts';

/** How far a run is: at this check, behind the row with this key. */
export interface Cursor {
  check: string;
  after: string;
}

export interface VerifyReport {
  /** False if it was stopped; `cursor` says where. */
  finished: boolean;
  /** Blobs whose bytes were read and compared, and the clear bytes of them. */
  documents: number;
  bytes: number;
  /** Rows of every check. */
  rows: number;
  /** Blobs that the store listed. */
  listed: number;
  findings: number;
}

export interface VerifyOptions extends VerifyDeps {
  onFinding(finding: Finding): Promise<void> | void;
  /** Awaited for each piece of clear bytes, to slow the reading down. */
  pace?(bytes: number): Promise<void>;
  /** Called after each row with where to go on. */
  onProgress?(report: VerifyReport, cursor: Cursor): Promise<void> | void;
  /** Where an earlier run stopped. */
  from?: Cursor | undefined;
  /** Asked between two rows: true ends the run there. */
  shouldPause?(): boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Reads everything that is stored and compares it: each document with its size and hash, each row with its blob, each
 * sealed value, and the store with the rows in both directions. Holds a page of rows and a segment of a document at a
 * time. Rejects with the signal's reason, or if the database or the store is away: then nothing can be said.
 */
export async function verifyPortal(options: VerifyOptions): Promise<VerifyReport> {
  const { onFinding, pace = async () => undefined, onProgress, from, shouldPause, signal } = options;
  const report: VerifyReport = { finished: false, documents: 0, bytes: 0, rows: 0, listed: 0, findings: 0 };
  const found = async (finding: Finding) => {
    report.findings += 1;
    await onFinding(finding);
  };
  const checks = rowChecks(options);
  const begin = Math.max([...checks.map(({ name }) => name), ORPHANS].indexOf(from?.check ?? ''), 0);
  for (const check of checks.slice(begin)) {
    let after = check.name === from?.check ? from.after : check.first;
    for (let page = await check.rows({ after, limit: check.limit }); page.length > 0; ) {
      for (const row of page) {
        signal?.throwIfAborted();
        const { findings, bytes } = await check.check(row, { pace, signal });
        for (const finding of findings) await found({ check: check.name, key: row.key, ...finding });
        after = row.key;
        report.rows += 1;
        report.bytes += bytes;
        if (check.name === BLOBS) report.documents += 1;
        await onProgress?.(report, { check: check.name, after });
        if (shouldPause?.()) return report;
      }
      page = await check.rows({ after, limit: check.limit });
    }
  }
  await onProgress?.(report, { check: ORPHANS, after: '' });
  const seen = (blobs: number) => {
    report.listed += blobs;
  };
  for await (const finding of orphans(options, seen, signal)) await found(finding);
  return { ...report, finished: true };
}

const BLOBS = 'documents';

/** What is still wrong with the subject of a finding; nothing if it is intact again or gone. */
export async function recheck(
  deps: VerifyDeps,
  { check: name, key }: Pick<Finding, 'check' | 'key'>,
  pace: (bytes: number) => Promise<void>,
): Promise<Finding[]> {
  if (name === ORPHANS) {
    const finding = await recheckOrphan(deps, key);
    return finding ? [finding] : [];
  }
  const check = rowChecks(deps).find((one) => one.name === name);
  const [row] = (await check?.rows({ only: key })) ?? [];
  if (check === undefined || row === undefined) return [];
  const { findings } = await check.check(row, { pace });
  return findings.map((finding) => ({ check: name, key, ...finding }));
}

/** Rows first: they are quick, and say most. */
function rowChecks(deps: VerifyDeps): RowCheck[] {
  return [
    ...sealChecks(deps),
    ...missingSealChecks(deps),
    orphanedSealCheck(deps),
    objectCheck(deps) as RowCheck,
    trashCheck(deps) as RowCheck,
    blobCheck(deps) as RowCheck,
  ];
}
