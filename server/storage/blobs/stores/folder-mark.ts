import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#server/sealing/sync-folder.ts';
import { unlessGone } from '#server/unless-gone.ts';
import { StorageError } from '../../errors.ts';

/** What a portal leaves in a folder on a disk that may be mounted: an empty mount point can be written to, too. */
const MARK = '.nutmeg';

/**
 * Marks a folder as this portal's. Without a mark, one of the files that should be there proves that it is; `known` gives
 * their paths, and none for a new portal. Rejects with `StoreUnavailable`.
 */
export async function claimFolder(
  folder: string,
  content: string,
  known: () => Promise<readonly string[]>,
): Promise<void> {
  const mark = join(folder, MARK);
  if (await exists(mark)) return;
  const paths = await known();
  const isThere = await Promise.all(paths.map(exists));
  if (paths.length > 0 && !isThere.includes(true)) {
    throw unavailable(
      `${folder} has none of this portal's ${content}. Is its disk mounted? If they are lost for good, make an empty file ${mark}`,
    );
  }
  await writeFile(mark, '', { mode: 0o600, flush: true });
  await syncFolder(folder);
}

/** Rejects with `StoreUnavailable` if a folder that was claimed has lost its mark. */
export async function requireMark(folder: string): Promise<void> {
  if (await exists(join(folder, MARK))) return;
  throw unavailable(`${folder} has lost its file ${MARK}. Is its disk still mounted?`);
}

const exists = async (path: string) => (await stat(path).catch(unlessGone)) !== undefined;

const unavailable = (reason: string) => new StorageError('StoreUnavailable', { cause: new Error(reason) });
