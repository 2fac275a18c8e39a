import {
  type Finding,
  type KeyedRow,
  type ReadOptions,
  type RowCheck,
  readRows,
  type VerifyDeps,
} from './check.ts';
import { blobCheck, DOCUMENTS_CHECK, objectCheck, trashCheck } from './check-documents.ts';
import { ORPHANS, orphans, recheckOrphan } from './orphans.ts';
import { missingSealChecks, orphanedSealCheck, sealChecks } from './sealed-columns.ts';

/** The progress of a run: the check, and the last row's key. */
export interface Cursor {
  check: string;
  after: string;
}

export interface VerifyReport {
  /** False if it was stopped; `onProgress` has the cursor. */
  finished: boolean;
  /** The number of blobs that were read and compared, and their decrypted bytes. */
  documents: number;
  bytes: number;
  /** The number of rows of all checks. */
  rows: number;
  /** The number of blobs that the store listed. */
  listed: number;
  findings: number;
}

interface VerifyOptions extends VerifyDeps {
  onFinding(finding: Finding): Promise<void> | void;
  /** Awaited after each chunk of decrypted bytes, to limit the reading speed. */
  pace?: ReadOptions['pace'] | undefined;
  /** Called after each row, with the cursor to continue from. */
  onProgress?(report: VerifyReport, cursor: Cursor): Promise<void> | void;
  /** Where an earlier run stopped. */
  from?: Cursor | null;
  /** Called between two rows: true stops the run. */
  shouldPause?(): boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Reads and compares everything that is stored: each document with its size and hash, each row with its blob, each
 * sealed value, and the store with the rows in both directions. Holds one page of rows and one segment of a document in
 * memory. Rejects with the signal's reason, or if the database or the store is unavailable.
 */
export async function verifyPortal(options: VerifyOptions): Promise<VerifyReport> {
  const {
    database,
    onFinding,
    pace = async () => undefined,
    onProgress,
    from,
    shouldPause,
    signal,
  } = options;
  const report: VerifyReport = { finished: false, documents: 0, bytes: 0, rows: 0, listed: 0, findings: 0 };
  const found = async (finding: Finding) => {
    report.findings += 1;
    await onFinding(finding);
  };
  const read: ReadOptions = {
    signal,
    pace: (bytes) => {
      report.bytes += bytes;
      return pace(bytes);
    },
  };
  const checks = rowChecks(options);
  const begin = Math.max([...checks.map(({ name }) => name), ORPHANS].indexOf(from?.check ?? ''), 0);
  for (const check of checks.slice(begin)) {
    let after = check.name === from?.check ? from.after : undefined;
    for (let page = await readRows(database, check, { after }); page.length > 0; ) {
      for (const row of page) {
        signal?.throwIfAborted();
        for (const finding of await findingsIn(database, check, row, read)) await found(finding);
        after = row.key;
        report.rows += 1;
        if (check.name === DOCUMENTS_CHECK) report.documents += 1;
        await onProgress?.(report, { check: check.name, after });
        if (shouldPause?.()) return report;
      }
      page = await readRows(database, check, { after });
    }
  }
  await onProgress?.(report, { check: ORPHANS, after: '' });
  const seen = (blobs: number) => {
    report.listed += blobs;
  };
  for await (const finding of orphans(options, seen, signal)) await found(finding);
  return { ...report, finished: true };
}

/** Checks the subject of a finding again. Empty if it is intact or gone. */
export async function recheck(
  deps: VerifyDeps,
  { check: name, key }: Pick<Finding, 'check' | 'key'>,
  pace: (bytes: number) => Promise<void>,
): Promise<Finding[]> {
  if (name === ORPHANS) return recheckOrphan(deps, key);
  const check = rowChecks(deps).find((one) => one.name === name);
  const [row] = check ? await readRows(deps.database, check, { only: key }) : [];
  return check && row ? findingsIn(deps.database, check, row, { pace }) : [];
}

/** A row with a problem may have changed while it was read, so it is looked at a second time. */
async function findingsIn(
  database: VerifyDeps['database'],
  check: RowCheck,
  row: KeyedRow,
  read: ReadOptions,
): Promise<Finding[]> {
  if ((await check.check(row, read)).length === 0) return [];
  const [again] = await readRows(database, check, { only: row.key });
  if (again === undefined) return [];
  const { key, client } = again;
  const problems = await check.check(again, read);
  return problems.map((problem) => ({ check: check.name, key, client: client ?? undefined, ...problem }));
}

/** Rows first: they are fast and show most problems. */
function rowChecks(deps: VerifyDeps): RowCheck[] {
  return [
    ...sealChecks(deps),
    ...missingSealChecks,
    orphanedSealCheck,
    objectCheck(deps),
    trashCheck(deps),
    blobCheck(deps),
  ];
}
