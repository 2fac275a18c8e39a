import { open } from 'node:fs/promises';

/** Makes the names in a folder durable: a renamed file survives a power cut only after this. */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no folders that could be opened; its file system keeps names durable by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
