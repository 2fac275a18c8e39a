import type { Database } from '#server/database/database.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { databaseTime, recordFinding, recordFullRun } from '#server/verify/record.ts';
import { verifyPortal } from '#server/verify/verify-portal.ts';
import { CommandError, type Context } from '../command.ts';
import { keyRingFor } from '../key-ring-for.ts';
import { findingLine, progressLine, reportLine } from '../verify-words.ts';
import { withDatabase } from '../with-database.ts';

const PROGRESS_MS = 5_000;

/** What is stored now, while the portal may be running. Throws `CommandError` if anything is not whole. */
export function verifyLive(context: Context): Promise<void> {
  return withDatabase(context, (database) => verifyStored(database, context));
}

async function verifyStored(database: Database, { config, print }: Context): Promise<void> {
  const { sealer } = await keyRingFor(config, database);
  const store = await openStore(config.storageUrl, config.dataDir, config.previousStorageUrl);
  const startedAt = await databaseTime(database);
  let told = performance.now();
  const report = await verifyPortal({
    database,
    store,
    sealer,
    onFinding: async (finding) => {
      print(findingLine(finding));
      await recordFinding(database, finding);
    },
    onProgress: (report) => {
      if (performance.now() < told + PROGRESS_MS) return;
      told = performance.now();
      print(progressLine(report));
    },
  });
  await recordFullRun(database, startedAt, report);
  if (report.findings > 0) throw new CommandError(reportLine(report));
  print(reportLine(report));
}
