import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/**
 * Replaces a file atomically, readable by its owner only: after a crash it is either the old or the new one, and the new
 * one once this resolves. Creates its folder.
 */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${basename(path)}.draft`);
  await rm(draft, { force: true });
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}
