import { openClient } from '#server/database/client.ts';
import { KEEP_BLOBS_LOCK } from '#server/storage/blobs/sweeper.ts';
import { BackupError } from '../backup-error.ts';

/** Held by the one backup that runs. Any number does; it must be the same for all servers of the product. */
const ONE_BACKUP = 7_340_119_261;

export interface BackupLock {
  /** Rejects if the lock was lost with its connection: another backup may have begun, and blobs may have gone. */
  verify(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes both locks of a backup, which PostgreSQL gives back when this process ends, however it ends: the one that lets
 * only one backup run, and the one that keeps sweepers from removing blobs (`storage/sweeper.ts` asks for its shared
 * form). A blob that a row named while the backup ran so is still there when the backup copies it. Throws `BackupError`
 * if another backup runs.
 */
export async function lockBackup(url: string): Promise<BackupLock> {
  const client = await openClient({ connectionString: url, application_name: 'nutmeg backup lock' });
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      ONE_BACKUP,
    ]);
    if (!rows[0]?.taken) {
      throw new BackupError('Another backup of this portal is running; start this one when it has ended.');
    }
    // Waits for the few blobs that a sweeper is removing right now.
    await client.query('select pg_advisory_lock($1)', [KEEP_BLOBS_LOCK]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    verify: async () => void (await client.query('select')),
    release: () => client.end(),
  };
}
