import { closeSync, fsync, open } from 'node:fs';
import { promisify } from 'node:util';

const [openFolder, sync] = [promisify(open), promisify(fsync)];

/** Syncs a folder. A renamed file survives a power loss only after this. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders, and its file system makes names durable without this.
  if (process.platform === 'win32') return;
  const folder = await openFolder(path, 'r');
  try {
    await sync(folder);
  } finally {
    // Waits for nothing, since nothing was written to it.
    closeSync(folder);
  }
}
