import { open } from 'node:fs/promises';

/** Syncs a folder. A renamed file survives a power loss only after this. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders, and its file system makes names durable without this.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
