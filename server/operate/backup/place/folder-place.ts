import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '#server/sealing/sync-folder.ts';
import { claimFolder, requireMark } from '#server/storage/blobs/stores/folder-mark.ts';
import { unlessGone } from '#server/unless-gone.ts';
import { BackupError, FileMissingError } from '../backup-error.ts';
import { type BackupPlace, mapPlaceErrors, type PlacedFile } from './place.ts';

/** Unfinished files are on the same disk as finished ones, so that a rename completes them. */
const DRAFTS = '.unfinished';
const READ_BYTES = 1024 * 1024;

/** A folder on this machine, which must exist: otherwise, an unmounted second disk would fill the first. */
export function createFolderPlace(folder: string): BackupPlace {
  const mapErrors = mapPlaceErrors(folder);
  const pathOf = (name: string) => join(folder, name);
  let isClaimed = false;

  async function put(name: string, bytes: Readable) {
    await requireFolder(folder);
    if (isClaimed) await requireMark(folder);
    const path = pathOf(name);
    const draft = join(folder, DRAFTS, `${encodeURIComponent(name)}.${randomUUID()}`);
    await createFolder(folder, dirname(draft));
    try {
      await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
      await createFolder(folder, dirname(path));
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  return {
    label: folder,
    claim: (known) =>
      mapErrors(async () => {
        await requireFolder(folder);
        await claimFolder(folder, 'backups', async () => (await known()).map(pathOf));
        isClaimed = true;
      }),
    put: (name, bytes) => mapErrors(() => put(name, bytes)),
    get: (name) =>
      mapErrors(async () => {
        const file = await open(pathOf(name), 'r').catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ENOENT' ? new FileMissingError(folder, name) : error;
        });
        const bytes = file.createReadStream({ highWaterMark: READ_BYTES });
        try {
          return { size: (await file.stat()).size, bytes };
        } catch (error) {
          bytes.destroy();
          throw error;
        }
      }),
    async *list(prefix) {
      await mapErrors(() => requireFolder(folder));
      yield* filesBelow(pathOf(prefix), prefix);
    },
    remove: (name) =>
      mapErrors(async () => {
        await rm(pathOf(name), { force: true });
        // Fails, as it should, if the folder has other files.
        await rmdir(dirname(pathOf(name))).catch(() => undefined);
      }),
    removeUnfinished: (prefix, before) =>
      mapErrors(async () => {
        const start = `${DRAFTS}/${encodeURIComponent(prefix)}`;
        for await (const draft of filesBelow(join(folder, DRAFTS), `${DRAFTS}/`)) {
          if (draft.name.startsWith(start) && draft.modified < before)
            await rm(pathOf(draft.name), { force: true });
        }
      }),
  };
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new BackupError(`There is no folder ${folder} for the backups. Mount its disk, or create it.`);
}

/** Creates a folder and its parents durably. */
async function createFolder(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length && made !== root; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

async function* filesBelow(path: string, prefix: string): AsyncGenerator<PlacedFile> {
  const entries = await opendir(path).catch(unlessGone);
  for await (const entry of entries ?? []) {
    if (prefix === '' && entry.name === DRAFTS) continue;
    const name = prefix + entry.name;
    const at = join(path, entry.name);
    if (entry.isDirectory()) {
      yield* filesBelow(at, `${name}/`);
    } else if (entry.isFile()) {
      // Another process may have removed it just now.
      const found = await stat(at).catch(() => undefined);
      if (found) yield { name, size: found.size, modified: found.mtime };
    }
  }
}
