import { createPace } from '#server/operate/verify/check.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupContext } from '../context.ts';
import { forgetCopies } from '../documents.ts';
import { chooseBackup, listBackups, readDocuments } from '../manifest.ts';
import { newestVerified, recordVerify } from '../records.ts';
import { verifyBackup } from './verify-backup.ts';

/** Slow enough for people to work on the same disk. */
const BYTES_PER_SECOND = 20_000_000;
/** All documents are read within this many days. */
const CYCLE_DAYS = 28;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Verifies a new backup at low speed: its database, the presence of every document, and the bytes of documents that are
 * new since the last good backup, plus a different part of the other documents each day. Records the result, and which
 * documents must be copied again. Throws `BackupError` if there is a problem.
 */
export async function verifyInBackground(
  { database, sealed, masterKey, log }: Pick<BackupContext, 'database' | 'sealed' | 'masterKey' | 'log'>,
  name: string,
  dataDir: string,
  signal: AbortSignal,
): Promise<void> {
  const { label } = sealed.place;
  try {
    const manifest = await chooseBackup(sealed, { name });
    const good = await newestVerified(database, label);
    const goodExists = good !== undefined && (await listBackups(sealed)).names.includes(good);
    const known = goodExists ? await readDocuments(sealed, good) : new Map();
    const today = Math.floor(Date.now() / DAY_MS) % CYCLE_DAYS;
    const { problems, broken } = await verifyBackup({
      sealed,
      manifest,
      dataDir,
      sealer: createSealer(masterKey),
      compares: ({ id }) => !known.has(id) || Number.parseInt(id.slice(0, 8), 16) % CYCLE_DAYS === today,
      pace: createPace(BYTES_PER_SECOND, signal),
      onProblem: () => undefined,
      log,
      signal,
    });
    await forgetCopies(database, sealed.place, broken);
    if (problems > 0) {
      const found = problems === 1 ? 'One problem was' : `${problems} problems were`;
      throw new BackupError(
        `${found} found in the backup ${name}. To list them, run: npm run portal -- verify <place>`,
      );
    }
  } catch (error) {
    // Interrupted, it is repeated.
    if (!signal.aborted) {
      const problem = error instanceof BackupError ? error.message : 'It failed; the log has the reason.';
      await recordVerify(database, { name, place: label, problem });
    }
    throw error;
  }
  await recordVerify(database, { name, place: label, problem: undefined });
}
