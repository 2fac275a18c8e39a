import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './embedded/account.ts';

/** The longest time between a commit and its archived WAL, in seconds. */
const ARCHIVE_TIMEOUT_S = 30;

/** The folder where the embedded PostgreSQL puts finished WAL files, for the server to ship and remove. */
export function walSpoolFolder(dataDir: string): string {
  return join(dataDir, 'postgres', 'wal-spool');
}

/** Creates the spool and returns PostgreSQL's settings for it. Files in it are always complete and durable. */
export async function prepareWalArchiving(
  dataDir: string,
  owner: Account['owner'],
): Promise<Record<string, string>> {
  const spool = walSpoolFolder(dataDir);
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (owner) await chown(spool, owner.uid, owner.gid);
  // Temporary files of a killed archiver.
  for (const name of await readdir(spool)) {
    if (name.startsWith('archtemp')) await rm(join(spool, name), { force: true });
  }
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: `${ARCHIVE_TIMEOUT_S}s`,
  };
}
