import { createSealer } from '#server/sealing/sealer.ts';
import type { Config } from '#server/settings/config.ts';
import { createPace } from '#server/verify/pace.ts';
import { BackupError } from '../backup-error.ts';
import { findBackups, type Manifest, readDocuments } from '../manifest.ts';
import { openPlace } from '../place/open-place.ts';
import { sealPlace } from '../place/sealed-place.ts';
import { newestGood, recordVerify } from '../records.ts';
import { chooseBackup } from '../restore/choose-backup.ts';
import type { OpenPortal } from '../restore/open-portal.ts';
import { type BackupReport, verifyBackup } from './verify-backup.ts';

interface Options {
  config: Config;
  placeUrl: string;
  name: string | undefined;
  masterKey: Buffer;
  onProblem(problem: string): void;
  signal?: AbortSignal | undefined;
}

const quiet = { info: () => undefined, error: () => undefined };

/** Verifies the newest backup at a place, or the named one, with every document. Throws `BackupError`. */
export async function verifyPlace(options: Options): Promise<BackupReport & { manifest: Manifest }> {
  const { config, placeUrl, name, masterKey, onProblem, signal } = options;
  const sealed = sealPlace(await openPlace(placeUrl), masterKey);
  const manifest = await chooseBackup(sealed, { name });
  const { dataDir } = config;
  const report = await verifyBackup({
    sealed,
    manifest,
    dataDir,
    sealer: createSealer(masterKey),
    onProblem,
    log: quiet,
    signal,
  });
  return { ...report, manifest };
}

/** About what a disk of an office reads while people work on it. */
const GENTLE_BYTES = 20_000_000;
/** All documents are read within so many days. */
const ROUND_DAYS = 28;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Verifies a backup right after it was made, at a gentle pace: its database, that every document is there, and the
 * bytes of those documents that are new since the last good backup and of a part of the others, which is another one
 * each day. Notes the outcome. Throws `BackupError` if the backup is not good.
 */
export async function verifyGently(
  { database, sealed, masterKey }: Pick<OpenPortal, 'database' | 'sealed' | 'masterKey'>,
  { name }: Manifest,
  dataDir: string,
  signal: AbortSignal,
): Promise<void> {
  const { label } = sealed.place;
  try {
    const manifest = await chooseBackup(sealed, { name });
    const good = await newestGood(database, label);
    const isThere = good !== undefined && (await findBackups(sealed)).names.includes(good);
    const known = isThere ? await readDocuments(sealed, good) : new Map();
    const today = Math.floor(Date.now() / DAY_MS) % ROUND_DAYS;
    const { problems } = await verifyBackup({
      sealed,
      manifest,
      dataDir,
      sealer: createSealer(masterKey),
      compares: ({ id }) => !known.has(id) || Number.parseInt(id.slice(0, 8), 16) % ROUND_DAYS === today,
      pace: createPace(GENTLE_BYTES, signal),
      onProblem: () => undefined,
      log: quiet,
      signal,
    });
    if (problems > 0) {
      const things = problems === 1 ? 'One thing is' : `${problems} things are`;
      throw new BackupError(
        `${things} not whole in the backup ${name}; npm run portal -- verify <place> names them.`,
      );
    }
  } catch (error) {
    if (error instanceof BackupError && !signal.aborted) {
      await recordVerify(database, { name, place: label, problem: error.message });
    }
    throw error;
  }
  await recordVerify(database, { name, place: label, problem: undefined });
}
