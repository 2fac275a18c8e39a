import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '#server/storage/blobs/stores/sync-folder.ts';
import { BackupError, FileMissingError } from '../backup-error.ts';
import type { BackupPlace, PlacedFile } from './place.ts';
import { explainingFailures } from './place-failure.ts';

/** Unfinished files are on the same disk as the finished ones, so that a rename completes them. */
const DRAFTS = '.unfinished';
const READ_BYTES = 1024 * 1024;

/**
 * A folder on this machine: a second disk, or a mounted share. The folder itself must be there already: a disk that is
 * not mounted must not turn into a backup on the first disk.
 */
export function createFolderPlace(folder: string): BackupPlace {
  const explained = explainingFailures(folder);
  const pathOf = (name: string) => join(folder, name);

  async function put(name: string, bytes: Readable) {
    await demandFolder(folder);
    const path = pathOf(name);
    const draft = join(folder, DRAFTS, `${encodeURIComponent(name)}.${randomUUID()}`);
    await makeFolder(folder, dirname(draft));
    try {
      await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
      await makeFolder(folder, dirname(path));
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  return {
    label: folder,
    put: (name, bytes) => explained(() => put(name, bytes)),
    get: (name) =>
      explained(async () => {
        const file = await open(pathOf(name), 'r').catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ENOENT' ? new FileMissingError(folder, name) : error;
        });
        const { size } = await file.stat();
        return { size, bytes: file.createReadStream({ highWaterMark: READ_BYTES }) };
      }),
    async *list(prefix) {
      await explained(() => demandFolder(folder));
      yield* filesBelow(pathOf(prefix), prefix);
    },
    remove: (name) =>
      explained(async () => {
        await rm(pathOf(name), { force: true });
        // Where it was the last of its folder; else the folder stays.
        await rmdir(dirname(pathOf(name))).catch(() => undefined);
      }),
    removeUnfinished: (prefix, before) =>
      explained(async () => {
        const begins = `${DRAFTS}/${encodeURIComponent(prefix)}`;
        for await (const draft of filesBelow(join(folder, DRAFTS), `${DRAFTS}/`)) {
          if (draft.name.startsWith(begins) && draft.modified < before)
            await rm(pathOf(draft.name), { force: true });
        }
      }),
  };
}

async function demandFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new BackupError(`There is no folder ${folder} for the backups: mount its disk, or make it.`);
}

/** Makes the folders between, and makes them durable. */
async function makeFolder(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length && made !== root; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

async function* filesBelow(path: string, prefix: string): AsyncGenerator<PlacedFile> {
  const entries = await opendir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    if (prefix === '' && entry.name === DRAFTS) continue;
    const name = prefix + entry.name;
    const at = join(path, entry.name);
    if (entry.isDirectory()) {
      yield* filesBelow(at, `${name}/`);
    } else if (entry.isFile()) {
      // Another process may remove it at this moment.
      const found = await stat(at).catch(() => undefined);
      if (found) yield { name, size: found.size, modified: found.mtime };
    }
  }
}
