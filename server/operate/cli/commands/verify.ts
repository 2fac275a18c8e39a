import { parseArgs } from 'node:util';
import type { Database } from '#server/database/database.ts';
import { openBackupContext } from '#server/operate/backup/context.ts';
import { forgetCopies } from '#server/operate/backup/documents.ts';
import { chooseBackup } from '#server/operate/backup/manifest.ts';
import { openPlace } from '#server/operate/backup/place/open-place.ts';
import { createSealedPlace } from '#server/operate/backup/place/sealed-place.ts';
import { recordVerify } from '#server/operate/backup/records.ts';
import { verifyBackup } from '#server/operate/backup/verify/verify-backup.ts';
import { databaseTime, recordFinding, recordFullRun } from '#server/operate/verify/record.ts';
import { verifyPortal } from '#server/operate/verify/verify-portal.ts';
import { findMasterKey } from '#server/sealing/master-key.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { askForKey } from '../ask-for-key.ts';
import {
  type Command,
  CommandError,
  type Context,
  formatBytes,
  interruptible,
  progressPrinter,
  UsageError,
} from '../command.ts';
import { errorLog, keyRingFor, withDatabase } from '../with-database.ts';

export const verify: Command = {
  usage: 'verify [<place> [--backup <name>]]',
  summary: 'reads every document and sealed value in the portal or a backup, and lists any damage',
  run: (args, context) =>
    args.length === 0
      ? withDatabase(context, (database) => verifyStored(database, context))
      : verifyBackupCommand(args, context),
};

/** `verify <place> [--backup <name>]`: verifies a backup in a temporary database. Throws `CommandError`. */
async function verifyBackupCommand(args: string[], { config, print }: Context): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { backup: { type: 'string' } },
  });
  const [placeUrl, ...more] = positionals;
  if (placeUrl === undefined || more.length > 0) throw new UsageError('verify needs one place of backups.');
  const stored = await findMasterKey(config.dataDir, config.encryptionKey);
  const masterKey = stored ?? (await askForKey(config, print));
  const { manifest, documents, read, rows, problems, broken, lost } = await interruptible(async (signal) => {
    const sealed = createSealedPlace(await openPlace(placeUrl), masterKey);
    const manifest = await chooseBackup(sealed, { name: values.backup });
    const report = await verifyBackup({
      sealed,
      manifest,
      dataDir: config.dataDir,
      sealer: createSealer(masterKey),
      onProblem: print,
      log: errorLog,
      signal,
    });
    return { ...report, manifest };
  });
  const { name } = manifest;
  const problem =
    problems === 0
      ? undefined
      : `${problems === 1 ? '1 problem was' : `${problems} problems were`} found in the backup ${name}.`;
  // Without the portal on this machine, there is no database for the result.
  if (stored !== undefined) {
    const portal = await openBackupContext(config, placeUrl, errorLog);
    const { database, sealed, close } = portal;
    await recordVerify(database, { name, place: sealed.place.label, problem })
      .then(() => forgetCopies(database, sealed.place, broken))
      .finally(close);
  }
  if (problem !== undefined) throw new CommandError(problem);
  if (lost > 0) {
    throw new CommandError(
      `The backup ${name} is good, but the portal had lost ${lost} of its documents when it was made.`,
    );
  }
  print(
    `The backup ${name} is good. It has ${rows} rows and ${documents} documents, and ${read} of them were read.`,
  );
}

/** `verify`: verifies the portal's data; the portal may be running. Throws `CommandError` if there is a finding. */
async function verifyStored(database: Database, { config, print }: Context): Promise<void> {
  const { sealer } = await keyRingFor(config, database);
  const store = await openStore(config.storageUrl, config.dataDir, config.previousStorageUrl);
  const startedAt = await databaseTime(database);
  const progress = progressPrinter({ print });
  const report = await verifyPortal({
    database,
    store,
    sealer,
    onFinding: async (finding) => {
      const { path, key, what, client } = finding;
      const whose = client === undefined ? '' : ` of ${client.name}${client.email && ` <${client.email}>`}`;
      // Personal data: never log it.
      print(`  ! ${path ?? key}${whose}: ${what}`);
      await recordFinding(database, finding);
    },
    onProgress: ({ rows, documents, bytes }) =>
      progress(() => `  ... ${rows} rows, ${documents} documents, ${formatBytes(bytes)}`),
  });
  await recordFullRun(database, startedAt, report);
  const { rows, documents, bytes, listed, findings } = report;
  const seen = `${documents} documents (${formatBytes(bytes)}), ${rows} rows, and ${listed} stored blobs were checked`;
  if (findings === 0) return print(`No damage found: ${seen}.`);
  throw new CommandError(`${findings} ${findings === 1 ? 'problem was' : 'problems were'} found. ${seen}.`);
}
