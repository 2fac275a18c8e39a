import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './embedded/account.ts';

/** How long PostgreSQL may keep what was committed to itself before it gives it to the archive, in seconds. */
const ARCHIVE_TIMEOUT_S = 30;

/** Where the embedded PostgreSQL puts finished WAL files, for the server to ship and remove. */
export function walSpoolFolder(dataDir: string): string {
  return join(dataDir, 'postgres', 'wal-spool');
}

/**
 * Makes the spool, and answers with PostgreSQL's settings for it. A file appears in it whole and durable: the module
 * copies under another name, syncs, and renames.
 */
export async function prepareWalArchiving(
  dataDir: string,
  owner: Account['owner'],
): Promise<Record<string, string>> {
  const spool = walSpoolFolder(dataDir);
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (owner) await chown(spool, owner.uid, owner.gid);
  // Drafts of an archiver that was killed.
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
